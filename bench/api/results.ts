// The printed results of bench/api.ts.

import { median, table } from '../report.ts'

// The names of the baselines. The names of the service's own routes must not start with one of them.
export const IN_MEMORY = 'in memory'
export const HAND_WRITTEN = 'hand-written'
export const HAND_WRITTEN_SEARCH = 'hand-written search'

export interface Measurement {
  /** Requests per second. */
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly failures: Record<string, number>
  /** CPU milliseconds per request: of the server, of the database, of the load generator. */
  readonly cpuMs: readonly [number, number, number]
}

export function printResults(results: ReadonlyMap<string, readonly Measurement[]>): void {
  const valuesOf = (name: string, value: (measurement: Measurement) => number) => (results.get(name) ?? []).map(value)
  const rows = [...results].map(([name, measurements]) => [
    name,
    Math.round(median(valuesOf(name, ({ rate }) => rate))).toLocaleString('en'),
    median(valuesOf(name, ({ p50 }) => p50)).toFixed(1),
    median(valuesOf(name, ({ p99 }) => p99)).toFixed(1),
    ...[0, 1, 2].map((i) => median(valuesOf(name, ({ cpuMs }) => cpuMs[i] ?? 0)).toFixed(2)),
    JSON.stringify(Object.assign({}, ...measurements.map(({ failures }) => failures))),
  ])
  process.stdout.write(
    table([
      ['route', 'requests/s', 'p50 ms', 'p99 ms', 'server CPU ms', 'database CPU ms', 'load CPU ms', 'other than 200'],
      ...rows,
    ]),
  )
  /** The median of the ratios of each round. */
  const ratio = (name: string, baseline: string) => {
    const baselineRates = valuesOf(baseline, ({ rate }) => rate)
    const ratios = valuesOf(name, ({ rate }) => rate).map((rate, round) => rate / (baselineRates[round] ?? Number.NaN))
    return median(ratios).toFixed(2)
  }
  const ownRoutes = [...results.keys()].filter((name) => name !== IN_MEMORY && !name.startsWith(HAND_WRITTEN))
  const ratios = ownRoutes.map((name) => [
    name,
    ratio(name, name.startsWith('search') ? HAND_WRITTEN_SEARCH : HAND_WRITTEN),
    ratio(name, IN_MEMORY),
  ])
  process.stdout.write(`\n${table([['ratio', 'to hand-written (target: 0.70)', 'to in memory'], ...ratios])}`)
}
