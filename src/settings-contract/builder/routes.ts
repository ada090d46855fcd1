// The builder of chips above the query field. The service reads and writes the text of a query, so that the screen knows no
// grammar. Everything here is free: it counts companies and names none.

import { Type } from 'typebox'
import { EMPLOYER_KINDS, FUNDING_STAGES, REPORTED_TYPES } from '../../closed-sets/signals.ts'
import { route } from '../route.ts'
import { Count, nullable, STRICT } from '../schemas.ts'

const MAX_PARTS = 250
const Word = Type.String({ maxLength: 1_000 })
const Days = Type.Integer({ minimum: 1, maximum: 100_000 })

const ChipCondition = Type.Object(
  {
    /** The name of the field in a query. */
    field: Type.String({ maxLength: 40, pattern: '^[A-Za-z]+$' }),
    op: Type.Enum([':', '!:', '~', '~=', '>=', '<=', '>', '<']),
    /** `quoted`: a phrase, whose words stand together. */
    values: Type.Array(Type.Object({ text: Word, quoted: Type.Optional(Type.Literal(true)) }, STRICT), {
      minItems: 1,
      maxItems: MAX_PARTS,
    }),
  },
  STRICT,
)
const ClauseChip = Type.Object(
  { type: Type.String({ maxLength: 40 }), conditions: Type.Array(ChipCondition, { maxItems: MAX_PARTS }) },
  STRICT,
)
/** Any of the clauses, at most `withinDays` after the step before. */
const StepChips = Type.Object(
  {
    clauses: Type.Array(ClauseChip, { minItems: 1, maxItems: MAX_PARTS }),
    withinDays: Type.Optional(Days),
  },
  STRICT,
)
/** All terms must hold. A term with several steps is a sequence. */
export const ChipTerm = Type.Object(
  {
    negated: Type.Optional(Type.Literal(true)),
    steps: Type.Array(StepChips, { minItems: 1, maxItems: MAX_PARTS }),
  },
  STRICT,
)
const Terms = Type.Array(ChipTerm, { maxItems: MAX_PARTS })

const texts = Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: MAX_PARTS }))
const employees = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))

/** A search without the filters that name companies, so a count never says what one company has. */
export const CountedSearch = Type.Object(
  {
    signal_query: Type.String({ maxLength: 4_000 }),
    countries: texts,
    countriesNot: texts,
    employeesMin: employees,
    employeesMax: employees,
    fundingStages: Type.Optional(Type.Array(Type.Enum(FUNDING_STAGES))),
    industries: texts,
    employerKind: Type.Optional(Type.Array(Type.Enum(EMPLOYER_KINDS))),
    watched: Type.Optional(Type.Array(Type.Enum(REPORTED_TYPES))),
    adoptionScoreMin: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  },
  STRICT,
)

/** What a search can do without or wait longer for, so that companies match, and how many then do. */
export const Loosening = Type.Object({
  /** longer: a longer time. condition, filter, clause: without it. only: nothing but this clause. */
  kind: Type.Enum(['longer', 'condition', 'filter', 'clause', 'only']),
  /** Except for a filter: the place of the chip, counted from 0 over all terms. */
  chip: Type.Optional(Count),
  /** For a longer time and a condition: its place in the chip. */
  condition: Type.Optional(Count),
  days: Type.Optional(Count),
  filter: Type.Optional(Type.String()),
  /** The query after the change. */
  text: Type.String(),
  companies: Count,
})

export const builderRoutes = {
  /**
   * Reads a text as chips, or writes chips as a text. `terms` is null if there are none for the query, or while it is
   * invalid; then `problem` says why. `stated` has the company filters that a sentence states, `text` is then the query alone.
   */
  readQuery: route({
    method: 'POST',
    path: '/explore/query',
    body: Type.Object({ text: Type.Optional(Type.String({ maxLength: 4_000 })), terms: Type.Optional(Terms) }, STRICT),
    reply: Type.Object({
      text: Type.String(),
      terms: nullable(Terms),
      stated: nullable(Type.Record(Type.String(), Type.Union([Type.Array(Type.String()), Type.Number()]))),
      problem: nullable(Type.String()),
    }),
  }),
  /**
   * How many companies match the query, and how many each of its clauses alone, in text order. Null: there is no count now,
   * because the query is too expensive or searches are waiting, or `usedUp` for the team today.
   */
  countClauses: route({
    method: 'POST',
    path: '/explore/counts',
    body: CountedSearch,
    reply: Type.Object({
      counts: nullable(Type.Object({ total: Count, clauses: Type.Array(Count) })),
      usedUp: Type.Boolean(),
    }),
  }),
  /** For a search that finds nothing: its weakest clause, and what finds companies instead, the smallest change first. */
  loosenSearch: route({
    method: 'POST',
    path: '/explore/loosen',
    body: CountedSearch,
    reply: Type.Object({
      /** The place of the weakest chip. Null: no clause alone is to blame. `companies` match it alone. */
      weakest: nullable(Type.Object({ chip: Count, companies: Count })),
      /** Companies that match when no company is named: more than 0 if only a list or domains leave nothing. */
      total: Count,
      loosenings: Type.Array(Loosening),
    }),
  }),
}
