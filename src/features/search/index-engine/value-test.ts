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

function among(values: Uint32Array | readonly number[], lexicon: Lexicon): ValueTest {
  const passing = new Uint8Array(lexicon.length)
  for (const value of values) passing[value] = 1
  return { passing, values }
}

/** A missing value is none of them. */
function notAmong(values: Uint32Array | readonly number[], lexicon: Lexicon): ValueTest {
  const passing = new Uint8Array(lexicon.length).fill(1)
  for (const value of values) passing[value] = 0
  return { passing, values: undefined }
}

function equalNumbers(condition: EqualCondition, lexicon: Lexicon): ValueTest {
  const wanted = new Set(condition.values)
  const [found, others] = condition.op === ':' ? [1, 0] : [0, 1]
  const passing = new Uint8Array(lexicon.length)
  const numbers = lexicon.numbers()
  for (let i = 0; i < numbers.length; i++) passing[i] = wanted.has(numbers[i]!) ? found : others
  passing[MISSING] = meets(condition, []) ? 1 : 0
  return { passing, values: undefined }
}

/** Dates are compared as the number that their digits make. What is no number compares with nothing. */
function comparing({ op, value, kind }: CompareCondition, lexicon: Lexicon): ValueTest {
  const bound = kind === 'date' ? Number(String(value).replaceAll('-', '')) : Number(value)
  const passing = new Uint8Array(lexicon.length)
  const numbers = lexicon.numbers()
  const isUpwards = op === '>=' || op === '>'
  const isInclusive = op === '>=' || op === '<='
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!
    if (isUpwards ? number > bound : number < bound) passing[i] = 1
    else if (isInclusive && number === bound) passing[i] = 1
  }
  passing[MISSING] = 0
  return { passing, values: undefined }
}
