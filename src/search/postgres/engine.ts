// The PostgreSQL engine compiles the query tree to one statement. It answers when there is too little memory for the
// index and while the index loads. It is also the baseline of the index's benchmark.

import type { Pool } from 'pg'
import { searchNotReady } from '../../http/index.ts'
import type { Caller, Evidence, Search, SearchEngine, SearchResult } from '../engine.ts'
import { StatementTurns } from '../statement-turns.ts'
import { NO_TEAM } from '../team-queues.ts'
import { affordableCost, HEAVY_COST, statisticsOf } from './estimate-cost.ts'
import { runSearch } from './run.ts'
import { evidenceStatement, pageStatement } from './statements.ts'
import { countValues } from './values-sql.ts'

type PageRow = [ready: boolean, total: number, ordinals: number[], leftOut: number, clauses: number[]]

/** See evidenceStatement: the first row has ready, position, unstamped, two unused values, and the companies. */
type EvidenceRow = [
  ordinal: number,
  t: number,
  confidence: number,
  mask: number,
  closedDay: number,
  ordinals: number[] | null,
]

const NO_CALLER: Caller = { team: NO_TEAM }

export function postgresEngine(pool: Pool): SearchEngine {
  const statistics = statisticsOf(pool)
  const turns = new StatementTurns(pool.options.max)
  return {
    name: 'postgres',

    async page(search: Search, caller = NO_CALLER): Promise<SearchResult> {
      const cost = affordableCost(search.query, search.explain, await statistics())
      const run = () => runSearch<PageRow>(pool, pageStatement(search), caller.signal)
      const [row] = await turns.run(caller, run, cost > HEAVY_COST)
      const [ready, total = 0, ordinals = [], leftOut = 0, clauses = []] = row ?? []
      if (!ready) throw searchNotReady()
      const { withoutAgencies } = search.filters
      return { total, ordinals, ...(withoutAgencies && { leftOut }), ...(search.explain && { clauses }) }
    },

    async evidence(search, caller = NO_CALLER): Promise<Evidence> {
      const run = () => runSearch<EvidenceRow>(pool, evidenceStatement(search), caller.signal)
      return evidenceOf(await turns.run(caller, run, true))
    },

    values: () => turns.run(NO_CALLER, () => countValues(pool), true),

    turn: (caller, work) => turns.run(caller, work),

    async close() {},
  }
}

function evidenceOf([head, ...signals]: readonly EvidenceRow[]): Evidence {
  const [ready, position = Number.NaN, unstamped, , , companies] = head ?? []
  if (ready !== 1) throw searchNotReady()
  const ordinals = Int32Array.from(companies ?? [])
  const starts = new Uint32Array(ordinals.length + 1)
  let seen = 0
  for (const [i, ordinal] of ordinals.entries()) {
    while (signals[seen]?.[0] === ordinal) seen++
    starts[i + 1] = seen
  }
  return {
    ordinals,
    starts,
    occurredAt: Float64Array.from(signals, ([, t]) => t),
    confidence: Uint8Array.from(signals, ([, , confidence]) => confidence),
    clauses: Uint32Array.from(signals, ([, , , mask]) => mask),
    closedDay: Uint16Array.from(signals, ([, , , , closedDay]) => closedDay),
    // The result includes committed changes that have no log position yet. Then it has no position either: NaN makes it
    // unequal to every other result.
    position: unstamped === 0 ? position : Number.NaN,
  }
}
