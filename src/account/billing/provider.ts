// A billing provider decides when a team's billing month begins. The month itself is computed where it is needed,
// inside the charge (team_month, migration 0008). A provider only keeps the table team_billing up to date, and with it
// the plan.

import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/app-error.ts'

export interface BillingProvider {
  readonly name: 'local' | 'stripe'
  /** Mounts the routes on which the provider reports changes. */
  mount(app: FastifyInstance): void
  /** Refreshes the teams that are due; returns for how many the provider answered. */
  refreshDue(signal?: AbortSignal): Promise<number>
  /**
   * From now on the provider's customer decides the team's plan and month. Not `refreshed`: the provider couldn't be
   * reached yet, and the team is due.
   */
  connect(teamId: string, customerId: string): Promise<{ readonly refreshed: boolean }>
}

/** Months are counted from each team's own anchor, and the operator sets the plans: there is nothing to refresh. */
export const localBilling: BillingProvider = {
  name: 'local',
  mount: () => {},
  refreshDue: async () => 0,
  connect: async () => {
    throw new AppError(
      'invalid',
      'BILLING_PROVIDER is local: set it to stripe before you connect a team to a customer.',
    )
  },
}
