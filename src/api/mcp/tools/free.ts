import { Type } from 'typebox'
import { bucketReplyOf, readBudgets } from '../../../account/budgets/index.ts'
import { BUCKETS } from '../../../account/plans/index.ts'
import { apiAccessRequired, invalidApiKey } from '../../../http/index.ts'
import { clausesOf, InvalidQuery, printClause, readSearchText } from '../../../query/index.ts'
import { tool } from '../tool.ts'
import { understoodText } from './shapes.ts'

export const explainQuery = tool({
  name: 'explain_query',
  title: 'Check a signal query',
  description:
    'How a signal_query is understood, or what is wrong with it, with position and suggestions. Runs no search. Free. The language: resource pro-signal://query-language.',
  input: Type.Object({ signal_query: Type.String() }, { additionalProperties: false }),
  output: Type.Object({
    valid: Type.Boolean(),
    understoodAs: Type.Optional(Type.String()),
    clauses: Type.Optional(Type.Array(Type.String())),
    mistake: Type.Optional(
      Type.Object({
        message: Type.String(),
        position: Type.Integer(),
        length: Type.Integer(),
        expected: Type.Array(Type.String()),
        suggestions: Type.Array(Type.String()),
      }),
    ),
  }),
  hasOutsideText: false,
  run: async ({ signal_query }, { parts: { searchCaches } }) => {
    try {
      const { query, filters } = readSearchText(signal_query, searchCaches.values.readContext())
      return { valid: true, understoodAs: understoodText(query, filters), clauses: clausesOf(query).map(printClause) }
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error
      const { message, position, length, expected, suggestions } = error.details
      return { valid: false, mistake: { message, position, length, expected, suggestions } }
    }
  },
})

export const checkBudget = tool({
  name: 'check_budget',
  title: 'Check what is left of the budgets',
  description: "The team's six budgets: limit, used, remaining, and when each resets. Free.",
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    budgets: Type.Array(
      Type.Object({
        name: Type.String(),
        limit: Type.Integer(),
        used: Type.Integer(),
        remaining: Type.Integer(),
        resetsAt: Type.String(),
      }),
    ),
  }),
  hasOutsideText: false,
  run: async (_input, { account, parts: { charge } }) => {
    const state = await readBudgets(charge, account)
    if (!('buckets' in state)) throw state.outcome === 'key_refused' ? invalidApiKey() : apiAccessRequired()
    const budgets = BUCKETS.map((name) => {
      const { limit, used, remaining, resetUnix } = bucketReplyOf(name, state)
      return { name, limit, used, remaining, resetsAt: new Date(resetUnix * 1_000).toISOString() }
    })
    return { budgets }
  },
})
