import { type CompareCondition, type Condition, type EqualCondition, meetsCondition } from '../../../../query/index.ts'
import type { Lexicon } from '../../layout/lexicon.ts'
import { dateNumber, MISSING } from '../../layout/values.ts'

/** Which values meet a condition. */
export interface ValueTest {
  /** By value: 1 if it meets the condition. */
  readonly passing: Uint8Array
  /** All of them, in order; undefined if there are too many to list. */
  readonly values: Uint32Array | readonly number[] | undefined
}

export function valueTest(condition: Condition, lexicon: Lexicon): ValueTest {
  if ('patterns' in condition) return oneOf(lexicon.matching(condition.patterns), lexicon)
  if ('value' in condition) return comparing(condition, lexicon)
  if (condition.kind === 'integer' || condition.kind === 'number') return equalNumbers(condition, lexicon)
  const equal = lexicon.equal(condition)
  return condition.op === ':' ? oneOf(equal, lexicon) : noneOf(equal, lexicon)
}

/** Returns the table of a test that is no longer needed. */
export function release({ passing, values }: ValueTest, lexicon: Lexicon): void {
  if (values) for (const value of values) passing[value] = 0
  else passing.fill(0)
  lexicon.spareTables.push(passing)
}

/** A table of zeros. Tables are reused, because the system would have to clear a new one for each condition. */
function takeTable({ spareTables, length }: Lexicon): Uint8Array {
  const spare = spareTables.pop()
  return spare && spare.length >= length ? spare : new Uint8Array(length + SPARE_VALUES)
}

/** Room for values that are added later. */
const SPARE_VALUES = 1_024

function oneOf(values: Uint32Array | readonly number[], lexicon: Lexicon): ValueTest {
  const passing = takeTable(lexicon)
  for (const value of values) passing[value] = 1
  return { passing, values }
}

/** A missing value passes. */
function noneOf(values: Uint32Array | readonly number[], lexicon: Lexicon): ValueTest {
  const passing = takeTable(lexicon).fill(1)
  for (const value of values) passing[value] = 0
  return { passing, values: undefined }
}

function equalNumbers(condition: EqualCondition, lexicon: Lexicon): ValueTest {
  const wanted = new Set(condition.values)
  const [equal, other] = condition.op === ':' ? [1, 0] : [0, 1]
  const passing = takeTable(lexicon)
  const numbers = lexicon.numbers()
  for (let i = 0; i < numbers.length; i++) passing[i] = wanted.has(numbers[i]!) ? equal : other
  passing[MISSING] = meetsCondition(condition, []) ? 1 : 0
  return { passing, values: undefined }
}

/** Dates are compared as the numbers that their digits form. A value that isn't a number compares with nothing. */
function comparing({ op, value, kind }: CompareCondition, lexicon: Lexicon): ValueTest {
  const bound = kind === 'date' ? dateNumber(String(value)) : Number(value)
  const passing = takeTable(lexicon)
  const numbers = lexicon.numbers()
  // One loop per operator, so that the operator isn't checked for every value.
  if (op === '>=') for (let i = 0; i < numbers.length; i++) passing[i] = Number(numbers[i]! >= bound)
  else if (op === '>') for (let i = 0; i < numbers.length; i++) passing[i] = Number(numbers[i]! > bound)
  else if (op === '<=') for (let i = 0; i < numbers.length; i++) passing[i] = Number(numbers[i]! <= bound)
  else for (let i = 0; i < numbers.length; i++) passing[i] = Number(numbers[i]! < bound)
  passing[MISSING] = 0
  return { passing, values: undefined }
}
