// The buying windows of the screen: one table over all slices, a short dossier, and the bars of one slice. They are free, and
// bounded by the companies that a team may see in a day (../today/free-companies.ts).

import type { FastifyInstance } from 'fastify'
import { readHiddenCompanies } from '../../account/dispositions/index.ts'
import type { Database } from '../../db/index.ts'
import { companyNotFound, HttpError, settingsRoute, validationFailed } from '../../http/index.ts'
import { postsOwnJobs } from '../../meaning/companies/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import { contract, type InputOf, MAX_FREE_COMPANIES } from '../../settings-contract/index.ts'
import { readFreePlaces, takePlaces } from '../today/index.ts'
import { companyContext } from './company-context.ts'
import { companyWindows } from './company-windows.ts'
import { withEvidence } from './evidence.ts'
import { windowBars } from './window-bars.ts'
import { listsOf, MAX_AGE_MS, wantedSlices } from './window-lists.ts'
import { daysLeftOf, printCursor, readCursor, type WindowPlace, windowPage } from './window-order.ts'
import { factsOf, type WindowParts } from './window-parts.ts'

const PAGE_SIZE = 25
const MAX_BRIEF_WINDOWS = 3
const MAX_BRIEF_SIGNALS = 6

type Search = InputOf<typeof contract.listWindows>['query']

export function windowSettings(app: FastifyInstance, db: Database, parts: WindowParts): void {
  const { dossiers, slicePages, clock, read } = parts
  const pool = db.pool('settings')

  settingsRoute(app, contract.listWindows, async ({ query, session }) => {
    const { teamId } = session
    const asOf = await clock.now()
    const slices = await wantedSlices(parts.slices, query.slice)
    const sort = query.sort ?? 'score'
    const lists = await listsOf(slicePages, slices, sort, asOf, { team: teamId })
    const { places, next } = windowPage(lists, {
      sort,
      after: cursorOf(query),
      limit: PAGE_SIZE,
      passes: await filterOf(parts, session, query, asOf),
    })
    const bySlug = new Map(slices.map((slice) => [slice.definition.slug, slice]))
    const rows = await withEvidence(read, places, bySlug, asOf)
    const ordinals = rows.map(({ place }) => place.ordinal)
    const shown = await takePlaces(pool, teamId, ordinals)
    const { left, resetsAt } = await readFreePlaces(pool, teamId)
    const free = rows.filter(({ place }) => shown.has(place.ordinal))
    const isCut = free.length < rows.length
    return {
      rows: free.map(({ place: { slug, score, enteredAt, windowEndsAt }, company, evidence }) => {
        const { label, windowDays } = bySlug.get(slug)?.definition ?? { label: slug, windowDays: 0 }
        const times = { enteredAt: isoTime(enteredAt), windowEndsAt: isoTime(windowEndsAt) }
        return { ...factsOf(company), slug, label, evidence, score, ...times, windowDays }
      }),
      next: next && !isCut ? printCursor(next) : null,
      isCut,
      free: { limit: MAX_FREE_COMPANIES, left, resetsAt: resetsAt.toISOString() },
    }
  })

  settingsRoute(app, contract.getWindowCompany, async ({ params: { companyId }, session }) => {
    const brief = await dossiers.brief(companyId)
    if (!brief) throw companyNotFound(companyId)
    const { company, memberships, notebook, signals } = brief
    const shown = await takePlaces(pool, session.teamId, [company.ordinal])
    if (!shown.has(company.ordinal)) throw freeCompaniesUsed((await readFreePlaces(pool, session.teamId)).resetsAt)
    return {
      ...factsOf(company),
      windows: memberships
        .slice(0, MAX_BRIEF_WINDOWS)
        .map(({ slug, label, score, windowEndsAt, notebook: { whyNow, talkingPoints, approach = null } }) => ({
          ...{ slug, label, score, whyNow, talkingPoints: [...talkingPoints], approach },
          windowEndsAt: isoTime(windowEndsAt),
        })),
      notebook: notebook
        ? { known: notebook.known, opens: [...notebook.opens], talkingPoints: [...notebook.talkingPoints] }
        : null,
      signals: signals.slice(0, MAX_BRIEF_SIGNALS).map(({ id, type, label, status, occurredAt }) => ({
        ...{ id, type, label, status },
        occurredAt: isoTime(occurredAt),
      })),
    }
  })

  settingsRoute(app, contract.listCompanyWindows, async ({ body: { companyIds }, session: { teamId } }) =>
    companyWindows(parts, pool, teamId, companyIds),
  )

  settingsRoute(app, contract.exploreCompanyContext, async ({ params: { id }, session }) =>
    companyContext(parts, pool, session, id),
  )

  settingsRoute(app, contract.getWindowBars, async ({ query, session: { teamId } }) => {
    const [slice] = await wantedSlices(parts.slices, query.slice)
    // A template has no companies until its tool is named.
    if (!slice || slice.definition.parameter) return { companies: 0, countries: [], sizes: [] }
    return windowBars(await slicePages.members(slice, await clock.now(), { team: teamId }, MAX_AGE_MS))
  })
}

/**
 * Agencies and marketplaces are left out, as by the API, unless they are on the list. What the person has snoozed or
 * marked as not a fit is hidden from this person only.
 */
async function filterOf(
  { searchCaches, read }: WindowParts,
  { teamId, accountId }: { readonly teamId: string; readonly accountId: string },
  { list, daysLeft }: Search,
  asOf: number,
) {
  const listed = list ? new Set((await searchCaches.lists.find(teamId, list)).ordinals) : undefined
  const hidden = await readHiddenCompanies(read, { teamId, accountId })
  const maxDays = daysLeft === undefined ? Number.POSITIVE_INFINITY : Number(daysLeft)
  return (place: WindowPlace): boolean =>
    (listed ? listed.has(place.ordinal) : postsOwnJobs(place.facts.employerKind)) &&
    daysLeftOf(place, asOf) <= maxDays &&
    !hidden.has(place.ordinal)
}

function cursorOf({ before }: Search) {
  if (!before) return undefined
  const cursor = readCursor(before)
  if (!cursor) throw validationFailed([{ field: 'before', message: 'before: this is not a page of the table' }])
  return cursor
}

const freeCompaniesUsed = (resetsAt: Date) =>
  new HttpError(
    429,
    'free_companies_used',
    `Your team has seen the ${MAX_FREE_COMPANIES} companies that are free today. More are free from ${resetsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC on.`,
  )
