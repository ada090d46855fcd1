// The companies of lists as sets of ordinals, for filters. A set is read once and then follows the log: a company that
// appeared, was merged or split, or got another domain has an event there, and only such companies are looked up again.
//
// Invariant: a set contains everything that was committed when it was requested: the list's entries, and the identities
// of companies up to the head of the log. Version and head are read before the companies, so a set can be newer than
// both, but never older. A set is found by the team's id and the list's name, and cached by the list's id: no other
// team gets it.

import { many, maybeOne, type Queryable } from '../../db/index.ts'
import { validationFailed } from '../../http/index.ts'
import { SharedWork } from '../../platform/async/shared-work.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { suggestLists } from './change-lists.ts'
import { findListed, readChangedCompanies, readMembers } from './entry-queries.ts'
import { findListByName, selectLists } from './queries.ts'

export interface ListSet {
  readonly id: string
  readonly name: string
  /** The number of domains, including those that wait. */
  readonly entries: number
  /** The companies, ascending. */
  readonly ordinals: Int32Array
  /** Changes exactly when the set changes; unique to the list. */
  readonly stamp: string
  /** Of its entries. */
  readonly version: number
}

interface CachedSet {
  readonly version: number
  readonly position: number
  readonly ordinals: Int32Array
  readonly stamp: string
}

interface Found {
  readonly id: string
  readonly name: string
  readonly entries: number
  readonly version: number
  readonly head: number
  readonly [column: string]: unknown
}

/** In all cached sets together, 4 bytes each. A set counts as one more. */
const MAX_ORDINALS = 4_000_000
/** A set that is further behind is read again. */
const MAX_EVENTS = 20_000

export class ListSets {
  readonly #db: Queryable
  /** By list, least recently used first. */
  readonly #sets: LruMap<string, CachedSet>
  readonly #reading = new SharedWork<CachedSet>()
  #stamps = 0

  constructor(db: Queryable, { maxOrdinals = MAX_ORDINALS }: { readonly maxOrdinals?: number } = {}) {
    this.#db = db
    this.#sets = new LruMap(maxOrdinals, { weightOf: ({ ordinals }) => ordinals.length + 1 })
  }

  /** The names of the team's lists. */
  async names(teamId: string): Promise<string[]> {
    return (await selectLists(this.#db, teamId)).map(({ name }) => name)
  }

  /** Throws 422 with suggestions if the team has no list with this name, in any case. */
  async find(teamId: string, name: string): Promise<ListSet> {
    const found = (await this.#find(teamId, name.trim())) ?? (await this.#findInAnyCase(teamId, name.trim()))
    if (!found) throw unknownList(name, await suggestLists(this.#db, teamId, name))
    return this.#setOf(found)
  }

  /** All lists of the team, by name. */
  async all(teamId: string): Promise<ListSet[]> {
    const found = await many<Found>(this.#db, FIND_ALL, [teamId])
    return Promise.all(found.map((each) => this.#setOf(each)))
  }

  async #setOf(found: Found): Promise<ListSet> {
    const { id, name, version, head, entries } = found
    const cached = this.#sets.get(id)
    const set =
      cached?.version === version && cached.position >= head
        ? cached
        : await this.#reading.run(`${id} ${version} ${head}`, undefined, () => this.#read(found, cached))
    this.#sets.set(id, set)
    return { id, name, entries, ordinals: set.ordinals, stamp: set.stamp, version }
  }

  async #find(teamId: string, name: string): Promise<Found | undefined> {
    // PostgreSQL doesn't accept NUL in a text.
    return name.includes('\0') ? undefined : maybeOne<Found>(this.#db, FIND, [teamId, name])
  }

  async #findInAnyCase(teamId: string, name: string): Promise<Found | undefined> {
    const list = await findListByName(this.#db, teamId, name)
    return list && this.#find(teamId, list.name)
  }

  async #read({ id, version, head }: Found, cached: CachedSet | undefined): Promise<CachedSet> {
    const canFollow = cached?.version === version && head - cached.position <= MAX_EVENTS
    const ordinals = canFollow ? await this.#follow(id, cached, head) : await readMembers(this.#db, id)
    const stamp = ordinals === cached?.ordinals ? cached.stamp : `${id} ${this.#stamps++}`
    return { version, position: head, ordinals, stamp }
  }

  async #follow(id: string, { ordinals, position }: CachedSet, head: number): Promise<Int32Array> {
    const changed = await readChangedCompanies(this.#db, position, head)
    const listed = new Set((await findListed(this.#db, [id], changed)).map(({ ordinal }) => ordinal))
    if (changed.every((ordinal) => includesOrdinal(ordinals, ordinal) === listed.has(ordinal))) return ordinals
    const before = new Set(ordinals)
    for (const ordinal of changed) before.delete(ordinal)
    return Int32Array.from([...before, ...listed]).sort()
  }
}

/** Whether a company is on a list. `ordinals`: ascending. */
export function includesOrdinal(ordinals: Int32Array, ordinal: number): boolean {
  let [low, high] = [0, ordinals.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ordinals[middle] ?? 0) < ordinal) low = middle + 1
    else high = middle
  }
  return ordinals[low] === ordinal
}

const FOUND = `select id, name, entries, version, (select position from log_head) as head from lists where team_id = $1`
const FIND = { name: 'find_list', text: `${FOUND} and lower(name) = lower($2)` }
const FIND_ALL = { name: 'find_lists', text: `${FOUND} order by lower(name)` }

function unknownList(name: string, suggestions: readonly string[]) {
  const guesses = suggestions.map((guess) => JSON.stringify(guess)).join(' or ')
  const help = guesses ? `did you mean ${guesses}?` : 'the page Lists shows its lists.'
  return validationFailed([
    {
      field: 'list',
      message: `list: the team has no list ${JSON.stringify(name.toWellFormed())}; ${help}`,
      suggestions,
    },
  ])
}
