// The account lists of saved searches, as sets of companies.

import { many, type Queryable, type Transaction } from '../../db/index.ts'
import { listsOf, readListVersions, readMembers } from '../lists/index.ts'

interface FollowedList {
  readonly version: number
  /** Changed in place: definitions refer to it. */
  readonly companies: Set<number>
}

export class FollowedLists {
  readonly #lists = new Map<string, FollowedList>()

  get size(): number {
    return this.#lists.size
  }

  clear(): void {
    this.#lists.clear()
  }

  /** The keys under which the search index finds searches with a list. */
  readonly keysOf = (ordinal: number): readonly string[] => {
    const keys: string[] = []
    for (const [id, { companies }] of this.#lists) if (companies.has(ordinal)) keys.push(`list=${id}`)
    return keys
  }

  /** Undefined if the list was deleted. */
  async read(db: Queryable, listId: string): Promise<ReadonlySet<number> | undefined> {
    const known = this.#lists.get(listId)
    if (known) return known.companies
    const version = (await readListVersions(db, [listId])).get(listId)
    if (version === undefined) return undefined
    const companies = new Set(await readMembers(db, listId))
    this.#lists.set(listId, { version, companies })
    return companies
  }

  /** Reads the lists that changed, and forgets those that no search has any more. Returns those that were deleted. */
  async refresh(db: Queryable, used: ReadonlySet<string>): Promise<string[]> {
    for (const id of this.#lists.keys()) if (!used.has(id)) this.#lists.delete(id)
    if (this.#lists.size === 0) return []
    const versions = await readListVersions(db, [...this.#lists.keys()])
    const deleted: string[] = []
    for (const [id, { version, companies }] of this.#lists) {
      const current = versions.get(id)
      if (current === undefined) deleted.push(id)
      if (current === undefined || current === version) continue
      const members = await readMembers(db, id)
      companies.clear()
      for (const ordinal of members) companies.add(ordinal)
      this.#lists.set(id, { version: current, companies })
    }
    for (const id of deleted) this.#lists.delete(id)
    return deleted
  }

  /** Companies that appeared, were merged or split, or got a domain. */
  async follow(db: Queryable, ordinals: readonly number[]): Promise<void> {
    if (this.#lists.size === 0 || ordinals.length === 0) return
    const now = await listsOf(db, [...this.#lists.keys()], ordinals)
    for (const [id, { companies }] of this.#lists) {
      for (const ordinal of ordinals) {
        if (now.get(ordinal)?.has(id)) companies.add(ordinal)
        else companies.delete(ordinal)
      }
    }
  }
}

/**
 * Searches whose list got or lost entries are compared with all companies. Companies that were added to a list are no
 * news: they don't ring.
 */
export async function sweepChangedLists(tx: Transaction): Promise<void> {
  await many(
    tx,
    `update saved_searches s set list_version = l.version, sweep = coalesce(s.sweep, 'quiet')
       from lists l where l.id = s.list_id and s.list_version is distinct from l.version`,
  )
}
