// Why a metered call is rejected.

import { apiAccessRequired, type HttpError, invalidApiKey, notSignedIn } from '../../http/index.ts'
import type { FullBudget } from './budgets.ts'
import type { ChargedAccount, ChargeVerdict, Cost } from './charge.ts'
import { lastToReset } from './full-budgets.ts'
import { rateLimitExceeded } from './rate-limit.ts'

export type KnowsCompany = (companyId: string) => Promise<boolean>

/** Undefined: only the budget of companies is full, and there is no such company. */
export async function fullBudgetError(
  { state, bucket }: FullBudget,
  cost: Cost,
  knowsCompany: KnowsCompany | undefined,
): Promise<HttpError | undefined> {
  const { companyId, ...rest } = cost
  const unknown = bucket === 'dailyCompanyDetail' && companyId && knowsCompany && !(await knowsCompany(companyId))
  if (!unknown) return rateLimitExceeded(bucket, state, cost)
  const other = lastToReset(state, rest)
  return other && rateLimitExceeded(other, state, rest)
}

export function rejection(verdict: ChargeVerdict, { keyId }: ChargedAccount, cost: Cost): HttpError {
  if (verdict.outcome === 'full') return rateLimitExceeded(verdict.bucket, verdict, cost)
  if (verdict.outcome === 'plan_changed') return apiAccessRequired()
  // Without a key the caller is a person, who was removed from the team, or whose team was deleted.
  return keyId === undefined ? notSignedIn() : invalidApiKey()
}
