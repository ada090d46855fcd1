// The write path: records come in, and one transaction writes the signals, what is derived from them, the companies'
// ranks and the events. There is no second store and nothing to do afterwards, so no crash can come in between.
//
// Companies are locked in the order of their ordinals for the length of the transaction, and all that is decided about
// a company is decided from what is read after its lock. Two writers of one company therefore take turns, and the
// second one sees all that the first one did: one row per identity, one `created` each. Whatever a race still gets past
// that (the same identity written for two companies at once) meets the primary key, and the batch is tried again.

import { crc32 } from 'node:zlib'
import { type Database, errorCodeIs, type Transaction, UNIQUE_VIOLATION } from '../../db/index.ts'
import type { Company } from '../companies/index.ts'
import { insertEvents, makePartitions, type Stamper } from '../log/index.ts'
import type { IncomingRecord } from '../signals/index.ts'
import { concludeCompany } from './conclude.ts'
import { companyEvent, signalEvent } from './events.ts'
import { signalId } from './identity.ts'
import {
  type IdentifiedRecord,
  type Plan,
  planBatch,
  type RecordOutcome,
  type SignalChange,
  type Workspace,
} from './plan.ts'
import {
  beginBatch,
  insertSignals,
  noteSeenAgain,
  type Rank,
  updateCompanies,
  updateSignals,
  writeRanks,
} from './queries.ts'
import { openWorkspace } from './workspace.ts'

export interface WriteResult {
  /** One for each record, in their order. */
  readonly outcomes: readonly RecordOutcome[]
  /** Companies that signals brought with them, beside the company records themselves. */
  readonly companiesCreated: number
  readonly companiesUpdated: number
}

export interface WriteOptions {
  /** History that is loaded, not news: the log has it, the firehose does not send it. */
  readonly quiet?: boolean
}

const MOST_TRIES = 6

/**
 * As if each record were written alone, in their order. Companies do not look at each other, so a large batch is
 * written in two lanes, by company, at the same time: while one lane waits for the database the other computes.
 */
export async function writeRecords(
  db: Database,
  stamper: Stamper,
  records: readonly IncomingRecord[],
  { quiet = false }: WriteOptions = {},
): Promise<WriteResult> {
  const results: WriteResult[] = []
  for (const segment of segments(records)) {
    const lanes = await Promise.all(
      lanesOf(segment).map(async (lane) => {
        const result = await tryAgain(db, (again) =>
          db.transaction('ingest', (tx) => writeSegment(tx, lane, { quiet, again })),
        )
        // Not waited for: the log follows within milliseconds, and the worker's backstop stamps what we could not.
        stamper.stamp().catch(() => {})
        return { lane, result }
      }),
    )
    const outcomes = new Map(
      lanes.flatMap(({ lane, result }) => lane.map((record, i) => [record, result.outcomes[i]] as const)),
    )
    results.push(...lanes.map(({ result }) => ({ ...result, outcomes: [] })), {
      outcomes: segment.map((record) => outcomes.get(record) ?? 'unchanged'),
      companiesCreated: 0,
      companiesUpdated: 0,
    })
  }
  return {
    outcomes: results.flatMap(({ outcomes }) => outcomes),
    companiesCreated: sum(results.map(({ companiesCreated }) => companiesCreated)),
    companiesUpdated: sum(results.map(({ companiesUpdated }) => companiesUpdated)),
  }
}

const LANES = 2
/** Below this the second transaction costs more than it saves. */
const LANE_RECORDS = 250

function lanesOf(segment: readonly IdentifiedRecord[]): (readonly IdentifiedRecord[])[] {
  if (segment.length < LANES * LANE_RECORDS) return [segment]
  const lanes = Array.from({ length: LANES }, (): IdentifiedRecord[] => [])
  for (const record of segment) lanes[crc32(record.company.domain) % LANES]?.push(record)
  return lanes.filter((lane) => lane.length > 0)
}

/** A batch touches each row once: a second version of a signal begins a new one, and the same one said again does not. */
function segments(records: readonly IncomingRecord[]): IdentifiedRecord[][] {
  const found: IdentifiedRecord[][] = []
  let segment: IdentifiedRecord[] = []
  let seen = new Map<string, IncomingRecord>()
  for (const record of records) {
    const id = record.record === 'signal' ? signalId(record.source, record.key) : undefined
    const before = id === undefined ? undefined : seen.get(id)
    if (before && JSON.stringify(before) !== JSON.stringify(record)) {
      found.push(segment)
      ;[segment, seen] = [[], new Map()]
    }
    if (id !== undefined) seen.set(id, record)
    segment.push({ ...record, id })
  }
  return segment.length > 0 ? [...found, segment] : found
}

async function writeSegment(
  tx: Transaction,
  records: readonly IdentifiedRecord[],
  { quiet, again }: { quiet: boolean; again: boolean },
): Promise<WriteResult> {
  const moment = await beginBatch(tx)
  const { work, created, ordinalsBefore } = await openWorkspace(tx, records, moment.now, again)
  const plan = planBatch(records, created, work)
  const ranks = conclude(plan, work, created, ordinalsBefore)
  const changed = (action: SignalChange['action']) =>
    plan.changes.filter((change) => change.action === action).map(({ signal }) => signal)

  await updateCompanies(
    tx,
    [...plan.companiesUpdated].flatMap((domain) => work.companies.get(domain) ?? []),
  )
  await insertSignals(tx, changed('created'))
  await updateSignals(tx, changed('updated'))
  await noteSeenAgain(tx, plan.seenAgain)
  await writeRanks(tx, ranks, moment.day)
  const news = [...work.companies.values()].filter(
    ({ domain }) => created.has(domain) || plan.companiesUpdated.has(domain),
  )
  const events = [
    ...news.map((company) => companyEvent(company, created.has(company.domain), moment.now)),
    ...plan.changes.map(signalEvent),
  ]
  await insertEvents(tx, { ...moment, quiet, events })
  const byCompanyRecords = records.filter((record, i) => record.record === 'company' && plan.outcomes[i] === 'created')
  return {
    outcomes: plan.outcomes,
    companiesCreated: created.size - byCompanyRecords.length,
    companiesUpdated: plan.updatedBySignals.size,
  }
}

/** Derives and ranks the companies whose signals changed, and those that are new. */
function conclude(
  plan: Plan,
  work: Workspace,
  created: ReadonlySet<string>,
  ordinalsBefore: ReadonlyMap<string, number>,
): Rank[] {
  const touched = new Set<number>()
  for (const { signal } of plan.changes) {
    touched.add(signal.companyOrdinal)
    // A signal that moved to another company leaves one behind, which has lost it.
    touched.add(ordinalsBefore.get(signal.id) ?? signal.companyOrdinal)
  }
  const byCompany = Map.groupBy(work.signals.values(), ({ companyOrdinal }) => companyOrdinal)
  return [...work.companies.values()]
    .filter(({ domain, ordinal }) => touched.has(ordinal) || created.has(domain))
    .map((company: Company) => concludeCompany(company, byCompany.get(company.ordinal) ?? [], work, plan))
}

/** Races that the database settles against us, and the first write of a day whose partition nobody made. */
async function tryAgain<T>(db: Database, work: (again: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries > 1)
    } catch (error) {
      const raced = [UNIQUE_VIOLATION, DEADLOCK, SERIALISATION].some((state) => errorCodeIs(error, state))
      const noPartition = errorCodeIs(error, CHECK_VIOLATION) && /no partition/.test((error as Error).message)
      if ((!raced && !noPartition) || tries === MOST_TRIES) throw error
      if (noPartition) await makePartitions(db.pool('ingest'))
    }
  }
}

const DEADLOCK = '40P01'
const SERIALISATION = '40001'
const CHECK_VIOLATION = '23514'

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
