// The ingest loop: read, recognise, validate, write in batches, count. While two batches are written, only the next one is
// read, so memory is limited to three batches and a chunk, however large the files are.
//
// Unchanged lines are recognised by their text, and are not validated. A batch is looked up when all batches before it
// are written, so each line sees the effect of the lines before it. The exception are new lines of reports other than
// those being written: they are written at the same time, those of a company still in their order. After a batch of
// which nothing was written, the next ones are looked up ahead: if nothing is written of the batch before them either,
// the result still holds, otherwise they are looked up again.
//
// No read position is stored. Writing is idempotent, so after an interruption, by a signal or by kill -9, the same
// command is simply run again.

import type { IncomingLine, IncomingSource } from '../meaning/signals/index.ts'
import type { FoundLines, LineRecogniser, PreparedLines, WriteResult } from '../write/write-path/index.ts'
import { type AdaptRecord, BATCH_RECORDS, Batch } from './batch.ts'
import type { CsvLayout } from './formats/csv.ts'
import type { DateFormat } from './formats/date-format.ts'
import type { RawRecord } from './formats/raw-record.ts'
import { rawRecordReader, readRawRecords } from './formats/raw-records.ts'
import type { Source } from './formats/sources.ts'
import { UnreadableFile } from './formats/unreadable-file.ts'
import { groupedByCompany } from './grouped-lines.ts'
import { HeapGrowth } from './heap-growth.ts'
import type { TakeRejects } from './rejects.ts'

export type WriteRecords = (records: readonly IncomingLine[]) => Promise<WriteResult>

/** Stores what sources declare about themselves. Returns how many of them made a change. */
export type DeclareSources = (sources: readonly IncomingSource[]) => Promise<number>

interface Counts {
  created: number
  updated: number
  unchanged: number
}

export interface Summary {
  readonly companies: Counts
  readonly signals: Counts
  /** Absent if no line declares a source. */
  sources?: { changed: number; unchanged: number }
  rejected: number
  /** Files that could not be read, or not to their end. The lines read before that are counted. */
  readonly failed: FailedFile[]
}

export interface FailedFile {
  readonly file: string
  readonly reason: string
}

export interface IngestOptions {
  readonly write: WriteRecords
  /** Without it every line is parsed and written. */
  readonly recognise?: LineRecogniser
  /** For a batch of new lines, while another one is being written. Without it one batch is written at a time. */
  readonly writeNew?: WriteRecords
  readonly declare: DeclareSources
  readonly takeRejects: TakeRejects
  /** How CSV files write dates, besides ISO 8601. */
  readonly dates?: DateFormat | undefined
  /** What the columns of CSV files mean, if they don't have the names of the fields. */
  readonly layout?: CsvLayout | undefined
  /** Unix seconds. */
  readonly now: () => number
  readonly onProgress?: (done: { readonly bytes: number; readonly lines: number }) => void
  /** Aborting stops it after the batches that are being written. */
  readonly signal?: AbortSignal
  readonly batchRecords?: number
  /** Changes or rejects records. Not with `recognise`, which identifies lines by their text. */
  readonly adapt?: AdaptRecord
  /** The process has other work, so the settings of its heap stay as they are. */
  readonly sharesProcess?: boolean
}

export function emptySummary(): Summary {
  return {
    companies: { created: 0, updated: 0, unchanged: 0 },
    signals: { created: 0, updated: 0, unchanged: 0 },
    rejected: 0,
    failed: [],
  }
}

/**
 * Adds to `summary` as it writes, so that the caller has the counts even if this throws. A file that can't be read does
 * not stop the others; it is listed in the summary.
 */
export async function ingest(
  sources: readonly Source[],
  summary: Summary,
  options: IngestOptions,
): Promise<'complete' | 'stopped'> {
  const { now, signal, onProgress } = options
  const heap = options.sharesProcess ? undefined : new HeapGrowth()
  // Ends a source that waits for input when the writing fails.
  const failure = new AbortController()
  const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  const pipeline = new Pipeline(options, summary, () => failure.abort())
  let bytes = 0
  let lines = 0
  const onRead = (read: number) => {
    bytes += read
  }
  try {
    for (const source of sources) {
      const waiting = { share: 0 }
      const bytesBefore = bytes
      const reader = rawRecordReader(source, options.dates, options.layout)
      const inOrder = readRawRecords(source.open(onRead, stop), source, reader)
      const isFile = source.bytes !== undefined
      const reading = isFile ? groupedByCompany(inOrder, () => pipeline.groupsByCompany, waiting, reader) : inOrder
      using _ = { [Symbol.dispose]: () => void reading.return(undefined).catch(() => {}) }
      for (;;) {
        const records = await nextRecords(reading, pipeline, !source.bytes).catch((error) => {
          if (!(error instanceof UnreadableFile)) throw error
          if (!stop.aborted) summary.failed.push({ file: source.name, reason: error.message })
        })
        if (failure.signal.aborted) await pipeline.settled()
        if (signal?.aborted) return 'stopped'
        if (records === undefined) break
        const seconds = now()
        for (const record of records) {
          pipeline.batch.add(source.name, record, seconds)
          if (!pipeline.batch.isFull()) continue
          await pipeline.flush()
          if (signal?.aborted) return 'stopped'
        }
        lines += records.length
        heap?.check()
        onProgress?.({ bytes: bytes - Math.round(waiting.share * (bytes - bytesBefore)), lines })
      }
    }
    await pipeline.flush()
    return 'complete'
  } finally {
    failure.abort()
    await pipeline.settled()
  }
}

/**
 * The next records of a file, or undefined at its end. Standard input may pause, or continue for days with a line now
 * and then. So a batch is written when its first line is half a second old, full or not. A file is read without pauses.
 */
async function nextRecords(
  reading: AsyncGenerator<RawRecord[]>,
  pipeline: Pipeline,
  mayPause: boolean,
): Promise<readonly RawRecord[] | undefined> {
  const next = reading.next()
  for (;;) {
    const dueInMs = mayPause ? pipeline.batch.dueInMs() : undefined
    if (dueInMs === undefined) break
    if (!(await isDueBefore(dueInMs, next))) break
    await pipeline.flush()
  }
  return (await next).value ?? undefined
}

/** Lines may arrive one by one: aborting a timer of node:timers/promises would take half the time of reading one. */
function isDueBefore(dueInMs: number, next: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, dueInMs, true)
    const stop = () => {
      clearTimeout(timer)
      resolve(false)
    }
    next.then(stop, stop)
  })
}

/** How many stored signals the write path should read per batch: about fifty megabytes. */
const TARGET_SIGNALS_READ = 40_000
const MIN_BATCH_RECORDS = 100
/** Fewer new companies in a batch don't show that the file has its companies first. */
const MIN_NEW_COMPANIES = 1_000
/** For companies with so many signals that reading them costs more than writing a batch. */
const MAX_BATCH_RECORDS = 32_000

/** A batch that is being written, or was. */
interface Started {
  /** The ids of its reports, if it may be written together with other new ones. */
  readonly newReports: Promise<ReadonlySet<string> | undefined>
  readonly written: Promise<void>
}

/** Writes at most two batches at a time, and two only if both are new. A third one waits, and so does its caller. */
class Pipeline {
  readonly #options: IngestOptions
  readonly #summary: Summary
  readonly #onFailure: () => void
  #last: Started = { newReports: Promise.resolve(undefined), written: Promise.resolve() }
  #lastButOne: Promise<void> = Promise.resolve()
  /** The size of the next batch. */
  #batchRecords: number
  /** Most previous lines were known already, so the next ones are looked up before they are parsed. */
  #knowsMost = false
  /** Nothing was written of the last finished batch. */
  #wroteNothing = false
  /** Whether grouping the file by company pays, judging by the last batch. */
  groupsByCompany = false
  /** The batch that is being filled. */
  batch: Batch

  constructor(options: IngestOptions, summary: Summary, onFailure: () => void) {
    this.#options = options
    this.#onFailure = onFailure
    this.#batchRecords = options.batchRecords ?? BATCH_RECORDS
    this.#summary = summary
    this.batch = this.#nextBatch()
  }

  #nextBatch(): Batch {
    const { recognise, adapt } = this.#options
    return new Batch({ maxLines: this.#batchRecords, readLine: recognise?.read, readsAll: !this.#knowsMost, adapt })
  }

  /** Returns when this batch is started. */
  async flush(): Promise<void> {
    const { batch } = this
    if (batch.size === 0) return
    // Before the wait, because the database is working on the previous batch.
    const prepared = this.#options.recognise?.prepare(batch.texts(), batch.given())
    const ahead = prepared && this.#wroteNothing ? this.#options.recognise?.find(prepared) : undefined
    ahead?.catch(() => {})
    await this.#lastButOne
    const before = this.#last
    const newReports = await this.#besides(before, batch, prepared)
    if (!newReports) await before.written
    const stillSo = this.#wroteNothing ? ahead : undefined
    const found = Promise.withResolvers<ReadonlySet<string> | undefined>()
    const written = newReports
      ? this.#writeNew(batch, before.written)
      : this.#write(batch, prepared, stillSo, found.resolve)
    this.#last = { newReports: newReports ? Promise.resolve(newReports) : found.promise, written }
    this.#lastButOne = before.written
    this.batch = this.#nextBatch()
    // The next await throws the error. Until then it must not count as an unhandled rejection.
    written.catch(() => {
      found.resolve(undefined)
      this.#onFailure()
    })
  }

  /** Waits for both, even if the first fails. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#lastButOne, this.#last.written])
    await this.#lastButOne
    await this.#last.written
  }

  /** The ids of the batch's reports, if it can be written although the one before is being written. */
  async #besides(
    before: Started,
    batch: Batch,
    prepared: PreparedLines | undefined,
  ): Promise<ReadonlySet<string> | undefined> {
    const { recognise, writeNew, now } = this.#options
    const beingWritten = await before.newReports
    if (!writeNew || !recognise || !prepared || !beingWritten) return undefined
    const found = await recognise.find(prepared)
    const newReports = recognise.newReports(found, batch.readOthers(found.places, now()))
    return newReports?.isDisjointFrom(beingWritten) && !batch.declaresSources ? newReports : undefined
  }

  async #writeNew(batch: Batch, before: Promise<void>): Promise<void> {
    const { writeNew = this.#options.write, now } = this.#options
    batch.takeOthers(new Set(), now())
    const result = await writeNew(batch.records)
    await before
    await this.#finish(batch, result)
  }

  async #write(
    batch: Batch,
    prepared: PreparedLines | undefined,
    ahead: Promise<FoundLines> | undefined,
    onFound: (newReports: ReadonlySet<string> | undefined) => void,
  ): Promise<void> {
    onFound(await this.#recognise(batch, prepared, ahead))
    if (batch.sources.length > 0) {
      const changed = await this.#options.declare(batch.sources)
      const before = this.#summary.sources ?? { changed: 0, unchanged: 0 }
      this.#summary.sources = {
        changed: before.changed + changed,
        unchanged: before.unchanged + batch.sources.length - changed,
      }
    }
    await this.#finish(batch, batch.records.length > 0 ? await this.#options.write(batch.records) : undefined)
  }

  async #finish(batch: Batch, result: WriteResult | undefined): Promise<void> {
    this.#wroteNothing = result === undefined && batch.sources.length === 0
    if (result) {
      this.#count(batch, result)
      // Of all lines: grouping a file for a few changed ones would cost more than it saves.
      const readsMuch = (result.signalsReadForFewRecords ?? result.signalsRead) > batch.size
      // Only new companies: their signals come later in the file, and are written together with them from here on.
      this.groupsByCompany = readsMuch || (batch.size >= MIN_NEW_COMPANIES && areNewCompanies(batch, result))
    }
    this.#batchRecords = this.#sizeAfter(result ?? { signalsRead: 0 })
    const rejects = batch.rejects()
    this.#summary.rejected += rejects.length
    await this.#options.takeRejects(rejects)
  }

  /** Returns the ids of the reports if all lines are new. */
  async #recognise(
    batch: Batch,
    prepared: PreparedLines | undefined,
    ahead: Promise<FoundLines> | undefined,
  ): Promise<ReadonlySet<string> | undefined> {
    const { recognise, now } = this.#options
    if (!recognise || !prepared) {
      batch.takeOthers(new Set(), now())
      return undefined
    }
    const found = await (ahead ?? recognise.find(prepared))
    const others = batch.readOthers(found.places, now())
    const unchanged = await recognise.take(found, others)
    this.#knowsMost = unchanged.size > prepared.sought.length / 2
    this.#summary.signals.unchanged += unchanged.size
    batch.takeOthers(unchanged, now())
    return batch.declaresSources ? undefined : recognise.newReports(found, others)
  }

  /**
   * All signals of a batch's companies are read. Batches shrink when many companies have a long history, and grow
   * again. The signals of a company with many records in a batch are read however small the batch is. So those batches
   * grow with the company instead: then the reads of a whole import are a small multiple of its signals, and not their
   * square.
   */
  #sizeAfter({
    signalsRead,
    signalsReadForFewRecords = signalsRead,
  }: Pick<WriteResult, 'signalsRead' | 'signalsReadForFewRecords'>): number {
    const forMany = signalsRead - signalsReadForFewRecords
    const max = this.#options.batchRecords ?? Math.max(BATCH_RECORDS, Math.min(MAX_BATCH_RECORDS, forMany / 2))
    const fitting = (this.#batchRecords * TARGET_SIGNALS_READ) / Math.max(signalsReadForFewRecords, 1)
    return Math.min(Math.floor(max), Math.max(MIN_BATCH_RECORDS, Math.min(this.#batchRecords * 2, Math.floor(fitting))))
  }

  #count(batch: Batch, { outcomes, companiesCreated, companiesUpdated }: WriteResult): void {
    const { companies, signals } = this.#summary
    for (const [index, outcome] of outcomes.entries()) {
      const counts = batch.records[index]?.record === 'company' ? companies : signals
      if (typeof outcome === 'string') counts[outcome]++
      else batch.reject(index, outcome.rejected)
    }
    companies.created += companiesCreated
    companies.updated += companiesUpdated
  }
}

function areNewCompanies({ records, size }: Batch, { outcomes }: WriteResult): boolean {
  return records.length === size && records.every(({ record }, n) => record === 'company' && outcomes[n] === 'created')
}
