import type { Counter, Histogram, Registry } from 'prom-client'
import { type AnnouncedWebhookState, DELIVERY_STATES, type DeliveryState } from '../../../closed-sets/webhooks.ts'
import { counter, gauge, histogram } from '../../../platform/metrics.ts'
import type { SendResult } from '../../sending/index.ts'
import type { Endpoint } from './endpoint.ts'

/** One webhook as the metrics see it. Without an endpoint, its key can't be decrypted. */
export interface WatchedWebhook {
  readonly state: DeliveryState
  readonly lagSeconds: number
  readonly endpoint: Endpoint | undefined
}

/** The metrics of a process's firehose. The labels are bounded: no label identifies an endpoint. */
export class FirehoseMetrics {
  readonly #attempts: Counter<'outcome' | 'lane'>
  readonly #latency: Histogram
  readonly #commits: Histogram
  readonly #stateChanges: Counter<'from' | 'to'>

  constructor(registry: Registry, read: () => { watched: Iterable<WatchedWebhook>; head: number; inFlight: number }) {
    const registers = [registry]
    this.#attempts = counter({
      name: 'pro_signal_firehose_attempts_total',
      help: 'Delivery attempts by outcome (a status class such as 2xx, or a failure reason) and lane.',
      labelNames: ['outcome', 'lane'],
      registers,
    })
    this.#latency = histogram({
      name: 'pro_signal_firehose_attempt_seconds',
      help: 'Duration of a delivery attempt.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    })
    this.#commits = histogram({
      name: 'pro_signal_firehose_commit_seconds',
      help: 'Duration of a commit, which writes the progress of all endpoints of this process.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    })
    this.#stateChanges = counter({
      name: 'pro_signal_firehose_state_changes_total',
      help: 'Changes of the state of a webhook that this process announced.',
      labelNames: ['from', 'to'],
      registers,
    })
    gauge({
      name: 'pro_signal_firehose_in_flight',
      help: 'Requests in flight.',
      registers,
      collect() {
        this.set(read().inFlight)
      },
    })
    const byClass = (
      name: string,
      help: string,
      measure: (webhook: WatchedWebhook, head: number) => number,
      fold: (a: number, b: number) => number,
    ) =>
      gauge({
        name,
        help,
        labelNames: ['class'],
        registers,
        collect() {
          const { watched, head } = read()
          const totals = new Map<string, number>(DELIVERY_STATES.map((state) => [state, 0]))
          for (const webhook of watched) {
            totals.set(webhook.state, fold(totals.get(webhook.state) ?? 0, measure(webhook, head)))
          }
          for (const [state, total] of totals) this.set({ class: state }, total)
        },
      })
    byClass(
      'pro_signal_firehose_endpoints',
      'Endpoints leased by this process, by class.',
      () => 1,
      (a, b) => a + b,
    )
    byClass(
      'pro_signal_firehose_lag_events',
      'Lag of the slowest endpoint of a class, in log positions.',
      ({ endpoint }, head) => (endpoint ? Math.max(0, head - endpoint.frontier) : 0),
      Math.max,
    )
    byClass(
      'pro_signal_firehose_lag_seconds',
      'Lag of the slowest endpoint of a class: the age of the next event that it has not received, without retries.',
      ({ lagSeconds }) => lagSeconds,
      Math.max,
    )
    byClass(
      'pro_signal_firehose_open_events',
      'Events waiting for a retry, or behind one.',
      ({ endpoint }) => endpoint?.openCount ?? 0,
      (a, b) => a + b,
    )
  }

  attempted(result: SendResult, lane: string): void {
    const outcome = result.outcome === 'response' ? `${Math.floor(result.status / 100)}xx` : result.reason
    this.#attempts.inc({ outcome, lane })
    this.#latency.observe(result.latencyMs / 1_000)
  }

  stateChanged(from: AnnouncedWebhookState, to: AnnouncedWebhookState): void {
    this.#stateChanges.inc({ from, to })
  }

  committed(seconds: number): void {
    this.#commits.observe(seconds)
  }
}
