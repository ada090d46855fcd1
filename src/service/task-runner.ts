// Runs the periodic tasks and records how each run ended, for the log and for /metrics.

import type { Registry } from 'prom-client'
import { reasonOf } from '../platform/app-error.ts'
import type { Logger } from '../platform/logger.ts'
import { counter, gauge } from '../platform/metrics.ts'

/** Returns the number of items it worked on, such as companies refreshed, if known. */
type Task = (signal: AbortSignal) => Promise<number | undefined>

export class TaskRunner {
  readonly #log: Logger
  readonly #metrics: ReturnType<typeof taskMetrics>
  readonly #stops: (() => Promise<void>)[] = []

  constructor(log: Logger, registry: Registry) {
    this.#log = log
    this.#metrics = taskMetrics(registry)
  }

  /**
   * Runs a task now and then at its interval. Runs of one task never overlap: a run that would start during the
   * previous one is skipped. A failed task is logged and runs again at its next interval.
   */
  every(ms: number, task: string, work: Task): void {
    const stopping = new AbortController()
    let running: Promise<void> | undefined
    const start = () => {
      running ??= this.#run(task, () => work(stopping.signal)).finally(() => {
        running = undefined
      })
    }
    start()
    const timer = setInterval(start, ms)
    this.#stops.push(async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    })
  }

  /** Waits for the running task. */
  async stop(): Promise<void> {
    await Promise.all(this.#stops.splice(0).map((stop) => stop()))
  }

  async #run(task: string, work: () => Promise<number | undefined>): Promise<void> {
    const { runs, lastRun, lastFailed, lastSeconds, lastItems } = this.#metrics
    const startedAt = performance.now()
    lastRun.set({ task }, Date.now() / 1_000)
    let failed = false
    try {
      const items = await work()
      if (items !== undefined) lastItems.set({ task }, items)
    } catch (error) {
      failed = true
      this.#log.warn(`the periodic task "${task}" failed: ${reasonOf(error)}`)
    }
    runs.inc({ task, result: failed ? 'failed' : 'ok' })
    lastFailed.set({ task }, failed ? 1 : 0)
    lastSeconds.set({ task }, (performance.now() - startedAt) / 1_000)
  }
}

function taskMetrics(registry: Registry) {
  const labels = { labelNames: ['task'] as const, registers: [registry] }
  return {
    runs: counter({
      name: 'pro_signal_task_runs_total',
      help: 'Runs of the periodic tasks that have ended, by result: ok or failed.',
      labelNames: ['task', 'result'],
      registers: [registry],
    }),
    lastRun: gauge({
      name: 'pro_signal_task_last_run_timestamp_seconds',
      help: 'When the last run of a periodic task began.',
      ...labels,
    }),
    lastFailed: gauge({
      name: 'pro_signal_task_last_failed',
      help: '1 if the last run of a periodic task failed.',
      ...labels,
    }),
    lastSeconds: gauge({
      name: 'pro_signal_task_last_duration_seconds',
      help: 'How long the last run of a periodic task took.',
      ...labels,
    }),
    lastItems: gauge({
      name: 'pro_signal_task_last_items',
      help: 'How many items the last successful run of a periodic task worked on.',
      ...labels,
    }),
  }
}
