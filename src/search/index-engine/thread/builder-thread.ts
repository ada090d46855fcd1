// A thread that builds one index and exits: from a snapshot or else from the database, or by merging an older index. The
// search thread keeps answering meanwhile.

import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { IndexBuilder } from '../build/index-builder.ts'
import { loadIndex } from '../build/load.ts'
import { merge } from '../build/merge.ts'
import { type Checkpoint, isCheckpointValid } from '../layout/checkpoint.ts'
import type { BuiltIndex } from '../layout/encoding.ts'
import { IndexTooLarge } from '../layout/memory.ts'
import { MemoryBudget } from '../layout/memory-budget.ts'
import { snapshotFile } from '../layout/sharding.ts'
import { readSnapshot, writeSnapshot } from '../layout/snapshot.ts'
import type { BuilderFailure, BuilderProgress, BuilderReply, BuilderTask, Room } from './messages.ts'

/** The columns of a signal have at least this many bytes. */
const MIN_SIGNAL_BYTES = 27

if (parentPort) {
  const port = parentPort
  lowerPriority()
  build(workerData as BuilderTask).then(
    (reply) => port.postMessage(reply),
    (error: unknown) =>
      port.postMessage({
        failed: error instanceof Error ? error.message : String(error),
        isTooLarge: error instanceof IndexTooLarge,
      } satisfies BuilderFailure),
  )
}

/** With few cores, the threads that answer take precedence. Only Linux has a priority for each thread. */
function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The threads keep the same priority.
  }
}

async function build(task: BuilderTask): Promise<BuilderReply> {
  const { file, budget } = forShard(task)
  if (task.from) return finish(merge(task.from.index), task.from.checkpoint, 'merge', task)
  const client = new pg.Client({ ...task.direct, application_name: 'pro-signal index', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const saved = file === undefined ? undefined : readSnapshot(file, task.shard, budget)
    if (saved && (await isCheckpointValid(client, saved.checkpoint))) {
      return { ...transferable(saved), checkpoint: saved.checkpoint, origin: 'snapshot' }
    }
    const { builder, checkpoint } = await loadIndex(client, {
      shard: task.shard,
      maxSignals: task.maxBytes / MIN_SIGNAL_BYTES,
      onProgress: (loaded) => parentPort?.postMessage({ loaded } satisfies BuilderProgress),
    })
    return finish(builder, checkpoint, 'database', task)
  } finally {
    await client.end().catch(() => {})
  }
}

function forShard({ file, shard, budget }: BuilderTask) {
  return { file: file && snapshotFile(file, shard), budget: new MemoryBudget(budget, shard.number) }
}

/** Writes the snapshot before the memory goes to the thread that changes it. */
function finish(
  builder: IndexBuilder,
  checkpoint: Checkpoint,
  origin: BuilderReply['origin'],
  task: BuilderTask,
): BuilderReply {
  const { file, budget } = forShard(task)
  const built = builder.finish(task.room ?? roomFor(builder), budget)
  let warning: string | undefined
  if (file !== undefined && checkpoint.event !== '') {
    try {
      writeSnapshot(file, built, checkpoint, task.shard)
    } catch (error) {
      warning = `the snapshot of the search index could not be written: ${(error as Error).message}`
    }
  }
  return { ...transferable(built), checkpoint, origin, ...(warning && { warning }) }
}

/** A longer tail makes every search slower; a shorter one makes the expensive rebuild more frequent. */
function roomFor({ signals, companies }: IndexBuilder): Room {
  return {
    tail: Math.min(500_000, Math.max(65_536, Math.round(signals * 0.03))),
    companies: Math.min(500_000, Math.max(16_384, Math.round(companies * 0.05))),
  }
}

function transferable({ memory, texts }: BuiltIndex) {
  return { memory: memory.memory, sizes: memory.layout.sizes, texts }
}
