// The API in the browser. These are the API's own routes, mounted a second time for sessions. The API's schemas
// validate and serialise, so errors have the same messages and positions. This file declares the part of them that the
// screen sends and reads; if it disagrees with the API, `api/explore` doesn't compile.
//
// People have an allowance of their own, apart from the budgets of the API: a number of companies in a UTC day, for the
// team and for each member. A company counts once a day for the whole team, on a page of a search or in its dossier. The
// catalogue is free, so opening the page costs nothing.

import { Type } from 'typebox'
import {
  EMPLOYER_KINDS,
  FUNDING_STAGES,
  INSTRUMENTS,
  REPORTED_TYPES,
  SCORE_COMPONENTS,
  SIGNAL_TYPES,
  SORTS,
} from '../closed-sets/signals.ts'
import { NotReady } from './lists/readiness.ts'
import { route } from './route.ts'
import { Count, Id, nullable, STRICT, Time } from './schemas.ts'

/** Of a signal query, in UTF-16 code units. */
export const MAX_QUERY_LENGTH = 1_000

const optionalStrings = Type.Optional(Type.Array(Type.String()))
const optionalNumber = Type.Optional(Type.Number())

export const ExploreSearch = Type.Object(
  {
    signal_query: Type.String(),
    countries: optionalStrings,
    countriesNot: optionalStrings,
    employeesMin: optionalNumber,
    employeesMax: optionalNumber,
    fundingStages: Type.Optional(Type.Array(Type.Enum(FUNDING_STAGES))),
    industries: optionalStrings,
    employerKind: Type.Optional(Type.Array(Type.Enum(EMPLOYER_KINDS))),
    watched: Type.Optional(Type.Array(Type.Enum(REPORTED_TYPES))),
    domains: optionalStrings,
    domainsNot: optionalStrings,
    list: Type.Optional(Type.String()),
    adoptionScoreMin: optionalNumber,
    sort: Type.Optional(Type.Enum(SORTS)),
    explain: Type.Optional(Type.Boolean()),
    page: optionalNumber,
    pageSize: optionalNumber,
  },
  STRICT,
)

const SignalSource = Type.Object({ name: Type.String(), url: nullable(Type.String()) })

/** A signal has the fields of its type, too. */
export const ExploreSignal = Type.Object({
  id: Id,
  type: Type.Enum(SIGNAL_TYPES),
  label: Type.String(),
  confidence: Type.Number(),
  status: Type.String(),
  occurredAt: Time,
  /** Only for a closed signal. */
  closedAt: Type.Optional(Time),
  /** Of a round. */
  instrument: Type.Optional(Type.Enum(INSTRUMENTS)),
  rumour: Type.Optional(Type.Boolean()),
  /** The sentence that names a tool; the signals or words that show a round's AI. */
  evidence: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  source: SignalSource,
  /** In a dossier with several sources. A source occurs once for each URL it has posted. */
  sources: Type.Optional(Type.Array(SignalSource)),
})

const COMPANY_FIELDS = {
  id: Id,
  name: Type.String(),
  domain: Type.String(),
  /** ZZ: unknown. */
  hqCountry: Type.String(),
  /** 0: unknown. */
  employeeCount: Count,
  fundingStage: Type.Enum(FUNDING_STAGES),
  industry: Type.String(),
}

export const FoundCompany = Type.Object({
  ...COMPANY_FIELDS,
  /** `coverage`: how much of the score is monitored, from 0 to 1. */
  aiAdoptionScore: Type.Object({ score: Type.Number(), coverage: Type.Number(), asOf: Time }),
  /** From 0 to 100. */
  match: Type.Number(),
  heat: Type.Number(),
  lastSignalAt: nullable(Time),
  /** The signals that the query matched, at most 5: the strongest of each clause, then the newest others. */
  signals: Type.Array(ExploreSignal),
  /** Types under NOT that the company isn't monitored for. */
  notLooked: Type.Optional(Type.Array(Type.Enum(SIGNAL_TYPES))),
})

/** Remarks about the request. */
const REMARKS = {
  /** Values that occur nowhere in the data. */
  warnings: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.String(),
        value: Type.String(),
        message: Type.String(),
        suggestions: Type.Array(Type.String()),
      }),
    ),
  ),
  /** The given domains that no company has. */
  unknownDomains: Type.Optional(Type.Array(Type.String())),
  /** Agencies and marketplaces that match too. */
  leftOut: Type.Optional(Count),
}

export const FoundPage = Type.Object({
  ...REMARKS,
  /** How a plain sentence was read. Absent if the query language was used. */
  understood: Type.Optional(
    Type.Object({
      signal_query: Type.String(),
      countries: optionalStrings,
      countriesNot: optionalStrings,
      industries: optionalStrings,
      fundingStages: optionalStrings,
      employeesMin: Type.Optional(Count),
      employeesMax: Type.Optional(Count),
      employerKind: optionalStrings,
      domains: optionalStrings,
      adoptionScoreMin: optionalNumber,
    }),
  ),
  companies: Type.Array(FoundCompany),
  page: Count,
  pageSize: Count,
  total: Count,
  totalPages: Count,
  explain: Type.Optional(
    Type.Object({
      normalized: Type.String(),
      clauses: Type.Array(Type.Object({ text: Type.String(), companies: Count })),
      expanded: Type.Array(Type.Object({ word: Type.String(), equivalents: Type.Array(Type.String()) })),
      /** Companies that match but aren't monitored for all types under NOT. */
      notLooked: Type.Optional(Type.Object({ types: Type.Array(Type.Enum(SIGNAL_TYPES)), companies: Count })),
    }),
  ),
})

export const CompanyDossier = Type.Object({
  identity: Type.Object({
    ...COMPANY_FIELDS,
    website: Type.String(),
    // Dossiers stored by an earlier version of the screen have neither.
    aliases: Type.Optional(Type.Array(Type.String())),
    parent: Type.Optional(nullable(Type.String())),
    employerKind: Type.Optional(Type.Enum(EMPLOYER_KINDS)),
    employerKindReason: Type.Optional(Type.String()),
  }),
  /** Newest first, at most 200. */
  signals: Type.Array(ExploreSignal),
  signalsTotal: Count,
  /** Of collected signals. */
  receipts: Type.Optional(
    Type.Array(
      Type.Object({
        signalId: Id,
        seenOn: Type.String(),
        /** Who answered instead: a demo or a proxy. */
        seenThrough: Type.Optional(Type.String()),
        seenAt: Time,
      }),
    ),
  ),
  /** By signal type. Null: not monitored. Dossiers stored by an earlier version of the screen have none. */
  coverage: Type.Optional(
    Type.Record(
      Type.String(),
      nullable(Type.Object({ since: Time, lastLookedAt: Time, sources: Type.Array(Type.String()) })),
    ),
  ),
  aiAdoptionScore: Type.Object({
    score: Type.Number(),
    intent: Type.Number(),
    implementation: Type.Number(),
    momentum: Type.Number(),
    readiness: Type.Number(),
    /** From 0 to 1, by component and of the score. Dossiers stored by an earlier version of the screen have none. */
    coverage: Type.Optional(Type.Record(Type.String(), Type.Number())),
    asOf: Time,
    modelVersion: Type.String(),
    contributions: Type.Array(
      Type.Object({
        signalId: Type.Union([Id, Type.Null()]),
        component: Type.Enum(SCORE_COMPONENTS),
        points: Type.Number(),
        signals: Type.Optional(Type.Integer()),
      }),
    ),
  }),
  /** Of a company that is in no slice. */
  notebook: Type.Optional(
    Type.Object({
      known: Type.String(),
      opens: Type.Array(Type.String()),
      talkingPoints: Type.Array(Type.String()),
    }),
  ),
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
        /** The role that likely owns the problem. */
        approach: Type.Optional(Type.String()),
      }),
    }),
  ),
})

const strings = Type.Array(Type.String())

export const SliceSummary = Type.Object({
  slug: Type.String(),
  label: Type.String(),
  thesis: Type.String(),
  query: Type.String(),
  windowDays: Count,
  whyNow: Type.String(),
  talkingPoints: strings,
  /** The signal types that must be delivered. */
  needs: strings,
  /** Set while no company can be in the slice yet. */
  notReady: nullable(NotReady),
  /** Only for a template, whose tool the caller names. This is an example. */
  tool: Type.Optional(Type.String()),
  /** The search that finds the same companies, for saving. A template has none. */
  search: Type.Optional(Type.Object({ query: Type.String(), filters: Type.Record(Type.String(), strings) })),
})

const optionalString = Type.Optional(Type.String())

/** Lists are joined by commas. */
export const SliceSearch = Type.Object(
  {
    slice: Type.String(),
    scoreMin: optionalString,
    countries: optionalString,
    countriesNot: optionalString,
    employeesMin: optionalString,
    employeesMax: optionalString,
    fundingStages: optionalString,
    industries: optionalString,
    employerKind: optionalString,
    watched: optionalString,
    domains: optionalString,
    domainsNot: optionalString,
    list: optionalString,
    adoptionScoreMin: optionalString,
    page: optionalString,
    pageSize: optionalString,
  },
  STRICT,
)

export const SlicePage = Type.Object({
  data: Type.Array(
    Type.Object({
      companyId: Id,
      name: Type.String(),
      score: Type.Number(),
      domain: Type.String(),
      hqCountry: Type.String(),
      employeeCount: Count,
      enteredAt: Time,
      windowEndsAt: Time,
    }),
  ),
  pagination: Type.Object({ page: Count, pageSize: Count, total: Count, totalPages: Count }),
  ...REMARKS,
})

/** The most frequent values in the data. */
const Frequent = Type.Optional(Type.Array(Type.Object({ value: Type.String(), count: Count })))

/** A clause type and the fields that its conditions can use. */
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
      operators: strings,
      values: Type.Optional(strings),
      /** A condition, as written in a query. */
      example: Type.String(),
      frequent: Frequent,
    }),
  ),
})

export const exploreRoutes = {
  /** The same as POST /api/v1/companies. */
  exploreCompanies: route({ method: 'POST', path: '/explore/companies', body: ExploreSearch, reply: FoundPage }),
  /** The same as GET /api/v1/companies/{id}. */
  exploreCompany: route({
    method: 'GET',
    path: '/explore/companies/:id',
    params: Type.Object({ id: Id }),
    /** A signal that has to be in the dossier: alerts link to the one that they are about. */
    query: Type.Object({ signal: Type.Optional(Id) }),
    reply: Type.Object({ data: CompanyDossier }),
  }),
  /**
   * Free: a link to a dossier shows the company's name before the dossier is paid for. `isPaid`: the team was shown the
   * company on this UTC day, so its dossier is free. `isShown`: it is one of the free companies of that day, so its short
   * dossier takes no other place. Errors: 404 company_not_found.
   */
  exploreCompanyName: route({
    method: 'GET',
    path: '/explore/companies/:id/name',
    params: Type.Object({ id: Id }),
    reply: Type.Object({ name: Type.String(), isPaid: Type.Boolean(), isShown: Type.Boolean() }),
  }),
  /** Every slice. Free, like the catalogue. */
  exploreSlices: route({
    method: 'GET',
    path: '/explore/slice-list',
    reply: Type.Object({ slices: Type.Array(SliceSummary) }),
  }),
  /** The number of companies in each slice now. Free. Null: it can't be counted now. */
  exploreSliceCounts: route({
    method: 'GET',
    path: '/explore/slice-counts',
    reply: Type.Object({ counts: Type.Array(Type.Object({ slug: Type.String(), companies: nullable(Count) })) }),
  }),
  /** The same as GET /api/v1/slices. */
  exploreSlice: route({ method: 'GET', path: '/explore/slices', query: SliceSearch, reply: SlicePage }),
  /** The same as GET /api/v1/filters. */
  exploreFilters: route({
    method: 'GET',
    path: '/explore/filters',
    reply: Type.Object({
      filters: Type.Array(
        Type.Object({
          id: Type.String(),
          label: Type.String(),
          description: Type.String(),
          values: Type.Optional(strings),
          frequent: Frequent,
          /** Only for the filter signal_query. */
          clauses: Type.Optional(Type.Array(ClauseDefinition)),
        }),
      ),
    }),
  }),
}
