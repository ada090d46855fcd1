// The index of saved searches and the companies in memory against the evaluator: after each page of random events, every
// random search must have the company if and only if the evaluator says so. Faults that are planted in the index and in
// the memory must be found.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query, signal } from '../../../../test/harness/arbitraries.ts'
import fc, { PROPERTY_SEED } from '../../../../test/harness/fast-check.ts'
import { search } from '../../../../test/harness/search-worlds.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { toolNameKeys } from '../../../meaning/tools/index.ts'
import type { FieldKind } from '../../../meaning/types/index.ts'
import { wordsOf } from '../../../platform/text/normalise-text.ts'
import {
  type Clause,
  type Condition,
  comparableValue,
  DAY_SECONDS,
  fieldsOf,
  InvalidQuery,
  matches,
  printQuery,
  type Query,
  type Step,
} from '../../../query/index.ts'
import { withEquivalents } from '../../../query/tree/equivalents.ts'
import { withMeaning } from '../../../query/tree/presence.ts'
import type { CompanyFilters } from '../../../search/index.ts'
import type { LogEvent } from '../../../write/log/index.ts'
import { type Definition, definitionOf, passes } from '../searches/definition.ts'
import { changesOf } from './company-changes.ts'
import { CompanyState, type VersionedSignal } from './company-state.ts'
import { CompanyStates } from './company-states.ts'
import { concernedCompanies, findPairs } from './find-pairs.ts'
import type { WatchedCompany } from './read-companies.ts'
import { SearchIndex } from './search-index.ts'

const RUNS = Number(process.env.ALERT_INDEX_RUNS ?? 100)
/** Finds planted faults immediately. */
const FAULT_SEED = 1
const ORDINAL = 5
const AS_OF = 20 * DAY_SECONDS

interface AskedSearch {
  readonly query: Query
  readonly filters: CompanyFilters
  /** Whether it has an account list, and the company is on it. */
  readonly list: 'none' | 'with' | 'without'
}

/** A clause with conditions that the signal meets, or just fails to meet. */
function aimedAt(signal: Signal): fc.Arbitrary<Clause> {
  return fc
    .record({
      type: fc.constantFrom(signal.type, signal.type, signal.type, 'any' as const),
      picks: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 2 }),
      status: fc.constantFrom('any', 'any', 'active', 'closed', undefined),
      count: fc.constantFrom(undefined, undefined, { atLeast: 2 }, { atLeast: 1, atMost: 1 }),
    })
    .map(({ type, picks, status, count }) => {
      const conditions = picks.map(([field, op]) => conditionFrom(signal, type, field, op))
      return withMeaning({ node: 'clause', type, conditions, ...(count && { count }) }, status as 'any')
    })
}

function conditionFrom(signal: Signal, type: Clause['type'], fieldPick: number, opPick: number): Condition {
  const present = fieldsOf(type).filter(({ name, kind }) => kind !== 'duration' && valuesOf(signal, name).length > 0)
  const { name: field, kind, operators } = at(present, fieldPick)
  const value = at(valuesOf(signal, field), opPick)
  const op = at(operators, opPick)
  const base = { field, kind: kind as FieldKind }
  if (op === '~' || op === '~=') {
    const word = { text: at([...wordsOf(String(value)), 'none'], opPick >> 4), prefix: opPick % 5 === 0 }
    return { ...base, op, patterns: [{ phrase: false, words: [op === '~' ? withEquivalents(word) : word] }] }
  }
  if (op !== ':' && op !== '!:') return { ...base, op, value: value as number }
  return { ...base, op, values: field === 'tool' ? toolNameKeys(String(value)) : [comparableValue(value, base)] }
}

function valuesOf(signal: Signal, field: string): (string | number | boolean)[] {
  const common = { text: signal.label, confidence: signal.confidence, source: signal.source.name }
  const value = { ...signal.fields, ...common }[field]
  return value === undefined ? [] : [value].flat()
}

function at<T>(list: readonly T[], n: number): T {
  return list[n % list.length] as T
}

/** Queries of every shape of clauses that some of the signals satisfy, and wholly random ones. */
function askedSearch(signals: readonly Signal[]): fc.Arbitrary<AskedSearch> {
  const clause = fc.constantFrom(...signals).chain(aimedAt)
  const aimed = fc
    .tuple(clause, clause, fc.constantFrom('one', 'not', 'and', 'and not', 'or', 'or not', 'then'))
    .map(([a, b, shape]): Query => {
      const second: Query = shape.endsWith('not') ? { node: 'not', of: b } : b
      if (shape === 'one') return a
      if (shape === 'not') return second
      if (shape !== 'then') return { node: shape.slice(0, 3).trim() as 'and', of: [a, second] }
      const step = ({ count: _, ...rest }: Clause): Step => ({ clauses: [withMeaning({ ...rest, step: true }, 'any')] })
      return { node: 'sequence', steps: [step(a), step(b)] }
    })
  return fc.record({
    query: fc.oneof(
      { arbitrary: aimed, weight: 8 },
      search.map((each) => each.query),
      query,
    ),
    filters: fc.oneof(
      { arbitrary: fc.constant({}), weight: 2 },
      search.map((each) => each.filters),
    ),
    list: fc.constantFrom('none', 'none', 'none', 'with', 'without'),
  })
}

const facts = fc.record({
  hqCountry: fc.constantFrom('DE', 'GB', 'US', 'ZZ'),
  employeeCount: fc.constantFrom(0, 1, 50, 51, 1000),
  fundingStage: fc.constantFrom('pre_seed', 'seed', 'unknown') as fc.Arbitrary<WatchedCompany['fundingStage']>,
  industry: fc.constantFrom('logistics', 'unknown'),
  employerKind: fc.constantFrom('direct', 'agency', 'unknown') as fc.Arbitrary<WatchedCompany['employerKind']>,
})
const ranks = fc.record({ scoreTenths: fc.constantFrom(0, 50, 200), looked: fc.constantFrom(0, 1, 63) })

type Happening =
  | {
      readonly what: 'signal'
      readonly signal: Signal
      readonly key: number
      readonly ranks: typeof ranks extends fc.Arbitrary<infer R> ? R : never
    }
  | { readonly what: 'company'; readonly facts: typeof facts extends fc.Arbitrary<infer F> ? F : never }

const step: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('signal' as const), signal, key: fc.nat(3), ranks }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('company' as const), facts }) },
)

const page = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  /** The database has the next page already when this one is read. */
  isBehind: fc.boolean(),
  /** The company was last used too long ago. */
  isEvicted: fc.nat(3).map((dice) => dice === 0),
})

const world = fc.array(page, { minLength: 3, maxLength: 8 }).chain((pages) => {
  const signals = pages.flatMap(({ steps }) => steps.flatMap((each) => (each.what === 'signal' ? [each.signal] : [])))
  const asked =
    signals.length === 0 ? fc.constant([]) : fc.array(askedSearch(signals), { minLength: 12, maxLength: 12 })
  return fc.record({
    pages: fc.constant(pages),
    searches: asked,
    /** Saved when the company is in memory already. */
    later: asked,
  })
})

interface Parts {
  readonly index?: new (listsOf: (ordinal: number) => Iterable<string>) => SearchIndex
  readonly states?: new () => CompanyStates
}

/** The company after each page, and the events of the page. */
interface Moment {
  readonly company: WatchedCompany
  readonly signals: readonly VersionedSignal[]
  readonly events: readonly LogEvent[]
}

function replay({ searches, later, pages }: typeof world extends fc.Arbitrary<infer W> ? W : never, parts: Parts) {
  const index = new (parts.index ?? SearchIndex)(() => ['list=with'])
  const states = new (parts.states ?? CompanyStates)()
  const moments = momentsOf(pages)
  const stateOf = ({ signals }: Moment) => new CompanyState(signals, pages.length % 2 === 0 ? 1 : undefined)
  const definitions: Definition[] = []
  const members = new Set<number>()
  const save = (asked: readonly AskedSearch[], { company, signals }: Moment) => {
    for (const each of asked) {
      const definition = define(each, definitions.length)
      if (!definition) continue
      definitions.push(definition)
      index.add(definition)
      if (holds(definition, company, signals)) members.add(definition.n)
    }
    states.forgetMembers()
  }
  save(searches, moments[0] as Moment)
  let changes = 0
  for (const [i, { isBehind, isEvicted }] of pages.entries()) {
    // The first run of a search may see less than what is in memory: the search engine only has what the watcher has read.
    if (i === Math.floor(pages.length / 2)) save(later, moments[i] as Moment)
    const stored = (isBehind ? moments[i + 2] : undefined) ?? (moments[i + 1] as Moment)
    if (isEvicted) states.drop(ORDINAL)
    const { companies } = changesOf((moments[i + 1] as Moment).events, states, index)
    for (const [, concerned] of concernedCompanies(index, companies, AS_OF)) {
      const state = states.get(ORDINAL) ?? stateOf(stored)
      if (!state.members) state.setMembers(new Set(members))
      states.put(ORDINAL, state)
      const pairs = findPairs(index, { company: stored.company, ...concerned, state }, AS_OF)
      if (pairs.length === 0) continue
      states.put(ORDINAL, stateOf(stored))
      for (const { search } of pairs) {
        const definition = definitions[search] as Definition
        if (holds(definition, stored.company, stored.signals)) members.add(search)
        else members.delete(search)
        changes++
      }
      states.forgetMembers([ORDINAL])
    }
    if (isBehind) continue
    const { company, signals } = moments[i + 1] as Moment
    const expected = definitions.filter((each) => holds(each, company, signals)).map(({ n }) => n)
    const texts = (list: readonly number[]) => list.map((n) => `${n} ${definitions[n]?.text}`).sort()
    assert.deepEqual(texts([...members]), texts(expected), `page ${i}`)
  }
  return changes
}

function holds(definition: Definition, company: WatchedCompany, signals: readonly Signal[]): boolean {
  return passes(definition, company) && matches(definition.query, signals, AS_OF)
}

/** Some random trees can't be written as text. */
function define({ query, filters, list }: AskedSearch, n: number): Definition | undefined {
  const stored = {
    n,
    version: 1,
    teamId: '',
    query: printQuery(query),
    filters: {},
    listId: list === 'none' ? null : list,
  }
  const listed = list === 'none' ? undefined : new Set(list === 'with' ? [ORDINAL] : [])
  try {
    return definitionOf(stored, {} as never, filters, listed)
  } catch (error) {
    if (error instanceof InvalidQuery) return undefined
    throw error
  }
}

function momentsOf(pages: readonly (typeof page extends fc.Arbitrary<infer P> ? P : never)[]): Moment[] {
  let company: WatchedCompany = {
    ...{ ordinal: ORDINAL, hqCountry: 'ZZ', employeeCount: 0, fundingStage: 'unknown', industry: 'unknown' },
    ...{ employerKind: 'unknown', scoreTenths: 0, looked: 0, isRanked: true, mergedInto: null },
  }
  const signals = new Map<string, VersionedSignal>()
  const moments: Moment[] = [{ company, signals: [], events: [] }]
  let position = 0
  for (const { steps } of pages) {
    const events: LogEvent[] = []
    for (const each of steps) {
      const base = { position: ++position, quiet: false, companyOrdinal: ORDINAL, unix: 1 }
      if (each.what === 'company') {
        company = { ...company, ...each.facts }
        events.push({ ...base, kind: 'company', signalId: null, type: null, action: 'updated', image: null })
        continue
      }
      const id = `${each.signal.type} ${each.key}`
      const version = (signals.get(id)?.version ?? 0) + 1
      const changed = { ...each.signal, id, version }
      signals.set(id, changed)
      company = { ...company, ...each.ranks }
      const { id: _, type, ...image } = changed
      events.push({ ...base, kind: 'signal', signalId: id, type, action: version === 1 ? 'created' : 'updated', image })
    }
    moments.push({ company, signals: [...signals.values()].filter(({ status }) => status !== 'retracted'), events })
  }
  return moments
}

const check = (parts: Parts, numRuns: number, seed: number) => {
  let changes = 0
  fc.assert(
    fc.property(world, (each) => {
      changes += replay(each, parts)
    }),
    { numRuns, seed, endOnFailure: true },
  )
  return changes
}

test(`no search that an event concerns is missed (seed ${PROPERTY_SEED})`, () => {
  const changes = check({}, RUNS, PROPERTY_SEED)
  assert.ok(changes > RUNS, `only ${changes} changes`)
})

/** An index that doesn't see some keys of signals. */
const blindTo = (isUnseen: (type: string, key: string) => boolean) =>
  class extends SearchIndex {
    override keysOf(signal: Signal): [type: string, key: string][] {
      return super.keysOf(signal).filter(([type, key]) => !isUnseen(type, key))
    }
  }

const FAULTS: Record<string, Parts> = {
  'words are not looked up': { index: blindTo((_, key) => key.startsWith('~')) },
  'values of fields are not looked up': { index: blindTo((_, key) => /^[a-z]+=/i.test(key)) },
  'clauses without a key are not looked up': { index: blindTo((_, key) => key === '') },
  'clauses of any type are not looked up': { index: blindTo((type) => type === 'any') },
  'searches that match without signals are not found': {
    index: class extends SearchIndex {
      override find(...given: Parameters<SearchIndex['find']>) {
        return new Set([...super.find(...given)].filter(({ needed }) => needed))
      }
    },
  },
  'keys that are added later are not noticed': {
    index: class extends SearchIndex {
      override get generation() {
        return 1
      }
    },
  },
  'a signal is not compared with how it was': {
    states: class extends CompanyStates {
      override advance(...given: Parameters<CompanyStates['advance']>) {
        return { isKnown: super.advance(...given).isKnown }
      }
    },
  },
  'an event that was read already is taken for known': {
    states: class extends CompanyStates {
      override advance(...given: Parameters<CompanyStates['advance']>) {
        return { ...super.advance(...given), isKnown: true }
      }
    },
  },
}

for (const [fault, parts] of Object.entries(FAULTS)) {
  test(`a planted fault is found: ${fault}`, () => {
    assert.throws(() => check(parts, 500, FAULT_SEED), /Property failed/)
  })
}
