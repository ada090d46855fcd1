// Keys by which saved searches are found: what a signal must have to satisfy a clause, such as a word or a tool, and what a
// company must have to pass the filters, such as its country.

import type { Signal } from '../../../meaning/signals/index.ts'
import { SIGNAL_DECLARATIONS, SIGNAL_TYPES } from '../../../meaning/types/index.ts'
import { equalityKey } from '../../../platform/text/normalise-text.ts'
import {
  type Clause,
  type Condition,
  cachedWordsOf,
  comparableValue,
  comparedFields,
  searchedTexts,
  sourceNames,
} from '../../../query/index.ts'
import type { FilteredCompany } from '../../../search/index.ts'
import type { Definition } from '../searches/definition.ts'
import { keyOfList } from '../searches/followed-lists.ts'

/** Every signal and every company has this key. */
export const NO_KEY = ''

export interface ClauseKeys {
  readonly keys: readonly string[]
  /** How selective the keys are, by their kind and by how many other clauses have them. */
  readonly rank: number
}

/** A word that many searches ask for is also in many job titles. */
export type CountAt = (type: string, key: string) => number

/** Keys of which a signal that satisfies the clause has at least one, from the condition that excludes the most signals. */
export function keysOfClause({ type, conditions }: Clause, countAt: CountAt): ClauseKeys {
  let best: ClauseKeys = { keys: [NO_KEY], rank: 0 }
  for (const condition of conditions) {
    const keys = keysOfCondition(condition)
    if (!keys) continue
    const count = keys.reduce((sum, key) => sum + countAt(type, key), 0)
    const rank = rankOf(condition) + 1 / (2 + count)
    if (rank > best.rank) best = { keys: [...new Set(keys)], rank }
  }
  return best
}

function rankOf({ op, kind }: Condition): number {
  if (op === '~' || op === '~=') return 4
  return kind === 'text' || kind === 'texts' || kind === 'slug' ? 3 : 1
}

/** Undefined if signals without any common key can meet the condition. */
function keysOfCondition(condition: Condition): readonly string[] | undefined {
  const { field, op } = condition
  if (op === '~' || op === '~=') {
    const keys: string[] = []
    for (const { words } of condition.patterns) {
      const whole = words.filter(({ prefix }) => !prefix)
      const longest = whole.sort((a, b) => b.text.length - a.text.length)[0]
      if (!longest) return undefined
      keys.push(`~${longest.text}`, ...(longest.same ?? []).map(([first = '']) => `~${first}`))
    }
    return keys
  }
  if (op !== ':' || field === 'status' || field === 'confidence') return undefined
  return condition.values.map((value) => `${field}=${value}`)
}

/** By type: its fields, and for each the fields whose values a condition on it compares. */
const COMPARED = new Map(
  SIGNAL_TYPES.map((type) => [
    type,
    SIGNAL_DECLARATIONS[type].fields.map(({ name, kind }) => ({
      name,
      kind,
      compared: comparedFields({ field: name, op: ':' }),
    })),
  ]),
)

export function keysOfSignal(signal: Signal): Set<string> {
  const keys = new Set<string>([NO_KEY])
  const sources = sourceNames(signal)
  for (const text of [...searchedTexts(signal), ...sources])
    for (const word of cachedWordsOf(text)) keys.add(`~${word}`)
  for (const name of sources) keys.add(`source=${equalityKey(name)}`)
  for (const { name, kind, compared } of COMPARED.get(signal.type) ?? []) {
    for (const field of compared) {
      for (const value of valuesOf(signal, field)) keys.add(`${name}=${comparableValue(value, { kind })}`)
    }
  }
  return keys
}

function valuesOf({ fields }: Signal, name: string): readonly (string | number | boolean)[] {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined) return []
  return typeof value === 'object' ? value : [value]
}

/** More keys for one search than this cost more than they save. */
const MAX_LISTED = 500

/** Keys of which a company that passes the filters has one, from the narrowest filter. */
export function keysOfFilters({ only, listId, filters }: Definition): readonly string[] {
  if (listId !== null) return [keyOfList(listId)]
  if (only && only.size <= MAX_LISTED) return [...only].map((ordinal) => `company=${ordinal}`)
  if (filters.industries?.length) return filters.industries.map((industry) => `industry=${industry}`)
  if (filters.countries?.length) return filters.countries.map((country) => `country of company=${country}`)
  if (filters.fundingStages?.length) return filters.fundingStages.map((stage) => `stage=${stage}`)
  return [NO_KEY]
}

/** The keys of its lists are not among them. */
export function keysOfCompany({ ordinal, industry, hqCountry, fundingStage }: FilteredCompany): string[] {
  return [
    ...[NO_KEY, `company=${ordinal}`, `industry=${industry}`],
    ...[`country of company=${hqCountry}`, `stage=${fundingStage}`],
  ]
}
