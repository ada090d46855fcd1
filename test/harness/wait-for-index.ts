import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/db/index.ts'
import type { IndexEngine } from '../../src/search/index.ts'
import { readHead, stampLog } from '../../src/write/log/index.ts'

/** Waits until the index has read everything that is committed. */
export async function waitForIndex(engine: IndexEngine, db: Database): Promise<void> {
  await stampLog(db.pool('ingest'))
  const head = await readHead(db.pool('ingest'))
  for (let i = 0; i < 2_400; i++) {
    if (engine.status.isReady && engine.status.position >= head) return
    await sleep(50)
  }
  assert.fail(`the index is at position ${engine.status.position}, the log at ${head}`)
}
