// Companies House, the British register of companies. An allotment of shares (SH01) is evidence of a round, without its size:
// the capital in it is the nominal one. Requires a key, which the fetcher adds.

import { type CollectedSignal, type Collector, type VisitContext, VisitFailure } from '../collector.ts'
import { pathOf } from '../job-boards/board-links.ts'
import { idIn, type Json, listOf, objectOf, readJson } from '../job-boards/read-json.ts'

const CONFIDENCE = 0.6
const PAGE_ITEMS = 100
const MAX_PAGES = 3
const DAY_SECONDS = 86_400
/** Allotments of one round are filed as its investors pay. */
const SAME_ROUND_DAYS = 30
const MAX_AGE_DAYS = 3 * 365

export interface Allotment {
  readonly id: string
  /** Unix seconds: when the shares were allotted, else the filing date. */
  readonly at: number
}

export const companiesHouse: Collector = {
  name: 'companies-house',
  title: 'Companies House',
  every: 'week',
  // Shares are allotted for other reasons too, and not every round allots them here.
  types: [],
  system: 'companies-house',
  boardOf(url) {
    if (!/(?:^|\.)company-information\.service\.gov\.uk$/.test(url.hostname)) return undefined
    const [first, number = ''] = pathOf(url)
    return first === 'company' ? companyNumber(number) : undefined
  },
  async visit(number, context) {
    const allotments = await readHistory(number, context)
    return { signals: roundsOf(number, allotments, context.now), complete: true }
  },
}

/** Eight digits, or two letters and six digits. */
export function companyNumber(text: string): string | undefined {
  const number = text.trim().toUpperCase()
  if (/^\d{6,8}$/.test(number)) return number.padStart(8, '0')
  return /^[A-Z]{2}\d{6}$/.test(number) ? number : undefined
}

async function readHistory(number: string, { ask }: VisitContext): Promise<readonly Allotment[]> {
  const allotments: Allotment[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const url = new URL(`https://api.company-information.service.gov.uk/company/${number}/filing-history`)
    url.searchParams.set('category', 'capital')
    url.searchParams.set('items_per_page', String(PAGE_ITEMS))
    url.searchParams.set('start_index', String(page * PAGE_ITEMS))
    const { text } = await ask({ url: url.href, kind: 'feed', accept: 'application/json' }).catch(inWords)
    const document = objectOf(readJson(text, 'The filing history'))
    const { items } = document
    const isEmpty = items === undefined && document.total_count === 0
    if (!Array.isArray(items) && !isEmpty)
      throw new VisitFailure('invalid_response', 'The filing history of Companies House has no list of filings.')
    const read = listOf(items).map(objectOf)
    const found = read.filter(isAllotment)
    const dated = found.flatMap((item) => allotmentOf(item) ?? [])
    if (found.length > 0 && dated.length === 0)
      throw new VisitFailure('invalid_response', 'No allotment of shares in the filing history can be read.')
    allotments.push(...dated)
    const total = typeof document.total_count === 'number' ? document.total_count : read.length
    if ((page + 1) * PAGE_ITEMS >= total || read.length === 0) break
  }
  return allotments
}

/** What the operator can do about it. */
function inWords(error: unknown): never {
  if (!(error instanceof VisitFailure)) throw error
  const what =
    error.reason === 'refused'
      ? 'Companies House does not accept the key: check COMPANIES_HOUSE_KEY.'
      : error.reason === 'limited'
        ? 'Companies House asks for a pause: its limit is 600 requests in five minutes.'
        : undefined
  if (what === undefined) throw error
  const failure = new VisitFailure(error.reason, what, error.retryAfter)
  failure.url = error.url
  throw failure
}

const isAllotment = ({ type }: Json) => type === 'SH01'

function allotmentOf(item: Json): Allotment | undefined {
  const id = idIn(item.transaction_id)
  const filed = timeIn(item.date)
  if (id === undefined || filed === undefined) return undefined
  const allotted = timeIn(objectOf(item.description_values).date)
  return { id, at: allotted !== undefined && allotted <= filed ? allotted : filed }
}

function timeIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return undefined
  const ms = Date.parse(value.slice(0, 10))
  return Number.isNaN(ms) ? undefined : ms / 1_000
}

/** Allotments within 30 days of the first one are one round with that one's key: a later one changes nothing. */
export function roundsOf(number: string, allotments: readonly Allotment[], now: number): readonly CollectedSignal[] {
  const rounds: Allotment[] = []
  const ordered = allotments.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  for (const allotment of ordered) {
    const last = rounds.at(-1)
    if (!last || allotment.at - last.at > SAME_ROUND_DAYS * DAY_SECONDS) rounds.push(allotment)
  }
  return rounds.filter(({ at }) => now - at <= MAX_AGE_DAYS * DAY_SECONDS).map(({ id, at }) => signalOf(number, id, at))
}

function signalOf(number: string, id: string, at: number): CollectedSignal {
  return {
    type: 'funding',
    key: `${number}/${id}`,
    label: 'Allotted new shares, by its filing at Companies House',
    confidence: CONFIDENCE,
    occurredAt: at,
    url: `https://find-and-update.company-information.service.gov.uk/company/${number}/filing-history`,
    fields: { instrument: 'equity', partial: true },
    absenceEnds: false,
  }
}
