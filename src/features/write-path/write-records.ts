// The write path: records come in, and one transaction writes the signals, what is derived from them, the companies'
// ranks and the events. There is no second store and nothing to do afterwards, so no crash can come in between.
//
// Companies are locked in the order of their ordinals for the length of the transaction, and all that is decided about
// a company is decided from what is read after its lock. Two writers of one company therefore take turns, and the
// second one sees all that the first one did: one row per identity, one `created` each. Whatever a race still gets past
// that (the same identity written for two companies at once) meets the primary key, and the batch is tried again.

import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import {
  type Database,
  errorCodeIs,
  SERIALISATION_FAILURE,
  type Transaction,
  UNIQUE_VIOLATION,
} from '../../db/index.ts'
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
  insertSignals,
  nextBatch,
  noteSeenAgain,
  noteSeenLater,
  type Rank,
  readMoment,
  updateCompanies,
  updateSignals,
  writeRanks,
} from './queries.ts'
import type { StoredSignal } from './stored.ts'
import { openWorkspace } from './workspace.ts'

export interface WriteResult {
  /** One for each record, in their order. */
  readonly outcomes: readonly RecordOutcome[]
  /** Companies that signals brought with them, beside the company records themselves. */
  readonly companiesCreated: number
  readonly companiesUpdated: number
  /** How many stored signals were read for it: what memory goes to where the companies are known already. */
  readonly signalsRead: number
}

export interface WriteOptions {
  /** History that is loaded, not news: the log has it, the firehose does not send it. */
  readonly quiet?: boolean
}

const MOST_TRIES = 20

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
  const outcomes: RecordOutcome[] = []
  const results = await Promise.all(
    lanesOf(records).map(async (lane) => {
      const result = await tryAgain(db, (again) =>
        db.transaction('ingest', (tx) => writeLane(tx, lane, { quiet, again })),
      )
      // Not waited for: the log follows within milliseconds, and the worker's backstop stamps what we could not.
      stamper.stamp().catch(() => {})
      for (const [i, { place }] of lane.entries()) outcomes[place] = result.outcomes[i] ?? 'unchanged'
      return result
    }),
  )
  return {
    outcomes,
    companiesCreated: sum(results.map(({ companiesCreated }) => companiesCreated)),
    companiesUpdated: sum(results.map(({ companiesUpdated }) => companiesUpdated)),
    signalsRead: sum(results.map(({ signalsRead }) => signalsRead)),
  }
}

const LANES = 2
/** Below this the second transaction costs more than it saves. */
const LANE_RECORDS = 250

/** Records with their ids and places, by company. An identity that is written for two companies stays in one lane. */
function lanesOf(records: readonly IncomingRecord[]): PlacedRecord[][] {
  const placed = records.map((record, place) => ({
    ...record,
    place,
    id: record.record === 'signal' ? signalId(record.source, record.key) : undefined,
  }))
  if (placed.length < LANES * LANE_RECORDS || movesWithin(placed)) return placed.length > 0 ? [placed] : []
  const lanes = Array.from({ length: LANES }, (): PlacedRecord[] => [])
  for (const record of placed) lanes[crc32(record.company.domain) % LANES]?.push(record)
  return lanes.filter((lane) => lane.length > 0)
}

type PlacedRecord = IdentifiedRecord & { readonly place: number }

function movesWithin(records: readonly IdentifiedRecord[]): boolean {
  const homes = new Map<string, string>()
  return records.some(({ id, company }) => {
    if (id === undefined) return false
    const home = homes.get(id) ?? company.domain
    homes.set(id, home)
    return home !== company.domain
  })
}

async function writeLane(
  tx: Transaction,
  records: readonly IdentifiedRecord[],
  { quiet, again }: { quiet: boolean; again: boolean },
): Promise<WriteResult> {
  const { now, day } = await readMoment(tx)
  const { work, created, ordinalsBefore } = await openWorkspace(tx, records, now, again)
  const batch = await nextBatch(tx)
  const plan = planBatch(records, created, work)
  const ranks = conclude(plan, work, created, ordinalsBefore)
  const rows = finalRows(plan.changes)

  await updateCompanies(
    tx,
    [...plan.companiesUpdated].flatMap((domain) => work.companies.get(domain) ?? []),
  )
  await insertSignals(tx, rows.created)
  await updateSignals(tx, rows.updated)
  await noteSeenAgain(tx, plan.seenAgain)
  await noteSeenLater(
    tx,
    [...plan.seenLater].flatMap((id) => work.signals.get(id) ?? []),
  )
  await writeRanks(tx, ranks, day)
  const news = [...work.companies.values()].filter(
    ({ domain }) => created.has(domain) || plan.companiesUpdated.has(domain),
  )
  const events = [
    ...news.map((company) => companyEvent(company, created.has(company.domain), now)),
    ...plan.changes.map(signalEvent),
  ]
  await insertEvents(tx, { batch, day, quiet, events })
  const byCompanyRecords = records.filter((record, i) => record.record === 'company' && plan.outcomes[i] === 'created')
  return {
    outcomes: plan.outcomes,
    companiesCreated: created.size - byCompanyRecords.length,
    companiesUpdated: plan.updatedBySignals.size,
    signalsRead: ordinalsBefore.size,
  }
}

/** A signal that changed several times in a batch has an event for each change, and is one row, as it is in the end. */
function finalRows(changes: readonly SignalChange[]): Record<SignalChange['action'], StoredSignal[]> {
  const last = new Map<string, SignalChange>()
  for (const change of changes) {
    const action = last.get(change.signal.id)?.action ?? change.action
    last.set(change.signal.id, { action, signal: change.signal })
  }
  const of = (action: SignalChange['action']) =>
    [...last.values()].filter((change) => change.action === action).map(({ signal }) => signal)
  return { created: of('created'), updated: of('updated') }
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
      const raced = [UNIQUE_VIOLATION, DEADLOCK, SERIALISATION_FAILURE].some((state) => errorCodeIs(error, state))
      const noPartition = errorCodeIs(error, CHECK_VIOLATION) && /no partition/.test((error as Error).message)
      if ((!raced && !noPartition) || tries === MOST_TRIES) throw error
      if (noPartition) await makePartitions(db.pool('ingest'))
      // Those that met each other must not meet again at once.
      else await sleep(Math.random() * 10 * tries)
    }
  }
}

const DEADLOCK = '40P01'
const CHECK_VIOLATION = '23514'

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
