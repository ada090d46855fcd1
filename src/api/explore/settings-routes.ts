// The API's search, dossier and catalogue for the settings screen. The same routes are registered again in a scope
// authenticated by a session instead of a key, with the same rules, and charged to the allowance of people. Caches and
// queues are shared with the API: the parts are built once and passed to both. The settings contract declares the routes
// by method and path, and who may call them.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Budgets, type ChargedPerson, meterPeople, wasShownToday } from '../../account/budgets/index.ts'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import { type Api, apiScope, companyNotFound, notSignedIn, settingsRoute } from '../../http/index.ts'
import {
  type SearchCaches,
  type SearchEngine,
  type SearchReply,
  type SearchRequest,
  searchRoutes,
} from '../../search/index.ts'
import { contract, type InputOf, type ReplyOf } from '../../settings-contract/index.ts'
import { catalogueRoutes, type FiltersReply } from '../catalogue/index.ts'
import { type DossierReplies, type DossierReply, dossierRoutes, readNamedCompany } from '../dossiers/index.ts'
import {
  exampleNotes,
  type Slice,
  type SliceCache,
  type SlicePages,
  type SliceReply,
  type SliceRequest,
  searchOfSlice,
  sliceRoutes,
} from '../slices/index.ts'
import { hasPlace } from '../today/index.ts'
import { builderSettings } from './builder-routes.ts'
import { readinessSettings, replyOf } from './readiness-routes.ts'

/** The parts that answer queries about companies. One per process. */
export interface ExploreParts {
  readonly engine: SearchEngine
  readonly searchCaches: SearchCaches
  readonly dossiers: DossierReplies
  readonly budgets: Budgets
  readonly slices: SliceCache
  readonly slicePages: SlicePages
  readonly clock: DatabaseClock
  readonly read: Queryable
}

const teamOf = (request: FastifyRequest) => personOf(request).teamId

export async function exploreSettings(app: FastifyInstance, parts: ExploreParts): Promise<void> {
  const { engine, searchCaches, dossiers, budgets, slices, slicePages, clock, read } = parts
  sliceList(app, parts)
  builderSettings(app, parts)
  readinessSettings(app, parts)
  settingsRoute(app, contract.exploreCompanyName, async ({ params: { id }, session: { teamId } }) => {
    const company = await readNamedCompany(read, id)
    if (!company) throw companyNotFound(id)
    const isPaid = await wasShownToday(read, teamId, company.id)
    return { name: company.name, isPaid, isShown: await hasPlace(read, teamId, company.id) }
  })
  await app.register(
    async (scope) => {
      await apiScope(scope)
      // Not metered: autocompletion is free.
      catalogueRoutes(scope.withTypeProvider() as Api, parts, teamOf)
      await scope.register(async (metered) => {
        meterPeople(metered, budgets, personOf)
        const api: Api = metered.withTypeProvider()
        searchRoutes(api, engine, read, clock, searchCaches, teamOf)
        sliceRoutes(api, slices, slicePages, clock, teamOf, { ...searchCaches, read })
        dossierRoutes(api, dossiers)
      })
    },
    { prefix: '/explore' },
  )
}

/** Browsing the slices is free: teams pay for companies. */
function sliceList(app: FastifyInstance, { slices, slicePages, clock }: ExploreParts): void {
  settingsRoute(app, contract.exploreSlices, async () => {
    const [current, asOf] = [await slices.current(), await clock.now()]
    return {
      slices: await Promise.all(
        current.map(async (slice) => {
          const notReady = replyOf(await slicePages.notReady(slice, asOf))
          return { ...summaryOf(slice), notReady }
        }),
      ),
    }
  })
  settingsRoute(app, contract.exploreSliceCounts, async ({ session: { teamId } }) => {
    const asOf = await clock.now()
    const counts = []
    // Sequential: a team has one turn at a time for expensive work.
    for (const slice of await slices.current()) {
      // A template has no companies until its tool is named.
      const companies = slice.definition.parameter
        ? null
        : await slicePages.count(slice, asOf, { team: teamId }).catch(() => null)
      counts.push({ slug: slice.definition.slug, companies })
    }
    return { counts }
  })
}

function summaryOf(slice: Slice): Omit<ReplyOf<Contract['exploreSlices']>['slices'][number], 'notReady'> {
  const { definition, needs } = slice
  const { slug, label, thesis, query, windowDays, parameter } = definition
  // A company's own facts fill the texts: here the examples of the slots do.
  const { whyNow, talkingPoints } = exampleNotes(slice.notes)
  const about = { slug, label, thesis, query, windowDays, whyNow: whyNow.join(' '), talkingPoints: [...talkingPoints] }
  const more = parameter ? { tool: parameter.example } : { search: searchOfSlice(slice) }
  return { ...about, needs: [...needs.types], ...more }
}

/** The session's person is charged. The charge checks the membership and the plan again. */
function personOf({ settingsSession }: FastifyRequest): ChargedPerson {
  if (!settingsSession) throw notSignedIn()
  const { teamId, accountId: memberId, plan } = settingsSession
  return { teamId, memberId, plan }
}

type Contract = typeof contract
type Fits<Given extends Taken, Taken> = Given
/** Compile-time checks: the API accepts what the screen sends, and the screen can read what the API returns. */
export type Agreement = [
  Fits<InputOf<Contract['exploreCompanies']>['body'], SearchRequest>,
  // The API rejects unknown fields, even optional ones.
  Fits<keyof InputOf<Contract['exploreCompanies']>['body'], keyof SearchRequest>,
  Fits<SearchReply, ReplyOf<Contract['exploreCompanies']>>,
  Fits<DossierReply, ReplyOf<Contract['exploreCompany']>>,
  Fits<keyof InputOf<Contract['exploreSlice']>['query'], keyof SliceRequest>,
  Fits<SliceReply, ReplyOf<Contract['exploreSlice']>>,
  Fits<FiltersReply, ReplyOf<Contract['exploreFilters']>>,
]
