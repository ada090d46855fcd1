import { clausesOf } from '../../../query/index.ts'
import type { Evidence, Search } from '../../engine.ts'
import { closedDays } from '../layout/closed-days.ts'
import { PreparedClauses } from './clauses/prepared-clauses.ts'
import { passes } from './clauses/row-test.ts'
import type { SearchedIndex } from './clauses/searched-index.ts'
import type { Steps } from './clauses/steps.ts'
import { applyFilters } from './company-filters.ts'
import { BitsetEvaluation } from './evaluate.ts'

/** Each row costs much more than in a scan. */
const STEP_EVIDENCE_ROWS = 8_192

/** The input of a score: the matching companies, each with the signals that satisfy some clause. */
export function* evidenceSteps(
  index: SearchedIndex,
  { query, filters, asOf }: Pick<Search, 'query' | 'filters' | 'asOf'>,
): Steps<Omit<Evidence, 'position'>> {
  const prepared = new PreparedClauses(index, query, asOf)
  const { kernel, memory } = index
  const { columns, at } = memory
  const evaluation = new BitsetEvaluation(index, prepared)
  const bits = yield* evaluation.bitsOf(query)
  applyFilters(index, bits, filters)
  const ordinals = Int32Array.from(columns.counters.subarray(0, kernel.list(bits, evaluation.pool.bytes, at.counters)))
  const tests = (yield* prepared.all(clausesOf(query))).map(({ test, isEmpty }) => (isEmpty ? undefined : test))
  const starts = new Uint32Array(ordinals.length + 1)
  const occurredAt: number[] = []
  const confidence: number[] = []
  const closedDay: number[] = []
  const clauses: number[] = []
  const closedDayOf = closedDays(memory)
  let rows = 0
  for (const [i, ordinal] of ordinals.entries()) {
    for (const row of index.rowsOf(ordinal)) {
      if (++rows % STEP_EVIDENCE_ROWS === 0) yield
      let satisfied = 0
      for (const [bit, test] of tests.entries()) if (test && passes(columns, test, row)) satisfied |= 1 << bit
      if (satisfied === 0) continue
      occurredAt.push(columns.time[row]!)
      confidence.push(columns.confidence[row]!)
      closedDay.push(closedDayOf(row))
      clauses.push(satisfied)
    }
    starts[i + 1] = clauses.length
  }
  return {
    ordinals,
    starts,
    occurredAt: Float64Array.from(occurredAt),
    confidence: Uint8Array.from(confidence),
    closedDay: Uint16Array.from(closedDay),
    clauses: Uint32Array.from(clauses),
  }
}
