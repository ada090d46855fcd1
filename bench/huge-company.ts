// One company with very many signals: how fast they are written, and how long the search index takes to have them.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../src/db/index.ts'
import { emptySummary, ingest, type Source } from '../src/ingest/index.ts'
import type { Logger } from '../src/platform/logger.ts'
import { IndexEngine } from '../src/search/index.ts'
import { readHead, Stamper } from '../src/write/log/index.ts'
import { writeRecords } from '../src/write/write-path/index.ts'

const DAY_SECONDS = 86_400
const FUNCTIONS = ['sales', 'engineering', 'marketing', 'data', 'support']

function* linesOf(signals: number): Generator<Buffer> {
  const now = Math.floor(Date.now() / 1_000)
  for (let n = 0; n < signals; n++) {
    const occurredAt = new Date((now - (n % 700) * DAY_SECONDS - (n % 997)) * 1_000).toISOString()
    const jobFunction = FUNCTIONS[n % FUNCTIONS.length]
    yield Buffer.from(
      `${JSON.stringify({
        record: 'signal',
        type: 'hiring',
        company: { domain: 'huge.example', name: 'Huge' },
        source: 'Job Board',
        key: `huge ${n}`,
        occurredAt,
        confidence: 0.5 + (n % 50) / 100,
        label: `Hiring: ${jobFunction} ${n % 5_000}`,
        jobTitle: `${jobFunction} ${n % 5_000}`,
        function: jobFunction,
      })}\n`,
    )
  }
}

/** Writes the signals while an index follows. `batches` has the stored signals that each batch read. */
export async function measureHugeCompany(db: Database, log: Logger, signals: number) {
  const engine = new IndexEngine({ direct: db.direct, file: undefined, maxBytes: 2 ** 32 - 2 ** 16, log })
  try {
    const hasRead = (position: number) => engine.status.isReady && engine.status.position >= position
    while (!hasRead(await readHead(db.pool('ingest')))) await sleep(20)
    const stamper = new Stamper(db)
    const batches: number[] = []
    const source: Source = {
      name: 'huge',
      format: 'ndjson',
      async *open() {
        yield* linesOf(signals)
      },
    }
    const start = performance.now()
    await ingest([source], emptySummary(), {
      declare: async () => 0,
      async write(records) {
        const result = await writeRecords(db, stamper, records)
        batches.push(result.signalsRead)
        return result
      },
      async takeRejects(rejects) {
        if (rejects.length > 0) throw new Error(`rejected: ${rejects[0]?.reason}`)
      },
      now: () => Math.floor(Date.now() / 1_000),
    })
    const head = await stamper.stamp()
    const written = performance.now()
    while (!hasRead(head)) await sleep(20)
    const followed = performance.now()
    return {
      seconds: (written - start) / 1_000,
      rate: (signals * 1_000) / (written - start),
      signalsRead: batches.reduce((sum, read) => sum + read, 0),
      batches: batches.length,
      behindSeconds: (followed - written) / 1_000,
    }
  } finally {
    await engine.close()
  }
}
