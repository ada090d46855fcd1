// Trying the API in the browser. These are the API's own routes, mounted a second time for sessions: their schemas
// validate and serialise, and the same faults get the same words and positions. What stands here is what the screen
// sends and reads of them; `features/explore` does not compile where the two part.
//
// A search costs the team a request and a record for each company that it shows, and from the second page on a page
// turn; a dossier a request, a record, and a company of the day's. The catalogue costs nothing: a page that is only
// opened is not charged for.

import { Type } from 'typebox'
import { FUNDING_STAGES, SCORE_COMPONENTS, SIGNAL_TYPES, SORTS } from '../closed-sets/signals.ts'
import { route } from './route.ts'
import { Count, Id, nullable, STRICT, Time } from './schemas.ts'

const optionalTexts = Type.Optional(Type.Array(Type.String()))
const optionalNumber = Type.Optional(Type.Number())

export const ExploreSearch = Type.Object(
  {
    signal_query: Type.String(),
    countries: optionalTexts,
    countriesNot: optionalTexts,
    employeesMin: optionalNumber,
    employeesMax: optionalNumber,
    fundingStages: Type.Optional(Type.Array(Type.Enum(FUNDING_STAGES))),
    industries: optionalTexts,
    adoptionScoreMin: optionalNumber,
    sort: Type.Optional(Type.Enum(SORTS)),
    explain: Type.Optional(Type.Boolean()),
    page: optionalNumber,
    pageSize: optionalNumber,
  },
  STRICT,
)

/** Beside these it has the fields of its type. */
export const ExploreSignal = Type.Object({
  id: Id,
  type: Type.Enum(SIGNAL_TYPES),
  label: Type.String(),
  confidence: Type.Number(),
  status: Type.String(),
  occurredAt: Time,
  source: Type.Object({ name: Type.String(), url: nullable(Type.String()) }),
})

const COMPANY = {
  id: Id,
  name: Type.String(),
  domain: Type.String(),
  /** ZZ: not known. */
  hqCountry: Type.String(),
  /** 0: not known. */
  employeeCount: Count,
  fundingStage: Type.Enum(FUNDING_STAGES),
  industry: Type.String(),
}

export const FoundCompany = Type.Object({
  ...COMPANY,
  aiAdoptionScore: Type.Object({ score: Type.Number() }),
  heat: Type.Number(),
  lastSignalAt: nullable(Time),
  /** The newest signals by which the query matched, at most 5. */
  signals: Type.Array(ExploreSignal),
})

export const FoundPage = Type.Object({
  companies: Type.Array(FoundCompany),
  page: Count,
  pageSize: Count,
  total: Count,
  totalPages: Count,
  explain: Type.Optional(
    Type.Object({
      normalized: Type.String(),
      clauses: Type.Array(Type.Object({ text: Type.String(), companies: Count })),
    }),
  ),
})

export const CompanyDossier = Type.Object({
  identity: Type.Object({ ...COMPANY, website: nullable(Type.String()) }),
  /** Newest first, at most 200. */
  signals: Type.Array(ExploreSignal),
  signalsTotal: Count,
  aiAdoptionScore: Type.Object({
    score: Type.Number(),
    intent: Type.Number(),
    implementation: Type.Number(),
    momentum: Type.Number(),
    readiness: Type.Number(),
    asOf: Time,
    modelVersion: Type.String(),
    contributions: Type.Array(
      Type.Object({ signalId: Id, component: Type.Enum(SCORE_COMPONENTS), points: Type.Number() }),
    ),
  }),
  slices: Type.Array(
    Type.Object({
      slug: Type.String(),
      label: Type.String(),
      score: Type.Number(),
      enteredAt: Time,
      windowEndsAt: Time,
      notebook: Type.Object({
        thesis: Type.String(),
        whyNow: Type.String(),
        talkingPoints: Type.Array(Type.String()),
      }),
    }),
  ),
})

const texts = Type.Array(Type.String())

/** A kind of clause with the conditions that it takes. */
export const ClauseDefinition = Type.Object({
  type: Type.String(),
  label: Type.String(),
  description: Type.String(),
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      description: Type.String(),
      kind: Type.String(),
      operators: texts,
      values: Type.Optional(texts),
      /** A condition as it stands in a query. */
      example: Type.String(),
    }),
  ),
})

export const exploreRoutes = {
  /** As POST /api/v1/companies. */
  exploreCompanies: route({ method: 'POST', path: '/explore/companies', body: ExploreSearch, reply: FoundPage }),
  /** As GET /api/v1/companies/{id}. */
  exploreCompany: route({
    method: 'GET',
    path: '/explore/companies/:id',
    params: Type.Object({ id: Id }),
    reply: Type.Object({ data: CompanyDossier }),
  }),
  /** As GET /api/v1/filters. */
  exploreFilters: route({
    method: 'GET',
    path: '/explore/filters',
    reply: Type.Object({
      filters: Type.Array(
        Type.Object({
          id: Type.String(),
          label: Type.String(),
          description: Type.String(),
          values: Type.Optional(texts),
          /** Of signal_query. */
          clauses: Type.Optional(Type.Array(ClauseDefinition)),
        }),
      ),
    }),
  }),
}
