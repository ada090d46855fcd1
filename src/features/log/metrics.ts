import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Queryable } from '../../db/index.ts'
import { readHead } from './queries.ts'

const TIMEOUT_MS = 1_000

/** The head of the log, read at each scrape. It has no value while the database doesn't answer. */
export function logMetrics(registry: Registry, db: Queryable): void {
  new Gauge({
    name: 'pro_signal_log_position',
    help: 'The position of the newest event in the log.',
    registers: [registry],
    async collect() {
      const late = sleep(TIMEOUT_MS, undefined, { ref: false })
      const head = await Promise.race([readHead(db).catch(() => undefined), late])
      if (head === undefined) this.remove()
      else this.set(head)
    },
  })
}
