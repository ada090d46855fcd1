import type { Registry } from 'prom-client'
import type { Database } from '../../../db/index.ts'
import type { Config } from '../../../platform/config/config.ts'
import { lazySecretBox } from '../../../platform/config/secret-box.ts'
import type { Logger } from '../../../platform/logger.ts'
import { Sender } from '../../sending/index.ts'
import { Engine } from './engine.ts'
import { FirehoseMetrics } from './metrics.ts'

/**
 * Runs the role `firehose`: delivers events to webhooks for as long as the process runs. Returns a function that stops
 * it. Stopping waits for the requests in flight and writes all progress.
 */
export async function startFirehose(
  db: Database,
  config: Config,
  log: Logger,
  registry: Registry,
): Promise<() => Promise<void>> {
  const sender = new Sender({ allowLoopback: config.ALLOW_LOOPBACK_WEBHOOKS })
  const metrics = new FirehoseMetrics(registry, () => engine)
  const engine: Engine = new Engine({
    db,
    log,
    metrics,
    maxInFlight: config.FIREHOSE_IN_FLIGHT,
    send: (post, signal) => sender.send(post, signal),
    box: lazySecretBox(config),
  })
  await engine.start()
  return async () => {
    await engine.stop()
    await sender.close()
  }
}
