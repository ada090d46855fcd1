import type { Database } from '../../db/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Logger } from '../../platform/logger.ts'
import { type BillingProvider, localBilling } from './provider.ts'
import { stripeBilling } from './stripe.ts'

export { disconnectBilling } from './disconnect.ts'
export type { BillingProvider } from './provider.ts'
export { type Billing, findBilling } from './queries.ts'

export async function openBilling(config: Config, db: Database, log: Logger): Promise<BillingProvider> {
  if (config.BILLING_PROVIDER === 'local') return localBilling
  return stripeBilling(db, log, {
    secretKey: config.STRIPE_SECRET_KEY ?? '',
    webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
    prices: config.STRIPE_PRICE_PRO ?? [],
    apiUrl: config.STRIPE_API_URL,
  })
}
