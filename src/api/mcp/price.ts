// The price of a tool call: checked before the work, charged after it, and reported in the result.

import { Type } from 'typebox'
import { type Cost, runMetered } from '../../account/budgets/index.ts'
import type { ToolCall } from './tool.ts'

/** Calls through MCP are recorded under their own name, so that a team can see what used its budgets. */
const ENDPOINT = 'mcp'

const counts = Type.Record(Type.String(), Type.Integer())

/** What the call cost, and what is left. */
export const PRICE = { cost: counts, left: counts }

interface Answer {
  readonly cost: Omit<Cost, 'endpoint'>
  readonly output: object
}

/** `minimum` is the minimum cost of the call. The answer has the actual cost. */
export async function priced(
  { account, isGone, onCharge, parts: { budgets } }: ToolCall,
  minimum: Omit<Cost, 'endpoint'>,
  work: () => Promise<Answer>,
  knowsCompany?: (id: string) => Promise<boolean>,
): Promise<object> {
  const { result, state } = await runMetered(
    budgets,
    { account, isGone, minimum: { ...minimum, endpoint: ENDPOINT }, ...(knowsCompany && { knowsCompany }) },
    async () => {
      const { cost, output } = await work()
      return { cost: { ...cost, endpoint: ENDPOINT }, result: { output, cost } }
    },
  )
  const { records = 0, pageTurns = 0 } = result.cost
  onCharge({ records, pageTurns })
  const { perMinute, dailyRequests, monthlyRequests, monthlyRecords } = state.buckets
  return {
    ...result.output,
    cost: { requests: 1, records, pageTurns },
    left: {
      requestsThisMinute: perMinute.remaining,
      requestsToday: dailyRequests.remaining,
      requestsThisMonth: monthlyRequests.remaining,
      recordsThisMonth: monthlyRecords.remaining,
    },
  }
}
