// The database itself: reachable, up to date, in step with this machine's clock, and its API keys.

import { type Database, functionsArePending, one, pendingMigrations } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import { readHead } from '../../../write/log/index.ts'
import { counted } from '../../counted.ts'
import { duration, type Finding, graded } from './finding.ts'

/** As on the page of API keys. */
const UNUSED_DAYS = 90
const CLOCK_SECONDS = { problem: 30, warning: 2 }

export async function checkSchema(db: Database, pending: readonly string[]): Promise<Finding> {
  const pingMs = await db.ping(2_000)
  const { version } = await one<{ version: string }>(
    db.pool('settings'),
    `select current_setting('server_version') as version`,
  )
  const outdated = pending.length === 0 && (await functionsArePending(db.pool('settings')))
  const state =
    pending.length > 0
      ? `${counted(pending.length, 'migration')} to apply: run bin/pro-signal migrate`
      : outdated
        ? 'SQL functions to update: run bin/pro-signal migrate'
        : 'up to date'
  return {
    check: 'database',
    verdict: pending.length > 0 || outdated ? 'warning' : 'ok',
    message: `${db.kind} PostgreSQL ${version}, answers in ${pingMs.toFixed(1)} ms, ${state}`,
    details: { kind: db.kind, version, pingMs, pendingMigrations: pending },
  }
}

export function readPending(db: Database): Promise<string[]> {
  return pendingMigrations(db.pool('settings'))
}

export async function checkClock(db: Database): Promise<Finding> {
  const { driftSeconds } = await one<{ driftSeconds: number }>(
    db.pool('settings'),
    `select extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as "driftSeconds"`,
    [new Date()],
  )
  return {
    check: 'clock',
    verdict: graded(Math.abs(driftSeconds), CLOCK_SECONDS, (value, limit) => value > limit),
    message: `${Math.abs(driftSeconds).toFixed(1)} s from the database's clock, which the service uses; synchronise both with NTP`,
    details: { driftSeconds },
  }
}

/** Behind a transaction pooler, the settings and locks of a session are lost between two statements. */
export async function checkPooler(db: Database): Promise<Finding> {
  const direct = await db.connectDirect()
  try {
    await direct.query(`set application_name = 'pro-signal doctor'`)
    const first = await one<{ pid: number }>(direct, 'select pg_backend_pid() as pid')
    const { pid, name } = await one<{ pid: number; name: string }>(
      direct,
      `select pg_backend_pid() as pid, current_setting('application_name') as name`,
    )
    const pooled = pid !== first.pid || name !== 'pro-signal doctor'
    return pooled
      ? {
          check: 'direct',
          verdict: 'problem',
          message: 'connections go through a transaction pooler: set DATABASE_DIRECT_URL to the database itself',
        }
      : { check: 'direct', verdict: 'ok', message: 'connections reach the database itself' }
  } finally {
    await direct.end()
  }
}

/** How far a replica may be behind: beyond that, the primary answers in its place. */
const REPLICA_SECONDS = { problem: 3_600, warning: 10 }

/** Checks that the server at DATABASE_READ_URL is a replica of this database, and has replayed recent writes. */
export async function checkReplica(db: Database): Promise<Finding[]> {
  const { replica } = db
  if (!replica) return []
  const check = 'replica'
  const unused = 'so the primary answers reads'
  const position = await readHead(db.pool('settings'))
  try {
    const state = await replica.survey()
    const { isReplica, seconds } = state
    const behind = Math.max(0, position - state.position)
    const details = { isReplica, positionsBehind: behind, seconds }
    if (!isReplica) {
      const message = 'the server at DATABASE_READ_URL is no replica, or was promoted: set it to one, or leave it out'
      return [{ check, verdict: 'warning', message, details }]
    }
    const verdict = behind === 0 ? 'ok' : graded(seconds, REPLICA_SECONDS, (value, limit) => value > limit)
    const lag = behind === 0 ? 'has everything' : `is ${counted(behind, 'log position')} (${duration(seconds)}) behind`
    const message = verdict === 'ok' ? `${lag}` : `${lag}, ${unused}: check its replication (pg_stat_wal_receiver)`
    return [{ check, verdict, message: `the replica ${message}`, details }]
  } catch (error) {
    return [{ check, verdict: 'warning', message: `the replica can't be used (${reasonOf(error)}), ${unused}` }]
  }
}

export async function checkKeys(db: Database): Promise<Finding> {
  const { keys, expiring, unused } = await one<{ keys: number; expiring: number; unused: number }>(
    db.pool('settings'),
    `select count(*)::int as keys, count(*) filter (where expires_at < now() + interval '7 days')::int as expiring,
            count(*) filter (
              where replaced_by is null and coalesce(last_used_at, created_at) < now() - interval '${UNUSED_DAYS} days')::int as unused
       from api_keys where revoked_at is null and (expires_at is null or expires_at > now())`,
  )
  const details = { keys, expiring, unused }
  if (keys === 0)
    return {
      check: 'keys',
      verdict: 'ok',
      message: 'no API keys yet: create one with bin/pro-signal keys create',
      details,
    }
  const soon = expiring > 0 ? `, ${expiring} of which will expire within 7 days: rotate` : ''
  const idle = unused > 0 ? `; ${unused} not used for ${UNUSED_DAYS} days: revoke what no program needs` : ''
  return {
    check: 'keys',
    verdict: expiring > 0 ? 'warning' : 'ok',
    message: `${counted(keys, 'active API key')}${soon}${idle}`,
    details,
  }
}
