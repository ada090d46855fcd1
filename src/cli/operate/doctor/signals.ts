// The signals: whether they reach the log, when the last one came, how fast the database grows, the search index.

import { totalmem } from 'node:os'
import { type Database, one } from '../../../db/index.ts'
import type { Config } from '../../../platform/config/config.ts'
import { ageOfNextEvent, readGrowth, surveyLog } from '../../../write/log/index.ts'
import { readRebuildProgress } from '../../../write/write-path/index.ts'
import { count, counted } from '../../counted.ts'
import { duration, type Finding, graded, megabytes } from './finding.ts'
import type { RunningService } from './running-service.ts'

const UNSTAMPED_SECONDS = { problem: 60, warning: 10 }
const QUIET_HOURS = 72
const INDEX_LAG_SECONDS = 30
const DAYS_LEFT = 14

/**
 * The worker stamps every second, so nothing waits for longer unless no worker runs or another session holds its lock.
 */
export async function checkLog(db: Database): Promise<Finding[]> {
  const { head, unstamped, lastSignalAt } = await surveyLog(db.pool('settings'))
  const { events, seconds } = unstamped
  const verdict = events === 0 ? 'ok' : graded(seconds, UNSTAMPED_SECONDS, (value, limit) => value >= limit)
  const waiting =
    verdict === 'ok'
      ? 'no event waits for a position'
      : `${counted(events, 'event')} without a position, the oldest for ${duration(seconds)}: is a process with the role worker running, and does a stuck transaction hold its lock?`
  const hours = lastSignalAt === null ? undefined : (Date.now() - lastSignalAt.getTime()) / 3_600_000
  const ingest: Finding =
    hours === undefined
      ? {
          check: 'ingest',
          verdict: head === 0 ? 'ok' : 'warning',
          message: head === 0 ? 'no signals yet: see docs/ingest.md' : 'no signal has changed within 30 days',
        }
      : {
          check: 'ingest',
          verdict: hours > QUIET_HOURS ? 'warning' : 'ok',
          message: `the last new or changed signal came ${duration(Math.max(0, hours * 3_600))} ago`,
        }
  return [
    { check: 'log', verdict, message: `at position ${count(head)}, ${waiting}`, details: { head, unstamped } },
    { ...ingest, details: { lastSignalAt } },
  ]
}

/** While a rebuild is running. */
export async function checkFacts(db: Database): Promise<Finding[]> {
  const { companies, done, isFinished } = await readRebuildProgress(db)
  if (isFinished) return []
  const message = `${count(done)} of ${count(companies)} companies are rebuilt, because a source has declared since when it is complete: a process with the role worker continues`
  return [{ check: 'facts', verdict: 'ok', message, details: { companies, done } }]
}

interface Sizes {
  bytes: number
  signals: number
  companies: number
  signalBytes: number
  eventBytes: number
  [key: string]: unknown
}

/** Rows of tables smaller than this are counted, and so are those of a table that PostgreSQL hasn't estimated yet. */
const MAX_COUNTED = 1_000_000
const rowsOf = (table: string) =>
  `(select case when reltuples < 100000 then (select count(*) from (select from ${table} limit ${MAX_COUNTED}) t) else reltuples end
      from pg_class where oid = '${table}'::regclass)::bigint`

async function readSizes(db: Database): Promise<Sizes> {
  return one<Sizes>(
    db.pool('settings'),
    `select pg_database_size(current_database())::bigint as bytes, ${rowsOf('signals')} as signals, ${rowsOf('companies')} as companies,
            pg_total_relation_size('signals')::bigint as "signalBytes",
            (select coalesce(sum(pg_total_relation_size(inhrelid)), 0)::bigint from pg_inherits where inhparent = 'events'::regclass) as "eventBytes"`,
  )
}

/** `freeBytes`: of the disk that the database grows on, if it is this machine's. */
export async function checkGrowth(db: Database, freeBytes: number | undefined): Promise<Finding> {
  const sizes = await readSizes(db)
  const growth = await readGrowth(db.pool('settings'))
  const size = `${megabytes(sizes.bytes)}: about ${counted(sizes.signals, 'signal')} (${megabytes(sizes.signalBytes)}) of ${count(sizes.companies)} companies, and the events of 30 days (${megabytes(sizes.eventBytes)})`
  const details = { ...sizes, ...growth }
  if (growth.days === 0) {
    return { check: 'growth', verdict: 'ok', message: `${size}; no complete day to measure growth by`, details }
  }
  // An upper bound: a changed signal takes no additional space in the table.
  const signalBytes = sizes.signals === 0 ? 0 : sizes.signalBytes / sizes.signals
  const bytesPerDay = Math.round(growth.eventBytesPerDay + growth.signalsPerDay * signalBytes)
  const perDay = `${count(growth.signalsPerDay)} new or changed signals and at most ${megabytes(bytesPerDay)} per day (average of ${counted(growth.days, 'day')})`
  const daysLeft = freeBytes === undefined || bytesPerDay === 0 ? undefined : Math.floor(freeBytes / bytesPerDay)
  const full = daysLeft !== undefined && daysLeft < DAYS_LEFT
  return {
    check: 'growth',
    verdict: full ? 'warning' : 'ok',
    message: `${size}; ${perDay}${full ? `: the disk is full in about ${counted(daysLeft, 'day')}` : ''}`,
    details: { ...details, bytesPerDay, daysLeft },
  }
}

/** The memory of the index, with its space for changes, as measured by bench/search.ts. */
const INDEX_BYTES = { signal: 48, company: 149 }
/** What WebAssembly can address. */
const MAX_SHARD_MB = 4_096
/** Of a limit. */
const NEARLY = 0.8

export async function checkIndex(
  db: Database,
  { SEARCH_INDEX_MB, SEARCH_SHARDS }: Pick<Config, 'SEARCH_INDEX_MB' | 'SEARCH_SHARDS'>,
  service: RunningService | undefined,
  machineBytes = totalmem(),
): Promise<Finding[]> {
  const { signals, companies } = await readSizes(db)
  const mb = Math.ceil((signals * INDEX_BYTES.signal + companies * INDEX_BYTES.company) / 2 ** 20)
  const machineMb = Math.floor(machineBytes / 2 ** 20)
  const figures = `about ${count(mb)} MB of at most ${count(SEARCH_INDEX_MB)} MB`
  const problem = [
    mb > SEARCH_INDEX_MB * NEARLY && 'raise SEARCH_INDEX_MB, or searches fall back to PostgreSQL, which is slower',
    mb > machineMb * NEARLY &&
      `this machine has ${count(machineMb)} MB: the index needs one with more memory (docs/search.md)`,
    SEARCH_SHARDS > 0 &&
      mb / SEARCH_SHARDS > MAX_SHARD_MB * NEARLY &&
      `a shard can have ${count(MAX_SHARD_MB)} MB: raise SEARCH_SHARDS, or leave it out`,
  ].find((each) => each !== false)
  const memory: Finding = {
    check: 'search index',
    verdict: problem === undefined ? 'ok' : 'warning',
    message: problem === undefined ? figures : `${figures}: ${problem}`,
    details: { megabytes: mb, maxMegabytes: SEARCH_INDEX_MB, machineMegabytes: machineMb },
  }
  return service?.search === undefined ? [memory] : [memory, await checkFreshness(db, service)]
}

/** Whether the index of the running service is up to date. */
async function checkFreshness(db: Database, { search, searchReason, indexPosition }: RunningService): Promise<Finding> {
  const check = 'search'
  if (search !== 'index') {
    const reason = searchReason ?? 'the index is being built, is behind, or does not fit (see the log)'
    const message = `PostgreSQL answers searches: ${reason}`
    return { check, verdict: 'warning', message, details: { engine: search, reason: searchReason } }
  }
  if (indexPosition === undefined) {
    const message = 'the index answers searches; its position is not known, because /metrics could not be read'
    return { check, verdict: 'ok', message, details: { engine: search } }
  }
  const seconds = await ageOfNextEvent(db.pool('settings'), indexPosition)
  const behind = seconds >= INDEX_LAG_SECONDS
  return {
    check,
    verdict: behind ? 'warning' : 'ok',
    message: behind
      ? `the index is ${duration(seconds)} behind the log, at position ${count(indexPosition)}`
      : `the index answers searches and is up to date, at position ${count(indexPosition)}`,
    details: { engine: search, position: indexPosition, lagSeconds: seconds },
  }
}
