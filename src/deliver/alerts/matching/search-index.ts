// Finds the saved searches that a change of a company can concern.
//
// Searches with the same text are one query here, and clauses with the same conditions are one clause, whatever their
// count. A clause is stored under keys of which a signal that satisfies it has at least one (clause-keys.ts), or under no
// key if its conditions give none. Two questions are answered:
//
// - Which queries can a changed signal concern? Those with a clause that it satisfies now and didn't before, or the other
//   way round.
// - Which queries can a company match? A query that matches needs a signal for each of its parts that are joined by AND or
//   THEN; of those, the part that the fewest signals meet decides. A query that can match without any signal, such as
//   `NOT hiring`, is always found.
//
// The evaluator's own `satisfies` decides whether a signal satisfies a clause; the keys only save calls.

import type { Signal } from '../../../meaning/signals/index.ts'
import { type Clause, clausesOf, type Query, satisfies } from '../../../query/index.ts'
import type { FilteredCompany } from '../../../search/index.ts'
import { type Definition, passes } from '../searches/definition.ts'
import { type CountAt, keysOfClause, keysOfCompany, keysOfFilters, keysOfSignal } from './clause-keys.ts'

export interface IndexedClause {
  readonly clause: Clause
  readonly keys: readonly string[]
  readonly rank: number
  /** The queries that it is part of. */
  readonly queries: Set<IndexedQuery>
  /** Those of them that need a signal that satisfies this clause or another one of their needed clauses. */
  readonly neededBy: Set<IndexedQuery>
}

export interface IndexedQuery {
  readonly query: Query
  /** By clause of the query. */
  readonly clauses: ReadonlyMap<Clause, IndexedClause>
  /** One of them must be satisfied. Undefined if the query can match without any signal. */
  readonly needed: readonly IndexedClause[] | undefined
  readonly definitions: Map<number, Definition>
  /** By a key that a company must have to pass the filters. */
  readonly byCompany: Map<string, Set<Definition>>
}

/** A signal that was added, or changed. */
export interface SignalChange {
  readonly before: Signal | undefined
  readonly after: Signal
}

/** The signals of a company, by the keys that the index has. */
export interface KeyedSignals {
  readonly byKey: ReadonlyMap<string, ReadonlyMap<string, readonly Signal[]>>
}

export class SearchIndex {
  /** By type and key. */
  readonly #clauses = new Map<string, Map<string, Set<IndexedClause>>>()
  readonly #interned = new Map<string, IndexedClause>()
  readonly #queries = new Map<string, IndexedQuery>()
  readonly #byNumber = new Map<number, IndexedQuery>()
  readonly #always = new Set<IndexedQuery>()
  readonly #ranked = new Set<number>()
  /** The keys of the lists that a company is on. */
  readonly #listsOf: (ordinal: number) => Iterable<string>
  #generation = 0

  constructor(listsOf: (ordinal: number) => Iterable<string>) {
    this.#listsOf = listsOf
  }

  /** Grows whenever a key is added, so that signals that were looked up before are looked up again. */
  get generation(): number {
    return this.#generation
  }

  /** Whether some search compares what every signal can change. */
  get hasRanked(): boolean {
    return this.#ranked.size > 0
  }

  queryOf(n: number): IndexedQuery | undefined {
    return this.#byNumber.get(n)
  }

  add(definition: Definition): void {
    this.remove(definition.n)
    const indexed = this.#queries.get(definition.text) ?? this.#addQuery(definition)
    indexed.definitions.set(definition.n, definition)
    this.#byNumber.set(definition.n, indexed)
    if (definition.followsRanks) this.#ranked.add(definition.n)
    for (const key of keysOfFilters(definition)) addTo(indexed.byCompany, key, definition)
  }

  remove(n: number): void {
    const indexed = this.#byNumber.get(n)
    const definition = indexed?.definitions.get(n)
    if (!indexed || !definition) return
    this.#byNumber.delete(n)
    this.#ranked.delete(n)
    indexed.definitions.delete(n)
    for (const key of keysOfFilters(definition)) removeFrom(indexed.byCompany, key, definition)
    if (indexed.definitions.size === 0) this.#removeQuery(definition.text, indexed)
  }

  /**
   * The queries that signals which were added or changed concern. A signal affects only how many satisfy a clause, and
   * the times of those in a sequence: nothing else of a change matters.
   */
  concernedBy(changes: readonly SignalChange[], asOf: number): Set<IndexedQuery> {
    const queries = new Set<IndexedQuery>()
    for (const { before, after } of changes) {
      const now = this.#satisfiedBy(after, asOf)
      const former = before ? this.#satisfiedBy(before, asOf) : new Set<IndexedClause>()
      const moved = before !== undefined && before.occurredAt !== after.occurredAt
      for (const clause of now.union(former)) {
        if (!moved && now.has(clause) && former.has(clause)) continue
        for (const query of clause.queries) queries.add(query)
      }
    }
    return queries
  }

  #satisfiedBy(signal: Signal, asOf: number): Set<IndexedClause> {
    const clauses = new Set<IndexedClause>()
    for (const [type, key] of this.keysOf(signal)) {
      for (const indexed of this.#clauses.get(type)?.get(key) ?? []) {
        if (!clauses.has(indexed) && satisfies(indexed.clause, signal, asOf)) clauses.add(indexed)
      }
    }
    return clauses
  }

  /** A superset of the queries that the signals of a company match. */
  find({ byKey }: KeyedSignals, asOf: number): Set<IndexedQuery> {
    const found = new Set(this.#always)
    const seen = new Set<IndexedClause>()
    for (const [type, signalsByKey] of byKey) {
      const clausesByKey = this.#clauses.get(type)
      for (const [key, signals] of signalsByKey) {
        for (const indexed of clausesByKey?.get(key) ?? []) {
          if (indexed.neededBy.size === 0 || seen.has(indexed)) continue
          if (!signals.some((signal) => satisfies(indexed.clause, signal, asOf))) continue
          seen.add(indexed)
          for (const query of indexed.neededBy) found.add(query)
        }
      }
    }
    return found
  }

  /** Under which keys of the index a signal is, with the type of the clauses there. */
  keysOf(signal: Signal): [type: string, key: string][] {
    const found: [string, string][] = []
    const keys = keysOfSignal(signal)
    for (const type of [signal.type, 'any']) {
      const clauses = this.#clauses.get(type)
      if (clauses) for (const key of keys) if (clauses.has(key)) found.push([type, key])
    }
    return found
  }

  /** The searches with this query whose filters the company passes. */
  *passing({ byCompany, definitions }: IndexedQuery, company: FilteredCompany): Iterable<Definition> {
    if (definitions.size === 1) {
      for (const definition of definitions.values()) if (passes(definition, company)) yield definition
      return
    }
    for (const key of [...keysOfCompany(company), ...this.#listsOf(company.ordinal)]) {
      for (const definition of byCompany.get(key) ?? []) if (passes(definition, company)) yield definition
    }
  }

  #addQuery({ text, query }: Definition): IndexedQuery {
    const clauseOf = (clause: Clause) => this.#intern(clause)
    const needed = neededPart(query, clauseOf)?.clauses
    const clauses = new Map(clausesOf(query).map((clause) => [clause, clauseOf(clause)]))
    const indexed = { query, clauses, needed, definitions: new Map(), byCompany: new Map() }
    this.#queries.set(text, indexed)
    for (const clause of clauses.values()) clause.queries.add(indexed)
    for (const clause of needed ?? []) clause.neededBy.add(indexed)
    if (!needed) this.#always.add(indexed)
    return indexed
  }

  #removeQuery(text: string, indexed: IndexedQuery): void {
    this.#queries.delete(text)
    this.#always.delete(indexed)
    for (const clause of new Set(indexed.clauses.values())) {
      clause.queries.delete(indexed)
      clause.neededBy.delete(indexed)
      if (clause.queries.size > 0) continue
      this.#interned.delete(nameOf(clause.clause))
      const byKey = this.#clauses.get(clause.clause.type)
      for (const key of clause.keys) if (byKey) removeFrom(byKey, key, clause)
    }
  }

  #intern(clause: Clause): IndexedClause {
    const known = this.#interned.get(nameOf(clause))
    if (known) return known
    const countAt: CountAt = (type, key) => this.#clauses.get(type)?.get(key)?.size ?? 0
    const { keys, rank } = keysOfClause(clause, countAt)
    const indexed = { clause, keys, rank, queries: new Set<IndexedQuery>(), neededBy: new Set<IndexedQuery>() }
    this.#interned.set(nameOf(clause), indexed)
    const byKey = this.#clauses.get(clause.type) ?? new Map<string, Set<IndexedClause>>()
    this.#clauses.set(clause.type, byKey)
    for (const key of keys) {
      if (!byKey.has(key)) this.#generation++
      addTo(byKey, key, indexed)
    }
    return indexed
  }
}

/** Clauses that the same signals satisfy have the same name. */
function nameOf({ count: _, step: __, ...rest }: Clause): string {
  return JSON.stringify(rest)
}

function addTo<V>(sets: Map<string, Set<V>>, key: string, value: V): void {
  const set = sets.get(key)
  if (set) set.add(value)
  else sets.set(key, new Set([value]))
}

function removeFrom<V>(sets: Map<string, Set<V>>, key: string, value: V): void {
  const set = sets.get(key)
  set?.delete(value)
  if (set?.size === 0) sets.delete(key)
}

/** Clauses of which at least one must be satisfied. `rank`: how few signals do. */
interface NeededPart {
  readonly clauses: readonly IndexedClause[]
  readonly rank: number
}

function neededPart(query: Query, clauseOf: (clause: Clause) => IndexedClause): NeededPart | undefined {
  const anyOf = (clauses: readonly Clause[]): NeededPart => {
    const indexed = clauses.map(clauseOf)
    return { clauses: indexed, rank: Math.min(...indexed.map(({ rank }) => rank)) }
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
      return best(query.of.map((part) => neededPart(part, clauseOf)))
    case 'or': {
      const parts = query.of.map((part) => neededPart(part, clauseOf))
      if (parts.includes(undefined)) return undefined
      const all = parts as NeededPart[]
      return { clauses: all.flatMap(({ clauses }) => clauses), rank: Math.min(...all.map(({ rank }) => rank)) }
    }
  }
}
