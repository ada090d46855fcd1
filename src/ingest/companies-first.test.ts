import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/harness/database.ts'
import { Stamper } from '../write/log/index.ts'
import { lineWriter } from '../write/write-path/index.ts'
import { emptySummary, ingest, type WriteRecords } from './ingest.ts'

const domains = Array.from({ length: 6_000 }, (_, n) => `c${n}.example`)
const companies = domains.map((domain) => ({ record: 'company', domain, name: domain }))
const signals = domains.map((domain) => ({
  ...{ record: 'signal', type: 'hiring', company: { domain }, source: 'Board', key: domain, label: 'AE' },
  ...{ occurredAt: '2026-05-04', confidence: 0.9, jobTitle: 'AE' },
}))

test('a file that begins with thousands of new companies continues with them and their signals together', async () => {
  const db = await openTestDatabase()
  let together = 0
  const counted =
    (write: WriteRecords): WriteRecords =>
    async (records) => {
      const named = new Set(records.flatMap((each) => (each.record === 'company' ? each.company.domain : [])))
      for (const each of records) if (each.record === 'signal' && named.has(each.company.domain)) together++
      return write(records)
    }
  const take = async (lines: readonly object[]) => {
    const summary = emptySummary()
    const text = lines.map((each) => `${JSON.stringify(each)}\n`)
    const bytes = text.join('').length
    const { recognise, write, writeNew } = lineWriter(db, new Stamper(db))
    async function* open() {
      for (let from = 0; from < text.length; from += 500) yield Buffer.from(text.slice(from, from + 500).join(''))
    }
    await ingest([{ name: 'companies-first.ndjson', format: 'ndjson', bytes, open }], summary, {
      recognise,
      write: counted(write),
      writeNew: counted(writeNew),
      declare: async () => 0,
      takeRejects: async (rejects) => assert.deepEqual(rejects, []),
      now: () => Date.UTC(2026, 5, 1) / 1_000,
      batchRecords: 1_000,
    })
    return summary
  }
  const { companies: created, signals: createdToo } = await take([...companies, ...signals])
  assert.deepEqual([created.created, createdToo.created], [6_000, 6_000])
  // The first ones are written before it is known that all of them are new.
  assert.ok(together > 1_000, `${together} signals came with their companies`)
  together = 0
  const later = signals.map((each) => ({ ...each, key: `later-${each.key}` }))
  const { companies: again, signals: more } = await take([...companies, ...later])
  assert.deepEqual([again.unchanged, more.created], [6_000, 6_000])
  assert.equal(together, 0)
})
