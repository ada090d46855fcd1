// Servers and feeders are killed. The next answer is correct, whichever engine gives it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { clickHouseSettings, waitForClickHouse } from '../../../test/harness/clickhouse-engine.ts'
import { noClickHouse, startClickHouse } from '../../../test/harness/clickhouse-server.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { records } from '../../../test/harness/search-worlds.ts'
import { loadConfig, packageRoot } from '../../platform/config/config.ts'
import { parseSignalQuery } from '../../query/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import type { Search } from '../engine.ts'
import { openSearchEngine } from '../open-engine.ts'
import { postgresEngine } from '../postgres/engine.ts'
import { ClickHouseEngine, requestRebuild, Servers, startFeeding } from './index.ts'

const SEARCH: Search = {
  query: parseSignalQuery('any(status: any, confidence >= 0.1)'),
  ...{ filters: {}, sort: 'match' as const, asOf: 5_000_000, offset: 0, limit: 50, explain: true },
}

test('a killed server, one that restarts empty, a killed feeder and a rebuild lose nothing', {
  skip: noClickHouse,
}, async () => {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  const servers = await startClickHouse(2)
  const settings = clickHouseSettings(servers)
  const config = loadConfig({ DATABASE_URL: db.url, SEARCH_ENGINE: 'clickhouse', ...settings })
  const engine = openSearchEngine(config, db, silentLog)
  const watched = new ClickHouseEngine(new Servers(config, 60), db, silentLog)
  const postgres = postgresEngine(db.pool('search'))
  cleanup(() => Promise.all([engine.close(), watched.close()]))
  const write = async (seed: number) => {
    await writeRecords(db, stamper, records(60, 40, seed))
    await stamper.stamp()
  }
  const assertRight = async () => {
    const [answer, expected] = [await engine.page(SEARCH), await postgres.page(SEARCH)]
    assert.ok(expected.total > 5)
    assert.deepEqual(answer, expected)
  }
  const until = async (name: string) => {
    for (let i = 0; i < 600 && engine.name !== name; i++) await sleep(50)
    assert.equal(engine.name, name, engine.reason)
  }

  await write(1)
  const env = { ...process.env, DATABASE_URL: db.url, SEARCH_ENGINE: 'clickhouse', ...settings } as Record<
    string,
    string
  >
  const feeder = spawn(process.execPath, [join(packageRoot, 'test/harness/clickhouse-feeder-process.ts')], { env })
  cleanup(() => feeder.kill('SIGKILL'))
  await waitForClickHouse(watched, db)
  await until('clickhouse')
  await assertRight()

  // In the middle of feeding.
  const ended = once(feeder, 'exit')
  const writing = write(2)
  feeder.kill('SIGKILL')
  await Promise.all([ended, writing])
  // As if the lease had expired.
  await db.pool('ingest').query(`update search_feed set expires_at = '-infinity'`)
  cleanup(startFeeding(new Servers(config), db, silentLog))
  await waitForClickHouse(watched, db)
  await assertRight()

  await servers[0]?.kill()
  await assertRight()
  await until('postgres')
  await write(3)
  await assertRight()
  await servers[0]?.start()
  await waitForClickHouse(watched, db)
  await until('clickhouse')
  await assertRight()

  await servers[1]?.kill()
  rmSync(join(servers[1]?.folder ?? '', 'data'), { recursive: true })
  await servers[1]?.start()
  await assertRight()
  await waitForClickHouse(watched, db)
  await until('clickhouse')
  await assertRight()

  const before = watched.watch.status.tables[0]?.build ?? 0
  await requestRebuild(db.pool('settings'))
  for (let i = 0; i < 600 && (watched.watch.status.tables[0]?.build ?? 0) <= before; i++) {
    assert.doesNotMatch(watched.watch.status.reason ?? '', /filled|complete/, 'the old tables are used meanwhile')
    await sleep(50)
  }
  assert.equal(watched.watch.status.tables[0]?.build, before + 1)
  await assertRight()
})
