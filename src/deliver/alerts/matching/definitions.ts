// The saved searches in memory: reloaded when one changes, and indexed by the signals that can affect them.

import { many, type Queryable } from '../../../db/index.ts'
import { InvalidQuery } from '../../../query/index.ts'
import { type RequestedFilters, readCompanyFilters, resolveFilters } from '../../../search/index.ts'
import { companiesOf, type Definition, definitionOf, type StoredDefinition } from '../searches/definition.ts'
import { FollowedLists } from '../searches/followed-lists.ts'
import { noteProblem } from '../searches/watcher-queries.ts'
import { SearchIndex } from './search-index.ts'

const LIST_DELETED =
  'Its account list was deleted, so it watches nothing: change the search, and choose another list or none.'

interface StoredVersion {
  readonly n: number
  readonly version: number
  /** Needs a first sweep before it is evaluated. */
  readonly isNew: boolean
  readonly [column: string]: unknown
}

export class Definitions {
  readonly definitions = new Map<number, Definition>()
  readonly #lists = new FollowedLists()
  readonly index = new SearchIndex(this.#lists.keysOf)
  /** Searches that are not evaluated yet. */
  readonly #unstocked = new Map<number, Definition>()
  readonly #broken = new Map<number, number>()
  /** By domain of a filter. */
  readonly #byDomain = new Map<string, Set<number>>()

  get size(): number {
    return this.definitions.size + this.#unstocked.size
  }

  /** Whether a search has an account list. */
  get hasLists(): boolean {
    return this.#lists.size > 0
  }

  find(n: number): Definition | undefined {
    return this.definitions.get(n) ?? this.#unstocked.get(n)
  }

  clear(): void {
    for (const n of [...this.definitions.keys(), ...this.#unstocked.keys()]) this.#remove(n)
    this.#broken.clear()
    this.#lists.clear()
  }

  /** Reads what changed since the last time. */
  async refresh(db: Queryable): Promise<void> {
    const stored = await many<StoredVersion>(
      db,
      `select n, version, sweep is not distinct from 'stock' as "isNew" from saved_searches`,
    )
    const versions = new Map(stored.map((each) => [each.n, each]))
    for (const n of [...this.definitions.keys(), ...this.#unstocked.keys()]) if (!versions.has(n)) this.#remove(n)
    const changed = stored.filter(({ n, version, isNew }) => {
      if (this.#broken.get(n) === version) return false
      const known = isNew ? this.#unstocked.get(n) : this.definitions.get(n)
      return known?.version !== version
    })
    await this.#refreshLists(db)
    if (changed.length === 0) return
    const rows = await many<StoredDefinition & { readonly [column: string]: unknown }>(
      db,
      `select n, version, team_id as "teamId", query, filters, list_id as "listId" from saved_searches where n = any($1::int[])`,
      [changed.map(({ n }) => n)],
    )
    for (const row of rows) {
      this.#remove(row.n)
      const definition = await this.#read(db, row)
      if (definition) this.#add(definition, versions.get(row.n)?.isNew ?? true)
    }
  }

  /** The first sweep is done: from now on the search is evaluated. */
  start(n: number): void {
    const definition = this.#unstocked.get(n)
    if (!definition) return
    this.#remove(n)
    this.#add(definition, false)
  }

  /** Domains in filters lead to other companies when companies change. */
  async follow(db: Queryable, companies: readonly number[]): Promise<void> {
    await this.#lists.follow(db, companies)
    if (this.#byDomain.size === 0 || companies.length === 0) return
    const domains = await many<{ domain: string }>(
      db,
      `select domain from companies where ordinal = any($1::int[])
       union all select domain from company_aliases where company_ordinal = any($1::int[])`,
      [companies],
    )
    const concerned = new Set(domains.flatMap(({ domain }) => [...(this.#byDomain.get(domain) ?? [])]))
    for (const n of concerned) {
      const definition = this.find(n)
      if (!definition) continue
      const { filters } = await resolveFilters(db, definition.asked, undefined)
      const isUnstocked = this.#unstocked.has(n)
      this.#remove(n)
      this.#add({ ...definition, ...companiesOf(filters) }, isUnstocked)
    }
  }

  async #read(db: Queryable, row: StoredDefinition): Promise<Definition | undefined> {
    try {
      const asked = readCompanyFilters(row.filters).filters
      const { filters } = await resolveFilters(db, asked, undefined)
      const listed = row.listId === null ? undefined : await this.#lists.read(db, row.listId)
      if (row.listId !== null && !listed) return await this.#breakOff(db, row, LIST_DELETED)
      return definitionOf(row, asked, filters, listed)
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error
      return this.#breakOff(db, row, `This version doesn't understand the query: ${error.message}`)
    }
  }

  async #breakOff(
    db: Queryable,
    { n, version }: Pick<StoredDefinition, 'n' | 'version'>,
    problem: string,
  ): Promise<undefined> {
    this.#broken.set(n, version)
    await noteProblem(db, n, problem)
  }

  async #refreshLists(db: Queryable): Promise<void> {
    const all = [...this.definitions.values(), ...this.#unstocked.values()]
    const used = new Set(all.flatMap(({ listId }) => listId ?? []))
    const deleted = new Set(await this.#lists.refresh(db, used))
    for (const { n, version, listId } of all) {
      if (listId === null || !deleted.has(listId)) continue
      this.#remove(n)
      await this.#breakOff(db, { n, version }, LIST_DELETED)
    }
  }

  #add(definition: Definition, isUnstocked: boolean): void {
    const { n, asked } = definition
    for (const domain of domainsOf(asked)) this.#byDomain.set(domain, (this.#byDomain.get(domain) ?? new Set()).add(n))
    if (isUnstocked) {
      this.#unstocked.set(n, definition)
      return
    }
    this.definitions.set(n, definition)
    this.index.add(definition)
  }

  #remove(n: number): void {
    const definition = this.find(n)
    if (!definition) return
    for (const domain of domainsOf(definition.asked)) {
      const searches = this.#byDomain.get(domain)
      searches?.delete(n)
      if (searches?.size === 0) this.#byDomain.delete(domain)
    }
    this.definitions.delete(n)
    this.#unstocked.delete(n)
    this.index.remove(n)
  }
}

function domainsOf({ domains = [], domainsNot = [] }: RequestedFilters): string[] {
  return [...domains, ...domainsNot].flatMap((asked) => asked.domains)
}
