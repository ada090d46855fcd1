// A company with very many signals: a change costs the same as in a small one, and the summaries stay exact.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/harness/fast-check.ts'
import { referenceKernel } from '../../../../test/harness/reference-kernel/reference-kernel.ts'
import type { Columns } from '../layout/columns.ts'
import { type BuiltIndex, type IndexedSignal, idHighOf, idLowOf } from '../layout/encoding.ts'
import { SETS, TYPE_NUMBER, TYPES } from '../layout/fields.ts'
import { weighedBySize } from '../layout/match-keys.ts'
import { IndexBuilder } from './index-builder.ts'
import { LiveIndex, MAX_WALKED_ROWS } from './live-index.ts'
import { type CompanySummary, summariseRows } from './summaries.ts'

const KINDS = ['hiring', 'web', 'tool'] as const
const TAIL = 4_000

function signal(n: number, parts: Partial<IndexedSignal> = {}): IndexedSignal {
  return {
    id: `${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-8000-8000-00000000${(n % 65_536).toString(16).padStart(4, '0')}`,
    type: KINDS[n % KINDS.length]!,
    label: `Signal ${n % 50}`,
    confidence: (n % 101) / 100,
    status: 'active',
    // Many signals have the same second: a source often knows only the day.
    occurredAt: 1_000_000 + Math.floor(n / 40) * 86_400,
    source: { name: 'test' },
    fields: {},
    ...parts,
  }
}

function built(rows: number): BuiltIndex {
  const builder = new IndexBuilder()
  const facts = {
    hqCountry: 'DE',
    employeeCount: 1,
    fundingStage: 'seed',
    industry: 'x',
    employerKind: 'direct',
    looked: 0,
    heatKey: 0,
    scoreTenths: 0,
  }
  builder.addCompany({ ordinal: 0, ...facts })
  for (let n = 0; n < rows; n++) builder.addSignal(0, signal(n))
  return builder.finish({ tail: TAIL, companies: 10 })
}

/** The same index, with a counter of the column elements that are read. */
function countingReads({ memory, texts }: BuiltIndex): { built: BuiltIndex; reads: () => number } {
  let reads = 0
  const counting = (column: Columns[keyof Columns]) =>
    new Proxy(column, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads++
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const columns = Object.fromEntries(Object.entries(memory.columns).map(([name, column]) => [name, counting(column)]))
  return { built: { memory: { ...memory, columns: columns as unknown as Columns }, texts }, reads: () => reads }
}

/** How many elements one change reads on average, once the company is known to be large. */
function readsPerChange(rows: number): number {
  const counted = countingReads(built(rows))
  const index = new LiveIndex(counted.built, referenceKernel)
  index.putSignal(0, signal(rows))
  const before = counted.reads()
  const changes = 300
  for (let n = 0; n < changes / 3; n++) {
    index.putSignal(0, signal(rows + 1 + n))
    // The newest ones, and those with the highest confidence.
    index.putSignal(0, signal(rows - 1 - n, { status: 'closed', confidence: 0 }))
    index.putSignal(0, signal(100 + 101 * n, { status: 'retracted' }))
  }
  return (counted.reads() - before) / changes
}

test('a change to a company with 60,000 signals reads no more than one to a company with 15,000', () => {
  const [some, many] = [readsPerChange(15_000), readsPerChange(60_000)]
  assert.ok(many < MAX_WALKED_ROWS, `${many} elements per change`)
  assert.ok(many < 2 * some, `${some} elements per change with 15,000 signals, ${many} with 60,000`)
})

function written(index: LiveIndex, company: number): CompanySummary & { newest: number } {
  const { columns, layout } = index.memory
  const at = (type: number) => type * layout.sizes.companies + company
  const types = Array.from({ length: SETS }, (_, set) => set)
  return {
    recent: Uint32Array.from(types, (type) => columns.lastDay[at(type)]!),
    confidence: Uint8Array.from(types, (type) => columns.maxConfidence[at(type)]!),
    count: Uint32Array.from(types, (type) => columns.count[at(type)]!),
    strongest: Uint32Array.from({ length: TYPES + 1 }, (_, type) => columns.strongest[at(type)]!),
    newest: columns.recent[company]!,
  }
}

/** Checks that the greatest of every 32 keys is stored. */
function assertBlocks({ memory: { columns } }: LiveIndex): void {
  const { strongest, strongestBlocks } = columns
  for (const [block, greatest] of strongestBlocks.entries()) {
    assert.equal(greatest, Math.max(...strongest.subarray(32 * block, 32 * block + 32)))
  }
}

test('the summaries of a large company are those of its rows after every change, and each signal is there once', () => {
  const rows = 1_500
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          n: fc.oneof(fc.nat(rows + 20), fc.integer({ min: rows - 60, max: rows + 60 })),
          status: fc.constantFrom('active', 'closed', 'retracted'),
          confidence: fc.constantFrom(0, 0.5, 0.99, 1),
          occurredAt: fc.constantFrom(1_000, 5_000_000, 9_000_000),
        }),
        { maxLength: 60 },
      ),
      (changes) => {
        const index = new LiveIndex(built(rows), referenceKernel)
        const current = new Map(Array.from({ length: rows }, (_, n) => [n, signal(n)]))
        for (const { n, ...parts } of changes) {
          const changed = signal(n, parts)
          index.putSignal(0, changed)
          if (parts.status === 'retracted') current.delete(n)
          else current.set(n, changed)
          const { recent, confidence, count, strongest } = summariseRows(index.memory, index.rowsOf(0))
          const { hiring } = TYPE_NUMBER
          strongest[hiring] = weighedBySize(index.memory.columns, 0, strongest[hiring]!)
          assert.deepEqual(written(index, 0), {
            recent: recent.map((each) => (each === 0 ? 0 : Math.floor((each - 1) / 86_400) + 1)),
            confidence,
            count: count.map((each) => Math.min(255, each)),
            strongest,
            newest: Math.max(...recent),
          })
          assertBlocks(index)
        }
        const { columns } = index.memory
        const ids = [...index.rowsOf(0)].map((row) => `${columns.idHigh[row]} ${columns.idLow[row]}`)
        assert.deepEqual(ids.sort(), [...current.values()].map(({ id }) => `${idHighOf(id)} ${idLowOf(id)}`).sort())
      },
    ),
    { numRuns: 40 },
  )
})
