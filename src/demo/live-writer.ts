import { findDemoTeam } from '../account/teams/index.ts'
import type { Database } from '../db/index.ts'
import { reasonOf } from '../platform/app-error.ts'
import type { Logger } from '../platform/logger.ts'
import { Stamper } from '../write/log/index.ts'
import { writeRecords } from '../write/write-path/index.ts'
import type { DemoNews } from './board-server/announced-rounds.ts'
import { nextLiveSignal } from './live.ts'
import { Random, seedOf } from './world/random.ts'
import { DEMO_SIZE, demoCompanies } from './world/world.ts'

/** Four a minute including the jobs of the boards: enough to see activity, too few to push content off the page. */
const INTERVAL_MS = 30_000

/**
 * Writes a new signal about a demo company at an interval. A round of a company with a feed of news is announced there instead,
 * and collected. Returns a function that stops it.
 */
export function startLiveWriter(db: Database, log: Logger, news: DemoNews): () => Promise<void> {
  const stamper = new Stamper(db)
  const companies = [...demoCompanies(DEMO_SIZE)]
  const random = new Random(seedOf(String(Date.now())))
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(async () => {
      const signal = nextLiveSignal(random, companies, Math.floor(Date.now() / 1_000))
      try {
        // The demo may have been removed meanwhile.
        if (!(await findDemoTeam(db.pool('settings')))) return
        const { domain } = signal.company
        if (signal.type === 'funding' && news.has(domain) && news.announce(domain, signal.label, signal.occurredAt))
          return
        await writeRecords(db, stamper, [signal])
        log.debug(`demo signal: ${signal.label} (${signal.company.domain})`)
      } catch (error) {
        log.debug(`could not write a demo signal: ${reasonOf(error)}`)
      }
    })
  }, INTERVAL_MS)
  return async () => {
    clearInterval(timer)
    await writing
  }
}
