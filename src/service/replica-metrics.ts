import type { Registry } from 'prom-client'
import type { Replica } from '../db/index.ts'
import { counter, gauge } from '../platform/metrics.ts'

/** Which server answers reads, at each scrape. */
export function replicaMetrics(registry: Registry, replica: Replica): void {
  const registers = [registry]
  gauge({
    name: 'pro_signal_read_replica_used',
    help: '1 while the replica at DATABASE_READ_URL answers reads, 0 while the primary does.',
    registers,
    collect() {
      this.set(replica.status.state === 'ok' ? 1 : 0)
    },
  })
  counter({
    name: 'pro_signal_reads_total',
    help: 'Reads that a replica may answer (dossiers, companies of a page, searches by PostgreSQL), by the server that did.',
    labelNames: ['server'],
    registers,
    collect() {
      const { answered } = replica.status
      this.reset()
      for (const server of ['replica', 'primary'] as const) this.inc({ server }, answered[server])
    },
  })
}
