// Checks the ClickHouse servers: whether they answer, have complete tables, and follow the log.

import type { Database } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import { readFeed, readTables, Servers } from '../../../search/index.ts'
import { ageOfNextEvent } from '../../../write/log/index.ts'
import type { Finding } from './finding.ts'
import type { RunningService } from './running-service.ts'

const MAX_LAG_SECONDS = 30

export async function checkClickHouse(
  db: Database,
  config: Config,
  databaseId: string,
  service: RunningService | undefined,
): Promise<Finding[]> {
  const servers = await checkServers(db, config, databaseId)
  const feeder = await checkFeeder(db)
  if (service?.search === undefined) return [servers, feeder]
  const { search, searchReason } = service
  const isAnswering = search === 'clickhouse'
  const message = isAnswering
    ? 'ClickHouse answers searches'
    : `PostgreSQL answers searches: ${searchReason ?? 'see the log'}`
  return [
    servers,
    feeder,
    {
      check: 'search',
      verdict: isAnswering ? 'ok' : 'warning',
      message,
      details: { engine: search, reason: searchReason },
    },
  ]
}

async function checkServers(db: Database, config: Config, databaseId: string): Promise<Finding> {
  const check = 'clickhouse'
  let servers: Servers | undefined
  try {
    servers = new Servers(config)
    const tables = await readTables(servers, databaseId)
    if (tables.length === 0) {
      const message = 'the servers answer, and have no complete tables yet: PostgreSQL answers searches'
      return { check, verdict: 'warning', message }
    }
    const position = Math.min(...tables.map(({ checkpoint }) => checkpoint.position))
    const seconds = Math.round(await ageOfNextEvent(db.pool('settings'), position))
    const isBehind = seconds >= MAX_LAG_SECONDS
    const shards = `${tables.length} ${tables.length === 1 ? 'shard' : 'shards'}`
    return {
      check,
      verdict: isBehind ? 'warning' : 'ok',
      message: `${shards}, at log position ${position}${isBehind ? `, ${seconds} s behind the log` : ', up to date'}`,
      details: { shards: tables.length, position, build: tables[0]?.build },
    }
  } catch (error) {
    return { check, verdict: 'problem', message: `${reasonOf(error)}. PostgreSQL answers searches` }
  } finally {
    await servers?.close()
  }
}

async function checkFeeder(db: Database): Promise<Finding> {
  const check = 'clickhouse feeder'
  const { feeder, doing, rebuildWanted } = await readFeed(db.pool('settings'))
  if (feeder === undefined) {
    const message = 'no process feeds ClickHouse: start one with the role worker and SEARCH_ENGINE=clickhouse'
    return { check, verdict: 'warning', message }
  }
  const filling = doing ?? (rebuildWanted ? 'a rebuild begins' : undefined)
  const message = filling === undefined ? `${feeder} follows the log` : `${feeder} fills tables: ${filling}`
  return { check, verdict: 'ok', message, details: { feeder, doing } }
}
