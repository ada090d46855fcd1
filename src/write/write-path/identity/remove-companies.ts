// Removes companies without events to customers. Only for the demo world: an operator deletes a company with
// delete-company.ts. Other writers of these companies wait for the locks, and then don't find the companies any more.

import { type Database, many, type Transaction } from '../../../db/index.ts'
import { DERIVED_SOURCE } from '../../../meaning/signals/index.ts'
import { insertEvents, resetCopies, type Stamper } from '../../log/index.ts'
import { resetEvent } from '../plan/events.ts'
import { nextBatch, readBatchTime } from '../store/batch-queries.ts'
import { lockCompanies } from '../store/company-queries.ts'
import { writeRecords } from '../transaction/write-records.ts'

export interface RemovedCompanies {
  readonly companies: number
  readonly signals: number
  /** Domains of companies that also have signals of other sources. They keep those. */
  readonly kept: readonly string[]
}

/**
 * Removes what the sources reported about these companies with keys that start with the company's domain, and the
 * companies without reports of other sources. Call `announceRemoval` after the last of them.
 */
export async function removeCompanies(
  db: Database,
  stamper: Stamper,
  ordinals: readonly number[],
  sources: readonly string[],
): Promise<RemovedCompanies> {
  const removed = await db.transaction('ingest', async (tx) => {
    const companies = await lockCompanies(tx, ordinals)
    const shared = new Set(await findShared(tx, ordinals, sources))
    const ours = companies.map(({ ordinal }) => ordinal).filter((ordinal) => !shared.has(ordinal))
    const signals = await deleteCompanyRows(tx, ours)
    return { companies: ours.length, signals, shared }
  })
  const kept = companiesKept(await retractShared(db, stamper, [...removed.shared], sources))
  return { companies: removed.companies, signals: removed.signals + kept.signals, kept: kept.domains }
}

/** Copies of the data, such as search indexes, are rebuilt. */
export async function announceRemoval(db: Database, stamper: Stamper): Promise<void> {
  await db.transaction('ingest', async (tx) => {
    const { now, day } = await readBatchTime(tx)
    await resetCopies(tx)
    await insertEvents(tx, { day, batch: await nextBatch(tx), quiet: true, events: [resetEvent(now)] })
  })
  await stamper.stamp()
}

/** Deletes everything stored about them. Returns how many signals they had. */
export async function deleteCompanyRows(tx: Transaction, ordinals: readonly number[]): Promise<number> {
  const signals = await deleteRows(tx, 'signals', ordinals)
  for (const table of COMPANY_TABLES) await deleteRows(tx, table, ordinals)
  await deleteIdentities(tx, ordinals)
  return signals
}

const COMPANY_TABLES = [
  'reports',
  'company_ranks',
  'company_digests',
  'digest_entries',
  'digest_openings',
  'signal_history',
] as const

/** Every report: a fact of several reports has a row in signals, and its reports are in another table. */
const REPORTS = `(select id, company_ordinal, source, key from signals where sources is null
                  union select id, company_ordinal, source, key from reports)`
const IS_OURS = `s.source = any($2::text[]) and starts_with(s.key, c.domain || '/')`

async function findShared(
  tx: Transaction,
  ordinals: readonly number[],
  sources: readonly string[],
): Promise<readonly number[]> {
  const rows = await many<{ ordinal: number }>(
    tx,
    `select distinct c.ordinal from companies c join ${REPORTS} s on s.company_ordinal = c.ordinal
      where c.ordinal = any($1::int[]) and not (${IS_OURS}) and s.source <> $3`,
    [ordinals, sources, DERIVED_SOURCE],
  )
  return rows.map(({ ordinal }) => ordinal)
}

/** With their aliases, and the companies that were merged into them. */
async function deleteIdentities(tx: Transaction, ordinals: readonly number[]): Promise<void> {
  await tx.query(`delete from company_aliases where company_ordinal = any($1::int[])`, [ordinals])
  await tx.query(`delete from companies where merged_into = any($1::int[])`, [ordinals])
  await tx.query(`delete from companies where ordinal = any($1::int[])`, [ordinals])
}

async function deleteRows(
  tx: Transaction,
  table: 'signals' | (typeof COMPANY_TABLES)[number],
  ordinals: readonly number[],
) {
  const { rowCount } = await tx.query(`delete from ${table} where company_ordinal = any($1::int[])`, [ordinals])
  return rowCount ?? 0
}

interface SharedSignal {
  readonly id: string
  readonly domain: string
  readonly source: string
  readonly key: string
  readonly [column: string]: unknown
}

/** Retracted first, so that ranks, derived signals and the log are updated, then deleted. */
async function retractShared(
  db: Database,
  stamper: Stamper,
  ordinals: readonly number[],
  sources: readonly string[],
): Promise<readonly SharedSignal[]> {
  if (ordinals.length === 0) return []
  const signals = await many<SharedSignal>(
    db.pool('ingest'),
    `select s.id, c.domain, s.source, s.key from companies c join ${REPORTS} s on s.company_ordinal = c.ordinal
      where c.ordinal = any($1::int[]) and ${IS_OURS}`,
    [ordinals, sources],
  )
  const lines = signals.map(({ source, key }) => ({ record: 'status', source, key, status: 'retracted' }) as const)
  await writeRecords(db, stamper, lines, { quiet: true })
  await db.pool('ingest').query(
    `with deleted as (delete from signals where id = any($1::uuid[]) and status = 'retracted' returning id)
     delete from reports r using deleted where r.fact_id = deleted.id`,
    [signals.map(({ id }) => id)],
  )
  return signals
}

function companiesKept(signals: readonly SharedSignal[]) {
  return { signals: signals.length, domains: [...new Set(signals.map(({ domain }) => domain))].sort() }
}
