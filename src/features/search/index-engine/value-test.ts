import { type CompareCondition, type Condition, type EqualCondition, meets } from '../../query/index.ts'
import type { Lexicon } from './lexicon.ts'
import { MISSING } from './values.ts'

/** Which values meet a condition. */
export interface ValueTest {
  /** By value: 1 for those that do. */
  readonly passing: Uint8Array
  /** All of them, in order; undefined where they are too many to name. */
  readonly values: Uint32Array | readonly number[] | undefined
}

export function valueTest(condition: Condition, lexicon: Lexicon): ValueTest {
  if (condition.op === '~') return among(lexicon.matching(condition.patterns), lexicon)
  if ('value' in condition) return comparing(condition, lexicon)
  if (condition.kind === 'integer' || condition.kind === 'number') return equalNumbers(condition, lexicon)
  const equal = lexicon.equal(condition)
  return condition.op === ':' ? among(equal, lexicon) : notAmong(equal, lexicon)
}

/** To be called once nobody looks at the test any more. */
export function forget({ passing, values }: ValueTest, lexicon: Lexicon): void {
  if (values) for (const value of values) passing[value] = 0
  else passing.fill(0)
  lexicon.marks.push(passing)
}

/** All 0. They are used again: a new one for each condition would have to be cleared by the system. */
function marks({ marks, length }: Lexicon): Uint8Array {
  const used = marks.pop()
  return used && used.length >= length ? used : new Uint8Array(length + MORE_VALUES)
}

const MORE_VALUES = 1_024

function among(values: Uint32Array | readonly number[], lexicon: Lexicon): ValueTest {
  const passing = marks(lexicon)
  for (const value of values) passing[value] = 1
  return { passing, values }
}

/** A missing value is none of them. */
function notAmong(values: Uint32Array | readonly number[], lexicon: Lexicon): ValueTest {
  const passing = marks(lexicon).fill(1)
  for (const value of values) passing[value] = 0
  return { passing, values: undefined }
}

function equalNumbers(condition: EqualCondition, lexicon: Lexicon): ValueTest {
  const wanted = new Set(condition.values)
  const [found, others] = condition.op === ':' ? [1, 0] : [0, 1]
  const passing = marks(lexicon)
  const numbers = lexicon.numbers()
  for (let i = 0; i < numbers.length; i++) passing[i] = wanted.has(numbers[i]!) ? found : others
  passing[MISSING] = meets(condition, []) ? 1 : 0
  return { passing, values: undefined }
}

/** Dates are compared as the number that their digits make. What is no number compares with nothing. */
function comparing({ op, value, kind }: CompareCondition, lexicon: Lexicon): ValueTest {
  const bound = kind === 'date' ? Number(String(value).replaceAll('-', '')) : Number(value)
  const passing = marks(lexicon)
  const numbers = lexicon.numbers()
  // One loop for each sign: what is decided inside is decided for every value anew.
  if (op === '>=') for (let i = 0; i < numbers.length; i++) passing[i] = Number(numbers[i]! >= bound)
  else if (op === '>') for (let i = 0; i < numbers.length; i++) passing[i] = Number(numbers[i]! > bound)
  else if (op === '<=') for (let i = 0; i < numbers.length; i++) passing[i] = Number(numbers[i]! <= bound)
  else for (let i = 0; i < numbers.length; i++) passing[i] = Number(numbers[i]! < bound)
  passing[MISSING] = 0
  return { passing, values: undefined }
}
