import type { Registry } from 'prom-client'
import { gauge } from '../platform/metrics.ts'
import { monotonicMs, type ShardState } from './index-engine/index.ts'
import type { OpenEngine } from './open-engine.ts'

/** Metrics of the search index and of ClickHouse, read at each scrape. */
export function searchMetrics(registry: Registry, engine: OpenEngine): void {
  const gauges: Readonly<Record<string, { help: string; read: () => number }>> = {
    pro_signal_search_index_ready: {
      help: '1 while the index answers searches, 0 while PostgreSQL does.',
      read: () => (engine.name === 'index' ? 1 : 0),
    },
    pro_signal_search_index_bytes: { help: 'Memory used by the index.', read: () => engine.index?.bytes ?? 0 },
    pro_signal_search_index_signals: {
      help: 'Signals in the index, including deleted ones.',
      read: () => engine.index?.signals ?? 0,
    },
    pro_signal_search_index_tail: {
      help: 'Signals added since the index was last rebuilt.',
      read: () => engine.index?.tail ?? 0,
    },
    pro_signal_search_index_position: {
      help: 'The log position up to which the index has read.',
      read: () => engine.index?.position ?? 0,
    },
    pro_signal_search_index_age_seconds: {
      help: 'Seconds since the index last asked for the head of the log. PostgreSQL answers from 5 on.',
      read: () => (engine.index ? (monotonicMs() - engine.index.contact.askedAt) / 1_000 : 0),
    },
    pro_signal_search_index_lag_seconds: {
      help: 'The age of the oldest event that the index has not read yet. PostgreSQL answers from 30 on.',
      read: () => engine.index?.contact.lagSeconds ?? 0,
    },
    pro_signal_search_clickhouse_ready: {
      help: '1 while ClickHouse answers searches, 0 while PostgreSQL does.',
      read: () => (engine.clickhouse?.isReady ? 1 : 0),
    },
    pro_signal_search_clickhouse_position: {
      help: 'The log position that every shard of ClickHouse has reached; 0 while it is not known.',
      read: () => (engine.clickhouse ? (engine.position ?? 0) : 0),
    },
    pro_signal_search_clickhouse_lag_seconds: {
      help: 'The age of the oldest event that a shard of ClickHouse does not have yet. PostgreSQL answers from 30 on.',
      read: () => engine.clickhouse?.lagSeconds ?? 0,
    },
  }
  const byShard: Readonly<Record<string, { help: string; read: (shard: ShardState) => number }>> = {
    pro_signal_search_shard_bytes: { help: 'Memory used by one shard of the index.', read: ({ bytes }) => bytes },
    pro_signal_search_shard_signals: {
      help: 'Signals in one shard of the index, including deleted ones.',
      read: ({ signals }) => signals,
    },
    pro_signal_search_shard_tail: {
      help: 'Signals added since the shard was last rebuilt.',
      read: ({ tail }) => tail,
    },
  }
  for (const [name, { help, read }] of Object.entries(byShard)) {
    gauge({
      name,
      help,
      labelNames: ['shard'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [i, shard] of (engine.index?.shards ?? []).entries()) this.set({ shard: String(i + 1) }, read(shard))
      },
    })
  }
  for (const [name, { help, read }] of Object.entries(gauges)) {
    gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
}
