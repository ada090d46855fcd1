// Compares a search with all companies: when it is new, once a day for changes that only depend on time (windows begin
// and end at 00:00 UTC), and after changes that the log doesn't list by company. The search engine finds the companies
// that may have entered or left; the evaluator decides.

import type { Database, Transaction } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { SearchEngine } from '../../../search/index.ts'
import type { Definition } from '../searches/definition.ts'
import { type DueSweep, lockSearches, noteSwept, readCompaniesOf, writeStock } from '../searches/watcher-queries.ts'
import { decideCompanies } from './decide.ts'
import type { Definitions } from './definitions.ts'
import { NOTHING, type Recorded, recordChanges, sumOf } from './record-changes.ts'

/** A search with more companies than this is too broad for alerts: hardly anyone would read that many. */
export const MAX_MEMBERS = 20_000

const STEP_COMPANIES = 200

export interface SweepParts {
  readonly db: Database
  readonly engine: SearchEngine
  readonly definitions: Definitions
  readonly position: number
  readonly asOf: number
  /** Runs the work in a transaction that only the holder of the watch can commit. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** Failed work is retried later. The team sees a problem immediately, and a failure when it repeats. */
export type SweepOutcome =
  | { readonly done: true; readonly recorded: Recorded }
  | { readonly done: false; readonly problem?: string; readonly failure?: string }

export async function sweepSearch(
  parts: SweepParts,
  { n, version, sweep, dayEnd }: DueSweep,
  definition: Definition,
): Promise<SweepOutcome> {
  const { db, asOf: now, write } = parts
  // A quiet sweep must not silence a new day's entries: it covers those up to then, and the day's own sweep follows.
  const asOf = dayEnd ?? now
  const found = await findCompanies({ ...parts, asOf }, definition).catch(failureOf)
  if (!found) return { done: false }
  if (typeof found === 'string') return { done: false, failure: found }
  if (sweep === 'stock') {
    if (found.length > MAX_MEMBERS) return { done: false, problem: tooBroad(found.length) }
    const stocked = await write(async (tx) => {
      if ((await lockSearches(tx, [n])).get(n)?.version !== version) return false
      await writeStock(tx, n, found, asOf)
      return true
    })
    if (stocked) parts.definitions.start(n)
    return stocked ? { done: true, recorded: NOTHING } : { done: false }
  }
  const pool = db.pool('firehose')
  const current = new Set(found)
  const before = new Set(await readCompaniesOf(pool, n))
  const entered = found.filter((each) => !before.has(each))
  // Entries from the new day's events must not leave as of the day before.
  const left = dayEnd === null ? [...before].filter((each) => !current.has(each)) : []
  const different = [...entered, ...left]
  let recorded = NOTHING
  for (let i = 0; i < different.length; i += STEP_COMPANIES) {
    const step = different.slice(i, i + STEP_COMPANIES)
    const decisions = await decideCompanies(pool, parts.definitions, n, step, {
      isLoud: sweep === 'loud',
      asOf,
      position: parts.position,
    })
    recorded = sumOf(recorded, await write((tx) => recordChanges(tx, decisions, now)))
  }
  await write((tx) => noteSwept(tx, { n, version }, asOf))
  return { done: true, recorded }
}

/** Undefined while the engine hasn't read as much of the log as the watcher. */
async function findCompanies(
  { engine, position, asOf }: SweepParts,
  { query, filters, only, except, listed }: Definition,
): Promise<number[] | undefined> {
  if (engine.position !== undefined && engine.position < position) return undefined
  const both = only && listed ? [...only].filter((ordinal) => listed.has(ordinal)) : (only ?? listed)
  const all = { ...filters, ...(both && { only: [...both] }), ...(except && { except: [...except] }) }
  const { ordinals } = await engine.evidence({ query, filters: all, asOf })
  return [...ordinals]
}

function tooBroad(companies: number): string {
  const count = companies.toLocaleString('en')
  return `It matches ${count} companies, and a search with alerts can have ${MAX_MEMBERS.toLocaleString('en')}: narrow it with more conditions or filters.`
}

/** A search that the engine rejects or that takes too long. The others continue. */
function failureOf(error: unknown): string {
  return `It can't be compared with all companies now; this will be retried: ${reasonOf(error)}`
}
