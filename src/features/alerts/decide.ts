// Decides which companies entered or left which searches. The log says only where to look: a company is evaluated as it is
// in the database now. A later event about it is looked at again and finds nothing new.

import type { Queryable } from '../../db/index.ts'
import { satisfies } from '../query/index.ts'
import type { Signal } from '../signals/index.ts'
import { type CompanyChange, newChange } from './company-changes.ts'
import { type Decision, decidePairs } from './decide-pairs.ts'
import type { Definition } from './definition.ts'
import { readCompanies } from './read-companies.ts'
import type { SearchIndex } from './search-index.ts'
import { type Pair, pairKey, readMembers, readMembersOf } from './watch-queries.ts'

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

export async function decide(
  db: Queryable,
  searches: Searches,
  changes: ReadonlyMap<number, CompanyChange>,
  { asOf, position }: Moment,
): Promise<Decision[]> {
  const { definitions, index } = searches
  if (definitions.size === 0 || changes.size === 0) return []
  const read = await readCompanies(db, [...changes.keys()])
  const survivors = new Map<number, CompanyChange>()
  for (const { company } of read.values()) {
    if (company.mergedInto === null || changes.has(company.mergedInto)) continue
    const isLoud = changes.get(company.ordinal)?.isLoud ?? false
    survivors.set(company.mergedInto, { ...newChange(), isWhole: true, isLoud })
  }
  if (survivors.size > 0) return decide(db, searches, new Map([...changes, ...survivors]), { asOf, position })

  // Who may leave: every search that has the company. Added signals can only let it leave some of them.
  const current = await readMembersOf(db, [...changes.keys()])
  const members = new Map(current.map((member) => [pairKey(member), member]))
  const candidates: Pair[] = current.filter(({ search, company }) => {
    const definition = definitions.get(search)
    return definition && (changes.get(company)?.isWhole || !definition.grows || definition.followsRanks)
  })
  // Who may enter.
  const entering: Pair[] = []
  for (const { company, signals } of read.values()) {
    if (!company.isRanked) continue
    const { isWhole = true, changed = [] } = changes.get(company.ordinal) ?? {}
    for (const search of index.find(company, signals, asOf)) {
      const pair = { search, company: company.ordinal }
      const definition = definitions.get(search) as Definition
      if (members.has(pairKey(pair))) continue
      if (isWhole || definition.followsRanks || concern(definition, changed, asOf)) entering.push(pair)
    }
  }
  for (const member of await readMembers(db, entering)) members.set(pairKey(member), member)
  return decidePairs(db, [...candidates, ...entering], { definitions, changes, members, read, asOf, position })
}

/** Whether added signals can change what the search says of their company: whether one satisfies a clause. */
function concern({ clauses }: Definition, added: readonly Signal[], asOf: number): boolean {
  return clauses.some((clause) => added.some((signal) => satisfies(clause, signal, asOf)))
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
