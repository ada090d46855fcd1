import type { Collector, Snapshot } from '../../collectors/index.ts'
import type { Validators } from '../../fetching/index.ts'
import { askingBy } from './asking-by.ts'
import type { CallResult } from './messages.ts'
import type { Readers, ReadVisit } from './readers.ts'

/** Nothing was read yet: the visit continues in the reader. */
class NotTheSame extends Error {}

/**
 * The built-in collectors run in the reader. The demo's own, and those of tests, read nothing from outside and run
 * here.
 */
export async function runVisit(
  readers: Readers,
  collector: Collector,
  visit: Omit<ReadVisit, 'collector'>,
  last: Validators | undefined,
): Promise<Snapshot> {
  const { call, target, context } = visit
  if (!readers.knows(collector)) return asRead(await collector.visit(target, { ...context, ...askingBy(call) }))
  const answered = last?.body === undefined ? undefined : await firstAnswer(collector, visit, last)
  return asRead(await readers.visit({ ...visit, collector: collector.name, call: withFirst(call, answered) }))
}

/**
 * A snapshot with unreadable entries is not complete, even if its collector claims it: their signals don't count as
 * missing.
 */
function asRead(snapshot: Snapshot): Snapshot {
  const { entries, complete, read } = snapshot
  return {
    ...snapshot,
    complete: complete && !entries?.unreadable,
    ...(read && { read: read.map((board) => ({ ...board, snapshot: asRead(board.snapshot) })) }),
  }
}

interface FirstAnswer {
  readonly url: string
  readonly body: string | undefined
  readonly answer: Promise<CallResult>
}

/**
 * Most visits end with their first answer, which is the same as last time. They need no reader: until that answer a
 * collector parses nothing, so it runs here. Throws like the visit if it has ended. Undefined: it made no request.
 */
async function firstAnswer(
  collector: Collector,
  { target, context, call }: Omit<ReadVisit, 'collector'>,
  last: Validators,
): Promise<FirstAnswer | undefined> {
  let first: FirstAnswer | undefined
  const notHere = async (): Promise<never> => {
    throw new NotTheSame()
  }
  try {
    await collector.visit(target, {
      ...context,
      dns: { txt: notHere, mx: notHere },
      ask: async (request) => {
        if (first === undefined && request.url === last.url && !request.always) {
          first = { url: request.url, body: request.body, answer: call({ want: 'page', request }) }
          await first.answer
        }
        throw new NotTheSame()
      },
    })
  } catch (error) {
    if (!(error instanceof NotTheSame)) throw error
  }
  return first
}

/** The reader's visit requests it again. */
function withFirst(call: ReadVisit['call'], first: FirstAnswer | undefined): ReadVisit['call'] {
  let kept = first
  return async (asked) => {
    if (kept === undefined || asked.want !== 'page') return call(asked)
    const { url, body, answer } = kept
    if (asked.request.url !== url || asked.request.body !== body) return call(asked)
    kept = undefined
    return answer
  }
}
