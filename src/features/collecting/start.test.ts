import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { loadConfig } from '../../platform/config.ts'
import type { Collector } from '../collectors/index.ts'
import { openFetcher } from '../fetching/index.ts'
import { listenFor } from '../firehose/index.ts'
import { addWatched, startCollecting } from './index.ts'

test('a company is looked at as soon as it is added, while nothing is due', { timeout: 60_000 }, async () => {
  const db = await openTestDatabase()
  const visited: string[] = []
  const collector: Collector = {
    ...{ name: 'page', title: 'Page', every: 'week', types: ['web'] },
    visit: async (_target, { company }) => {
      visited.push(company.domain)
      return { signals: [], complete: true }
    },
  }
  const stop = await startCollecting(db, silentLog, new Registry(), {
    collectors: [collector],
    openAsker: () => openFetcher(loadConfig({ COLLECT_CONTACT: 'owner@example.com' }), silentLog),
    listen: (wake) => listenFor(db, silentLog, 'collecting', { looks: wake }),
    // Longer than the test may take: nothing but the notice can wake it.
    idleMs: 3_600_000,
  })
  cleanup(stop)
  for (const domain of ['first.example', 'second.example']) {
    await db.transaction('settings', (tx) => addWatched(tx, [{ domain }], [collector]))
    while (!visited.includes(domain)) await sleep(20)
    // Until it is idle again: what was visited is stored, and nothing more is due.
    await sleep(1_500)
  }
  assert.deepEqual(visited, ['first.example', 'second.example'])
})
