// Collects from the demo's own job boards, lists of subprocessors and announcements, as the role collect does from real ones: the
// first visit is history, and a job that appears later is news. A company is visited when its board has opened a job.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import {
  addWatched,
  CollectingNode,
  type CollectOptions,
  deleteOldNodes,
  summaryOf,
  type Visit,
  visitMetrics,
} from '../collect/collecting/index.ts'
import { openFetcher } from '../collect/fetching/index.ts'
import { type Database, many } from '../db/index.ts'
import { reasonOf } from '../platform/app-error.ts'
import type { Logger } from '../platform/logger.ts'
import { type DemoNews, feedUrl } from './board-server/announced-rounds.ts'
import { DEMO_COLLECTORS } from './board-server/board-collectors.ts'
import { boardUrl, startDemoBoardServer } from './board-server/board-server.ts'
import { boardInTurn, DEMO_BOARDS, DEMO_TEMPO, type Tempo } from './board-server/demo-boards.ts'
import { subprocessorsUrl } from './board-server/demo-subprocessors.ts'

const CONTACT = 'owner@demo.example'
const NO_PAUSES = { systemMs: 0, hostMs: 0 }

/** Returns a function that stops it: a visit in progress is finished. */
export async function startLiveBoards(
  db: Database,
  log: Logger,
  registry: Registry,
  news: DemoNews,
  tempo: Tempo = DEMO_TEMPO,
): Promise<() => Promise<void>> {
  const now = () => Date.now() / 1_000
  const server = await startDemoBoardServer(tempo, now, { news })
  const stopping = new AbortController()
  const metrics = visitMetrics(registry)
  const openAsker = () =>
    openFetcher({ COLLECT_CONTACT: CONTACT, COLLECT_REROUTE: server.origin, COLLECT_DNS: undefined }, log)
  const visit = async (once: CollectOptions['once']) => {
    const onVisit = (visited: Visit) => metrics.observe(summaryOf(visited))
    const options = { collectors: DEMO_COLLECTORS, openAsker, log, once, pauses: NO_PAUSES, onVisit }
    await new CollectingNode(db, options).run(stopping.signal)
  }
  const run = async () => {
    let isWatched = false
    while (!stopping.signal.aborted) {
      try {
        if (!isWatched) {
          await announceRounds(db, news)
          await watchDemoBoards(db, news)
          await visit({ all: false })
          isWatched = true
        }
        await visit({ all: true, domain: boardInTurn(tempo, now()).company.domain })
        await deleteOldNodes(db)
      } catch (error) {
        log.debug(`the demo could not collect: ${reasonOf(error)}`)
      }
      const seconds = tempo.secondsBetweenJobs - (now() % tempo.secondsBetweenJobs)
      await sleep(seconds * 1_000 + 10, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
    await server.close()
  }
}

/** A demo world of another size or seed has other companies. */
async function watchDemoBoards(db: Database, news: DemoNews): Promise<void> {
  const stored = await many<{ domain: string }>(
    db.pool('ingest'),
    `select domain from companies where domain = any($1::text[])`,
    [DEMO_BOARDS.map(({ company }) => company.domain)],
  )
  const domains = new Set(stored.map(({ domain }) => domain))
  const requests = DEMO_BOARDS.filter(({ company }) => domains.has(company.domain)).flatMap((board) => {
    const { domain } = board.company
    const pages = [boardUrl(board), subprocessorsUrl(board), feedUrl(board, news)]
    return pages.flatMap((page) => (page === undefined ? [] : { domain, board: page }))
  })
  await db.transaction('ingest', (tx) => addWatched(tx, requests, DEMO_COLLECTORS))
}

/** The companies announce the rounds of a year that the demo's world has. */
async function announceRounds(db: Database, news: DemoNews): Promise<void> {
  const rounds = await many<{ domain: string; label: string; at: number }>(
    db.pool('ingest'),
    `select c.domain, s.label, floor(extract(epoch from s.occurred_at))::float8 as at
       from signals s join companies c on c.ordinal = s.company_ordinal
      where s.type = 'funding' and s.status = 'active' and c.domain = any($1::text[]) and s.occurred_at > now() - interval '360 days'
      order by s.occurred_at`,
    [DEMO_BOARDS.map(({ company }) => company.domain)],
  )
  for (const { domain, label, at } of rounds) news.announce(domain, label, at)
}
