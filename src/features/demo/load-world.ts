import type { Database } from '../../db/index.ts'
import { Stamper } from '../log/index.ts'
import type { IncomingRecord } from '../signals/index.ts'
import { writeRecords } from '../write-path/index.ts'
import { exampleCompany } from './example-company.ts'
import { demoWorld, type WorldOptions } from './world.ts'

const BATCH_RECORDS = 2_000

export type WorldSize = Omit<WorldOptions, 'until'>

/** Writes the demo world as history: it is in the log, but two years of signals are not delivered to webhooks. */
export async function loadWorld(
  db: Database,
  size: WorldSize,
  onProgress: (records: number) => void = () => {},
): Promise<void> {
  const stamper = new Stamper(db)
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

/** Writes the company of the documentation's examples next to the world. */
export async function loadExampleCompany(db: Database): Promise<void> {
  const stamper = new Stamper(db)
  await writeRecords(db, stamper, exampleCompany(Math.floor(Date.now() / 1_000)), { quiet: true })
  await stamper.stamp()
}
