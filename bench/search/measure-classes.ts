// The classes of searches, answered by all engines.

import { parseSignalQuery } from '../../src/query/index.ts'
import type { Search, SearchEngine } from '../../src/search/index.ts'
import { median, percentile, reportProgress, sum, table } from '../report.ts'
import type { DuckDbEngine } from './duckdb.ts'
import { type BenchSearch, CLASSES } from './query-classes.ts'
import { AS_OF } from './world.ts'

const MAX_ROUNDS = 30
/** A search that takes PostgreSQL longer than this is cancelled in the service. */
const STATEMENT_MS = 5_000
/** Variants of each class that the engines inside this process answer before they are measured. */
const WARM_UP = 3

type Engines = Partial<Record<EngineName, (search: Search) => Promise<{ total: number; ordinals: readonly number[] }>>>
type Other = 'postgres' | 'duckdb' | 'clickhouse'
type EngineName = 'index' | Other
/** Milliseconds, by variant: a ratio compares only the same searches. */
type Timings = Record<EngineName, number[][]>

export function searchOf({ query, filters = {}, sort = 'match' }: BenchSearch): Search {
  return { query: parseSignalQuery(query), filters, sort, asOf: AS_OF, offset: 0, limit: 25, explain: false }
}

/** One caller. In each round, one engine after the other answers all variants of a class. */
export async function measureClasses(
  index: SearchEngine,
  postgres: SearchEngine,
  duckdb: DuckDbEngine,
  clickhouse: SearchEngine | undefined,
  budgetMs: number,
  print: (line: string) => void,
): Promise<void> {
  const engines: Engines = {
    index: (search) => index.page(search),
    postgres: (search) => postgres.page(search),
    duckdb: (search) => duckdb.page(search),
    ...(clickhouse && { clickhouse: (search) => clickhouse.page(search) }),
  }
  const rows: string[][] = [
    [
      ...['', 'companies', 'index p50', 'p99', 'runs'],
      ...['postgres p50', 'p99', 'runs', 'ratio', 'duckdb p50', 'p99', 'runs', 'ratio'],
      ...(clickhouse ? ['clickhouse p50', 'p99', 'runs', 'ratio'] : []),
    ],
  ]
  const logRatios: Record<Other, number[]> = { postgres: [], duckdb: [], clickhouse: [] }
  const slow: string[] = []
  const refused: string[] = []
  await warmUp(engines)
  for (const [i, [name, variants]] of Object.entries(CLASSES).entries()) {
    reportProgress(`measuring: ${name}`, i / Object.keys(CLASSES).length)
    const { timings, totals, isRefused } = await measureClass(engines, variants, budgetMs)
    const figuresOf = (engine: Other) => {
      const ratio = logRatioOf(timings, engine)
      if (ratio !== undefined) logRatios[engine].push(ratio)
      return [...figures(timings[engine].flat()), ratio === undefined ? '' : `${Math.exp(ratio).toFixed(0)} ×`]
    }
    if (isRefused) refused.push(name)
    if (timings.postgres.flat().some((ms) => ms > STATEMENT_MS)) slow.push(name)
    rows.push([
      ...[name, (totals[0] ?? 0).toLocaleString('en'), ...figures(timings.index.flat())],
      ...figuresOf('postgres'),
      ...figuresOf('duckdb'),
      ...(clickhouse ? figuresOf('clickhouse') : []),
    ])
    reportProgress('')
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`)
  }
  if (slow.length > 0) print(`PostgreSQL takes more than its ${STATEMENT_MS / 1_000} s for: ${slow.join(', ')}`)
  if (refused.length > 0) print(`PostgreSQL refuses as too expensive, at least in part: ${refused.join(', ')}`)
  const overall = (engine: Other) => `${Math.exp(mean(logRatios[engine])).toFixed(0)} ×`
  const blank = (count: number) => Array.from({ length: count }, () => '')
  rows.push(['geometric mean of the ratios', ...blank(7), overall('postgres'), ...blank(3), overall('duckdb')])
  if (clickhouse) rows.at(-1)?.push(...blank(3), overall('clickhouse'))
  print(table(rows))
}

/** Engines inside a process are warmed up first; PostgreSQL's pages are in memory by now. */
async function warmUp({ postgres: _, ...engines }: Engines): Promise<void> {
  for (const variants of Object.values(CLASSES)) {
    for (const search of variants.slice(0, WARM_UP).map(searchOf)) {
      for (const run of Object.values(engines)) await run(search)
    }
  }
}

/** Throws if two engines answer differently. */
async function measureClass(
  engines: Engines,
  variants: readonly BenchSearch[],
  budgetMs: number,
): Promise<{ timings: Timings; totals: readonly number[]; isRefused: boolean }> {
  const searches = variants.map(searchOf)
  const timings: Timings = { index: [], postgres: [], duckdb: [], clickhouse: [] }
  const totals: number[] = []
  const pages: string[] = []
  let isRefused = false
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const [engine, run] of Object.entries(engines)) {
      const times = timings[engine as EngineName]
      for (const [i, search] of searches.entries()) {
        // The index answers every variant, so that the other engines have a total to compare with.
        if ((round > 0 || engine !== 'index') && sum(times.flat()) > budgetMs) continue
        const start = performance.now()
        const answer = await run(search).catch((error: { code?: unknown }) => {
          if (engine !== 'postgres' || error.code !== 'query_too_expensive') throw error
        })
        if (!answer) {
          isRefused = true
          continue
        }
        times[i] = [...(times[i] ?? []), performance.now() - start]
        const page = answer.ordinals.join()
        if (engine === 'index') [totals[i], pages[i]] = [answer.total, page]
        if (answer.total !== totals[i])
          throw new Error(`${engine} finds ${answer.total} companies and the index ${totals[i]}: ${variants[i]?.query}`)
        if (page !== pages[i]) throw new Error(`${engine} orders differently: ${variants[i]?.query}`)
      }
    }
  }
  return { timings, totals, isRefused }
}

/** Median and 99th percentile, and how many runs there were. */
function figures(times: readonly number[]): string[] {
  const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0)
  const sorted = times.toSorted((a, b) => a - b)
  if (sorted.length === 0) return ['refused', '', '0']
  return [ms(percentile(sorted, 50)), ms(percentile(sorted, 99)), String(sorted.length)]
}

/** Undefined: the engine answered nothing. */
function logRatioOf(timings: Timings, engine: Other): number | undefined {
  const ratios = timings[engine].flatMap((times, i) => Math.log(median(times) / median(timings.index[i] ?? [])))
  return ratios.length === 0 ? undefined : mean(ratios)
}

const mean = (list: readonly number[]) => sum(list) / list.length
