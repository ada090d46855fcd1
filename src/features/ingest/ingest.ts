// The loop of ingest: read, validate, write in batches, count. While one batch is being written the next one is read and
// validated, and never more than that one: memory stays at two batches and a block, however large the files are.
//
// It keeps no position. A record that is written again changes nothing, so that whoever was stopped, by a signal or by
// kill -9, runs the same command again.

import type { IncomingRecord } from '../signals/index.ts'
import type { WriteResult } from '../write-path/index.ts'
import { BATCH_RECORDS, Batch } from './batch.ts'
import { CsvReader } from './csv.ts'
import { readEntries } from './entries.ts'
import { NdjsonReader } from './ndjson.ts'
import type { TakeRejects } from './rejects.ts'
import type { Source } from './sources.ts'

export type WriteRecords = (records: readonly IncomingRecord[]) => Promise<WriteResult>

export interface Counts {
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
  /** Stops after the batch that is being written. */
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

/** Counts into `summary` what is written, so that the caller has it also when this fails half way. */
export async function ingest(
  sources: readonly Source[],
  summary: Summary,
  options: IngestOptions,
): Promise<'complete' | 'stopped'> {
  const { now, signal, onProgress } = options
  const writing = new Pipeline(options, summary)
  let batch = new Batch(writing.batchRecords)
  let bytes = 0
  let lines = 0
  try {
    for (const source of sources) {
      const reader = source.format === 'csv' ? new CsvReader(source.name) : new NdjsonReader()
      const blocks = source.open((read) => {
        bytes += read
      }, signal)
      for await (const entries of readEntries(blocks, reader)) {
        if (signal?.aborted) return 'stopped'
        const seconds = now()
        for (const entry of entries) {
          batch.add(source.name, entry, seconds)
          if (!batch.isFull()) continue
          await writing.next(batch)
          batch = new Batch(writing.batchRecords)
          if (signal?.aborted) return 'stopped'
        }
        lines += entries.length
        onProgress?.({ bytes, lines })
      }
    }
    if (signal?.aborted) return 'stopped'
    await writing.next(batch)
    return 'complete'
  } finally {
    await writing.settled()
  }
}

/** Of stored signals for one batch: some fifty megabytes. */
const SIGNALS_READ = 40_000
const LEAST_RECORDS = 100

/** One batch in flight. The next one waits for it, and so does whoever brings it. */
class Pipeline {
  readonly #options: IngestOptions
  readonly #summary: Summary
  #inFlight: Promise<void> = Promise.resolve()
  /** How many records the next batch is to have. */
  batchRecords: number

  constructor(options: IngestOptions, summary: Summary) {
    this.#options = options
    this.batchRecords = options.batchRecords ?? BATCH_RECORDS
    this.#summary = summary
  }

  async next(batch: Batch): Promise<void> {
    await this.#inFlight
    this.#inFlight = this.#write(batch)
    // A failure is met by whoever waits next; until then it must not count as unhandled.
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

  /** Companies with a long history make a batch heavy, however few its records: it shrinks, and grows again. */
  #sizeAfter({ signalsRead }: WriteResult): number {
    const most = this.#options.batchRecords ?? BATCH_RECORDS
    const fitting = (this.batchRecords * SIGNALS_READ) / Math.max(signalsRead, 1)
    return Math.min(most, Math.max(LEAST_RECORDS, Math.min(this.batchRecords * 2, Math.floor(fitting))))
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
