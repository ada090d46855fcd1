// The API's own search, dossier and catalogue on the settings screen. Nothing is written twice: the routes are mounted
// again in a scope whose caller is a session instead of a key, with the same rules, the same meter and the same budgets.
// The contract has them by method and path, and with that who may call them.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import { type Api, apiScope, notSignedIn } from '../../http/index.ts'
import type { contract, InputOf, ReplyOf } from '../../settings-contract/index.ts'
import { type ChargedAccount, meter } from '../budgets/index.ts'
import { catalogueRoutes, type FiltersReply } from '../catalogue/index.ts'
import { type DossierReply, dossierRoutes } from '../dossiers/index.ts'
import { type SearchEngine, type SearchReply, type SearchRequest, searchRoutes } from '../search/index.ts'
import type { SliceBook } from '../slices/index.ts'

export interface ExploreParts {
  readonly engine: SearchEngine
  readonly slices: SliceBook
  readonly clock: DatabaseClock
  readonly read: Queryable
  readonly charge: Queryable
}

/** What people try here is told apart from what keys do: whoever wonders where a budget went sees which of the two. */
const COUNTED_AS = 'explore'

export async function exploreSettings(app: FastifyInstance, parts: ExploreParts): Promise<void> {
  const { engine, slices, clock, read, charge } = parts
  await app.register(
    async (scope) => {
      await apiScope(scope)
      // Outside the meter: completing what one types costs nothing.
      catalogueRoutes(scope.withTypeProvider() as Api, slices)
      await scope.register(async (metered) => {
        meter(metered, charge, accountOf, { countedAs: COUNTED_AS })
        const api: Api = metered.withTypeProvider()
        searchRoutes(api, engine, read, clock)
        dossierRoutes(api, read, slices, () => engine.position)
      })
    },
    { prefix: '/explore' },
  )
}

/** Who is charged: the team of the session. Without a key, the charge looks at the plan alone. */
function accountOf({ settingsSession }: FastifyRequest): ChargedAccount {
  if (!settingsSession) throw notSignedIn()
  return { teamId: settingsSession.teamId, plan: settingsSession.plan }
}

type Contract = typeof contract
type Fits<Given extends Taken, Taken> = Given
/** What the screen may send is what the API takes, and what the API sends is what the screen may read. */
export type Agreement = [
  Fits<InputOf<Contract['exploreCompanies']>['body'], SearchRequest>,
  // A field that the API does not know would be refused, even where it is optional.
  Fits<keyof InputOf<Contract['exploreCompanies']>['body'], keyof SearchRequest>,
  Fits<SearchReply, ReplyOf<Contract['exploreCompanies']>>,
  Fits<DossierReply, ReplyOf<Contract['exploreCompany']>>,
  Fits<FiltersReply, ReplyOf<Contract['exploreFilters']>>,
]
