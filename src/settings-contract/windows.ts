// The companies in buying windows, for people. The table is free: it has names, labels and one sentence for each row, and
// no domains, and a team sees at most MAX_FREE_COMPANIES different companies a UTC day in it, so that it can't replace the
// API. Seeing a company again that day costs nothing of this.

import { Type } from 'typebox'
import { FUNDING_STAGES, SIGNAL_TYPES } from '../closed-sets/signals.ts'
import { LIST_PAGE_SIZE } from './lists/lists.ts'
import { route } from './route.ts'
import { Count, Id, nullable, STRICT, Time } from './schemas.ts'

/** Different companies that a team sees in a UTC day. */
export const MAX_FREE_COMPANIES = 200

export const WINDOW_SORTS = ['score', 'closes', 'entered'] as const
export type WindowSort = (typeof WINDOW_SORTS)[number]

const FACTS = {
  companyId: Id,
  name: Type.String(),
  /** ZZ: unknown. */
  hqCountry: Type.String(),
  /** 0: unknown. */
  employeeCount: Count,
  fundingStage: Type.Enum(FUNDING_STAGES),
  industry: Type.String(),
}

export const WindowRow = Type.Object({
  ...FACTS,
  slug: Type.String(),
  /** Of the slice. */
  label: Type.String(),
  /** One sentence about the signals that opened the window. */
  evidence: Type.String(),
  score: Type.Number(),
  enteredAt: Time,
  windowEndsAt: Time,
  windowDays: Count,
})

/** What is left today of the companies that the team may see for free. */
const FreeCompanies = Type.Object({ limit: Count, left: Count, resetsAt: Time })

const optionalString = Type.Optional(Type.String({ maxLength: 300 }))

export const WindowSearch = Type.Object(
  {
    slice: optionalString,
    /** The name of one of the team's lists. */
    list: optionalString,
    /** Whole UTC days until the window closes, at most. */
    daysLeft: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$' })),
    sort: Type.Optional(Type.Enum(WINDOW_SORTS)),
    /** `next` of the page before. */
    before: optionalString,
  },
  STRICT,
)

export const WindowBrief = Type.Object({
  ...FACTS,
  /** Strongest first. */
  windows: Type.Array(
    Type.Object({
      slug: Type.String(),
      label: Type.String(),
      score: Type.Number(),
      windowEndsAt: Time,
      whyNow: Type.String(),
      talkingPoints: Type.Array(Type.String()),
      /** The role that likely owns the problem. Null: unknown. */
      approach: nullable(Type.String()),
    }),
  ),
  /** Of a company that is in no window: what is known, what would open one, and what to say. */
  notebook: nullable(
    Type.Object({ known: Type.String(), opens: Type.Array(Type.String()), talkingPoints: Type.Array(Type.String()) }),
  ),
  /** The newest. */
  signals: Type.Array(
    Type.Object({
      id: Id,
      type: Type.Enum(SIGNAL_TYPES),
      label: Type.String(),
      status: Type.String(),
      occurredAt: Time,
    }),
  ),
})

const Bars = Type.Array(Type.Object({ value: Type.String(), companies: Count }))

export const windowRoutes = {
  /**
   * The companies in all windows, or in one, a page at a time. Free. `isCut`: there would be more, but the team has seen all
   * companies that are free today. Errors: 404 slice_not_found, 422 for an unknown list.
   */
  listWindows: route({
    method: 'GET',
    path: '/windows',
    query: WindowSearch,
    reply: Type.Object({
      rows: Type.Array(WindowRow),
      next: nullable(Type.String()),
      isCut: Type.Boolean(),
      free: FreeCompanies,
    }),
  }),
  /**
   * The short dossier of a company in the table. Free, and one of the companies of the day. Errors: 404 company_not_found,
   * 429 free_companies_used.
   */
  getWindowCompany: route({
    method: 'GET',
    path: '/windows/companies/:companyId',
    params: Type.Object({ companyId: Id }),
    reply: WindowBrief,
  }),
  /**
   * The strongest window of each of these companies that is in one, for the page of a list. Free. Each counts among the free
   * companies of the day; `isCut`: others are in a window, and the team has seen all companies that are free today.
   */
  listCompanyWindows: route({
    method: 'POST',
    path: '/windows/companies',
    body: Type.Object({ companyIds: Type.Array(Id, { maxItems: LIST_PAGE_SIZE }) }, STRICT),
    reply: Type.Object({
      windows: Type.Array(
        Type.Object({
          companyId: Id,
          slug: Type.String(),
          label: Type.String(),
          windowDays: Count,
          windowEndsAt: Time,
          /** The other windows that it is in. */
          otherWindows: Count,
        }),
      ),
      isCut: Type.Boolean(),
    }),
  }),
  /**
   * What is shown next to a dossier: the company's heat now, and the companies that are in the same windows, of which
   * each counts among the free companies of the day. Free, and empty unless the team was shown the company today.
   * Error: 404 company_not_found.
   */
  exploreCompanyContext: route({
    method: 'GET',
    path: '/explore/companies/:id/context',
    params: Type.Object({ id: Id }),
    reply: Type.Object({
      heat: nullable(Type.Number()),
      similar: Type.Array(
        Type.Object({
          ...FACTS,
          /** Those that both are in. */
          windows: Type.Array(Type.Object({ slug: Type.String(), label: Type.String() })),
        }),
      ),
    }),
  }),
  /** How many companies are in a slice, by country and by size. Free: it names no company. Errors: 404 slice_not_found. */
  getWindowBars: route({
    method: 'GET',
    path: '/windows/bars',
    query: Type.Object({ slice: Type.String({ maxLength: 300 }) }, STRICT),
    reply: Type.Object({ companies: Count, countries: Bars, sizes: Bars }),
  }),
}
