// The entry of the search thread: passes questions to the index and its answers back.

import { parentPort, workerData } from 'node:worker_threads'
import { IndexThread } from './index-thread.ts'
import type { Message, Question, ThreadOptions } from './messages.ts'
import { onePerTick } from './one-per-tick.ts'

/** Long columns are transferred. A copy would block the thread that asked. */
function buffersOf(answer: object): ArrayBuffer[] {
  return Object.values(answer).flatMap((part) => (ArrayBuffer.isView(part) ? [part.buffer as ArrayBuffer] : []))
}

if (parentPort) {
  const port = parentPort
  const index = new IndexThread(workerData as ThreadOptions, (message) => port.postMessage(message))
  // A port delivers all waiting messages before the event loop continues; while there is always one more, it never does.
  const answer = onePerTick((question: Question) => {
    try {
      const answer = index.answer(question)
      port.postMessage({ kind: 'answer', id: question.id, answer } satisfies Message, buffersOf(answer))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      port.postMessage({ kind: 'failure', id: question.id, reason } satisfies Message)
    }
  })
  port.on('message', answer)
  void index.run()
}
