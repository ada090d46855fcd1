// Reads companies from PostgreSQL as rows for ClickHouse: complete, with all their signals.

import { many, type Queryable } from '../../db/index.ts'
import { NO_HEAT } from '../../meaning/scores/index.ts'
import { matchKeyOf, type Signal, type SignalStatus } from '../../meaning/signals/index.ts'
import { type FieldValue, SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import { LINE, searchTextOf } from '../../query/index.ts'
import { factLine } from './clause-sql.ts'
import { FACT_FIELDS, LEAST_KEY, NUMBER_FIELDS, numberOf, SIGNAL_COLUMNS } from './layout.ts'
import type { Row, Value } from './row-binary.ts'

interface CompanyFacts {
  ordinal: number
  country: string
  employees: number
  stage: string
  industry: string
  kind: string
  looked: number
  heat: number
  score: number
  [column: string]: unknown
}

interface SignalRow {
  company: number
  type: SignalType
  confidence: number
  status: SignalStatus
  at: number
  closed: number | null
  source: string
  sources: { name: string }[] | null
  label: string
  fields: Record<string, FieldValue>
  [column: string]: unknown
}

/** The columns that make a row of ClickHouse, except its signals. */
const FACTS = `c.ordinal, c.hq_country as country, c.employee_count as employees, c.funding_stage as stage, c.industry,
  c.employer_kind as kind, coalesce(r.looked, 0) as looked, coalesce(r.heat_key, ${NO_HEAT}) as heat,
  coalesce(r.score_tenths, 0) as score`
const COMPANIES = `from companies c join company_ranks r on r.company_ordinal = c.ordinal where c.merged_into is null`

/** What is stored about a company whose rank changes from day to day. */
export interface Rank {
  readonly ordinal: number
  readonly looked: number
  readonly heat: number
  readonly score: number
  readonly [column: string]: unknown
}

/** The ranks of the companies of one shard, in the order of their ordinals. */
export function readRanks(db: Queryable, after: number, limit: number): Promise<Rank[]> {
  return many<Rank>(
    db,
    `select c.ordinal, coalesce(r.looked, 0) as looked, coalesce(r.heat_key, ${NO_HEAT}) as heat, coalesce(r.score_tenths, 0) as score
     ${COMPANIES} and c.ordinal > $1 order by c.ordinal limit $2`,
    [after, limit],
  )
}

/** The ordinals after one, in order, of companies that exist. */
export async function nextOrdinals(db: Queryable, after: number, limit: number): Promise<number[]> {
  const rows = await many<{ ordinal: number }>(
    db,
    `select c.ordinal ${COMPANIES} and c.ordinal > $1 order by c.ordinal limit $2`,
    [after, limit],
  )
  return rows.map(({ ordinal }) => ordinal)
}

/** One row for each company, with the version. A missing company has a row marking it as deleted. */
export async function readCompanies(db: Queryable, ordinals: readonly number[], version: number): Promise<Row[]> {
  const companies = await many<CompanyFacts>(
    db,
    `select ${FACTS} ${COMPANIES} and c.ordinal = any($1::int[]) order by c.ordinal`,
    [ordinals],
  )
  const signals = await many<SignalRow>(
    db,
    `select company_ordinal as company, type, confidence, status, extract(epoch from occurred_at)::bigint as at,
            extract(epoch from closed_at)::bigint as closed, source, sources, label, fields
       from signals where company_ordinal = any($1::int[]) and status <> 'retracted'`,
    [ordinals],
  )
  const bySignals = Map.groupBy(signals, ({ company }) => company)
  const known = new Map(companies.map((facts) => [facts.ordinal, facts]))
  return ordinals.map((ordinal) => {
    const facts = known.get(ordinal)
    return facts ? companyRow(facts, version, bySignals.get(ordinal) ?? []) : goneRow(ordinal, version)
  })
}

function companyRow(facts: CompanyFacts, version: number, signals: readonly SignalRow[]): Row {
  const { ordinal, country, employees, stage, industry, kind, looked, heat, score } = facts
  const sorted = [...signals].sort((a, b) => a.at - b.at)
  const byType = Map.groupBy(sorted, ({ type }) => type)
  const arrays = SIGNAL_TYPES.flatMap((type) => signalArrays(type, byType.get(type) ?? []))
  return [ordinal, version, 1, country, employees, stage, industry, kind, looked, heat, score, '', ...arrays]
}

/** The row of a company that no longer exists. */
function goneRow(ordinal: number, version: number): Row {
  return markRow(ordinal, version, 0, '')
}

export function markRow(ordinal: number, version: number, heat: number, mark: string): Row {
  const arrays = SIGNAL_TYPES.flatMap((type) => signalArrays(type, []))
  return [ordinal, version, 0, '', 0, '', '', '', 0, heat, 0, mark, ...arrays]
}

function signalArrays(type: SignalType, rows: readonly SignalRow[]): Value[] {
  const signals = rows.map(signalOf)
  const columns: Readonly<Record<keyof typeof SIGNAL_COLUMNS, Value>> = {
    at: signals.map(({ occurredAt }) => occurredAt),
    confidence: rows.map(({ confidence }) => confidence),
    key: signals.map((signal) => Math.max(LEAST_KEY, matchKeyOf(signal))),
    active: rows.map(({ status }) => (status === 'active' ? 1 : 0)),
    closed: rows.map(({ closed }) => closed ?? LEAST_KEY),
    text: signals.map((signal) => searchTextOf(signal).text),
    facts: signals.map(factLines),
  }
  return [
    ...(Object.keys(SIGNAL_COLUMNS) as (keyof typeof SIGNAL_COLUMNS)[]).map((name) => columns[name]),
    ...NUMBER_FIELDS[type].map((name) => signals.map((signal) => numberOf(signal, name) ?? Number.NaN)),
  ]
}

type StoredSignal = Pick<Signal, 'type' | 'occurredAt' | 'confidence' | 'label' | 'source' | 'sources' | 'fields'>

function signalOf({ type, at, confidence, label, source, sources, fields }: SignalRow): StoredSignal {
  return {
    type,
    occurredAt: at,
    confidence: confidence / 100,
    label,
    fields,
    source: { name: source },
    ...(sources && { sources: sources as unknown as NonNullable<Signal['sources']> }),
  }
}

function factLines({ type, fields }: StoredSignal): string {
  let lines = ''
  for (const name of FACT_FIELDS[type]) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value === undefined) continue
    for (const each of typeof value === 'object' ? value : [value]) lines += factLine(name, String(each))
  }
  return lines.replaceAll(`${LINE}${LINE}`, LINE)
}
