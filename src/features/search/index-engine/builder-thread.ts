// A thread that makes one index and ends: from a snapshot or else from the database, or from an older index. The thread
// that answers searches goes on meanwhile.

import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { BuiltIndex, IndexBuilder, Texts } from './build.ts'
import { loadIndex } from './load.ts'
import { IndexTooLarge, type Sizes } from './memory.ts'
import { type HandedIndex, merge } from './merge.ts'
import { isStillThere, type Place } from './place.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

/** How many signals and companies can still be taken in. */
export interface Room {
  readonly tail: number
  readonly companies: number
}

export interface BuilderTask {
  readonly direct: pg.ClientConfig
  /** Where snapshots are kept; undefined for nowhere. */
  readonly file: string | undefined
  readonly mostBytes: number
  /** For changes until the next index is made; absent: as much as is good for its size. */
  readonly room?: Room
  /** Absent: the index is opened. */
  readonly from?: { readonly index: HandedIndex; readonly place: Place }
}

export interface BuilderReply {
  readonly memory: WebAssembly.Memory
  readonly sizes: Sizes
  readonly texts: Texts
  readonly place: Place
  readonly how: 'snapshot' | 'database' | 'merge'
  readonly problem?: string
}

export interface BuilderFailure {
  readonly failed: string
  readonly isTooLarge: boolean
}

if (parentPort) {
  const port = parentPort
  giveWay()
  build(workerData as BuilderTask).then(
    (reply) => port.postMessage(reply),
    (error: unknown) =>
      port.postMessage({
        failed: error instanceof Error ? error.message : String(error),
        isTooLarge: error instanceof IndexTooLarge,
      } satisfies BuilderFailure),
  )
}

/** Where there are not cores enough, whoever answers comes before this thread. Linux alone gives threads their own rank. */
function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Then they share.
  }
}

async function build(task: BuilderTask): Promise<BuilderReply> {
  if (task.from) return finish(merge(task.from.index), task.from.place, 'merge', task)
  const client = new pg.Client({ ...task.direct, application_name: 'pro-signal index', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const saved = task.file === undefined ? undefined : readSnapshot(task.file, task.mostBytes)
    if (saved && (await isStillThere(client, saved.place))) {
      return { ...handed(saved), place: saved.place, how: 'snapshot' }
    }
    const { builder, place } = await loadIndex(client, task.mostBytes / LEAST_SIGNAL_BYTES)
    return finish(builder, place, 'database', task)
  } finally {
    await client.end().catch(() => {})
  }
}

/** No signal takes less than its columns. */
const LEAST_SIGNAL_BYTES = 27

/** The snapshot is written before anybody else can change what is in the memory. */
function finish(builder: IndexBuilder, place: Place, how: BuilderReply['how'], task: BuilderTask): BuilderReply {
  const built = builder.finish({ ...(task.room ?? roomFor(builder)), bytes: task.mostBytes })
  let problem: string | undefined
  if (task.file !== undefined && place.event !== '') {
    try {
      writeSnapshot(task.file, built, place)
    } catch (error) {
      problem = `the snapshot of the search index could not be written: ${(error as Error).message}`
    }
  }
  return { ...handed(built), place, how, ...(problem && { problem }) }
}

/** For some time of changes: looking through the tail costs every search, making a new base costs much at once. */
function roomFor({ signals, companies }: IndexBuilder): Room {
  return {
    tail: Math.min(500_000, Math.max(65_536, Math.round(signals * 0.03))),
    companies: Math.min(500_000, Math.max(16_384, Math.round(companies * 0.05))),
  }
}

function handed({ memory, texts }: BuiltIndex) {
  return { memory: memory.memory, sizes: memory.layout.sizes, texts }
}
