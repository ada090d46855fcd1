import type { Counter, Registry } from 'prom-client'
import { type AlertDestination, MESSAGE_DESTINATIONS } from '../../closed-sets/alerts.ts'
import type { Database } from '../../db/index.ts'
import { sharedReading } from '../../platform/async/shared-reading.ts'
import { counter, gauge } from '../../platform/metrics.ts'
import type { Recorded } from './matching/record-changes.ts'
import { surveyAlerts } from './searches/survey.ts'

/** A scrape must not hang with the database. */
const TIMEOUT_MS = 1_500

/**
 * What this process records and sends, and how far the watcher of all processes is behind. The latter is read from the
 * database at each scrape, so every node reports the same.
 */
export class AlertMetrics {
  readonly #changes: Counter<'action' | 'rings'>
  readonly #messages: Counter<'destination' | 'outcome'>

  constructor(registry: Registry, db: Database, isWatching: () => boolean) {
    const registers = [registry]
    this.#changes = counter({
      name: 'pro_signal_alerts_changes_total',
      help: 'Companies that entered or left saved searches, as recorded by this process, and whether that sends an alert.',
      labelNames: ['action', 'rings'],
      registers,
    })
    this.#messages = counter({
      name: 'pro_signal_alerts_messages_total',
      help: 'Messages by destination and outcome: sent, retried, or failed (given up).',
      labelNames: ['destination', 'outcome'],
      registers,
    })
    gauge({
      name: 'pro_signal_alerts_watching',
      help: '1 if this process watches the saved searches. One process at a time does.',
      registers,
      collect() {
        this.set(isWatching() ? 1 : 0)
      },
    })
    const refresh = sharedReading(async () => {
      const { searches, waiting, ...lag } = await surveyAlerts(db.pool('settings'))
      all.set(searches)
      lagEvents.set(lag.lagEvents)
      lagSeconds.set(lag.lagSeconds)
      for (const destination of MESSAGE_DESTINATIONS) {
        const found = waiting.find((each) => each.destination === destination)
        messages.set({ destination }, found?.messages ?? 0)
        oldest.set({ destination }, found?.oldestSeconds ?? 0)
      }
    }, TIMEOUT_MS)
    const collect = async () => {
      await refresh()
    }
    const all = gauge({
      name: 'pro_signal_alerts_searches',
      help: 'Saved searches of all teams.',
      registers,
      collect,
    })
    const lagEvents = gauge({
      name: 'pro_signal_alerts_lag_events',
      help: 'How far the watcher of saved searches is behind the log, in positions.',
      registers,
      collect,
    })
    const lagSeconds = gauge({
      name: 'pro_signal_alerts_lag_seconds',
      help: 'The age of the oldest event that the watcher of saved searches has not read.',
      registers,
      collect,
    })
    const messages = gauge({
      name: 'pro_signal_alerts_waiting_messages',
      help: 'Messages waiting to be sent, by destination: digests that are collecting, and retries.',
      labelNames: ['destination'],
      registers,
      collect,
    })
    const oldest = gauge({
      name: 'pro_signal_alerts_oldest_waiting_seconds',
      help: 'How long the oldest message has been due, by destination.',
      labelNames: ['destination'],
      registers,
      collect,
    })
  }

  recorded({ entered, left, alerts }: Recorded): void {
    this.#changes.inc({ action: 'entered', rings: 'yes' }, alerts)
    this.#changes.inc({ action: 'entered', rings: 'no' }, entered - alerts)
    this.#changes.inc({ action: 'left', rings: 'no' }, left)
  }

  settled(destination: AlertDestination, outcome: 'sent' | 'retried' | 'failed'): void {
    this.#messages.inc({ destination, outcome })
  }
}
