// Finds the saved searches that a signal can concern. Each clause of a search is stored under one key that a signal must
// have to satisfy it: a word, a tool, a value, or a fact of the company. A clause without such a key is stored under its
// type alone. What is found this way is checked by the evaluator's own `satisfies`, so the result is exact for a signal.
//
// A search can match a company only if one of the company's signals satisfies one of its clauses, or if it matches a
// company without signals (`matchesNothing`): the evaluator sees nothing but which signals satisfy which clauses.

import { equalityKey, wordsOf } from '../../platform/normalise-text.ts'
import {
  type Clause,
  type Condition,
  clausesOf,
  comparableValue,
  satisfies,
  searchedTexts,
  sourceNames,
} from '../query/index.ts'
import type { FilteredCompany } from '../search/index.ts'
import { SIGNAL_DECLARATIONS, type Signal } from '../signals/index.ts'
import type { Definition } from './definition.ts'
import { keyOfList } from './followed-lists.ts'

interface Entry {
  readonly n: number
  readonly clause: Clause
}

const NO_KEY = ''
const TOOL_FIELDS = ['tool', 'product', 'family'] as const

export class SearchIndex {
  /** By `type key`. */
  readonly #entries = new Map<string, Entry[]>()
  readonly #definitions = new Map<number, Definition>()
  readonly #matchNothing = new Set<number>()

  /** The keys of the lists that a company is on. */
  readonly #listsOf: (ordinal: number) => Iterable<string>

  constructor(listsOf: (ordinal: number) => Iterable<string> = () => []) {
    this.#listsOf = listsOf
  }

  get size(): number {
    return this.#definitions.size
  }

  add(definition: Definition): void {
    this.remove(definition.n)
    this.#definitions.set(definition.n, definition)
    if (definition.matchesNothing) this.#matchNothing.add(definition.n)
    for (const [place, entry] of placesOf(definition)) {
      const entries = this.#entries.get(place)
      if (entries) entries.push(entry)
      else this.#entries.set(place, [entry])
    }
  }

  remove(n: number): void {
    const definition = this.#definitions.get(n)
    if (!definition) return
    this.#definitions.delete(n)
    this.#matchNothing.delete(n)
    for (const place of new Set(placesOf(definition).map(([each]) => each))) {
      const left = (this.#entries.get(place) ?? []).filter((entry) => entry.n !== n)
      if (left.length > 0) this.#entries.set(place, left)
      else this.#entries.delete(place)
    }
  }

  /** Adds the searches with a clause that the signal satisfies. */
  findBySignal(signal: Signal, company: FilteredCompany, asOf: number, found: Set<number>): void {
    const keys = [NO_KEY, ...keysOfSignal(signal), ...keysOfCompany(company), ...this.#listsOf(company.ordinal)]
    for (const type of [signal.type, 'any']) {
      for (const key of keys) {
        for (const { n, clause } of this.#entries.get(`${type} ${key}`) ?? []) {
          if (!found.has(n) && satisfies(clause, signal, asOf)) found.add(n)
        }
      }
    }
  }

  /** Every search that a company with these signals can match. */
  findByCompany(signals: readonly Signal[], company: FilteredCompany, asOf: number): Set<number> {
    const found = new Set(this.#matchNothing)
    for (const signal of signals) this.findBySignal(signal, company, asOf, found)
    return found
  }
}

function placesOf(definition: Definition): [place: string, entry: Entry][] {
  const ofCompany = companyKeys(definition)
  return clausesOf(definition.query).flatMap((clause) => {
    const keys = bestKeys(clause, ofCompany)
    const entry = { n: definition.n, clause }
    return [...new Set(keys)].map((key): [string, Entry] => [`${clause.type} ${key}`, entry])
  })
}

/** Keys of which a signal that satisfies the clause has at least one, from the condition that excludes the most signals. */
function bestKeys(clause: Clause, ofCompany: readonly string[] | undefined): readonly string[] {
  const given = clause.conditions.map((condition) => ({ condition, keys: keysOfCondition(condition) }))
  const words = given.find(({ condition: { op }, keys }) => keys && (op === '~' || op === '~='))
  const texts = given.find(({ condition: { kind }, keys }) => keys && (kind === 'text' || kind === 'texts'))
  const slugs = given.find(({ condition: { kind }, keys }) => keys && kind === 'slug')
  const any = given.find(({ keys }) => keys)
  return words?.keys ?? texts?.keys ?? slugs?.keys ?? ofCompany ?? any?.keys ?? [NO_KEY]
}

/** Undefined if signals without any common key can meet the condition. */
function keysOfCondition(condition: Condition): readonly string[] | undefined {
  const { field, kind, op } = condition
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
  if (field === 'tool') return condition.values.map((value) => `tool=${value}`)
  return condition.values.map((value) => `${field}=${kind}=${value}`)
}

function keysOfSignal(signal: Signal): Set<string> {
  const keys = new Set<string>()
  const sources = sourceNames(signal)
  for (const text of [...searchedTexts(signal), ...sources]) for (const word of wordsOf(text)) keys.add(`~${word}`)
  for (const name of sources) keys.add(`source=text=${equalityKey(name)}`)
  for (const { name, kind } of SIGNAL_DECLARATIONS[signal.type].fields) {
    for (const value of valuesOf(signal, name)) keys.add(`${name}=${kind}=${comparableValue(value, { kind })}`)
  }
  if (signal.type === 'tool') {
    for (const name of TOOL_FIELDS) {
      for (const value of valuesOf(signal, name)) keys.add(`tool=${equalityKey(String(value))}`)
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
