import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Source } from './formats/sources.ts'
import { emptySummary, ingest, type WriteRecords } from './ingest.ts'

const MEGABYTE = 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** A source of `count` chunks, and the peak memory use while they are read. */
function generated(name: string, count: number, chunk: (at: number) => Buffer) {
  const before = inUse()
  let peak = 0
  async function* open() {
    for (let at = 0; at < count; at++) {
      yield chunk(at)
      if (at % 20 === 10) peak = Math.max(peak, inUse() - before)
    }
  }
  const source: Source = { name, format: name.endsWith('.csv') ? 'csv' : 'ndjson', open }
  return { source, grownMegabytes: () => peak / MEGABYTE }
}

/** Reachable memory: garbage is collected first, so the result does not depend on the collector's timing. */
function inUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const write: WriteRecords = async (records) => ({
  outcomes: records.map(() => 'unchanged' as const),
  companiesCreated: 0,
  companiesUpdated: 0,
  signalsRead: 0,
})

async function run(source: Source) {
  const summary = emptySummary()
  let rejects = 0
  const takeRejects = async (more: readonly unknown[]) => {
    rejects += more.length
  }
  await ingest([source], summary, {
    write,
    declare: async () => 0,
    takeRejects,
    now: () => Date.UTC(2026, 5, 1) / 1_000,
  })
  assert.equal(summary.rejected, rejects)
  return summary
}

/** Two batches and a chunk. */
const MAX_MEGABYTES = 48

test('one line of 200 MB is one reject and takes no memory', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const { source, grownMegabytes } = generated('x', 3_200, () => chunk)
  assert.equal((await run(source)).rejected, 1)
  assert.ok(grownMegabytes() < MAX_MEGABYTES, `${grownMegabytes()} MB`)
})

test('an unclosed quote before 200 MB of CSV is given up', async () => {
  const header = Buffer.from('domain,name\na.example,"')
  const chunk = Buffer.from(`${'y'.repeat(1_000)}\n`.repeat(1_024))
  const { source, grownMegabytes } = generated('x.csv', 200, (at) => (at === 0 ? header : chunk))
  assert.ok((await run(source)).rejected > 200_000)
  assert.ok(grownMegabytes() < MAX_MEGABYTES, `${grownMegabytes()} MB`)
})

test('100 MB of companies take no more memory than 1 MB', async () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => {
    const company = { record: 'company', domain: `c${at}.example`, name: `Company ${at} ${'z'.repeat(430)}` }
    return `${JSON.stringify(company)}\n`
  })
  const chunk = Buffer.from(lines.join(''))
  const count = Math.ceil((100 * MEGABYTE) / chunk.length)
  const { source, grownMegabytes } = generated('x', count, () => chunk)
  assert.equal((await run(source)).companies.unchanged, count * 2_000)
  assert.ok(grownMegabytes() < MAX_MEGABYTES, `${grownMegabytes()} MB`)
})
