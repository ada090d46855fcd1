// What a visit rests on besides its own answers. Some collectors remember where a list or an article is, and what it said, so that
// later visits ask for less. With an archive, the answers that this memory was made of are archived and handed on from visit to
// visit, by their hashes and places: a receipt names them as well, so that everything can be derived again from answers alone.

import type { ReceiptAnswer } from '../receipts/visit-answers.ts'
import type { LastAnswer } from '../visits/last-answer.ts'
import type { VisitedLook } from '../visits/visit.ts'

/** A website is found with a dozen pages, and a month of news has few articles that may be of rounds. */
const MAX_REMEMBERED = 60

type Visited = Pick<VisitedLook, 'collector' | 'look' | 'result'>

/** Whether later visits rest on what this one asked for, so that it has to be archived even if no report changes. */
export function isRemembered({ collector, look, result }: Visited): boolean {
  if (!collector.remembers || result.kind !== 'snapshot' || result.answer?.basis === undefined) return false
  return result.answer.basis !== look.validators?.basis || look.validators.restsOn === undefined
}

/** Its own answers, then those of earlier visits that it did not ask for again. */
export function answersOf({ result }: Pick<VisitedLook, 'result'>): readonly ReceiptAnswer[] {
  if (result.kind !== 'snapshot' || !result.answers) return []
  const own = result.answers.list
  const urls = new Set(own.map(({ url }) => url))
  const earlier = (result.earlier ?? []).filter(({ url }) => !urls.has(url))
  return [...own, ...earlier.map((answer): ReceiptAnswer => ({ ...answer, isEarlier: true }))]
}

/** With what the memory of the visit rests on, if all of it is archived. Call it when it has been. */
export function withMemory(visit: Visited): LastAnswer | undefined {
  const { look, result } = visit
  if ((result.kind !== 'snapshot' && result.kind !== 'same') || !result.answer) return undefined
  if (!isRemembered(visit)) {
    const restsOn = visit.collector.remembers ? look.validators?.restsOn : undefined
    return restsOn === undefined ? result.answer : { ...result.answer, restsOn }
  }
  const answers = answersOf(visit)
  const isWhole = answers.length <= MAX_REMEMBERED && answers.every(({ bytes = 0, warc }) => bytes === 0 || warc)
  if (!isWhole) return result.answer
  return { ...result.answer, restsOn: answers.map(({ isEarlier: _, ...answer }) => answer) }
}
