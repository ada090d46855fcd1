import type { FastifyInstance } from 'fastify'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import { goneSignal, HttpError, settingsRoute } from '../../http/index.ts'
import { chipsOf, InvalidQuery, readSearchText, textOfChips } from '../../query/index.ts'
import { readSearch, resolveFilters, type SearchCaches, type SearchEngine } from '../../search/index.ts'
import { type CountedSearchBody, contract, type InputOf, type ReplyOf } from '../../settings-contract/index.ts'
import { FreeCounts } from './free-counts.ts'
import { loosen } from './loosen.ts'

interface BuilderParts {
  readonly engine: SearchEngine
  readonly searchCaches: SearchCaches
  readonly clock: DatabaseClock
  readonly read: Queryable
}

type Contract = typeof contract
type ReadQuery = ReplyOf<Contract['readQuery']>

/** The chips of a query, and what they count. Nothing here is charged. */
export function builderSettings(app: FastifyInstance, { engine, searchCaches, clock, read }: BuilderParts): void {
  const { values } = searchCaches
  const counts = new FreeCounts(engine)

  settingsRoute(app, contract.readQuery, async ({ body }) => readQuery(body))

  settingsRoute(app, contract.countClauses, async ({ body, session: { teamId }, reply }) => {
    const search = await countedSearch(body)
    const asOf = await clock.now()
    const caller = { team: teamId, signal: goneSignal(reply) }
    const counted = search && (await counts.count(search.query, search.filters, asOf, caller))
    return {
      counts: counted ? { total: counted.total, clauses: [...counted.clauses] } : null,
      usedUp: counts.isUsedUp(teamId, asOf),
    }
  })

  settingsRoute(app, contract.loosenSearch, async ({ body, session: { teamId }, reply }) => {
    const search = await countedSearch(body)
    const asOf = await clock.now()
    const caller = { team: teamId, signal: goneSignal(reply) }
    const counted = search && (await counts.count(search.query, search.filters, asOf, caller))
    const terms = search && chipsOf(search.query, body.signal_query)
    const total = counted?.total ?? 0
    if (!search || !counted || !terms || total > 0) return { weakest: null, total, loosenings: [] }
    const loosened = await loosen(terms, search.filters, counted.clauses, (query, filters) =>
      counts.count(query, filters, asOf, caller),
    )
    return { ...loosened, loosenings: [...loosened.loosenings], total }
  })

  function readQuery({ text = '', terms }: InputOf<Contract['readQuery']>['body']): ReadQuery {
    const written = terms ? textOfChips(terms) : text
    if (written.trim() === '') return { text: written, terms: [], stated: null, problem: null }
    try {
      const { query, filters } = readSearchText(written, values.readContext())
      const chips = chipsOf(query, written) as ReadQuery['terms'] | undefined
      return {
        text: written,
        terms: chips ?? null,
        stated: (filters as ReadQuery['stated'] | undefined) ?? null,
        problem: null,
      }
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error
      return { text: written, terms: null, stated: null, problem: error.message }
    }
  }

  /** Undefined: the query or a filter is invalid. A sentence can name companies: these are left out, too. */
  async function countedSearch(body: CountedSearchBody) {
    try {
      const { query, asked } = readSearch(body, values.readContext())
      const { domains: _, domainsNot: __, list: ___, ...others } = asked
      return { query, filters: (await resolveFilters(read, others, undefined)).filters }
    } catch (error) {
      if (error instanceof HttpError) return undefined
      throw error
    }
  }
}
