import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Registry } from 'prom-client'
import { collectingMetrics, visitMetrics } from '../../collect/collecting/index.ts'
import type { Database } from '../../db/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Order, Report } from './messages.ts'

export interface CollectingProcess {
  /** Finishes visits in progress, within a few seconds. May be called again. */
  stop(): Promise<void>
}

const ENTRY = fileURLToPath(new URL('collecting-process.ts', import.meta.url))
const RESTART_MS = 10_000
/** A node finishes its visits within 4 s. */
const STOP_MS = 6_000

/** Collects in a separate process, and restarts it if it ends. */
export function startCollectingProcess(
  db: Database,
  config: Config,
  log: Logger,
  registry: Registry,
): CollectingProcess {
  let pausedMs = 0
  let pausedBefore = 0
  let restart: NodeJS.Timeout | undefined
  let stopped: Promise<void> | undefined
  collectingMetrics(registry, db, () => pausedBefore + pausedMs)
  const metrics = visitMetrics(registry)
  let child = start()

  function start(): ChildProcess {
    const started = fork(ENTRY, [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    send(started, { kind: 'start', config })
    started.on('message', (message) => {
      const report = message as Report
      metrics.observe(report.visit)
      pausedMs = report.pausedMs
    })
    started.on('error', (error) => started.pid ?? lose(error.message))
    started.on('close', (code, signal) => lose(signal ?? `exit code ${code}`))
    return started
  }

  function lose(how: string): void {
    if (stopped) return
    log.warn(`the collecting process ended (${how}) and will be restarted`)
    pausedBefore += pausedMs
    pausedMs = 0
    restart = setTimeout(() => {
      child = start()
    }, RESTART_MS)
  }

  async function stop(): Promise<void> {
    clearTimeout(restart)
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const closed = new Promise((resolve) => child.once('close', resolve))
    const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    send(child, { kind: 'stop' })
    await closed
    clearTimeout(overdue)
  }

  return {
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Sends nothing to a process that has ended. */
function send(child: ChildProcess, order: Order): void {
  if (child.connected) child.send(order, () => {})
}
