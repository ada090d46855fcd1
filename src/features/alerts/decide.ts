// Decides which companies entered or left which searches. The log says only where to look: a company is evaluated as it is
// in the database now. A later event about it is looked at again and finds nothing new.

import type { Queryable } from '../../db/index.ts'
import { type CompanyChange, newChange } from './company-changes.ts'
import { type Decision, decidePairs } from './decide-pairs.ts'
import { type Definition, passes } from './definition.ts'
import { readCompanies, readFacts } from './read-companies.ts'
import type { SearchIndex } from './search-index.ts'
import { type Member, type Pair, pairKey, readMembers, readMembersOf } from './watch-queries.ts'

export interface Searches {
  readonly definitions: ReadonlyMap<number, Definition>
  readonly index: SearchIndex
  /** Only the searches that follow ranks. */
  readonly byRank: SearchIndex
}

/** When, and up to which position of the log. */
export interface Moment {
  /** Unix seconds. */
  readonly asOf: number
  readonly position: number
}

export async function decide(
  db: Queryable,
  searches: Searches,
  changes: ReadonlyMap<number, CompanyChange>,
  { asOf, position }: Moment,
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
  if (survivors.size > 0) return decide(db, searches, new Map([...changes, ...survivors]), { asOf, position })

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
  return decidePairs(db, undecided, { definitions, changes, members, read, asOf, position })
}

/** The same for given companies of one search, for a sweep. */
export async function decideCompanies(
  db: Queryable,
  searches: Searches,
  search: number,
  companies: readonly number[],
  { isLoud, asOf, position }: Moment & { readonly isLoud: boolean },
): Promise<Decision[]> {
  const pairs = companies.map((company) => ({ search, company }))
  const members = new Map((await readMembers(db, pairs)).map((member) => [pairKey(member), member]))
  const changes = new Map(companies.map((company) => [company, { ...newChange(), isWhole: true, isLoud }]))
  const read = await readCompanies(db, companies)
  return decidePairs(db, pairs, { definitions: searches.definitions, changes, members, read, asOf, position })
}
