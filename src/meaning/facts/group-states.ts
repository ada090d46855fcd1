// Tools in use and pages that are up are states: they begin, last and end. The reports of one product or page form eras
// in the order of time. A report of the other side (a drop after an adoption, an adoption after a drop) begins a new
// era, and so does an adoption after every report of the era has closed. All reports of one era are one fact: a tool is
// in use once, whichever source saw it. Only the newest era lasts: an earlier one ends when the next begins.
//
// A report of the other side that is far less certain than what it contradicts begins no era: one job that asks for
// HubSpot doesn't undo a drop that its vendor announced. It is overruled: a fact of its own that ends immediately. So
// is an end that is less certain than a report that saw the state after it: a tool that was seen in June wasn't dropped
// in May.

import { lowerBound } from '../../platform/binary-search.ts'
import { slugOf } from '../../platform/text/normalise-text.ts'
import { toolIdentity } from '../tools/index.ts'
import { isContinuing, isEnding } from '../types/index.ts'
import { canonicalUrl } from './canonical-url.ts'
import { byTime, DAY_SECONDS, type Report, type ReportGroup, textOf } from './report.ts'

/** The product that a report of a tool is about. */
export function productOf({ fields }: Report): string {
  const product = textOf(fields.product)
  return product === '' ? toolIdentity(textOf(fields.tool)) : `product ${product}`
}

/** The page that a report of one is about. */
export function pageOf({ fields }: Report): string {
  const kind = textOf(fields.kind)
  const vendor = slugOf(textOf(fields.vendor))
  // A chat widget is on every page.
  if (kind === 'ai_chat_widget' && vendor !== '') return `${kind} of ${vendor}`
  const url = textOf(fields.pageUrl)
  return `${kind} at ${url === '' ? '' : (canonicalUrl(url) ?? url)}`
}

/** Whether a report says that the state ended. */
export function isEnd({ fields }: Pick<Report, 'fields'>): boolean {
  return isEnding(fields.change)
}

/** Whether a report says that the state began, not only that it lasts. */
export function isBeginning({ fields }: Pick<Report, 'fields'>): boolean {
  return !isContinuing(fields.change) && !isEnding(fields.change)
}

interface Era {
  readonly isEnd: boolean
  readonly reports: Report[]
  /** When the last of its reports closed. */
  until: number
  /**
   * The reports that overrule others: none is both less certain and ended earlier than another. At most one per
   * hundredth.
   */
  standing: Standing[]
  /** The same for reports that still last and state when they last saw the state: `until` is that time. */
  seen: Standing[]
  /** Reports of the other side that were overruled. */
  readonly overruled: Report[]
}

interface Standing {
  /** In hundredths. */
  readonly confidence: number
  readonly until: number
}

/** A report is overruled if its confidence is below this part of another's that is at most this old. */
export const OVERRULED = { part: 0.6, days: 365 } as const

/** `subjectOf` identifies the subject of a report's state. */
export function groupStates(reports: readonly Report[], subjectOf: (report: Report) => string): ReportGroup[] {
  return [...Map.groupBy(reports, subjectOf).values()].flatMap((ofSubject): ReportGroup[] => {
    if (ofSubject.length === 1) return [{ reports: ofSubject }]
    const eras = erasOf(ofSubject.filter(({ status }) => status !== 'retracted'))
    const starts = eras.map(({ reports: [first] }) => first?.occurredAt ?? 0)
    const left = ofSubject.filter((report) => report.status === 'retracted' && !adopt(eras, starts, report))
    const groups = eras.flatMap((era, i) => groupsOf(era, starts[i + 1]))
    return [...groups, ...erasOf(left).flatMap((era) => groupsOf(era))]
  })
}

function groupsOf({ reports, overruled }: Era, endedAt?: number): ReportGroup[] {
  const lasting = { reports: reports.sort(byTime), ...(endedAt !== undefined && { endedAt }) }
  const [first] = overruled.sort(byTime)
  return first ? [lasting, { reports: overruled, endedAt: first.occurredAt }] : [lasting]
}

function erasOf(reports: readonly Report[]): Era[] {
  const eras: Era[] = []
  for (const report of [...reports].sort(byTimeEndsLast)) {
    const last = eras.at(-1)
    const ended = isEnd(report)
    const until = report.status === 'active' ? Number.POSITIVE_INFINITY : (report.closedAt ?? report.lastSeenAt)
    const confidence = hundredthsOf(report)
    const standing = [{ confidence, until: ended ? report.occurredAt : until }]
    const seenAt = !ended && report.status === 'active' ? report.seenAt : undefined
    const seen = typeof seenAt === 'number' ? [{ confidence, until: seenAt }] : []
    if (last && last.isEnd !== ended && isOverruled(report, last)) last.overruled.push(report)
    else if (last && last.isEnd === ended && !(isBeginning(report) && last.until < report.occurredAt)) {
      last.reports.push(report)
      last.until = Math.max(last.until, until)
      last.standing = standing.reduce(withStanding, last.standing)
      last.seen = seen.reduce(withStanding, last.seen)
    } else {
      eras.push({ isEnd: ended, reports: [report], until, standing, seen, overruled: [] })
    }
  }
  return eras
}

function hundredthsOf({ confidence }: Report): number {
  return Math.round(confidence * 100)
}

/** A drop is as old as its day. A tool in use has no age while it is seen. */
function isOverruled(report: Report, { standing, seen }: Era): boolean {
  const since = report.occurredAt - OVERRULED.days * DAY_SECONDS
  const confidence = hundredthsOf(report)
  return (
    standing.some((other) => other.until >= since && confidence < OVERRULED.part * other.confidence) ||
    seen.some((other) => other.until > report.occurredAt && confidence < other.confidence)
  )
}

function withStanding(standing: Standing[], added: Standing): Standing[] {
  if (standing.some(({ confidence, until }) => confidence >= added.confidence && until >= added.until)) return standing
  const others = standing.filter(({ confidence, until }) => confidence > added.confidence || until > added.until)
  return [...others, added]
}

/** A drop at the time of an adoption comes after it. */
function byTimeEndsLast(a: Report, b: Report): number {
  return a.occurredAt - b.occurredAt || Number(isEnd(a)) - Number(isEnd(b)) || byTime(a, b)
}

/** Adds a retracted report to the newest era of its side that had begun by then, else to the next one. */
function adopt(eras: readonly Era[], starts: readonly number[], report: Report): boolean {
  const side = isEnd(report)
  const begun = lowerBound(starts, report.occurredAt + 1, (start) => start)
  const isOfSide = (era: Era | undefined) => era?.isEnd === side
  const era =
    eras.slice(Math.max(0, begun - 2), begun).findLast(isOfSide) ?? eras.slice(begun, begun + 2).find(isOfSide)
  era?.reports.push(report)
  return era !== undefined
}
