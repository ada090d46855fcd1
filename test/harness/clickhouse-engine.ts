import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/db/index.ts'
import { ClickHouseEngine, type SearchEngine, Servers, startFeeding } from '../../src/search/index.ts'
import { readHead, stampLog } from '../../src/write/log/index.ts'
import { cleanup } from './cleanup.ts'
import { addressOf, CLUSTER, type ClickHouseServer } from './clickhouse-server.ts'
import { silentLog } from './log.ts'

/** Answers are compared, not their speed: the machine may be busy. */
const SEARCH_SECONDS = 60

export interface ClickHouseSettings {
  readonly CLICKHOUSE_URL: string
  readonly CLICKHOUSE_DATABASE: string
  readonly CLICKHOUSE_CLUSTER: string | undefined
}

/** In a database of its own. */
export function clickHouseSettings(servers: readonly ClickHouseServer[]): ClickHouseSettings {
  return {
    CLICKHOUSE_URL: addressOf(servers),
    CLICKHOUSE_DATABASE: `test_${randomBytes(5).toString('hex')}`,
    CLICKHOUSE_CLUSTER: servers.length > 1 ? CLUSTER : undefined,
  }
}

/** An engine and the worker that feeds its servers. */
export function openClickHouse(servers: readonly ClickHouseServer[], db: Database, log = silentLog) {
  const settings = clickHouseSettings(servers)
  const stop = startFeeding(new Servers(settings), db, log)
  const engine = new ClickHouseEngine(new Servers(settings, SEARCH_SECONDS), db, log)
  let closing: Promise<unknown> | undefined
  const close = async () => {
    closing ??= Promise.all([stop(), engine.close()])
    await closing
  }
  cleanup(close)
  return { settings, engine: whenReady(engine), caughtUp: () => waitForClickHouse(engine, db), close }
}

/**
 * Searches only while the engine is ready. On a busy machine, a server may not answer for some seconds, or this process may not
 * ask: then PostgreSQL answers in a service, and here there is nothing to compare.
 */
function whenReady(engine: ClickHouseEngine): SearchEngine {
  const ready = async () => {
    for (let i = 0; i < 1_200 && engine.watch.status.tables.length === 0; i++) {
      await engine.watch.ask()
      if (engine.watch.status.tables.length === 0) await sleep(50)
    }
  }
  return {
    name: engine.name,
    async page(search, caller) {
      await ready()
      return engine.page(search, caller)
    },
    async evidence(search, caller) {
      await ready()
      return engine.evidence(search, caller)
    },
    close: () => engine.close(),
  }
}

/** Waits until every shard has read everything that is committed. */
export async function waitForClickHouse(engine: ClickHouseEngine, db: Database): Promise<void> {
  await stampLog(db.pool('ingest'))
  const head = await readHead(db.pool('ingest'))
  for (let i = 0; i < 1_200; i++) {
    await engine.watch.ask()
    if ((engine.position ?? -1) >= head && !engine.watch.status.reason) return
    await sleep(50)
  }
  assert.fail(`ClickHouse is at position ${engine.position}, the log at ${head}: ${engine.watch.status.reason}`)
}
