// Companies as the watcher sees them: facts, ranks and signals.

import { many, type Queryable } from '../../../db/index.ts'
import { type FilteredCompany, SIGNAL_JSON, type SignalColumns, signalOf } from '../../../search/index.ts'
import type { VersionedSignal } from './company-state.ts'

export type WatchedCompany = FilteredCompany & {
  /** A company without a rank is in no search: it was merged into another one, or was just created. */
  readonly isRanked: boolean
  readonly mergedInto: number | null
}

type CompanyRow = WatchedCompany & { readonly [column: string]: unknown }

export interface ReadCompany {
  readonly company: WatchedCompany
  readonly signals: readonly VersionedSignal[]
}

/** Facts and signals of one moment: a search never sees a state that never existed. Retracted signals are left out. */
export async function readCompanies(db: Queryable, ordinals: readonly number[]): Promise<Map<number, ReadCompany>> {
  const read = new Map<number, ReadCompany>()
  for (let i = 0; i < ordinals.length; i += STEP_COMPANIES) {
    for (const each of await readStep(db, ordinals.slice(i, i + STEP_COMPANIES))) read.set(each.company.ordinal, each)
  }
  return read
}

/** Some companies have many signals, and a statement has a time limit. */
const STEP_COMPANIES = 50

async function readStep(db: Queryable, ordinals: readonly number[]): Promise<ReadCompany[]> {
  const rows = await many<CompanyRow & { signals: StoredSignal[] | null }>(
    db,
    `select ${FACTS}, ${SIGNALS} as signals ${FROM_COMPANIES} where c.ordinal = any($1::int[])`,
    [ordinals],
  )
  return rows.map(({ signals, ...company }) => ({ company, signals: (signals ?? []).map(versioned) }))
}

type StoredSignal = [version: number, ...SignalColumns]

const versioned = ([version, ...columns]: StoredSignal): VersionedSignal => ({ ...signalOf(columns), version })

const SIGNALS = `(select json_agg(json_build_array(s.version, ${SIGNAL_JSON})) from signals s
  where s.company_ordinal = c.ordinal and s.status <> 'retracted')`
const FACTS = `c.ordinal, c.hq_country as "hqCountry", c.employee_count as "employeeCount",
  c.funding_stage as "fundingStage", c.industry, c.employer_kind as "employerKind", c.merged_into as "mergedInto",
  coalesce(r.score_tenths, 0) as "scoreTenths", coalesce(r.looked, 0) as looked,
  r.company_ordinal is not null as "isRanked"`
const FROM_COMPANIES = `from companies c left join company_ranks r on r.company_ordinal = c.ordinal`

/** Facts and ranks alone. */
export async function readFacts(db: Queryable, ordinals: readonly number[]): Promise<WatchedCompany[]> {
  return many<CompanyRow>(db, `select ${FACTS} ${FROM_COMPANIES} where c.ordinal = any($1::int[])`, [ordinals])
}

export async function readSignals(db: Queryable, ordinals: readonly number[]): Promise<Map<number, VersionedSignal[]>> {
  if (ordinals.length === 0) return new Map()
  const rows = await many<{ ordinal: number; signals: StoredSignal[] | null; [column: string]: unknown }>(
    db,
    `select c.ordinal, ${SIGNALS} as signals from unnest($1::int[]) as c (ordinal)`,
    [ordinals],
  )
  return new Map(rows.map(({ ordinal, signals }) => [ordinal, (signals ?? []).map(versioned)]))
}
