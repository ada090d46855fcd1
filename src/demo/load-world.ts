import type { Database } from '../db/index.ts'
import type { IncomingRecord } from '../meaning/signals/index.ts'
import { Stamper } from '../write/log/index.ts'
import { declareSources } from '../write/sources/index.ts'
import { writeRecords } from '../write/write-path/index.ts'
import { WORLD_SOURCES } from './demo-sources.ts'
import { exampleCompany } from './example-company.ts'
import { demoStories } from './world/stories.ts'
import { demoWorld, type WorldOptions } from './world/world.ts'

const BATCH_RECORDS = 2_000

export type WorldSize = Omit<WorldOptions, 'until'>

/** Writes the demo world as history: it is in the log, but two years of signals are not delivered to webhooks. */
export async function loadWorld(
  db: Database,
  size: WorldSize,
  onProgress: (records: number) => void = () => {},
): Promise<void> {
  const stamper = new Stamper(db)
  await declareDemoSources(db)
  let batch: IncomingRecord[] = []
  let written = 0
  const write = async () => {
    await writeRecords(db, stamper, batch, { quiet: true })
    written += batch.length
    batch = []
    onProgress(written)
  }
  for (const record of demoWorld({ ...size, until: Math.floor(Date.now() / 1_000) })) {
    batch.push(record)
    if (batch.length === BATCH_RECORDS) await write()
  }
  if (batch.length > 0) await write()
  await stamper.stamp()
}

/** The sources of the world are complete for its companies, since long before its history begins. */
async function declareDemoSources(db: Database): Promise<void> {
  const completeSince = Math.floor(Date.now() / 1_000) - COMPLETE_DAYS * DAY_SECONDS
  const sources = WORLD_SOURCES.map((source) => ({ record: 'source' as const, source, completeSince }))
  await db.transaction('ingest', (tx) => declareSources(tx, sources))
}

const COMPLETE_DAYS = 3 * 365
const DAY_SECONDS = 86_400

/** Writes the company of the documentation's examples, and those with a story, next to the world. */
export async function loadExampleCompanies(db: Database): Promise<void> {
  const stamper = new Stamper(db)
  const now = Math.floor(Date.now() / 1_000)
  await writeRecords(db, stamper, [...exampleCompany(now), ...demoStories(now)], { quiet: true })
  await stamper.stamp()
}
