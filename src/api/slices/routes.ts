import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { ListSets } from '../../account/lists/index.ts'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import { type Api, type ErrorDetail, goneSignal, sliceNotFound, validationFailed } from '../../http/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import { nearest } from '../../platform/text/edit-distance.ts'
import {
  answerRequest,
  limitInFlight,
  listOf,
  type OccurringValues,
  type Page,
  pageCost,
  pageOf,
  pageProblems,
  type RequestedFilters,
  rangeProblems,
  readCompanyFilters,
  totalPagesOf,
  unvalidatedPageCost,
} from '../../search/index.ts'
import { type Slice, sliceFor } from './definition/definition.ts'
import { FILTER_NAMES, SlicePageSchema, SliceQuery } from './schema.ts'
import type { SliceCache } from './slice-cache.ts'
import type { SliceFilters, SlicePages } from './slice-pages.ts'

/** `teamOf` returns the caller's team: turns are fair by team. */
export function sliceRoutes(
  app: Api,
  slices: SliceCache,
  pages: SlicePages,
  clock: DatabaseClock,
  teamOf: (request: FastifyRequest) => string,
  { read, values, lists }: { readonly read: Queryable; readonly values: OccurringValues; readonly lists: ListSets },
): void {
  app.get(
    '/slices',
    {
      onRequest: limitInFlight(teamOf),
      config: {
        metered: 'slices',
        scopes: ['slices'],
        read: ({ query }) => readSliceSearch(query as Static<typeof SliceQuery>),
        cost: ({ parsed }) => pageCost((parsed as ReturnType<typeof readSliceSearch>).page, 1),
        unvalidatedCost: ({ query }) => unvalidatedPageCost(query),
        asked: ({ query }) => (query as { slice?: unknown }).slice,
        errors: ['SliceNotFound'],
        reply: 'A page of the companies in the slice.',
      },
      schema: {
        operationId: 'searchSlice',
        tags: ['Search'],
        summary: 'Search inside a slice',
        description: `The companies in a slice, a named group in a buying window, highest score first. At least one filter is required: ${FILTER_NAMES.map((name) => `\`${name}\``).join(', ')}. Write a list with commas, by repeating the parameter, or as \`countries[]=\`. Costs a request and a record for each row. Every page after the first also costs a page turn.`,
        querystring: SliceQuery,
        response: { 200: SlicePageSchema },
      },
    },
    async (request, reply) => {
      const caller = { team: teamOf(request), signal: goneSignal(reply) }
      const { slug, page, asked, scores } = request.parsed as ReturnType<typeof readSliceSearch>
      const slice = await requireSlice(slices, slug)
      const list = await listOf(lists, caller.team, asked)
      const window = { asOf: await clock.now(), offset: (page.page - 1) * page.pageSize, limit: page.pageSize }
      const { result, remarks } = await answerRequest(
        read,
        values,
        { asked, list, tools: slice.tools },
        (filters) => pages.page(slice, { ...filters, ...scores }, window, caller),
        (found) => found,
      )
      const { rows, total } = result
      reply.cost = { ...pageCost(page, rows.length), companies: rows.map(({ companyId }) => companyId) }
      const data = rows.map(({ enteredAt, windowEndsAt, ...row }) => ({
        ...row,
        enteredAt: isoTime(enteredAt),
        windowEndsAt: isoTime(windowEndsAt),
      }))
      const missing = total === 0 ? await pages.notFed(slice) : []
      const pagination = { ...page, total, totalPages: totalPagesOf(total, page) }
      return { data, pagination, ...remarks, ...(missing.length > 0 && { notFed: missing }) }
    },
  )
}

interface SliceSearch {
  readonly slug: string
  readonly page: Page
  readonly asked: RequestedFilters
  readonly scores: Pick<SliceFilters, 'scoreMin' | 'scoreMax'>
}

export function readSliceSearch(query: Static<typeof SliceQuery>): SliceSearch {
  const page = pageOf(query)
  const { scoreMin, scoreMax } = query
  const { filters, problems } = readCompanyFilters(query)
  problems.push(...missingFilter(query), ...pageProblems(page))
  if (scoreMin !== undefined && scoreMax !== undefined) {
    problems.push(...rangeProblems('scoreMin', scoreMin, 'scoreMax', scoreMax))
  }
  if (problems.length > 0) throw validationFailed(problems)
  const scores = { ...(scoreMin !== undefined && { scoreMin }), ...(scoreMax !== undefined && { scoreMax }) }
  return { slug: query.slice, page, asked: filters, scores }
}

/** Without a filter, a slice would be a list to copy. An empty `countries=` doesn't count: parsing the query drops it. */
function missingFilter(query: Readonly<Record<string, unknown>>): ErrorDetail[] {
  if (FILTER_NAMES.some((name) => query[name] !== undefined)) return []
  const message = `At least one filter is required with slice: ${FILTER_NAMES.join(', ')}`
  return [{ field: 'slice', message, suggestions: FILTER_NAMES }]
}

/** `named` is a slug and, for a template, its tool: `tool-displacement:hubspot`. */
export async function requireSlice(slices: SliceCache, named: string): Promise<Slice> {
  const [slug = '', ...rest] = named.split(':')
  const tool = rest.join(':').trim()
  const slice = await slices.find(slug)
  const found = slice && sliceNamed(slice, tool)
  if (found) return found
  throw sliceNotFound(named, slice ? [nameOf(slice)] : nearest(slug, (await slices.current()).map(nameOf)))
}

/** A template requires a tool; other slices don't take one. */
function sliceNamed(slice: Slice, tool: string): Slice | undefined {
  if (!slice.definition.parameter) return tool === '' ? slice : undefined
  return sliceFor(slice, tool)
}

/** The name that a caller writes for a slice. For a template, it includes the example tool. */
export function nameOf({ definition: { slug, parameter } }: Slice): string {
  return parameter ? `${slug}:${parameter.example}` : slug
}

/** The names that a caller can write, and the patterns of the slices that take any tool. */
export interface SliceNames {
  readonly names: readonly string[]
  /** Such as `tool-displacement:{tool}`. */
  readonly templates: readonly string[]
}

export function namesOf(slices: readonly Slice[]): SliceNames {
  const templates = slices.filter(({ definition }) => definition.parameter !== undefined)
  return { names: slices.map(nameOf), templates: templates.map(({ definition }) => `${definition.slug}:{tool}`) }
}
