// The entry point of the search thread. Gives each request its turn on the index and sends the replies.

import { parentPort, workerData } from 'node:worker_threads'
import { TooMuchWork } from '../query/estimate-work.ts'
import type { Answer } from './answer-steps.ts'
import { IndexThread } from './index-thread.ts'
import type { CancelRequest, IndexRequest, Message, ThreadOptions } from './messages.ts'
import { Turns } from './turns.ts'

/**
 * Long columns are transferred, because a copy would block the main thread. Undefined if there are none: an empty list
 * costs time too.
 */
function buffersOf(answer: object): ArrayBuffer[] | undefined {
  let buffers: ArrayBuffer[] | undefined
  for (const part of Object.values(answer)) {
    if (ArrayBuffer.isView(part)) buffers = [...(buffers ?? []), part.buffer as ArrayBuffer]
  }
  return buffers
}

function failureOf(id: number, error: unknown): Message {
  if (error instanceof TooMuchWork) return { kind: 'too-expensive', id, clause: error.clause }
  return { kind: 'failure', id, reason: error instanceof Error ? error.message : String(error) }
}

if (parentPort) {
  const port = parentPort
  const index = new IndexThread(workerData as ThreadOptions, (message) => port.postMessage(message))
  const turns = new Turns<IndexRequest, Answer>({
    estimate: (request) => index.estimate(request),
    gate: index.gate,
    answer: (id, answer) => port.postMessage({ kind: 'answer', id, answer } satisfies Message, buffersOf(answer)),
    fail: (id, error) => port.postMessage(failureOf(id, error)),
    refuse: (id, retryAfterSeconds) => port.postMessage({ kind: 'busy', id, retryAfterSeconds } satisfies Message),
  })
  index.gate.onFree = () => turns.wake()
  // A port delivers all waiting messages before the event loop continues, so each is only queued, unless it comes
  // alone.
  port.on('message', (request: IndexRequest | CancelRequest) => {
    if (request.want === 'nothing') turns.cancel(request.id)
    else turns.add(request, request)
  })
  void index.run()
}
