// Companies as the watcher sees them: facts, ranks and signals.

import { many, type Queryable } from '../../db/index.ts'
import type { Company } from '../companies/index.ts'
import { SIGNAL_JSON, type SignalColumns, signalOf } from '../search/index.ts'
import type { Signal } from '../signals/index.ts'

export interface WatchedCompany extends Company {
  readonly scoreTenths: number
  readonly looked: number
  /** A company without a rank is in no search: it was merged into another one, or has just been named. */
  readonly isRanked: boolean
  readonly mergedInto: number | null
}

interface CompanyRow extends WatchedCompany {
  readonly [column: string]: unknown
}

export interface ReadCompany {
  readonly company: WatchedCompany
  readonly signals: readonly Signal[]
}

/** Facts and signals of one moment: a search never sees a state that no moment had. Retracted signals are left out. */
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
  const rows = await many<CompanyRow & { signals: SignalColumns[] | null }>(
    db,
    `select ${FACTS},
            (select json_agg(json_build_array(${SIGNAL_JSON})) from signals s
              where s.company_ordinal = c.ordinal and s.status <> 'retracted') as signals
       ${FROM_COMPANIES} where c.ordinal = any($1::int[])`,
    [ordinals],
  )
  return rows.map(({ signals, ...company }) => ({ company, signals: (signals ?? []).map(signalOf) }))
}

const FACTS = `c.id, c.ordinal, c.domain, c.name, c.hq_country as "hqCountry", c.employee_count as "employeeCount",
  c.funding_stage as "fundingStage", c.industry, c.logo, c.website, c.employer_kind as "employerKind", c.parent,
  c.merged_into as "mergedInto", coalesce(r.score_tenths, 0) as "scoreTenths", coalesce(r.looked, 0) as looked,
  r.company_ordinal is not null as "isRanked"`
const FROM_COMPANIES = `from companies c left join company_ranks r on r.company_ordinal = c.ordinal`
