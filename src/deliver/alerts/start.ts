import type { Registry } from 'prom-client'
import type { Database } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import { WakeSignal } from '../../platform/async/wake-signal.ts'
import type { Config } from '../../platform/config/config.ts'
import { lazySecretBox } from '../../platform/config/secret-box.ts'
import type { Logger } from '../../platform/logger.ts'
import { RepeatedWarning } from '../../platform/repeated-warning.ts'
import type { SearchEngine } from '../../search/index.ts'
import { listenFor } from '../firehose/index.ts'
import { Sender } from '../sending/index.ts'
import { Watcher } from './matching/watcher.ts'
import { Outbox, type OutboxOptions } from './messages/outbox.ts'
import { AlertMetrics } from './metrics.ts'

const IDLE_MS = 500
const AFTER_ERROR_MS = 1_000

/**
 * Watches saved searches and sends their messages for as long as the process runs. Returns a function that stops it.
 * The search engine is used for sweeps only.
 */
export async function startAlerts(
  db: Database,
  config: Config,
  log: Logger,
  registry: Registry,
  engine: SearchEngine,
  { publicUrl, mailer, whyNow }: Pick<OutboxOptions, 'publicUrl' | 'mailer' | 'whyNow'>,
): Promise<() => Promise<void>> {
  const sender = new Sender({ allowLoopback: config.ALLOW_LOOPBACK_WEBHOOKS })
  const outbox = new Outbox({
    db,
    log,
    publicUrl,
    mailer,
    whyNow,
    send: (post, signal) => sender.send(post, signal),
    box: lazySecretBox(config),
    onSettled: (destination, outcome) => metrics.settled(destination, outcome),
  })
  const watcher = new Watcher({
    db,
    log,
    engine,
    onRecorded(recorded) {
      metrics.recorded(recorded)
      if (recorded.alerts > 0) outbox.wake()
    },
  })
  const metrics = new AlertMetrics(registry, db, () => watcher.position !== undefined)
  const loop = runWatcher(watcher, log)
  const stopListening = await listenFor(db, log, 'the watcher of saved searches', {
    log: () => loop.wake(),
    saved_searches: () => {
      watcher.announceChange()
      loop.wake()
    },
  })
  outbox.start()
  return async () => {
    await Promise.all([stopListening(), loop.stop()])
    await watcher.leave().catch((error: unknown) => {
      log.warn(`the lease on saved searches could not be released: ${reasonOf(error)}`)
    })
    await outbox.stop()
    await sender.close()
  }
}

/** Steps while there is something to do, then waits for a notification or the next poll. */
export function runWatcher(watcher: Watcher, log: Logger): { wake(): void; stop(): Promise<void> } {
  const cannotWatch = new RepeatedWarning((text) => log.warn(text))
  const signal = new WakeSignal()
  let isStopped = false
  const run = async () => {
    while (!isStopped) {
      try {
        if (!(await watcher.step())) await signal.wait(IDLE_MS)
      } catch (error) {
        cannotWatch.warn(`saved searches cannot be watched: ${reasonOf(error)}`)
        await signal.wait(AFTER_ERROR_MS)
      }
    }
  }
  const running = run()
  return {
    wake: () => signal.set(),
    async stop() {
      isStopped = true
      signal.set()
      await running
    },
  }
}
