// The ClickHouse engine sends every shard the same query and merges the answers: totals add up, pages merge by the
// exact order, and the position is the smallest.

import type { Database } from '../../db/index.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Caller, Evidence, Search, SearchEngine, SearchResult } from '../engine.ts'
import { StatementTurns } from '../statement-turns.ts'
import { NO_TEAM } from '../team-queues.ts'
import { ClickHouseUnavailable, UNKNOWN_TABLE } from './connection.ts'
import type { Servers } from './shards.ts'
import {
  type EvidenceRow,
  evidenceStatement,
  matchesRow,
  type PageRow,
  pageStatement,
  TOTALS_FROM,
} from './statements.ts'
import { type ClickHouseStatus, StatusWatch } from './status.ts'
import { positionOf } from './tables.ts'

/** How many searches a node runs concurrently: each uses the cores of all servers. */
const CONNECTIONS = 12

const NO_CALLER: Caller = { team: NO_TEAM }

type ShardState = ClickHouseStatus['tables'][number]

export class ClickHouseEngine implements SearchEngine {
  readonly name = 'clickhouse'
  readonly watch: StatusWatch
  readonly #turns = new StatementTurns(CONNECTIONS)

  constructor(servers: Servers, db: Database, log: Logger) {
    this.watch = new StatusWatch(servers, db, log)
  }

  get position(): number | undefined {
    return this.watch.position
  }

  async page(search: Search, caller = NO_CALLER): Promise<SearchResult> {
    const { sort, filters, offset, limit, explain } = search
    const answers = await this.#ask(caller, async (shard) => {
      const { data, totals = [] } = await shard.server.search<PageRow>(pageStatement(search, shard), caller.signal)
      markedPosition(shard, data)
      return { rows: data.filter(matchesRow), totals: (totals as readonly number[]).slice(TOTALS_FROM).map(Number) }
    })
    const [total = 0, leftOut = 0, ...clauses] = (answers[0]?.totals ?? []).map((_, i) =>
      answers.reduce((sum, { totals }) => sum + (totals[i] ?? 0), 0),
    )
    const rows = answers.flatMap((answer) => answer.rows)
    if (answers.length > 1) rows.sort((a, b) => b[2] - a[2] || (sort === 'score' ? 0 : b[3] - a[3]) || a[0] - b[0])
    return {
      total,
      ordinals: rows.slice(offset, offset + limit).map(([ordinal]) => ordinal),
      ...(filters.withoutAgencies && { leftOut }),
      ...(explain && { clauses }),
    }
  }

  async evidence(search: Pick<Search, 'query' | 'filters' | 'asOf'>, caller = NO_CALLER): Promise<Evidence> {
    const answers = await this.#ask(
      caller,
      async (shard) => {
        const { data } = await shard.server.search<EvidenceRow>(evidenceStatement(search, shard), caller.signal)
        return { position: markedPosition(shard, data), rows: newestRows(data) }
      },
      true,
    )
    const positions = answers.map(({ position }) => position)
    const position = Math.min(...positions)
    const rows = answers.flatMap((answer) => answer.rows).sort((a, b) => a[0] - b[0])
    // Shards at different positions are a state that the log never had. NaN makes it unequal to every other result.
    return evidenceOf(rows, Math.max(...positions) === position ? position : Number.NaN)
  }

  turn<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return this.#turns.run(caller, work)
  }

  async close(): Promise<void> {
    await this.watch.close()
  }

  /** A table may have been dropped since the status was read, after a rebuild: then the status is read again, once. */
  async #ask<Answer>(caller: Caller, ask: (shard: ShardState) => Promise<Answer>, isHeavy = false): Promise<Answer[]> {
    return this.#turns.run(
      caller,
      async () => {
        for (let attempt = 0; ; attempt++) {
          const { tables, reason } = this.watch.status
          if (tables.length === 0) throw new ClickHouseUnavailable(reason ?? 'ClickHouse is away')
          try {
            return await Promise.all(tables.map(ask))
          } catch (error) {
            if (!(error instanceof ClickHouseUnavailable)) throw error
            void this.watch.ask()
            if (attempt > 0 || error.code !== UNKNOWN_TABLE) throw error
            await this.watch.ask()
          }
        }
      },
      isHeavy,
    )
  }
}

/** The position of a shard's answer, by its mark, which is the first row. Throws if the shard has changed. */
function markedPosition(shard: ShardState, rows: readonly (PageRow | EvidenceRow)[]): number {
  const marks = rows.filter(([ordinal]) => ordinal < 0)
  const version = Math.max(0, ...marks.map(([, each]) => each))
  const mark = marks.find(([, each]) => each === version)
  // In a page the heat is the fourth column, in evidence the third.
  const identity = mark && (Array.isArray(mark[4]) ? mark[2] : mark[3])
  if (identity !== shard.identity || version < shard.version) {
    throw new ClickHouseUnavailable(`${shard.server.server.url} has lost rows of ${shard.table}`)
  }
  return positionOf(version)
}

/** The newest row of each company, if it matches. */
function newestRows(rows: readonly EvidenceRow[]): EvidenceRow[] {
  const newest = new Map<number, EvidenceRow>()
  for (const row of rows) {
    const [ordinal, version] = row
    const known = newest.get(ordinal)
    if (ordinal >= 0 && !(known && known[1] > version)) newest.set(ordinal, row)
  }
  return [...newest.values()].filter(([, , , matches]) => matches === 1)
}

function evidenceOf(rows: readonly EvidenceRow[], position: number): Evidence {
  const signals = rows.flatMap(([, , , , found]) => found)
  const starts = new Uint32Array(rows.length + 1)
  for (const [i, [, , , , found]] of rows.entries()) starts[i + 1] = (starts[i] ?? 0) + found.length
  return {
    ordinals: Int32Array.from(rows, ([ordinal]) => ordinal),
    starts,
    occurredAt: Float64Array.from(signals, ([at]) => at),
    confidence: Uint8Array.from(signals, ([, confidence]) => confidence),
    closedDay: Uint16Array.from(signals, ([, , closedDay]) => closedDay),
    clauses: Uint32Array.from(signals, ([, , , clauses]) => clauses),
    position,
  }
}
