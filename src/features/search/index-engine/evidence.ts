import { clausesOf } from '../../query/index.ts'
import type { Evidence, Search } from '../engine.ts'
import { Clauses } from './clauses.ts'
import { Evaluation } from './evaluate.ts'
import type { LiveIndex } from './live-index.ts'
import { passes } from './row-test.ts'
import { listed, narrow } from './search.ts'

/** What a score is made of: the matching companies, and of each the signals that satisfy some clause. */
export function evidence(
  index: LiveIndex,
  { query, filters, asOf }: Pick<Search, 'query' | 'filters' | 'asOf'>,
): Omit<Evidence, 'position'> {
  const ready = new Clauses(index, query, asOf)
  const evaluation = new Evaluation(index, ready)
  const bits = evaluation.bitsOf(query)
  narrow(evaluation, bits, filters)
  const ordinals = Int32Array.from(listed(evaluation, bits))
  const { columns } = index.memory
  const tests = ready.all(clausesOf(query)).map(({ test, isEmpty }) => (isEmpty ? undefined : test))
  const starts = new Uint32Array(ordinals.length + 1)
  const occurredAt: number[] = []
  const confidence: number[] = []
  const clauses: number[] = []
  for (const [i, ordinal] of ordinals.entries()) {
    for (const row of index.rowsOf(ordinal)) {
      let met = 0
      for (const [bit, test] of tests.entries()) if (test && passes(columns, test, row)) met |= 1 << bit
      if (met === 0) continue
      occurredAt.push(columns.time[row]!)
      confidence.push(columns.confidence[row]!)
      clauses.push(met)
    }
    starts[i + 1] = clauses.length
  }
  return {
    ordinals,
    starts,
    occurredAt: Float64Array.from(occurredAt),
    confidence: Uint8Array.from(confidence),
    clauses: Uint32Array.from(clauses),
  }
}
