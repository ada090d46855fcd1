// Saved searches in tests.

import type { Database } from '../../src/db/index.ts'
import {
  createSearch,
  type DestinationOptions,
  Outbox,
  type OutboxOptions,
  type SearchRequest,
  Watcher,
} from '../../src/deliver/alerts/index.ts'
import type { WatcherOptions } from '../../src/deliver/alerts/matching/watcher.ts'
import { Sender } from '../../src/deliver/sending/index.ts'
import { postgresEngine } from '../../src/search/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { cleanup } from './cleanup.ts'
import { box } from './firehose.ts'
import { silentLog } from './log.ts'
import { JUNE } from './signals.ts'

export const DESTINATION_OPTIONS: DestinationOptions = { box: () => box, allowLoopback: true, mailer: undefined }

export async function saveSearch(
  db: Database,
  teamId: string,
  request: Partial<SearchRequest> & Pick<SearchRequest, 'name' | 'query'>,
  options: DestinationOptions = DESTINATION_OPTIONS,
) {
  const { search, signingSecret } = await db.transaction('settings', (tx) =>
    createSearch(tx, 'operator', teamId, { to: 'slack:http://127.0.0.1:9/hook', ...request }, options),
  )
  return { ...search, signingSecret }
}

export const PUBLIC_URL = 'https://signals.example.com'

interface AlertOptions {
  /** Unix seconds. It doesn't move until the test moves it. */
  readonly clock?: { at: number }
  readonly watcher?: Partial<WatcherOptions>
  readonly outbox?: Partial<OutboxOptions>
}

/** A watcher and outboxes with the same clock. The test calls them: nothing runs on its own. */
export function openAlerts(db: Database, { clock = { at: JUNE }, ...options }: AlertOptions = {}) {
  const stamper = new Stamper(db)
  const sender = new Sender({ allowLoopback: true })
  cleanup(() => sender.close())
  const watcher = new Watcher({
    db,
    log: silentLog,
    engine: postgresEngine(db.pool('search')),
    now: () => clock.at,
    ...options.watcher,
  })

  const newOutbox = (parts: Partial<OutboxOptions> = {}) =>
    new Outbox({
      db,
      log: silentLog,
      box: () => box,
      whyNow: async () => undefined,
      publicUrl: () => PUBLIC_URL,
      send: (post, abort) => sender.send(post, abort),
      now: () => clock.at,
      ...options.outbox,
      ...parts,
    })

  /** Lets the watcher read everything that is written, and sweep what is due. */
  async function settle(): Promise<void> {
    await stamper.stamp()
    watcher.announceChange()
    while (await watcher.step()) watcher.announceChange()
  }

  return { clock, stamper, sender, watcher, newOutbox, settle }
}
