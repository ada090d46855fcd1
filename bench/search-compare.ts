// Two or more checkouts of this repository, the same searches on the same index, interleaved in one process without
// PostgreSQL. For questions such as: does this code path pay for itself? Remove it in a copy, and compare.
//
//   npm run bench -- search-compare --against ../copy [--against ../another] [--only THEN]
//                    [--companies 100000] [--signals 1000000] [--seconds 1]
//
// Times are milliseconds of processor time, so that other processes on the machine disturb them little. The minimum is
// the figure to compare; the median shows how noisy the run was.

import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packageRoot } from '../src/platform/config/config.ts'
import { parseSignalQuery } from '../src/query/index.ts'
import type { Search, SearchResult } from '../src/search/index.ts'
import { percentile, table } from './report.ts'
import { PATH_SEARCHES } from './search/path-searches.ts'
import { type BenchSearch, CLASSES } from './search/query-classes.ts'
import { AS_OF, TYPES, World } from './search/world.ts'

const { values } = parseArgs({
  options: {
    against: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    companies: { type: 'string', default: '100000' },
    signals: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '1' },
  },
})

type Ask = (search: Search) => SearchResult

/** Searches between two looks at the clock, which counts microseconds. */
const REPEATS = 5

/** Of this process. The time of a single thread is only updated at a tick of the system. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Builds the index with the code of one checkout, and returns its search. */
async function open(root: string): Promise<Ask> {
  const folder = join(root, 'src/search/index-engine')
  const { IndexBuilder } = await import(join(folder, 'build/index-builder.ts'))
  const { LiveIndex } = await import(join(folder, 'build/live-index.ts'))
  const { wasmKernel } = await import(join(folder, 'kernel/wasm-kernel.ts'))
  const { search } = await import(join(folder, 'query/search.ts'))
  const world = new World({ companies: Number(values.companies), signals: Number(values.signals) })
  const start = performance.now()
  const builder = new IndexBuilder()
  for (const { employees, stage, ...company } of world.companies()) {
    builder.addCompany({ ...company, employeeCount: employees, fundingStage: stage })
  }
  for (const { n, company, type, confidence, ...signal } of world.signals()) {
    const digits = (Math.imul(n, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
    builder.addSignal(company, {
      ...signal,
      id: `${digits}-0000-8000-8000-${n.toString(16).padStart(12, '0')}`,
      type: TYPES[type],
      confidence: confidence / 100,
      status: 'active',
      source: { name: 'bench' },
    })
  }
  const index = new LiveIndex(builder.finish({ tail: 65_536, companies: 16_384 }), wasmKernel)
  process.stderr.write(`${basename(root)}: built in ${((performance.now() - start) / 1_000).toFixed(1)} s\n`)
  return (request) => search(index, request)
}

function measure(
  name: string,
  { query, filters = {}, sort = 'match', limit = 25, show = false }: BenchSearch,
): string[] {
  const page = { filters, sort, asOf: AS_OF, offset: 0, limit, explain: false, show }
  const request: Search = { query: parseSignalQuery(query), ...page }
  const times = checkouts.map((): number[] => [])
  const answers = checkouts.map((run) => JSON.stringify(run(request)))
  const [expected = ''] = answers
  const differing = answers.findIndex((answer) => answer !== expected)
  if (differing !== -1) throw new Error(`${names[differing]} gives another answer: ${query}`)
  const budget = 1_000 * Number(values.seconds) * checkouts.length
  for (let used = 0; used < budget; ) {
    for (const [i, run] of checkouts.entries()) {
      const start = cpuMs()
      for (let repeat = 0; repeat < REPEATS; repeat++) run(request)
      const took = cpuMs() - start
      times[i]?.push(took / REPEATS)
      used += took
    }
  }
  const figures = times.map((list) => list.sort((a, b) => a - b)).map((list) => [list[0] ?? 0, percentile(list, 50)])
  return [
    name,
    (JSON.parse(expected) as SearchResult).total.toLocaleString('en'),
    ...figures.flatMap(([min = 0, median = 0], i) => [
      min.toFixed(3),
      median.toFixed(3),
      ...(i > 0 ? [`${(min / (figures[0]?.[0] ?? 0)).toFixed(2)} ×`] : []),
    ]),
  ]
}

const roots = [packageRoot, ...values.against.map((path) => resolve(path))]
const names = roots.map((root) => basename(root))
const checkouts: Ask[] = []
for (const root of roots) checkouts.push(await open(root))
const searches = [
  ...Object.entries(CLASSES).map(([name, variants]) => [name, variants[0] as BenchSearch] as const),
  ...Object.entries(PATH_SEARCHES),
].filter(([name]) => name.includes(values.only))
const header = ['', 'companies', ...names.flatMap((name, i) => [`${name} min`, 'p50', ...(i > 0 ? ['ratio'] : [])])]
const rows = searches.map(([name, search]) => {
  const row = measure(name, search)
  process.stderr.write(`${row.join('  ')}\n`)
  return row
})
process.stdout.write(`${table([header, ...rows])}\n`)
