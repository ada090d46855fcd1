// Who says when a team's billing month begins. The month itself is computed where it is needed, inside the charge
// (team_month, migration 0008): a provider's whole work is to keep the table team_billing true, and with it the plan.

import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/app-error.ts'

export interface BillingProvider {
  readonly name: 'local' | 'stripe'
  /** The routes on which the provider tells us that something has changed. */
  mount(app: FastifyInstance): void
  /** Asks about the teams that are due, and says of how many it heard. */
  sweep(signal?: AbortSignal): Promise<number>
  /** From now on the provider's customer decides the team's plan and month. */
  connect(teamId: string, customerId: string): Promise<{ readonly heard: boolean }>
}

/** Months are counted from each team's own anchor, and plans are set by the operator: there is nothing to ask. */
export const localBilling: BillingProvider = {
  name: 'local',
  mount: () => {},
  sweep: async () => 0,
  connect: async () => {
    throw new AppError(
      'invalid',
      'BILLING_PROVIDER is local: set it to stripe before you connect a team with a customer.',
    )
  },
}
