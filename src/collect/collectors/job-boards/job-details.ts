// Jobs of boards whose list says little: dates, countries and texts are on the page of each job. Each page is requested
// once. Its signals carry a stamp, a hash of the job's list entry, and stay as they are while the stamp is unchanged. A
// visit requests a limited number of pages, and the next one the rest: until then jobs whose pages were not read are
// left out, and no visit is complete.

import { hash } from 'node:crypto'
import { type VisitContext, VisitFailure } from '../collector.ts'
import type { BoardJob } from './board-job.ts'

/** At half a second each, two minutes. */
const MAX_DETAILS = 200
/** Unanswered pages after which a visit requests no more. */
const MAX_SILENT = 3
const STAMP_LENGTH = 12

/** What the page of a job adds to the list. Absent values are taken from the list. */
export type JobDetail = Partial<Omit<BoardJob, 'id'>>

/** Throws a VisitFailure `missing` if the job no longer exists. */
export type AskDetail = (job: BoardJob) => Promise<JobDetail>

export interface ReadDetails {
  /** The jobs read now, with the content of their pages. */
  readonly jobs: readonly BoardJob[]
  /** Of those, by id. */
  readonly stamps: ReadonlyMap<string, string>
  /** Keys of the signals of the other jobs. */
  readonly kept: readonly string[]
  /** The stamps of all jobs that were read now or before, in order. */
  readonly shown: readonly string[]
  /** There are more than one visit may request. */
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
 * If a page can't be read, the job stays as in the list, and the page is not requested again: one malformed page must
 * not keep a board incomplete forever. If no page can be read, the format has changed. A page that doesn't answer is
 * requested at the next visit.
 */
async function detailOrFailure(job: BoardJob, askDetail: AskDetail): Promise<JobDetail | 'gone' | VisitFailure> {
  try {
    return await askDetail(job)
  } catch (error) {
    if (!(error instanceof VisitFailure)) throw error
    return error.reason === 'missing' ? 'gone' : error
  }
}
