// From when searches and windows can have results, for saved searches and for the page of a list. Free: it names no
// company.

import type { FastifyInstance } from 'fastify'
import { findList, type ListSet } from '../../account/lists/index.ts'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import { REPORTED_TYPES, type ReportedType } from '../../meaning/types/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { readSearchText } from '../../query/index.ts'
import type { SearchCaches } from '../../search/index.ts'
import { contract } from '../../settings-contract/index.ts'
import {
  type ListCoverage,
  type NotReady,
  needsOf,
  readListCoverage,
  type SliceCache,
  type SlicePages,
} from '../slices/index.ts'

interface ReadinessParts {
  readonly slices: SliceCache
  readonly slicePages: SlicePages
  readonly searchCaches: SearchCaches
  readonly clock: DatabaseClock
  readonly read: Queryable
}

export function readinessSettings(
  app: FastifyInstance,
  { slices, slicePages, searchCaches: { lists, values }, clock, read }: ReadinessParts,
): void {
  settingsRoute(app, contract.readReadiness, async ({ body, session: { teamId } }) => {
    const { query } = readSearchText(body.query, values.readContext())
    const needs = needsOf(query)
    const listed = body.list === null ? undefined : await lists.find(teamId, body.list).catch(goneList)
    const coverage = listed && (await readListCoverage(read, listed))
    const notReady = await slicePages.notReady({ query, needs }, await clock.now(), listed?.ordinals)
    return { notReady: replyOf(notReady), coverage: coverage ? coverageReply(coverage, needs.types) : null }
  })

  settingsRoute(app, contract.getListReadiness, async ({ session: { teamId }, params: { listId } }) => {
    const list = await findList(read, teamId, listId)
    if (!list) throw new AppError('not_found', 'The team has no such list.')
    const listed = await lists.find(teamId, list.name)
    const [coverage, asOf] = [await readListCoverage(read, listed), await clock.now()]
    const windows = (await slices.current()).map(async (slice) => ({
      slug: slice.definition.slug,
      label: slice.definition.label,
      monitored: coverage.monitored(slice.needs.types),
      notReady: replyOf(await slicePages.notReady(slice, asOf, listed.ordinals)),
    }))
    return { coverage: coverageReply(coverage, REPORTED_TYPES), windows: await Promise.all(windows) }
  })
}

function goneList(error: unknown): ListSet | undefined {
  if (error instanceof AppError) return undefined
  throw error
}

export const replyOf = (notReady: NotReady | undefined) =>
  notReady ? { at: notReady.at === null ? null : isoTime(notReady.at), text: notReady.text } : null

const coverageReply = (coverage: ListCoverage, types: readonly ReportedType[]) => ({
  companies: coverage.companies,
  types: types.map((type) => ({ type, monitored: coverage.monitored([type]) })),
})
