// Finds the saved searches that a company can match. A search that matches needs at least one signal for each of its parts
// that are joined by AND or THEN; the part that the fewest signals meet is stored here, under one key that a signal must
// have to meet it, such as a word or a tool, and one that the company must have to pass the filters, such as its country.
// A part without such a key is stored under its type alone. So for a company, its signals are looked up, and a search is
// found only if one of them satisfies a clause of that part, by the evaluator's own `satisfies`, and if the company passes
// the filters.
//
// A search that can match without any signal, such as `NOT hiring`, is always found.

import { equalityKey } from '../../platform/normalise-text.ts'
import {
  type Clause,
  type Condition,
  cachedWordsOf,
  comparableValue,
  comparedFields,
  type Query,
  satisfies,
  searchedTexts,
  sourceNames,
} from '../query/index.ts'
import type { FilteredCompany } from '../search/index.ts'
import { SIGNAL_DECLARATIONS, SIGNAL_TYPES, type Signal } from '../signals/index.ts'
import { type Definition, passes } from './definition.ts'
import { keyOfList } from './followed-lists.ts'

interface Entry {
  readonly definition: Definition
  readonly clause: Clause
}

/** The entries of a key, by the company key that they also need. */
type Bucket = Map<string, Entry[]>

const NO_KEY = ''

export class SearchIndex {
  /** By type and key. */
  readonly #buckets = new Map<string, Map<string, Bucket>>()
  /** Where each search is stored. */
  readonly #places = new Map<number, readonly Place[]>()
  readonly #always = new Map<number, Definition>()
  /** The keys of the lists that a company is on. */
  readonly #listsOf: (ordinal: number) => Iterable<string>

  constructor(listsOf: (ordinal: number) => Iterable<string>) {
    this.#listsOf = listsOf
  }

  add(definition: Definition): void {
    this.remove(definition.n)
    const places = placesOf(definition, (type, key) => this.#countAt(type, key))
    if (!places) this.#always.set(definition.n, definition)
    this.#places.set(definition.n, places ?? [])
    for (const { key, ofCompany, entry } of places ?? []) {
      const ofType = this.#buckets.get(entry.clause.type) ?? new Map<string, Bucket>()
      this.#buckets.set(entry.clause.type, ofType)
      const bucket = ofType.get(key) ?? new Map<string, Entry[]>()
      ofType.set(key, bucket)
      const entries = bucket.get(ofCompany)
      if (entries) entries.push(entry)
      else bucket.set(ofCompany, [entry])
    }
  }

  remove(n: number): void {
    const places = this.#places.get(n) ?? []
    this.#places.delete(n)
    this.#always.delete(n)
    for (const { key, ofCompany, entry } of places) {
      const ofType = this.#buckets.get(entry.clause.type)
      const bucket = ofType?.get(key)
      const left = bucket?.get(ofCompany)?.filter((each) => each.definition.n !== n) ?? []
      if (left.length > 0) bucket?.set(ofCompany, left)
      else bucket?.delete(ofCompany)
      if (bucket?.size === 0) ofType?.delete(key)
    }
  }

  /** A superset of the searches that the company matches. */
  find(company: FilteredCompany, signals: readonly Signal[], asOf: number): Set<number> {
    const found = new Set<number>()
    for (const [n, definition] of this.#always) if (passes(definition, company)) found.add(n)
    const ofCompany = [NO_KEY, ...keysOfCompany(company), ...this.#listsOf(company.ordinal)]
    for (const signal of signals) {
      const keys = [NO_KEY, ...keysOfSignal(signal)]
      for (const ofType of [this.#buckets.get(signal.type), this.#buckets.get('any')]) {
        if (!ofType) continue
        for (const key of keys) {
          const bucket = ofType.get(key)
          if (!bucket) continue
          for (const each of ofCompany) this.#findAmong(bucket.get(each), signal, company, asOf, found)
        }
      }
    }
    return found
  }

  /** How many clauses are stored under a key. */
  #countAt(type: string, key: string): number {
    let count = 0
    for (const entries of this.#buckets.get(type)?.get(key)?.values() ?? []) count += entries.length
    return count
  }

  #findAmong(
    entries: readonly Entry[] | undefined,
    signal: Signal,
    company: FilteredCompany,
    asOf: number,
    found: Set<number>,
  ): void {
    for (const { definition, clause } of entries ?? []) {
      if (found.has(definition.n) || !passes(definition, company)) continue
      if (satisfies(clause, signal, asOf)) found.add(definition.n)
    }
  }
}

/** A word that many searches ask for is in many job titles, too. */
type CountAt = (type: string, key: string) => number

interface Place {
  readonly key: string
  readonly ofCompany: string
  readonly entry: Entry
}

/** Undefined if the search can match without any signal. */
function placesOf(definition: Definition, countAt: CountAt): Place[] | undefined {
  const ofCompany = companyKeys(definition) ?? [NO_KEY]
  return neededPart(definition.query, countAt)?.clauses.flatMap(({ clause, keys }) =>
    [...new Set(keys)].flatMap((key) =>
      ofCompany.map((each): Place => ({ key, ofCompany: each, entry: { definition, clause } })),
    ),
  )
}

/**
 * Clauses of which at least one must be satisfied. `rank`: how few signals do, by the kind of their keys and by how many
 * other searches have them.
 */
interface NeededPart {
  readonly clauses: readonly { readonly clause: Clause; readonly keys: readonly string[] }[]
  readonly rank: number
}

function neededPart(query: Query, countAt: CountAt): NeededPart | undefined {
  const anyOf = (clauses: readonly Clause[]): NeededPart => {
    const keyed = clauses.map((clause) => ({ clause, ...bestKeys(clause, countAt) }))
    return { clauses: keyed, rank: Math.min(...keyed.map(({ rank }) => rank)) }
  }
  const best = (parts: readonly (NeededPart | undefined)[]) =>
    parts.reduce((one, other) => (!one || (other && other.rank > one.rank) ? other : one), undefined)
  switch (query.node) {
    case 'clause':
      return anyOf([query])
    case 'sequence':
      return best(query.steps.map(({ clauses }) => anyOf(clauses)))
    case 'not':
      return undefined
    case 'and':
      return best(query.of.map((part) => neededPart(part, countAt)))
    case 'or': {
      const parts = query.of.map((part) => neededPart(part, countAt))
      if (parts.includes(undefined)) return undefined
      const all = parts as NeededPart[]
      return { clauses: all.flatMap(({ clauses }) => clauses), rank: Math.min(...all.map(({ rank }) => rank)) }
    }
  }
}

/** Keys of which a signal that satisfies the clause has at least one, from the condition that excludes the most signals. */
function bestKeys(clause: Clause, countAt: CountAt): { keys: readonly string[]; rank: number } {
  const given = clause.conditions.flatMap((condition) => {
    const keys = keysOfCondition(condition)
    if (!keys) return []
    const count = keys.reduce((sum, key) => sum + countAt(clause.type, key), 0)
    return [{ keys, rank: rankOf(condition) + 1 / (2 + count) }]
  })
  return given.sort((a, b) => b.rank - a.rank)[0] ?? { keys: [NO_KEY], rank: 0 }
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

/** By type: its fields, and for each those whose values a condition on it compares. */
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

function keysOfSignal(signal: Signal): Set<string> {
  const keys = new Set<string>()
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
function companyKeys({ only, listId, filters }: Definition): readonly string[] | undefined {
  if (listId !== null) return [keyOfList(listId)]
  if (only && only.size <= MAX_LISTED) return [...only].map((ordinal) => `company=${ordinal}`)
  if (filters.industries?.length) return filters.industries.map((industry) => `industry=${industry}`)
  if (filters.countries?.length) return filters.countries.map((country) => `country of company=${country}`)
  if (filters.fundingStages?.length) return filters.fundingStages.map((stage) => `stage=${stage}`)
  return undefined
}

function keysOfCompany({ ordinal, industry, hqCountry, fundingStage }: FilteredCompany): readonly string[] {
  return [`company=${ordinal}`, `industry=${industry}`, `country of company=${hqCountry}`, `stage=${fundingStage}`]
}
