import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { SendResult } from '../sending/index.ts'
import type { Endpoint } from './endpoint.ts'
import { isProbing } from './health.ts'

/** The metrics of a process's firehose. The labels are bounded: no label identifies an endpoint. */
export class FirehoseMetrics {
  readonly #attempts: Counter<'outcome' | 'lane'>
  readonly #latency: Histogram
  readonly #commits: Histogram

  constructor(registry: Registry, read: () => { endpoints: Iterable<Endpoint>; head: number; inFlight: number }) {
    const registers = [registry]
    this.#attempts = new Counter({
      name: 'pro_signal_firehose_attempts_total',
      help: 'Delivery attempts by outcome (a status class such as 2xx, or a failure reason) and lane.',
      labelNames: ['outcome', 'lane'],
      registers,
    })
    this.#latency = new Histogram({
      name: 'pro_signal_firehose_attempt_seconds',
      help: 'Duration of a delivery attempt.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    })
    this.#commits = new Histogram({
      name: 'pro_signal_firehose_commit_seconds',
      help: 'Duration of a commit, which writes the progress of all endpoints of this process.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    })
    new Gauge({
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
      measure: (endpoint: Endpoint, head: number) => number,
      fold: (a: number, b: number) => number,
    ) =>
      new Gauge({
        name,
        help,
        labelNames: ['class'],
        registers,
        collect() {
          const { endpoints, head } = read()
          const totals = { healthy: 0, retrying: 0, held: 0 }
          for (const endpoint of endpoints) {
            const kind = classOf(endpoint)
            totals[kind] = fold(totals[kind], measure(endpoint, head))
          }
          for (const [kind, total] of Object.entries(totals)) this.set({ class: kind }, total)
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
      (endpoint, head) => Math.max(0, head - endpoint.frontier),
      Math.max,
    )
    byClass(
      'pro_signal_firehose_open_events',
      'Events waiting for a retry, or behind one.',
      (endpoint) => endpoint.openCount,
      (a, b) => a + b,
    )
  }

  attempted(result: SendResult, lane: string): void {
    const outcome = result.outcome === 'response' ? `${Math.floor(result.status / 100)}xx` : result.reason
    this.#attempts.inc({ outcome, lane })
    this.#latency.observe(result.latencyMs / 1_000)
  }

  committed(seconds: number): void {
    this.#commits.observe(seconds)
  }
}

function classOf(endpoint: Endpoint): 'healthy' | 'retrying' | 'held' {
  if (isProbing(endpoint.health)) return 'held'
  return endpoint.openCount > 0 ? 'retrying' : 'healthy'
}
