// Metering outside of a route, in the same order as the hooks of a metered route: peek, work, charge. The result is
// returned only if it was charged.

import { clientGone, type HttpError } from '../../http/index.ts'
import { BUCKETS } from '../plans/index.ts'
import type { Budgets } from './budgets.ts'
import type { BudgetState, ChargedAccount, Cost } from './charge.ts'
import { fullBudgetError, type KnowsCompany, rejection } from './rejections.ts'

export interface MeteredCall {
  readonly account: ChargedAccount
  readonly isGone: () => boolean
  /** The minimum cost of the call. */
  readonly minimum: Cost
  readonly knowsCompany?: KnowsCompany
}

export async function runMetered<Result>(
  budgets: Budgets,
  { account, isGone, minimum, knowsCompany }: MeteredCall,
  work: () => Promise<{ readonly cost: Cost; readonly result: Result }>,
): Promise<{ readonly result: Result; readonly state: BudgetState }> {
  const full = await budgets.findFull(account, minimum, BUCKETS)
  const early: HttpError | undefined = full && (await fullBudgetError(full, minimum, knowsCompany))
  if (early) throw early
  const { cost, result } = await work()
  const verdict = await budgets.charge({ account, cost, isGone })
  if (verdict.outcome === 'charged') return { result, state: verdict }
  if (verdict.outcome === 'gone') throw clientGone()
  throw rejection(verdict, account, cost)
}
