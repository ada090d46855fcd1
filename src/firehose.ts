// The role `firehose`: delivers events to webhooks for as long as the process runs.

import type { Registry } from 'prom-client'
import type { Database } from './db/index.ts'
import { Engine, FirehoseMetrics } from './features/firehose/index.ts'
import { Sender } from './features/sending/index.ts'
import type { Config } from './platform/config.ts'
import type { Logger } from './platform/log.ts'
import { SecretBox } from './platform/secret-box.ts'
import { readSecretKeys } from './platform/secret-keys.ts'

/** Returns how to stop it: what is in flight may end, and what was done is written. */
export async function startFirehose(
  db: Database,
  config: Config,
  log: Logger,
  registry: Registry,
): Promise<() => Promise<void>> {
  const sender = new Sender({ allowLoopback: config.ALLOW_LOOPBACK_WEBHOOKS })
  let box: SecretBox | undefined
  const metrics = new FirehoseMetrics(registry, () => engine)
  const engine: Engine = new Engine({
    db,
    log,
    metrics,
    mostInFlight: config.FIREHOSE_IN_FLIGHT,
    send: (post, signal) => sender.send(post, signal),
    // Not before there is a webhook: a service without any needs no SECRET_KEYS.
    openKey: (sealed, webhookId) => {
      box ??= new SecretBox(readSecretKeys(config))
      return box.open(sealed, webhookId)
    },
  })
  await engine.start()
  return async () => {
    await engine.stop()
    await sender.close()
  }
}
