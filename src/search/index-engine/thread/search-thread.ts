// The entry point of the search thread.

import { parentPort, workerData } from 'node:worker_threads'
import { leadIndex } from './lead-index.ts'
import type { CancelRequest, IndexRequest, ThreadOptions } from './messages.ts'

if (parentPort) {
  const port = parentPort
  const receive = leadIndex(workerData as ThreadOptions, (message, buffers) => port.postMessage(message, buffers))
  // A port delivers all waiting messages before the event loop continues, so each is only queued, unless it comes
  // alone.
  port.on('message', (request: IndexRequest | CancelRequest) => receive(request))
}
