// The team's CRM: its connection, which windows go there, and what was written.

import { Type } from 'typebox'
import { CRM_COMPANY_STATES, CRM_FIELDS, CRM_KINDS, MAX_CRM_SEARCHES } from '../../closed-sets/crm.ts'
import { route } from '../route.ts'
import { Count, EmptyBody, EmptyReply, Id, nullable, STRICT, Time } from '../schemas.ts'

/** The property of each field, as the CRM names it. A field that is left out isn't written. */
const Fields = Type.Object(
  Object.fromEntries(
    CRM_FIELDS.map((field) => [field, Type.Optional(Type.String({ minLength: 1, maxLength: 100 }))]),
  ) as {
    [Field in (typeof CRM_FIELDS)[number]]: ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>
  },
  STRICT,
)

export const CrmConnection = Type.Object({
  kind: Type.Enum(CRM_KINDS),
  /** The origin of its API. */
  instance: Type.String(),
  /** What the CRM calls the account. */
  account: Type.String(),
  fields: Fields,
  createsCompanies: Type.Boolean(),
  createsTasks: Type.Boolean(),
  /** Why nothing is written at the moment, with what to do. Null: all is well. */
  problem: nullable(Type.String()),
  /** When it is tried again. */
  heldUntil: nullable(Time),
  connectedAt: Time,
  companies: Type.Object(
    Object.fromEntries(CRM_COMPANY_STATES.map((state) => [state, Count])) as {
      [State in (typeof CRM_COMPANY_STATES)[number]]: typeof Count
    },
  ),
  lastWrittenAt: nullable(Time),
})

export const CrmSearch = Type.Object({
  id: Id,
  name: Type.String(),
  /** The number of companies that match now. */
  companies: Count,
  isFollowed: Type.Boolean(),
})

export const CrmCompany = Type.Object({
  /** Null for a company that was removed. */
  company: nullable(Type.Object({ id: Id, name: Type.String(), domain: Type.String() })),
  state: Type.Enum(CRM_COMPANY_STATES),
  /** Why something was not written. */
  problem: nullable(Type.String()),
  /** The open windows. */
  windows: Type.Array(Type.String()),
  /** What was written last, by field. */
  written: nullable(Type.Record(Type.String(), Type.String())),
  writtenAt: nullable(Time),
  /** When it is compared with the CRM again. */
  nextAt: nullable(Time),
})

const reply = Type.Object({
  crm: nullable(CrmConnection),
  searches: Type.Array(CrmSearch),
  /** For development: the CRM can be a server on this machine. */
  canBeLocal: Type.Boolean(),
  /** By kind of CRM: what is used unless it is changed. */
  defaults: Type.Record(Type.String(), Type.Record(Type.String(), Type.String())),
})
const Secret = Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 }))

export const CRM_PAGE_SIZE = 50

export const crmRoutes = {
  getCrm: route({ method: 'GET', path: '/crm', reply }),
  /**
   * Asks the CRM first, and saves nothing if it refuses. Connecting the same account again keeps what is known of it. HubSpot has a
   * token; Salesforce an address (`instance`), `clientId`, and `clientSecret` or `username` and `privateKey`. Errors: 422 crm_refused,
   * 429 too_many_tests.
   */
  connectCrm: route({
    method: 'POST',
    path: '/crm',
    body: Type.Object(
      {
        kind: Type.Enum(CRM_KINDS),
        instance: Type.Optional(Type.String({ maxLength: 2_048 })),
        token: Secret,
        clientId: Secret,
        clientSecret: Secret,
        username: Secret,
        /** PEM. */
        privateKey: Type.Optional(Type.String({ minLength: 1, maxLength: 8_000 })),
      },
      STRICT,
    ),
    reply,
  }),
  /** `searches`: all whose windows are written. Errors: 404, 422. */
  changeCrm: route({
    method: 'PUT',
    path: '/crm',
    body: Type.Object(
      {
        fields: Fields,
        createsCompanies: Type.Boolean(),
        createsTasks: Type.Boolean(),
        searches: Type.Array(Id, { maxItems: MAX_CRM_SEARCHES }),
      },
      STRICT,
    ),
    reply,
  }),
  /** Errors: 404, 422 crm_refused, 429 too_many_tests. */
  testCrm: route({
    method: 'POST',
    path: '/crm/test',
    body: EmptyBody,
    /** `problem`: what a person has to add in the CRM, with the steps. */
    reply: Type.Object({ account: Type.String(), problem: nullable(Type.String()) }),
  }),
  disconnectCrm: route({ method: 'DELETE', path: '/crm', reply: EmptyReply }),
  /**
   * The companies that match now go to the CRM, too: the strongest, each charged as a company that is opened. Errors: 404, 409
   * nothing_matches.
   */
  writeCrmMatches: route({
    method: 'POST',
    path: '/crm/searches/:searchId/matches',
    params: Type.Object({ searchId: Id }),
    body: EmptyBody,
    reply: Type.Object({ companies: Count }),
  }),
  listCrmCompanies: route({
    method: 'GET',
    path: '/crm/companies',
    query: Type.Object(
      {
        state: Type.Optional(Type.Enum(CRM_COMPANY_STATES)),
        page: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,3}$' })),
      },
      STRICT,
    ),
    reply: Type.Object({ companies: Type.Array(CrmCompany), total: Count }),
  }),
}
