import type { Registry } from 'prom-client'
import type { Database } from '../../db/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { lazySecretBox } from '../../platform/config/secret-box.ts'
import type { Logger } from '../../platform/logger.ts'
import { counter } from '../../platform/metrics.ts'
import { JsonClient } from './clients/json-client.ts'
import type { DescribeOptions } from './desired.ts'
import { CrmWorker } from './worker.ts'

/** Writes to the CRMs of teams for as long as the process runs. Returns a function that stops it. */
export function startCrm(
  db: Database,
  config: Config,
  log: Logger,
  registry: Registry,
  { publicUrl, whyNow }: Omit<DescribeOptions, 'db'>,
): () => Promise<void> {
  const turns = counter({
    name: 'pro_signal_crm_turns_total',
    help: 'Turns of this process at writing a batch to a CRM, by outcome: written, or why nothing could be written.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const companies = counter({
    name: 'pro_signal_crm_companies_total',
    help: 'Companies that this process has written to CRMs, and those that a CRM refused.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const allowLoopback = config.ALLOW_LOOPBACK_WEBHOOKS
  const client = new JsonClient({ allowLoopback })
  const worker = new CrmWorker({
    ...{ db, log, client, allowLoopback, publicUrl, whyNow },
    box: lazySecretBox(config),
    onSettled({ written, refused, problem }) {
      turns.inc({ outcome: problem ?? 'written' })
      companies.inc({ outcome: 'written' }, written)
      companies.inc({ outcome: 'refused' }, refused)
    },
  })
  worker.start()
  return async () => {
    await worker.stop()
    await client.close()
  }
}
