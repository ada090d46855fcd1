import { Gauge, type Registry } from 'prom-client'
import type { OpenEngine } from './open-engine.ts'

/** What the search index is doing, read when the figures are asked for. */
export function searchMetrics(registry: Registry, engine: OpenEngine): void {
  const figures: Readonly<Record<string, { help: string; read: () => number }>> = {
    pro_signal_search_index_ready: {
      help: '1 while the index answers searches, 0 while PostgreSQL does.',
      read: () => (engine.name === 'index' ? 1 : 0),
    },
    pro_signal_search_index_bytes: { help: 'The memory of the index.', read: () => engine.index?.bytes ?? 0 },
    pro_signal_search_index_signals: {
      help: 'Signals in the index, those among them that are gone included.',
      read: () => engine.index?.signals ?? 0,
    },
    pro_signal_search_index_tail: {
      help: 'Signals that came since the index was made anew.',
      read: () => engine.index?.tail ?? 0,
    },
    pro_signal_search_index_position: {
      help: 'Up to where in the log the index knows.',
      read: () => engine.index?.position ?? 0,
    },
  }
  for (const [name, { help, read }] of Object.entries(figures)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
}
