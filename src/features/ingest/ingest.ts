// The ingest loop: read, validate, write in batches, count. While one batch is written, only the next one is read and
// validated, so memory is limited to two batches and a chunk, however large the files are.
//
// No read position is stored. Writing is idempotent, so after an interruption, by a signal or by kill -9, the same
// command is simply run again.

import type { IncomingRecord } from '../signals/index.ts'
import type { WriteResult } from '../write-path/index.ts'
import { BATCH_RECORDS, Batch } from './batch.ts'
import { CsvReader } from './csv.ts'
import { NdjsonReader } from './ndjson.ts'
import { readRawRecords } from './raw-records.ts'
import type { TakeRejects } from './rejects.ts'
import type { Source } from './sources.ts'

export type WriteRecords = (records: readonly IncomingRecord[]) => Promise<WriteResult>

interface Counts {
  created: number
  updated: number
  unchanged: number
}

export interface Summary {
  readonly companies: Counts
  readonly signals: Counts
  rejected: number
}

export interface IngestOptions {
  readonly write: WriteRecords
  readonly takeRejects: TakeRejects
  /** Unix seconds. */
  readonly now: () => number
  readonly onProgress?: (done: { readonly bytes: number; readonly lines: number }) => void
  /** Aborting stops it after the batch that is being written. */
  readonly signal?: AbortSignal
  readonly batchRecords?: number
}

export function emptySummary(): Summary {
  return {
    companies: { created: 0, updated: 0, unchanged: 0 },
    signals: { created: 0, updated: 0, unchanged: 0 },
    rejected: 0,
  }
}

/** Adds to `summary` as it writes, so that the caller has the counts even if this throws. */
export async function ingest(
  sources: readonly Source[],
  summary: Summary,
  options: IngestOptions,
): Promise<'complete' | 'stopped'> {
  const { now, signal, onProgress } = options
  const pipeline = new Pipeline(options, summary)
  let batch = new Batch(pipeline.batchRecords)
  let bytes = 0
  let lines = 0
  try {
    for (const source of sources) {
      const reader = source.format === 'csv' ? new CsvReader(source.name) : new NdjsonReader()
      const chunks = source.open((read) => {
        bytes += read
      }, signal)
      for await (const records of readRawRecords(chunks, reader)) {
        if (signal?.aborted) return 'stopped'
        const seconds = now()
        for (const record of records) {
          batch.add(source.name, record, seconds)
          if (!batch.isFull()) continue
          await pipeline.write(batch)
          batch = new Batch(pipeline.batchRecords)
          if (signal?.aborted) return 'stopped'
        }
        lines += records.length
        onProgress?.({ bytes, lines })
      }
    }
    if (signal?.aborted) return 'stopped'
    await pipeline.write(batch)
    return 'complete'
  } finally {
    await pipeline.settled()
  }
}

/** How many stored signals the write path should read per batch: about fifty megabytes. */
const TARGET_SIGNALS_READ = 40_000
const MIN_BATCH_RECORDS = 100
/** For companies with so many signals that reading them costs more than writing a batch. */
const MAX_BATCH_RECORDS = 32_000

/** Writes one batch at a time. A second one waits for the first, and so does its caller. */
class Pipeline {
  readonly #options: IngestOptions
  readonly #summary: Summary
  #inFlight: Promise<void> = Promise.resolve()
  /** The size of the next batch. */
  batchRecords: number

  constructor(options: IngestOptions, summary: Summary) {
    this.#options = options
    this.batchRecords = options.batchRecords ?? BATCH_RECORDS
    this.#summary = summary
  }

  /** Returns when the previous batch is written and this one is started. */
  async write(batch: Batch): Promise<void> {
    await this.#inFlight
    this.#inFlight = this.#write(batch)
    // The next await throws the error. Until then it must not count as an unhandled rejection.
    this.#inFlight.catch(() => {})
  }

  settled(): Promise<void> {
    return this.#inFlight
  }

  async #write(batch: Batch): Promise<void> {
    if (batch.records.length > 0) {
      const result = await this.#options.write(batch.records)
      this.#count(batch, result)
      this.batchRecords = this.#sizeAfter(result)
    }
    const rejects = batch.rejects()
    this.#summary.rejected += rejects.length
    await this.#options.takeRejects(rejects)
  }

  /**
   * All signals of a batch's companies are read. Batches shrink when many companies have a long history, and grow again.
   * The signals of a company that has many records in a batch are read however small the batch is. So such batches grow
   * with the company instead: then the reads of a whole import are a small multiple of its signals, and not their square.
   */
  #sizeAfter({ signalsRead, signalsReadForFewRecords = signalsRead }: WriteResult): number {
    const forMany = signalsRead - signalsReadForFewRecords
    const max = this.#options.batchRecords ?? Math.max(BATCH_RECORDS, Math.min(MAX_BATCH_RECORDS, forMany / 2))
    const fitting = (this.batchRecords * TARGET_SIGNALS_READ) / Math.max(signalsReadForFewRecords, 1)
    return Math.min(Math.floor(max), Math.max(MIN_BATCH_RECORDS, Math.min(this.batchRecords * 2, Math.floor(fitting))))
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
