import type { Config } from '../platform/config/config.ts'
import { isLoopback } from '../platform/config/network.ts'

/**
 * A demo that only this machine reaches is for a developer, whose first receiver is on the same machine. Behind a proxy, others
 * may use it.
 */
export function withLocalReceivers(config: Config): Config {
  const { given, HOST, NODE_ENV, PUBLIC_URL, TRUST_PROXY } = config
  const isBehindProxy = PUBLIC_URL !== undefined || Array.isArray(TRUST_PROXY) || TRUST_PROXY > 0
  if (given.has('ALLOW_LOOPBACK_WEBHOOKS') || NODE_ENV === 'production' || !isLoopback(HOST) || isBehindProxy)
    return config
  return { ...config, ALLOW_LOOPBACK_WEBHOOKS: true }
}
