// One import of an uploaded file: everything is checked before the first line is written, and its progress is in the
// database.
//
// The node that works on it holds a lease, and every change checks the holder. If the node dies, another one reads the
// file again from the beginning: writing is idempotent. So nothing is lost or doubled, whenever a process ends.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { MAX_IMPORT_LINES, MAX_STORED_REJECTS } from '../../settings-contract/index.ts'
import type { Stamper } from '../../write/log/index.ts'
import { lineWriter } from '../../write/write-path/index.ts'
import { toUtf8 } from '../formats/encoding.ts'
import type { Source } from '../formats/sources.ts'
import { UnreadableFile } from '../formats/unreadable-file.ts'
import { emptySummary, ingest, type Summary } from '../ingest.ts'
import type { Reject } from '../rejects.ts'
import { adaptFor } from './adapt-record.ts'
import { sourceLabel } from './change-imports.ts'
import { datesOf, layoutOf } from './mapping.ts'
import { previewUpload } from './preview.ts'
import { type Claim, type Done, giveBack, insertRejects, noteProgress, readPart, settleImport } from './queries.ts'
import { formatOfContent, uploadSource } from './upload-source.ts'

export const LEASE_SECONDS = 20
const PROGRESS_MS = 500
/** Small batches: the process may serve requests too, and other writers wait for one at most. */
const BATCH_RECORDS = 500
/** Of a compressed file. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024
const MAX_REJECT_TEXT = 500

/** Counts the lines that were read. */
interface Progress {
  readonly summary: Summary
  bytes: number
  lines: number
}

interface RunOptions {
  readonly stopping: AbortSignal
  readonly leaseSeconds: number
}

export async function runImport(
  db: Database,
  stamper: Stamper,
  claim: Claim,
  { stopping, leaseSeconds }: RunOptions,
): Promise<void> {
  const pool = db.pool('settings')
  const progress: Progress = { summary: emptySummary(), bytes: 0, lines: 0 }
  const lost = new AbortController()
  const cancelled = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal, cancelled.signal])
  const ended = new AbortController()
  const reporting = report()
  try {
    const end = await importFile(db, stamper, claim, progress, signal)
    if (lost.signal.aborted) return
    if (stopping.aborted) return await giveBack(pool, claim)
    const isCancelled = cancelled.signal.aborted
    await settleImport(pool, claim, doneOf(claim, progress, !isCancelled && end === undefined), {
      state: isCancelled ? 'cancelled' : end === undefined ? 'done' : 'failed',
      ...(!isCancelled && end !== undefined && { message: end }),
    })
  } catch (error) {
    if (stopping.aborted) return await giveBack(pool, claim)
    throw error
  } finally {
    ended.abort()
    await reporting
  }

  /** Renews the lease. Without an answer it expires, and another node continues. */
  async function report(): Promise<void> {
    let renewedAt = performance.now()
    while (!ended.signal.aborted) {
      await sleep(PROGRESS_MS, undefined, { signal: ended.signal }).catch(() => {})
      if (ended.signal.aborted) return
      try {
        const sentAt = performance.now()
        const noted = await noteProgress(pool, claim, doneOf(claim, progress, false), leaseSeconds)
        if (!noted) return lost.abort()
        renewedAt = sentAt
        if (noted.isCancelling) cancelled.abort()
      } catch {
        if (performance.now() - renewedAt > leaseSeconds * 1_000) return lost.abort()
      }
    }
  }
}

/** Why it failed, or undefined. */
async function importFile(
  db: Database,
  stamper: Stamper,
  claim: Claim,
  progress: Progress,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { mapping, teamId, sendsNews, fileName, bytes } = claim
  const pool = db.pool('settings')
  const adapt = adaptFor(await sourceLabel(pool, teamId))
  const now = () => Math.floor(Date.now() / 1_000)
  const parts = () => readParts(db, claim)
  const unknown = uploadSource(fileName, 'csv', bytes, parts)
  const { problem } = await previewUpload(unknown, { saved: [], mapping, adapt, now: now() })
  if (problem !== null) return `${problem} Nothing was written.`
  const source = { ...unknown, format: await formatOfContent(unknown) }
  await requireSize(source, signal)
  const rejects = new StoredRejects(db, claim)
  const { write } = lineWriter(db, stamper, { quiet: !sendsNews })
  await ingest([source], progress.summary, {
    write,
    declare: async () => 0,
    takeRejects: (some) => rejects.take(some),
    dates: datesOf(mapping),
    layout: source.format === 'csv' ? layoutOf(mapping) : undefined,
    now,
    onProgress: ({ bytes: read, lines }) => Object.assign(progress, { bytes: read, lines }),
    signal,
    batchRecords: BATCH_RECORDS,
    adapt,
    sharesProcess: true,
  })
  return progress.summary.failed[0]?.reason
}

async function* readParts(db: Database, { id, bytes }: Claim): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; ) {
    const part = await readPart(db.pool('settings'), id, at)
    if (!part) throw new AppError('unavailable', 'The uploaded file was deleted.')
    yield part
    at += part.length
  }
}

/** A compressed file may unpack to a thousand times its size. */
async function requireSize(source: Source, signal: AbortSignal): Promise<void> {
  let [bytes, lines] = [0, 0]
  for await (const chunk of toUtf8(
    source.open(() => {}, signal),
    source.name,
  )) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
    if (bytes > MAX_UNPACKED_BYTES) throw tooLarge(source.name, `${MAX_UNPACKED_BYTES / 1024 / 1024} MB unpacked`)
    if (lines > MAX_IMPORT_LINES) throw tooLarge(source.name, `${MAX_IMPORT_LINES.toLocaleString('en')} lines`)
  }
}

const tooLarge = (name: string, limit: string) =>
  new UnreadableFile(`${name} has more than ${limit}: import it in parts. Nothing was written.`)

/**
 * Lines written by earlier attempts are unchanged in this one. They were counted then, except those written in the last
 * moment before the node died.
 */
function doneOf(claim: Claim, { summary, bytes, lines }: Progress, isWhole: boolean): Done {
  return {
    bytesRead: isWhole ? claim.bytes : bytes,
    lines,
    companiesCreated: claim.companiesCreated + summary.companies.created,
    companiesUpdated: claim.companiesUpdated + summary.companies.updated,
    signalsCreated: claim.signalsCreated + summary.signals.created,
    signalsUpdated: claim.signalsUpdated + summary.signals.updated,
    rejected: summary.rejected,
  }
}

class StoredRejects {
  readonly #db: Database
  readonly #claim: Claim
  #stored = 0

  constructor(db: Database, claim: Claim) {
    this.#db = db
    this.#claim = claim
  }

  async take(rejects: readonly Reject[]): Promise<void> {
    const some = rejects.slice(0, MAX_STORED_REJECTS - this.#stored)
    if (some.length === 0) return
    await insertRejects(
      this.#db.pool('settings'),
      this.#claim,
      this.#stored,
      some.map(({ line, reason, text }) => ({ line, reason: storable(reason), text: storable(text) })),
    )
    this.#stored += some.length
  }
}

const storable = (text: string) => text.slice(0, MAX_REJECT_TEXT).replaceAll('\0', '\ufffd').toWellFormed()
