// The archived answers of a visit: checks each against its hash, and replays them to a visit.

import { hash } from 'node:crypto'
import { type RawAnswer, VisitFailure } from '../../collectors/index.ts'
import { isOlderThan, readAnswer } from '../archive/archive-files.ts'
import type { Call, CallResult } from '../reader/messages.ts'
import { storedUrl } from '../receipts/stored-url.ts'
import { dnsUrl, type ReceiptAnswer } from '../receipts/visit-answers.ts'

export interface AnswerProblem {
  /** `unkept`: never archived, or no longer. The others should not be. */
  readonly kind: 'unkept' | 'missing' | 'damaged' | 'removed'
  readonly url: string
  readonly text: string
}

export interface ArchivedAnswers {
  readonly problems: readonly AnswerProblem[]
  readonly read: readonly { readonly answer: ReceiptAnswer; readonly body: Buffer }[]
}

export interface ArchiveFolder {
  readonly folder: string
  readonly keepDays: number
}

export async function readArchivedAnswers(
  answers: readonly ReceiptAnswer[],
  { folder, keepDays }: ArchiveFolder,
): Promise<ArchivedAnswers> {
  const problems: AnswerProblem[] = []
  const read: { answer: ReceiptAnswer; body: Buffer }[] = []
  for (const answer of answers) {
    const { url, sha256, bytes = 0, warc } = answer
    const note = (kind: AnswerProblem['kind'], text: string) => problems.push({ kind, url, text })
    if (bytes === 0) {
      read.push({ answer, body: Buffer.alloc(0) })
      continue
    }
    if (!warc) {
      note('unkept', 'it was not archived')
      continue
    }
    const found = await readAnswer(folder, warc)
    const place = `${warc.file} at ${warc.offset}`
    if ('body' in found && hash('sha256', found.body, 'hex') === sha256) read.push({ answer, body: found.body })
    else if ('body' in found || found.trouble === 'damaged')
      note('damaged', `${place} is damaged: it is not what was hashed`)
    else if (found.trouble === 'removed') note('removed', `${place} was removed with its company`)
    else if (isOlderThan(warc.file, keepDays, new Date())) note('unkept', `${warc.file} is no longer kept`)
    else note('missing', `${place} is missing`)
  }
  return { problems, read }
}

/** Today's rules request something that the visit did not. */
export class OtherQuestion extends Error {
  readonly url: string
  constructor(url: string) {
    super(`today's rules ask for ${url}, which was not asked for then`)
    this.url = url
  }
}

/** The archived answers, per URL in the order of the requests; the last one serves all later requests. */
export function answeringAgain({ read }: Pick<ArchivedAnswers, 'read'>): (call: Call) => Promise<CallResult> {
  const byUrl = Map.groupBy(read, ({ answer }) => answer.url)
  return async (call) => {
    const url = call.want === 'page' ? storedUrl(call.request.url) : dnsUrl(call)
    const answers = byUrl.get(url)
    const next = answers && answers.length > 1 ? answers.shift() : answers?.[0]
    if (!next) throw new OtherQuestion(url)
    const { answer, body } = next
    if (answer.failure !== undefined)
      throw new VisitFailure(answer.failure, 'It failed then, too.', undefined, answer.movedTo)
    if (call.want !== 'page') return JSON.parse(body.toString()) as string[]
    const { status = 200, type = '', from = call.request.url, movedTo } = answer
    return { status, type, bytes: body, url: from, ...(movedTo !== undefined && { movedTo }) } satisfies RawAnswer
  }
}
