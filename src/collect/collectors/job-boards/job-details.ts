// Jobs of boards whose list says little: dates, countries and texts are on the page of each job. Such a page is asked for
// once. The signals that follow from it carry a stamp, a hash of what the list says about the job, and while the list says the
// same, they stay as they are. A visit asks for a limited number of pages, and the next one for the rest: until then jobs
// whose pages were not read are left out, and no visit is complete.

import { hash } from 'node:crypto'
import { type VisitContext, VisitFailure } from '../collector.ts'
import type { BoardJob } from './board-job.ts'

/** At half a second each, two minutes. */
const MAX_DETAILS = 200
/** Pages that don't answer, after which a visit asks for no more. */
const MAX_SILENT = 3
const STAMP_LENGTH = 12

/** What the page of a job says in addition to the list. What it leaves open is as in the list. */
export type JobDetail = Partial<Omit<BoardJob, 'id'>>

/** Throws a VisitFailure `missing` if the job is gone. */
export type AskDetail = (job: BoardJob) => Promise<JobDetail>

export interface ReadDetails {
  /** Those that were read now, with what their pages say. */
  readonly jobs: readonly BoardJob[]
  /** Of those, by id. */
  readonly stamps: ReadonlyMap<string, string>
  /** Keys of the signals of the other jobs. */
  readonly kept: readonly string[]
  /** The stamps of all jobs that were read now or before, in order. */
  readonly shown: readonly string[]
  /** There are more than may be asked for at once. */
  readonly isCutOff: boolean
  /** A page could not be read. */
  readonly isPartial: boolean
  /** Why a page did not answer just now. */
  readonly failure?: VisitFailure | undefined
}

export async function readDetails(
  listed: readonly BoardJob[],
  askDetail: AskDetail,
  { known = new Map(), maxDetails = MAX_DETAILS }: Pick<VisitContext, 'known' | 'maxDetails'>,
): Promise<ReadDetails> {
  const jobs: BoardJob[] = []
  const stamps = new Map<string, string>()
  const kept = new Set<string>()
  const shown: string[] = []
  const unread: VisitFailure[] = []
  const silent: VisitFailure[] = []
  const fresh = listed.filter((job) => !known.has(stampOf(job)))
  for (const job of listed) {
    for (const key of known.get(stampOf(job)) ?? []) kept.add(key)
    if (known.has(stampOf(job))) shown.push(stampOf(job))
  }
  for (const job of fresh.slice(0, maxDetails)) {
    if (silent.length >= MAX_SILENT || silent.at(-1)?.reason === 'limited') break
    const detail = await detailOrFailure(job, askDetail)
    if (detail === 'gone') continue
    if (detail instanceof VisitFailure && mayAnswerLater(detail)) {
      silent.push(detail)
      continue
    }
    if (detail instanceof VisitFailure) unread.push(detail)
    jobs.push(detail instanceof VisitFailure ? job : withDetail(job, detail))
    stamps.set(job.id, stampOf(job))
    shown.push(stampOf(job))
  }
  const [odd] = unread
  if (odd && unread.length === jobs.length) throw odd
  const [failure] = silent
  if (failure && shown.length === 0) throw failure
  const isPartial = odd !== undefined || failure !== undefined
  const isCutOff = fresh.length > maxDetails
  return { jobs, stamps, kept: [...kept], shown: shown.sort(), isCutOff, isPartial, failure }
}

/** Without texts, which are too long to compare, and without dates, which some lists move every day. */
function stampOf({ description: _, isEscaped: __, postedAt: ___, ...job }: BoardJob): string {
  return hash('sha1', JSON.stringify(job), 'base64url').slice(0, STAMP_LENGTH)
}

function withDetail(job: BoardJob, detail: JobDetail): BoardJob {
  const stated = Object.entries(detail).filter(([, value]) => value !== undefined)
  const { places = [], ...more }: JobDetail = Object.fromEntries(stated)
  return { ...job, ...more, places: places.length > 0 ? places : job.places }
}

const mayAnswerLater = ({ reason }: VisitFailure) => reason === 'limited' || reason === 'unavailable'

/**
 * A page that can't be read leaves the job as the list shows it, and it is not asked for again: one malformed page must
 * not keep a board from ever being complete. If no page can be read, the format has changed. A page that doesn't answer
 * is asked for at the next visit.
 */
async function detailOrFailure(job: BoardJob, askDetail: AskDetail): Promise<JobDetail | 'gone' | VisitFailure> {
  try {
    return await askDetail(job)
  } catch (error) {
    if (!(error instanceof VisitFailure)) throw error
    return error.reason === 'missing' ? 'gone' : error
  }
}
