import { isPoolTitle } from '../../../meaning/titles/index.ts'
import { VisitFailure } from '../collector.ts'
import type { Employment, Workplace } from './job-words.ts'

export interface Place {
  /** In the board's words. */
  readonly location?: string
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
}

/** Leaves out unknown parts. */
export function placeOf(location: string | undefined, country: string | undefined): Place {
  return { ...(location !== undefined && { location }), ...(country !== undefined && { country }) }
}

/** A job as a board shows it, without values that change for no reason and without people: recruiters, mailboxes. */
export interface BoardJob {
  /** Stable as long as the job is posted. */
  readonly id: string
  readonly title: string
  readonly department?: string | undefined
  /** Main one first. */
  readonly places: readonly Place[]
  readonly workplace?: Workplace | undefined
  readonly employment?: Employment | undefined
  /** Unix seconds. */
  readonly postedAt?: number | undefined
  readonly url?: string | undefined
  /** The board's id for the opening, if it may post one opening several times. */
  readonly requisition?: string | undefined
  /** HTML. It is read and not stored. */
  readonly description?: string | undefined
  /** The description's markup is escaped once more. It is decoded only if it is read. */
  readonly isEscaped?: boolean
}

/** What one answer of a board shows. */
export interface BoardPage {
  readonly jobs: readonly BoardJob[]
  /** How many entries the answer had, including those that aren't openings. */
  readonly entries: number
  /** How many of them could not be read. Absent: none. */
  readonly unreadable?: number
  /** The total that the board states. */
  readonly total?: number | undefined
  /** Some entries could not be read, or were too many. */
  readonly isPartial: boolean
  /** The name that the board itself shows. */
  readonly name?: string | undefined
}

/** No board has more. Jobs beyond this are not read, and the visit is not complete. */
export const MAX_JOBS = 10_000
const MAX_PLACES = 25

/**
 * `read` gives a job, `skip` for an entry that isn't an opening, or undefined for one that can't be read. Throws a
 * VisitFailure if none can be read: then the format has changed.
 */
export function readEntries<Entry>(
  entries: readonly Entry[],
  read: (entry: Entry) => BoardJob | 'skip' | undefined,
  more: Pick<BoardPage, 'total' | 'name'> = {},
): BoardPage {
  const jobs: BoardJob[] = []
  let unreadable = 0
  for (const entry of entries.slice(0, MAX_JOBS)) {
    const job = read(entry)
    if (job === undefined) unreadable++
    else if (job !== 'skip' && !isPoolTitle(job.title)) jobs.push(job)
  }
  if (unreadable > 0 && unreadable === Math.min(entries.length, MAX_JOBS))
    throw new VisitFailure('invalid_response', 'no job of the list can be read', undefined, undefined, unreadable)
  const isPartial = unreadable > 0 || entries.length > MAX_JOBS
  return { jobs: withoutRepeats(jobs), entries: entries.length, unreadable, isPartial, ...more }
}

/**
 * Joins the pages of a board. The bound is that of one answer: an endless board has no more jobs than one that returns
 * them all in one answer.
 */
export function joinPages(pages: readonly BoardPage[]): BoardPage {
  const jobs = pages.flatMap((page) => page.jobs)
  return {
    jobs: withoutRepeats(jobs.slice(0, MAX_JOBS)),
    entries: pages.reduce((sum, { entries }) => sum + entries, 0),
    unreadable: pages.reduce((sum, { unreadable = 0 }) => sum + unreadable, 0),
    isPartial: jobs.length > MAX_JOBS || pages.some(({ isPartial }) => isPartial),
    name: pages[0]?.name,
  }
}

/** A board may repeat a job, for each place or for no reason. Merges them into one with all places. */
export function withoutRepeats(jobs: readonly BoardJob[]): BoardJob[] {
  const byId = new Map<string, { readonly job: BoardJob; readonly places: Map<string, Place> }>()
  for (const job of jobs) {
    const first = byId.get(job.id) ?? { job, places: new Map() }
    byId.set(job.id, first)
    addPlaces(first.places, job.places)
  }
  return [...byId.values()].map(({ job, places }) => ({ ...job, places: [...places.values()] }))
}

function addPlaces(byText: Map<string, Place>, places: readonly Place[]): void {
  for (const place of places) {
    if (byText.size >= MAX_PLACES) return
    const key = `${place.location?.toLowerCase() ?? ''}\n${place.country ?? ''}`
    if (key !== '\n' && !byText.has(key)) byText.set(key, place)
  }
}

/** For a board without a main place: the order in which it lists places may change. */
export function inOrder(places: readonly Place[]): Place[] {
  const text = ({ location = '', country = '' }: Place) => `${country} ${location}`
  return [...places].sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0))
}
