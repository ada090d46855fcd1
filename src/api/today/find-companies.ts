// Finds companies by name, for a person who knows which company to open. The team's own companies, on its lists or shown
// today, are found by any word of their name and cost nothing. Others are found by the start of their name or by their
// domain, and each takes one of the places of the day, so they are few.

import { includesOrdinal, type ListSets } from '../../account/lists/index.ts'
import { many, type Queryable } from '../../db/index.ts'
import { takePlaces } from './free-companies.ts'
import type { KnownCompany } from './queries.ts'

export interface FoundCompanies {
  readonly own: readonly KnownCompany[]
  readonly others: readonly KnownCompany[]
  /** There are others, but no place is left today. */
  readonly isCut: boolean
}

const MAX_OWN = 5
const MAX_OTHERS = 3
/** Shorter texts find only the team's own companies: half a word would show many irrelevant ones. */
const MIN_FOR_OTHERS = 3
/** Greater than any continuation of a text, in byte order. */
const LAST = '\u{10ffff}'

export async function findCompanies(
  { read, write, lists }: { readonly read: Queryable; readonly write: Queryable; readonly lists: ListSets },
  teamId: string,
  given: string,
): Promise<FoundCompanies> {
  const text = given.trim().toLowerCase()
  if (text === '') return { own: [], others: [], isCut: false }
  const sets = await lists.all(teamId)
  const listed = sets.flatMap(({ ordinals }) => [...ordinals])
  const own = await many<KnownCompany>(read, OWN_BY_WORD, [teamId, listed, text, MAX_OWN])
  if (text.length < MIN_FOR_OTHERS) return { own, others: [], isCut: false }
  const found = await many<KnownCompany>(read, BY_START, [text, text + LAST, MAX_OWN + MAX_OTHERS])
  const known = new Set(own.map(({ ordinal }) => ordinal))
  const isListed = (ordinal: number) => sets.some(({ ordinals }) => includesOrdinal(ordinals, ordinal))
  const others = found.filter(({ ordinal }) => !known.has(ordinal) && !isListed(ordinal)).slice(0, MAX_OTHERS)
  const ordinals = others.map(({ ordinal }) => ordinal)
  const placed = await takePlaces(write, teamId, ordinals)
  return { own, others: others.filter(({ ordinal }) => placed.has(ordinal)), isCut: placed.size < ordinals.length }
}

/** Names that start with the text first. */
const OWN_BY_WORD = {
  name: 'find_own_companies',
  text: `
    select ordinal, id, name from companies
     where (ordinal = any($2::int[])
            or ordinal in (select company from today_companies
                            where team_id = $1 and day = (now() at time zone 'utc')::date))
       and merged_into is null and (position(' ' || $3 in ' ' || lower(name)) > 0 or domain = $3)
     order by not starts_with(lower(name), $3), length(name), name limit $4`,
}

/** Ranges in the order of bytes, which the index has in every locale: LIKE with a parameter doesn't use it. */
const BY_START = {
  name: 'find_companies',
  text: `
    (select ordinal, id, name from companies where domain = $1 and merged_into is null)
    union all
    (select ordinal, id, name from companies
      where lower(name) ~>=~ $1 and lower(name) ~<~ $2 and merged_into is null and domain <> $1
      order by lower(name) using ~<~ limit $3)`,
}
