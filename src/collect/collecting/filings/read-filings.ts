// Reads the index of filings, once a day for the whole installation: the node that holds its row reads the missing
// days, one transaction for each. A node that dies leaves only complete days behind, and the next one continues after
// them; reading a day is idempotent. Then issuers are matched to watched companies.

import { type Database, NodeStopped } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { Logger } from '../../../platform/logger.ts'
import { type Collector, type Dns, type Snapshot, secIndex, VisitFailure } from '../../collectors/index.ts'
import { FetcherClosed } from '../../fetching/index.ts'
import { limitedCalls } from '../reader/limited-calls.ts'
import { ReaderEnded, type Readers } from '../reader/readers.ts'
import { runVisit } from '../reader/run-visit.ts'
import type { CollectLease } from '../visits/collect-lease.ts'
import { HostClosed } from '../visits/host-turns.ts'
import type { OpenFetch } from '../visits/visit.ts'
import {
  advanceIndex,
  claimIndex,
  deleteOldIssuers,
  type HeldIndex,
  hurryIssuers,
  insertIndex,
  releaseIndex,
  writeFilers,
} from './filing-queries.ts'
import { addDays, dayOf, daysToRead, MAX_DAYS_BACK, MAX_MISSING_DAYS, mayAppear, nextReading } from './index-days.ts'
import { matchIssuers } from './match-issuers.ts'

/** For how long an issuer is matched to companies that are added later. */
const KEEP_DAYS = 400

export interface FilingParts {
  readonly lease: CollectLease
  /** Of the issuers that the index names. */
  readonly collector: Collector
  readonly openFetch: OpenFetch
  readonly dns: () => Dns
  readonly readers: Readers
  readonly signal: () => AbortSignal
  /** The node stops: no more requests. */
  readonly isStopping: () => boolean
  readonly log: Logger
}

/** Reads what is due, and matches issuers to companies. Returns when nothing is left to do now. */
export async function readFilings(db: Database, parts: FilingParts): Promise<void> {
  const { lease, collector, log } = parts
  const now = lease.nowSeconds()
  const pool = db.pool('ingest')
  await insertIndex(pool, collector.name, addDays(dayOf(now), -MAX_DAYS_BACK - 1))
  const held = await claimIndex(pool, lease.id, collector.name)
  if (held) {
    const reading = await readDays(db, parts, held, now)
    await deleteOldIssuers(pool, collector.name, addDays(dayOf(now), -KEEP_DAYS))
    const failure = reading.failure?.message
    if (failure !== undefined && held.failures === 0) log.warn(`the index of filings can't be read: ${failure}`)
    // An interrupted read continues at the next start.
    const next = parts.isStopping() ? now : nextReading(now, reading.isUpToDate)
    const dueAt = Math.max(next, now + (reading.failure?.retryAfter ?? 0))
    await releaseIndex(pool, lease.id, held, { dueAt, failure })
  }
  await matchIssuers(db, collector, async (issuer) => {
    if (parts.isStopping()) return undefined
    const snapshot = await visit(parts, collector, issuer, now)
    if (snapshot instanceof VisitFailure && snapshot.reason !== 'missing') return undefined
    const nobody = { name: '', formerNames: [], places: [], hasRounds: false }
    return snapshot instanceof VisitFailure ? nobody : (snapshot.issuer ?? nobody)
  })
}

interface Reading {
  readonly isUpToDate: boolean
  readonly failure?: VisitFailure
}

async function readDays(db: Database, parts: FilingParts, held: HeldIndex, now: number): Promise<Reading> {
  const { lease, collector } = parts
  const today = dayOf(now)
  let missing = 0
  let isUpToDate = true
  /** The day before the first one that may still appear. */
  let limit: string | undefined
  for (const day of daysToRead(held.readThrough, today)) {
    if (parts.isStopping()) return { isUpToDate: false }
    const read = await visit(parts, secIndex, day.replaceAll('-', ''), now)
    isUpToDate = !(read instanceof VisitFailure)
    if (read instanceof VisitFailure) {
      if (read.reason !== 'missing') return { isUpToDate, failure: read }
      if (++missing >= MAX_MISSING_DAYS) return { isUpToDate, failure: read }
      if (mayAppear(day, today)) limit ??= addDays(day, -1)
      continue
    }
    missing = 0
    const filers = read.filers ?? []
    await db.transaction('ingest', async (tx) => {
      if (!(await advanceIndex(tx, lease.id, held, limit ?? day)))
        throw new NodeStopped('Another node reads the index of filings.')
      await writeFilers(tx, collector.name, filers)
      await hurryIssuers(tx, collector.name, filers)
    })
  }
  return { isUpToDate }
}

/** In the reader, like every visit. Nothing is written here. */
async function visit(
  { openFetch, dns, readers, signal }: FilingParts,
  collector: Collector,
  target: string,
  now: number,
): Promise<Snapshot | VisitFailure> {
  const fetch = openFetch({
    system: collector.system,
    // Not for a company: the register's own pause is enough.
    domain: '',
    validators: undefined,
    keepValidators: () => {},
    countBytes: () => {},
  })
  const context = { company: { domain: '', name: '', aliases: [] }, now }
  const call = limitedCalls(fetch, dns())
  try {
    return await runVisit(readers, collector, { target, context, call, signal: signal() }, undefined)
  } catch (error) {
    if (error instanceof VisitFailure) return error
    if (error instanceof HostClosed)
      return new VisitFailure('limited', error.message, Math.max(0, error.until - Date.now()) / 1_000)
    if (error instanceof NodeStopped || error instanceof FetcherClosed) throw error
    const why = error instanceof ReaderEnded ? error.message : `The collector failed: ${reasonOf(error)}`
    return new VisitFailure('unavailable', why)
  }
}
