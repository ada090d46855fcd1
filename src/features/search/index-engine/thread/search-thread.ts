// The entry point of the search thread: passes requests to the index and sends its replies back.

import { parentPort, workerData } from 'node:worker_threads'
import { IndexThread } from './index-thread.ts'
import type { IndexRequest, Message, ThreadOptions } from './messages.ts'
import { onePerTick } from './one-per-tick.ts'

/** Long columns are transferred. A copy would block the main thread. */
function buffersOf(answer: object): ArrayBuffer[] {
  return Object.values(answer).flatMap((part) => (ArrayBuffer.isView(part) ? [part.buffer as ArrayBuffer] : []))
}

if (parentPort) {
  const port = parentPort
  const index = new IndexThread(workerData as ThreadOptions, (message) => port.postMessage(message))
  // A port delivers all waiting messages before the event loop continues; while there is always one more, it never does.
  const answer = onePerTick((request: IndexRequest) => {
    try {
      const answer = index.answer(request)
      port.postMessage({ kind: 'answer', id: request.id, answer } satisfies Message, buffersOf(answer))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      port.postMessage({ kind: 'failure', id: request.id, reason } satisfies Message)
    }
  })
  port.on('message', answer)
  void index.run()
}
