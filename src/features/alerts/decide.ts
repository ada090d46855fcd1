// Decides which companies entered or left which searches. The log says only where to look: a company is evaluated as it is
// in the database now. A later event about it is looked at again and finds nothing new.

import type { Queryable } from '../../db/index.ts'
import { matchAt, type Ranked, ranking } from '../query/index.ts'
import { publicSignal, type Signal } from '../signals/index.ts'
import { type CompanyChange, newChange } from './company-changes.ts'
import { type Definition, passes } from './definition.ts'
import { type ReadCompany, readCompanies, readFacts } from './read-companies.ts'
import type { SearchIndex } from './search-index.ts'
import { type Member, type Pair, pairKey, readMembers, readMembersOf } from './watch-queries.ts'

export interface Searches {
  readonly definitions: ReadonlyMap<number, Definition>
  readonly index: SearchIndex
  /** Only the searches that follow ranks. */
  readonly byRank: SearchIndex
}

export interface Decision extends Pair {
  readonly version: number
  readonly action: 'entered' | 'left'
  readonly isLoud: boolean
  readonly match: number | null
  readonly signals: readonly unknown[]
  /** When it left the last time, in Unix seconds. */
  readonly leftAt: number | null
  /** The search had a company from which the signals came. */
  readonly isMoved: boolean
}

const MAX_SIGNALS = 5

export async function decide(
  db: Queryable,
  searches: Searches,
  changes: ReadonlyMap<number, CompanyChange>,
  asOf: number,
): Promise<Decision[]> {
  const { definitions, index, byRank } = searches
  if (definitions.size === 0 || changes.size === 0) return []
  const ordinals = [...changes.keys()]
  const isRead = ([, { isWhole }]: [number, CompanyChange]) => isWhole || byRank.size > 0
  const read = await readCompanies(
    db,
    [...changes].filter(isRead).map(([ordinal]) => ordinal),
  )
  const facts = await readFacts(
    db,
    ordinals.filter((ordinal) => !read.has(ordinal)),
  )
  const companyOf = (ordinal: number) => read.get(ordinal)?.company ?? facts.get(ordinal)

  const candidates = new Map<string, Pair>()
  const add = (search: number, company: number) => {
    const pair = { search, company }
    if (definitions.has(search)) candidates.set(pairKey(pair), pair)
  }
  const survivors = new Map<number, CompanyChange>()
  for (const [ordinal, change] of changes) {
    const company = companyOf(ordinal)
    if (!company) continue
    if (company.mergedInto !== null && !changes.has(company.mergedInto)) {
      survivors.set(company.mergedInto, { ...newChange(), isWhole: true, isLoud: change.isLoud })
    }
    if (!company.isRanked) continue
    const { signals = [] } = read.get(ordinal) ?? {}
    const found = change.isWhole ? index.findByCompany(signals, company, asOf) : new Set<number>()
    if (!change.isWhole) {
      for (const signal of change.created) index.findBySignal(signal, company, asOf, found)
      if (byRank.size > 0) for (const n of byRank.findByCompany(signals, company, asOf)) found.add(n)
    }
    for (const n of found) add(n, ordinal)
  }
  if (survivors.size > 0) return decide(db, searches, new Map([...changes, ...survivors]), asOf)

  // Whoever may leave: a company that lost or changed something, and one whose rank changed.
  const members = new Map<string, Member>()
  for (const member of await readMembersOf(
    db,
    ordinals.filter((ordinal) => read.has(ordinal) || !facts.has(ordinal)),
  )) {
    members.set(pairKey(member), member)
    const isWhole = changes.get(member.company)?.isWhole
    if (isWhole || definitions.get(member.search)?.followsRanks) add(member.search, member.company)
  }
  for (const member of await readMembers(db, [...candidates.values()])) members.set(pairKey(member), member)

  const undecided = [...candidates.values()].filter(({ search, company: ordinal }) => {
    const definition = definitions.get(search) as Definition
    const isMember = members.get(pairKey({ search, company: ordinal }))?.leftAt === null
    const company = companyOf(ordinal)
    if (!isMember) return company !== undefined && passes(definition, company)
    return changes.get(ordinal)?.isWhole || !definition.grows || definition.followsRanks
  })
  const missing = new Set(undecided.map(({ company }) => company).filter((ordinal) => !read.has(ordinal)))
  for (const [ordinal, each] of await readCompanies(db, [...missing])) read.set(ordinal, each)
  return decideAll(db, undecided, { searches, changes, members, read, asOf })
}

/** The same for given companies of one search, for a sweep. */
export async function decideCompanies(
  db: Queryable,
  searches: Searches,
  search: number,
  companies: readonly number[],
  { isLoud, asOf }: { isLoud: boolean; asOf: number },
): Promise<Decision[]> {
  const pairs = companies.map((company) => ({ search, company }))
  const members = new Map((await readMembers(db, pairs)).map((member) => [pairKey(member), member]))
  const changes = new Map(companies.map((company) => [company, { ...newChange(), isWhole: true, isLoud }]))
  return decideAll(db, pairs, { searches, changes, members, read: await readCompanies(db, companies), asOf })
}

interface Known {
  readonly searches: Searches
  readonly changes: ReadonlyMap<number, CompanyChange>
  readonly members: ReadonlyMap<string, Member>
  readonly read: ReadonlyMap<number, ReadCompany>
  readonly asOf: number
}

async function decideAll(db: Queryable, pairs: readonly Pair[], known: Known): Promise<Decision[]> {
  const evaluate = evaluator(known)
  const decisions: Decision[] = []
  for (const pair of pairs) {
    const definition = known.searches.definitions.get(pair.search) as Definition
    const member = known.members.get(pairKey(pair))
    const wasMember = member !== undefined && member.leftAt === null
    const ranked = evaluate(definition, pair.company)
    if ((ranked !== undefined) === wasMember) continue
    const change = known.changes.get(pair.company) ?? newChange()
    const base = { ...pair, version: definition.version, isLoud: change.isLoud, leftAt: member?.leftAt ?? null }
    decisions.push(
      ranked
        ? {
            ...base,
            action: 'entered',
            match: matchAt(ranked.matchKey, known.asOf),
            signals: ranked.shown.map(publicSignal),
            isMoved: false,
          }
        : { ...base, action: 'left', match: null, signals: causesOf(definition, change.changed), isMoved: false },
    )
  }
  return markMoved(db, decisions, known)
}

/** Searches with the same query have one evaluation for a company. */
function evaluator({ read, asOf }: Known) {
  const done = new Map<number, Map<string, Ranked | undefined>>()
  return (definition: Definition, ordinal: number): Ranked | undefined => {
    const found = read.get(ordinal)
    if (!found?.company.isRanked || !passes(definition, found.company)) return undefined
    const ofCompany = done.get(ordinal) ?? new Map<string, Ranked | undefined>()
    done.set(ordinal, ofCompany)
    if (!ofCompany.has(definition.text)) {
      ofCompany.set(definition.text, ranking(definition.query, found.signals, asOf, MAX_SIGNALS))
    }
    return ofCompany.get(definition.text)
  }
}

/** The changed signals of the types that the query speaks of, newest first. */
function causesOf({ types }: Definition, changed: readonly Signal[]): unknown[] {
  const last = new Map(changed.map((signal) => [signal.id, signal]))
  const causes = [...last.values()].filter(({ type }) => types.has('any') || types.has(type))
  return causes
    .sort((a, b) => b.occurredAt - a.occurredAt)
    .slice(0, MAX_SIGNALS)
    .map(publicSignal)
}

/** An entry of a company whose signals came from one that the search had is no news. */
async function markMoved(db: Queryable, decisions: readonly Decision[], { changes }: Known): Promise<Decision[]> {
  const entered = decisions.filter(({ action }) => action === 'entered')
  const formerOf = new Map<number, Set<number>>()
  for (const { company } of entered) formerOf.set(company, new Set(changes.get(company)?.movedFrom))
  for (const { ordinal, into } of await readMerged(db, [...formerOf.keys()])) formerOf.get(into)?.add(ordinal)
  const pairs = entered.flatMap(({ search, company }) =>
    [...(formerOf.get(company) ?? [])].map((former) => ({ search, company: former })),
  )
  const had = await readMembers(db, pairs)
  const isHad = new Set(had.filter(({ leftAt }) => leftAt === null).map(pairKey))
  return decisions.map((decision) => {
    const { search, company, action } = decision
    const former = action === 'entered' ? [...(formerOf.get(company) ?? [])] : []
    return { ...decision, isMoved: former.some((each) => isHad.has(pairKey({ search, company: each }))) }
  })
}

async function readMerged(db: Queryable, into: readonly number[]): Promise<{ ordinal: number; into: number }[]> {
  if (into.length === 0) return []
  const { rows } = await db.query<{ ordinal: number; into: number }>(
    `select ordinal, merged_into as "into" from companies where merged_into = any($1::int[])`,
    [into],
  )
  return rows
}
