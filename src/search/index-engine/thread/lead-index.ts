// Gives each request its turn on the index and sends the replies.

import { TooMuchWork } from '../query/estimate-work.ts'
import type { Answer } from './answer-steps.ts'
import { buffersOf } from './buffers.ts'
import { IndexThread } from './index-thread.ts'
import type { CancelRequest, IndexRequest, Message, ThreadOptions } from './messages.ts'
import { Turns } from './turns.ts'

/** `send` may transfer the buffers. Returns the function that takes requests. It runs with its thread, or until the signal. */
export function leadIndex(
  options: ThreadOptions,
  send: (message: Message, buffers?: ArrayBuffer[]) => void,
  signal?: AbortSignal,
): (request: IndexRequest | CancelRequest) => void {
  const index = new IndexThread(options, send)
  const turns = new Turns<IndexRequest, Answer>({
    estimate: (request) => index.estimate(request),
    gate: index.gate,
    answer: (id, answer) => send({ kind: 'answer', id, answer }, buffersOf(answer)),
    fail: (id, error) => send(failureOf(id, error)),
    refuse: (id, retryAfterSeconds) => send({ kind: 'busy', id, retryAfterSeconds }),
  })
  index.gate.onFree = () => turns.wake()
  void index.run(signal)
  return (request) => {
    if (request.want === 'nothing') turns.cancel(request.id)
    else turns.add(request, request)
  }
}

function failureOf(id: number, error: unknown): Message {
  if (error instanceof TooMuchWork) return { kind: 'too-expensive', id, clause: error.clause }
  return { kind: 'failure', id, reason: error instanceof Error ? error.message : String(error) }
}
