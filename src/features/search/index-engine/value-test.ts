import { type CompareCondition, type Condition, type EqualCondition, meets } from '../../query/index.ts'
import type { Lexicon } from './lexicon.ts'
import { MISSING } from './values.ts'

/** Which values meet a condition. */
export interface ValueTest {
  has(value: number): boolean
  /** All of them, in order; undefined where they are too many to name. */
  readonly values: Uint32Array | readonly number[] | undefined
}

export function valueTest(condition: Condition, lexicon: Lexicon): ValueTest {
  if (condition.op === '~') return among(lexicon.matching(condition.patterns), lexicon)
  if ('value' in condition) return comparing(condition, lexicon)
  if (condition.kind === 'integer' || condition.kind === 'number') return equalNumbers(condition, lexicon)
  const equal = among(lexicon.equal(condition), lexicon)
  if (condition.op === ':') return equal
  return { has: (value) => value === MISSING || !equal.has(value), values: undefined }
}

function among(values: Uint32Array | readonly number[], lexicon: Lexicon): ValueTest {
  if (values.length <= FEW) return { has: (value) => values.includes(value), values }
  const marked = new Uint8Array(lexicon.length)
  for (const value of values) marked[value] = 1
  return { has: (value) => marked[value] === 1, values }
}

const FEW = 4

function equalNumbers(condition: EqualCondition, lexicon: Lexicon): ValueTest {
  const has = (value: number) => meets(condition, value === MISSING ? [] : [lexicon.numberOf(value)])
  return { has, values: undefined }
}

/** Dates are compared as the number that their digits make. */
function comparing({ op, value, kind }: CompareCondition, lexicon: Lexicon): ValueTest {
  const bound = kind === 'date' ? Number(String(value).replaceAll('-', '')) : Number(value)
  const compare = COMPARISONS[op]
  return { has: (each) => each !== MISSING && compare(lexicon.numberOf(each), bound), values: undefined }
}

const COMPARISONS: Readonly<Record<CompareCondition['op'], (a: number, b: number) => boolean>> = {
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
}
