// What a visit is based on besides its own answers. Some collectors remember where a list or an article is, and its
// content, so that later visits request less. With an archive, the answers behind this memory are archived and passed
// on from visit to visit, by their hashes and places: a receipt lists them as well, so that everything can be derived
// again from answers only.

import type { ReceiptAnswer } from '../receipts/visit-answers.ts'
import type { LastAnswer } from '../visits/last-answer.ts'
import type { VisitedLook } from '../visits/visit.ts'

/** Finding a website takes a dozen pages, and a month of news has few articles that may be about rounds. */
const MAX_REMEMBERED = 60

type Visited = Pick<VisitedLook, 'collector' | 'look' | 'result'>

/** Whether later visits build on this one's answers, so that they must be archived even if no report changes. */
export function isRemembered({ collector, look, result }: Visited): boolean {
  if (!collector.remembers || result.kind !== 'snapshot' || result.answer?.basis === undefined) return false
  return result.answer.basis !== look.validators?.basis || look.validators.restsOn === undefined
}

/** Its own answers, then those of earlier visits that it did not request again. */
export function answersOf({ result }: Pick<VisitedLook, 'result'>): readonly ReceiptAnswer[] {
  if (result.kind !== 'snapshot' || !result.answers) return []
  const own = result.answers.list
  const urls = new Set(own.map(({ url }) => url))
  const earlier = (result.earlier ?? []).filter(({ url }) => !urls.has(url))
  return [...own, ...earlier.map((answer): ReceiptAnswer => ({ ...answer, isEarlier: true }))]
}

/** With the answers behind the visit's memory, if all of them are archived. Call it after archiving. */
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
