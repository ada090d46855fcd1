// The buying windows of the screen: one table over all slices, a short dossier, and the bars of one slice. They are free, and
// bounded by the companies that a team may see in a day (../today/free-companies.ts).

import type { FastifyInstance } from 'fastify'
import { wasShownToday } from '../../account/budgets/index.ts'
import { readHiddenCompanies } from '../../account/dispositions/index.ts'
import type { ListSets } from '../../account/lists/index.ts'
import type { Database, DatabaseClock, Queryable } from '../../db/index.ts'
import {
  companyNotFound,
  HttpError,
  settingsRoute,
  sliceNotFound,
  toHttpError,
  validationFailed,
} from '../../http/index.ts'
import { type Company, postsOwnJobs } from '../../meaning/companies/index.ts'
import { heatAt, heatKey } from '../../meaning/scores/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import type { Caller } from '../../search/index.ts'
import { contract, type InputOf, MAX_FREE_COMPANIES, type WindowSort } from '../../settings-contract/index.ts'
import { type DossierReplies, readCompaniesWithSignals } from '../dossiers/index.ts'
import type { Slice, SliceCache, SlicePages } from '../slices/index.ts'
import { readFreePlaces, takePlaces } from '../today/index.ts'
import { withEvidence } from './evidence.ts'
import { similarCompanies } from './similar-companies.ts'
import { windowBars } from './window-bars.ts'
import {
  daysLeftOf,
  orderOf,
  printCursor,
  readCursor,
  type SliceList,
  type WindowPlace,
  windowPage,
} from './window-order.ts'

export interface WindowParts {
  readonly slices: SliceCache
  readonly slicePages: SlicePages
  readonly dossiers: DossierReplies
  readonly searchCaches: { readonly lists: ListSets }
  readonly clock: DatabaseClock
  readonly read: Queryable
}

const PAGE_SIZE = 25
/** Windows last for weeks. Under steady writes, a list is computed again at most this often for all who look at the table. */
const MAX_AGE_MS = 15_000
const MAX_BRIEF_WINDOWS = 3
const MAX_BRIEF_SIGNALS = 6
const MAX_SIMILAR = 5

type Search = InputOf<typeof contract.listWindows>['query']

export function windowSettings(app: FastifyInstance, db: Database, parts: WindowParts): void {
  const { dossiers, slicePages, clock, read } = parts
  const pool = db.pool('settings')

  settingsRoute(app, contract.listWindows, async ({ query, session }) => {
    const { teamId } = session
    const asOf = await clock.now()
    const slices = await wantedSlices(parts, query.slice)
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

  settingsRoute(app, contract.exploreCompanyContext, async ({ params: { id }, session }) => {
    const brief = await dossiers.brief(id)
    if (!brief) throw companyNotFound(id)
    const { company, memberships, signals } = brief
    // Scores belong to the dossier, and so does what stands in it.
    if (!(await wasShownToday(read, session.teamId, company.id))) return { heat: null, similar: [] }
    const asOf = await clock.now()
    const mine = new Set(memberships.map(({ slug }) => slug))
    const slices = (await wantedSlices(parts, undefined)).filter(({ definition }) => mine.has(definition.slug))
    // Without a free turn for searches, there is still the heat.
    const lists = await listsOf(slicePages, slices, 'score', asOf, { team: session.teamId }).catch((error: unknown) => {
      if (toHttpError(error).status !== 503) throw error
      return []
    })
    const hidden = await readHiddenCompanies(read, session)
    const passes = (ordinal: number) => !hidden.has(ordinal)
    const similar = similarCompanies(lists, company.ordinal, { limit: MAX_SIMILAR, passes })
    const ordinals = similar.map(({ ordinal }) => ordinal)
    const shown = await takePlaces(pool, session.teamId, ordinals)
    const companies = await readCompaniesWithSignals(read, ordinals, 1)
    const labels = new Map(slices.map(({ definition: { slug, label } }) => [slug, label]))
    return {
      heat: heatAt(heatKey(signals, company.employerKind), asOf),
      similar: similar.flatMap(({ ordinal, slugs }) => {
        const found = companies.get(ordinal)
        if (!found || !shown.has(ordinal)) return []
        return [
          { ...factsOf(found.company), windows: slugs.map((slug) => ({ slug, label: labels.get(slug) ?? slug })) },
        ]
      }),
    }
  })

  settingsRoute(app, contract.getWindowBars, async ({ query, session: { teamId } }) => {
    const [slice] = await wantedSlices(parts, query.slice)
    // A template has no companies until its tool is named.
    if (!slice || slice.definition.parameter) return { companies: 0, countries: [], sizes: [] }
    return windowBars(await slicePages.members(slice, await clock.now(), { team: teamId }, MAX_AGE_MS))
  })
}

/** All slices but templates, or the one with this slug. */
async function wantedSlices({ slices }: WindowParts, slug: string | undefined): Promise<readonly Slice[]> {
  if (!slug) return (await slices.current()).filter(({ definition }) => !definition.parameter)
  const slice = await slices.find(slug)
  if (!slice) throw sliceNotFound(slug, [])
  return slice.definition.parameter ? [] : [slice]
}

/** One after the other: a team has one turn at a time for expensive work. */
async function listsOf(
  pages: SlicePages,
  slices: readonly Slice[],
  sort: WindowSort,
  asOf: number,
  caller: Caller,
): Promise<readonly SliceList[]> {
  const lists: SliceList[] = []
  for (const slice of slices) {
    const members = await pages.members(slice, asOf, caller, MAX_AGE_MS)
    orderOf(members, sort)
    lists.push({ slug: slice.definition.slug, members })
  }
  return lists
}

/**
 * Agencies and marketplaces are left out, as by the API, unless somebody put them on the list. What the person has snoozed or
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
  if (!cursor) throw validationFailed([{ field: 'before', message: 'before: this is no page of the table' }])
  return cursor
}

function factsOf({ id, name, hqCountry, employeeCount, fundingStage, industry }: Company) {
  return { companyId: id, name, hqCountry, employeeCount, fundingStage, industry }
}

const freeCompaniesUsed = (resetsAt: Date) =>
  new HttpError(
    429,
    'free_companies_used',
    `Your team has seen the ${MAX_FREE_COMPANIES} companies that are free today. More are free from ${resetsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC on.`,
  )
