// Decides which companies entered or left which searches. The log says where to look: which companies, and which of their
// signals changed. The searches that this can affect are evaluated on the company as it is in memory. If that would change
// something, the company in the database decides; a later event about it is evaluated again and finds nothing new.

import type { Queryable } from '../../../db/index.ts'
import type { Definition } from '../searches/definition.ts'
import { type Member, type Pair, pairKey, readMembers, readMembersOf } from '../searches/watcher-queries.ts'
import { type CompanyChange, newChange } from './company-changes.ts'
import { CompanyState } from './company-state.ts'
import type { CompanyStates } from './company-states.ts'
import { type Decision, decidePairs } from './decide-pairs.ts'
import { type Concerned, concernedCompanies, findPairs } from './find-pairs.ts'
import { readCompanies, readFacts, readSignals, type WatchedCompany } from './read-companies.ts'
import type { SearchIndex } from './search-index.ts'

export interface Searches {
  readonly definitions: ReadonlyMap<number, Definition>
  readonly index: SearchIndex
}

/** When, and up to which position of the log. */
export interface Moment {
  /** Unix seconds. */
  readonly asOf: number
  readonly position: number
}

/** Some companies have many signals: this many are read at a time. */
const STEP_COMPANIES = 50

export async function decide(
  db: Queryable,
  { definitions, index }: Searches,
  states: CompanyStates,
  changes: ReadonlyMap<number, CompanyChange>,
  { asOf, position }: Moment,
): Promise<Decision[]> {
  if (definitions.size === 0 || changes.size === 0) return []
  const concerned = concernedCompanies(index, changes, asOf)
  const companies = await readWithSurvivors(db, concerned)
  const pairs: Pair[] = []
  for (const step of inSteps(companies)) {
    const read = await readStates(db, states, step)
    for (const company of step) {
      const { ordinal } = company
      const state = read.get(ordinal) as CompanyState
      pairs.push(...findPairs(index, { ...(concerned.get(ordinal) as Concerned), company, state }, asOf))
      states.put(ordinal, state)
    }
  }
  const decisions: Decision[] = []
  for (const step of inSteps([...Map.groupBy(pairs, ({ company }) => company)])) {
    const found = step.flatMap(([, ofCompany]) => ofCompany)
    const ordinals = step.map(([ordinal]) => ordinal)
    const members = await membersOf(db, found)
    const read = await readCompanies(db, ordinals)
    for (const [ordinal, { signals }] of read) states.put(ordinal, new CompanyState(signals))
    const changed = new Map(ordinals.map((ordinal) => [ordinal, (concerned.get(ordinal) as Concerned).change]))
    decisions.push(...(await decidePairs(db, found, { definitions, changes: changed, members, read, asOf, position })))
  }
  return decisions
}

/** The same for given companies of one search, for a sweep. */
export async function decideCompanies(
  db: Queryable,
  { definitions }: Searches,
  search: number,
  companies: readonly number[],
  { isLoud, asOf, position }: Moment & { readonly isLoud: boolean },
): Promise<Decision[]> {
  const pairs = companies.map((company) => ({ search, company }))
  const members = await membersOf(db, pairs)
  const changes = new Map(companies.map((company) => [company, { ...newChange(), isWhole: true, isLoud }]))
  const read = await readCompanies(db, companies)
  return decidePairs(db, pairs, { definitions, changes, members, read, asOf, position })
}

/** The facts of the companies as they are now. A merged company leads to the company that it was merged into. */
async function readWithSurvivors(db: Queryable, concerned: Map<number, Concerned>): Promise<WatchedCompany[]> {
  const companies: WatchedCompany[] = []
  for (let unread = [...concerned.keys()]; unread.length > 0; ) {
    const read = await readFacts(db, unread)
    companies.push(...read)
    unread = []
    for (const { ordinal, mergedInto } of read) {
      if (mergedInto === null || concerned.has(mergedInto)) continue
      const isLoud = concerned.get(ordinal)?.change.isLoud ?? false
      concerned.set(mergedInto, { change: { ...newChange(), isWhole: true, isLoud }, concerned: undefined })
      unread.push(mergedInto)
    }
  }
  return companies
}

/** From memory, or else from the database. */
async function readStates(
  db: Queryable,
  states: CompanyStates,
  companies: readonly WatchedCompany[],
): Promise<Map<number, CompanyState>> {
  const read = new Map<number, CompanyState>()
  const unread: number[] = []
  const withoutMembers: number[] = []
  for (const { ordinal } of companies) {
    const state = states.get(ordinal)
    if (state) read.set(ordinal, state)
    else unread.push(ordinal)
    if (!state?.members) withoutMembers.push(ordinal)
  }
  const [signals, members] = await Promise.all([readSignals(db, unread), readMembersOf(db, withoutMembers)])
  for (const ordinal of unread) read.set(ordinal, new CompanyState(signals.get(ordinal) ?? []))
  const searches = Map.groupBy(members, ({ company }) => company)
  for (const ordinal of withoutMembers) {
    read.get(ordinal)?.setMembers(new Set(searches.get(ordinal)?.map(({ search }) => search)))
  }
  return read
}

async function membersOf(db: Queryable, pairs: readonly Pair[]): Promise<Map<string, Member>> {
  return new Map((await readMembers(db, pairs)).map((member) => [pairKey(member), member]))
}

function* inSteps<T>(list: readonly T[]): Iterable<readonly T[]> {
  for (let i = 0; i < list.length; i += STEP_COMPANIES) yield list.slice(i, i + STEP_COMPANIES)
}
