// The account lists of saved searches, as sets of companies.

import { listsOf, readListVersions, readMembers } from '../../../account/lists/index.ts'
import type { Queryable, Transaction } from '../../../db/index.ts'

interface FollowedList {
  readonly version: number
  /** Changed in place: definitions refer to it. */
  readonly companies: Set<number>
}

export class FollowedLists {
  readonly #lists = new Map<string, FollowedList>()
  /** By company, the keys under which the search index finds the searches with its lists. */
  readonly #keys = new Map<number, Set<string>>()

  get size(): number {
    return this.#lists.size
  }

  clear(): void {
    this.#lists.clear()
    this.#keys.clear()
  }

  readonly keysOf = (ordinal: number): Iterable<string> => this.#keys.get(ordinal) ?? []

  /** Undefined if the list was deleted. */
  async read(db: Queryable, listId: string): Promise<ReadonlySet<number> | undefined> {
    const known = this.#lists.get(listId)
    if (known) return known.companies
    const version = (await readListVersions(db, [listId])).get(listId)
    if (version === undefined) return undefined
    const companies = new Set<number>()
    this.#lists.set(listId, { version, companies })
    for (const ordinal of await readMembers(db, listId)) this.#set(listId, companies, ordinal, true)
    return companies
  }

  /** Reads changed lists, and drops those that no search uses any more. Returns the deleted ones. */
  async refresh(db: Queryable, used: ReadonlySet<string>): Promise<string[]> {
    for (const id of this.#lists.keys()) if (!used.has(id)) this.#forget(id)
    if (this.#lists.size === 0) return []
    const versions = await readListVersions(db, [...this.#lists.keys()])
    const deleted: string[] = []
    for (const [id, { version, companies }] of this.#lists) {
      const current = versions.get(id)
      if (current === undefined) deleted.push(id)
      if (current === undefined || current === version) continue
      const members = new Set(await readMembers(db, id))
      for (const ordinal of [...companies]) if (!members.has(ordinal)) this.#set(id, companies, ordinal, false)
      for (const ordinal of members) this.#set(id, companies, ordinal, true)
      this.#lists.set(id, { version: current, companies })
    }
    for (const id of deleted) this.#forget(id)
    return deleted
  }

  /** Companies that appeared, were merged or split, or got a domain. */
  async follow(db: Queryable, ordinals: readonly number[]): Promise<void> {
    if (this.#lists.size === 0 || ordinals.length === 0) return
    const now = await listsOf(db, [...this.#lists.keys()], ordinals)
    for (const ordinal of ordinals) {
      const ids = now.get(ordinal) ?? new Set<string>()
      for (const key of [...this.keysOf(ordinal)]) {
        const id = key.slice(KEY.length)
        const list = this.#lists.get(id)
        if (list && !ids.has(id)) this.#set(id, list.companies, ordinal, false)
      }
      for (const id of ids) {
        const list = this.#lists.get(id)
        if (list) this.#set(id, list.companies, ordinal, true)
      }
    }
  }

  #set(id: string, companies: Set<number>, ordinal: number, isListed: boolean): void {
    const keys = this.#keys.get(ordinal) ?? new Set()
    if (isListed) {
      companies.add(ordinal)
      this.#keys.set(ordinal, keys.add(keyOfList(id)))
    } else {
      companies.delete(ordinal)
      keys.delete(keyOfList(id))
      if (keys.size === 0) this.#keys.delete(ordinal)
    }
  }

  #forget(id: string): void {
    const { companies = new Set<number>() } = this.#lists.get(id) ?? {}
    for (const ordinal of [...companies]) this.#set(id, companies, ordinal, false)
    this.#lists.delete(id)
  }
}

const KEY = 'list='

/** The key under which the search index stores a search with this list. */
export const keyOfList = (listId: string) => `${KEY}${listId}`

/**
 * Searches whose list got or lost entries are compared with all companies. Companies that were added to a list aren't
 * news: they send no alerts.
 */
export async function sweepChangedLists(tx: Transaction): Promise<void> {
  await tx.query(
    `update saved_searches s set list_version = l.version, sweep = coalesce(s.sweep, 'quiet')
       from lists l where l.id = s.list_id and s.list_version is distinct from l.version`,
  )
}
