// The signals of a board: a hiring signal for each post and place, and a tool signal for each tool that its jobs name.

import { hash } from 'node:crypto'
import { readDescriptions, toolReport } from '../../../meaning/descriptions/index.ts'
import { cleanTitle, type Employer, withoutEmployer } from '../../../meaning/titles/index.ts'
import type { FieldValue } from '../../../meaning/types/index.ts'
import { slugOf } from '../../../platform/text/normalise-text.ts'
import { type CollectedSignal, type EntryCount, type Snapshot, type VisitContext, VisitFailure } from '../collector.ts'
import type { BoardJob, Place } from './board-job.ts'
import type { ReadDetails } from './job-details.ts'

export interface ShownBoard {
  /** The prefix of the keys: unique among the boards of the collector. */
  readonly board: string
  readonly jobs: readonly BoardJob[]
  readonly complete: boolean
  /** Absent: each company has a format of its own. */
  readonly entries?: EntryCount
  /** Of a job. */
  readonly confidence: number
  readonly name?: string | undefined
  /** The page that shows the jobs without a page of their own. */
  readonly listUrl?: string
  /** Unix seconds. From then on the same pages show other jobs. */
  readonly until?: number
  /** Of a board whose jobs are read one by one. */
  readonly details?: ReadDetails | undefined
}

const DAY_SECONDS = 86_400
const MAX_KEY = 200

export function boardSnapshot(shown: ShownBoard, context: VisitContext): Snapshot {
  const { board, jobs, complete, entries, confidence, name, details } = shown
  const { company, now } = context
  // A company without a name yet gets its domain as the name.
  const names = new Set([company.name, name ?? ''].filter((each) => each !== '' && each !== company.domain))
  const employer = { names: [...names].sort(), domains: [company.domain, ...company.aliases] }
  const basis = basisOf(shown, employer)
  if (basis === context.basis) throw new VisitFailure('not_modified', 'The board shows the same as last time.')
  const { aboutAi, forClients, ...read } = readDescriptions(
    jobs.map((job) => {
      const { id, description = '', isEscaped = false, postedAt } = job
      return { id, title: titleOf(job, employer), html: description, isEscaped, postedAt }
    }),
    employer,
    now,
  )
  const hiring = jobs.flatMap((job) => {
    const words = { title: titleOf(job, employer), aboutAi: aboutAi.has(job.id), forClient: forClients.get(job.id) }
    return jobSignals(board, job, words, confidence, now).map(stamped(details, [job.id]))
  })
  const urls = new Map(jobs.map(({ id, url }) => [id, url]))
  const tools = read.tools.map((tool): CollectedSignal => {
    const url = urls.get(tool.postId) ?? shown.listUrl
    // A dropped tool has a key of its own, so that it doesn't overwrite when the tool was seen in use.
    const key = keyOf(board, 'tool', tool.slug, ...(tool.kind === 'left' ? ['left'] : []))
    const { confidence: sure } = tool
    return stamped(
      details,
      tool.postIds,
    )({
      type: 'tool',
      key,
      ...toolReport(tool),
      confidence: sure,
      ...(url !== undefined && { url }),
      absenceEnds: false,
    })
  })
  return {
    signals: distinctKeys([...hiring, ...tools]),
    complete,
    ...(entries && { entries }),
    ...(name !== undefined && { boardName: name }),
    ...(details && partsOf(details)),
    basis,
    until: Math.min(read.until, shown.until ?? Number.POSITIVE_INFINITY),
  }
}

/** The details aren't known at later visits. The list's entry of each job is. */
function basisOf({ board, jobs, complete, name, details }: ShownBoard, employer: unknown): string {
  const shown = details?.shown ?? jobs
  return hash('sha1', JSON.stringify([board, complete, name, employer, shown]), 'base64url')
}

function partsOf({ kept, isCutOff, failure }: ReadDetails): Pick<Snapshot, 'kept' | 'continues' | 'failure'> {
  return { kept, ...(isCutOff && { continues: true }), ...(failure && { failure }) }
}

function stamped(details: ReadDetails | undefined, ids: readonly string[]) {
  if (!details) return (signal: CollectedSignal) => signal
  const stamps = ids.flatMap((id) => details.stamps.get(id) ?? [])
  return (signal: CollectedSignal): CollectedSignal => ({ ...signal, stamps })
}

/** Without the employer and any of the job's places: otherwise the posts of one opening would have different titles. */
function titleOf({ title, places }: BoardJob, employer: Employer): string {
  const location = places.map((place) => [place.location, place.country].filter(Boolean).join(', ')).join('\n')
  return cleanTitle(withoutEmployer(cleanTitle(title, { location }), employer), { location })
}

interface ReadJob {
  readonly title: string
  readonly aboutAi: boolean
  readonly forClient: string | undefined
}

function jobSignals(
  board: string,
  job: BoardJob,
  { title, aboutAi, forClient }: ReadJob,
  confidence: number,
  now: number,
) {
  const { id, url, postedAt } = job
  const places: readonly Place[] = job.places.length > 0 ? job.places : [{}]
  const requisition = job.requisition ?? (places.length > 1 ? id : undefined)
  const locations = Map.groupBy(places, ({ location }) => location?.toLowerCase())
  return places.map((place, nth): CollectedSignal => {
    const fields: Record<string, FieldValue | undefined> = {
      jobTitle: title,
      department: job.department,
      location: place.location,
      country: place.country,
      workplaceType: job.workplace,
      employmentType: job.employment,
      jobUrl: url,
      requisition,
      forClient,
      ...(aboutAi && { ai: true, aiFrom: 'description' }),
    }
    return {
      type: 'hiring',
      key: nth === 0 ? keyOf(board, id) : keyOf(board, id, placeSlug(place, locations)),
      label: `Hiring: ${title}`,
      confidence,
      ...(postedAt !== undefined && postedAt <= now + DAY_SECONDS && { occurredAt: postedAt }),
      ...(url !== undefined && { url }),
      fields: present(fields),
    }
  })
}

/** Unique among the places of a job: "Remote" may stand for several countries. */
function placeSlug({ location, country = '' }: Place, locations: ReadonlyMap<string | undefined, unknown[]>): string {
  if (location === undefined) return slugOf(country)
  const isOnly = locations.get(location.toLowerCase())?.length === 1
  return slugOf(isOnly ? location : `${location.slice(0, 50)} ${country}`).slice(0, 60)
}

function present(fields: Readonly<Record<string, FieldValue | undefined>>): Record<string, FieldValue> {
  const stated: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) stated[name] = value
  return stated
}

function keyOf(...parts: readonly string[]): string {
  const key = parts.join('/')
  return key.length <= MAX_KEY ? key : `${key.slice(0, MAX_KEY - 28)}-${hash('sha1', key, 'base64url')}`
}

function distinctKeys(signals: readonly CollectedSignal[]): CollectedSignal[] {
  return [...new Map(signals.toReversed().map((signal) => [signal.key, signal])).values()].reverse()
}
