// The examples of the documentation and the screen are what is sent for the same facts.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { DAY, JUNE, signal } from '../../../test/harness/signals.ts'
import { DERIVED_TYPES, type FieldValue } from '../../meaning/types/index.ts'
import { AUTH_KEY_LENGTH } from '../../settings-contract/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { declareSources } from '../../write/sources/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import { type EventPayload, exampleEvent, sampleEvent } from '../sending/index.ts'
import { loadPage } from './log-pages/outbound-events.ts'
import { MAX_TEXT_CHARACTERS } from './progress/delivery-excerpts.ts'

/** Everything that doesn't depend on the moment. */
function contentOf({ signal: { id, confidence, occurredAt, firstSeenAt, lastSeenAt, ...content } }: EventPayload) {
  return content
}

test('the example of a derived type has the label, the source and the fields that are sent', async () => {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  const { id, type, label, confidence, status, occurredAt, firstSeenAt, lastSeenAt, source, ...fields } =
    exampleEvent('funding').signal
  const funding = signal('a.example', 'round', { type, label, fields: fields as Record<string, FieldValue> })
  const tool = signal('a.example', 'tool', {
    type: 'tool',
    label: 'Tool',
    fields: { tool: 'OpenAI API', category: 'llm', ai: true },
  })
  const jobs = (count: number, daysAgo: number) =>
    Array.from({ length: count }, (_, i) =>
      signal('a.example', `job:${daysAgo}:${i}`, {
        occurredAt: JUNE - daysAgo * DAY,
        fields: { jobTitle: `Role ${daysAgo}-${i}`, function: 'sales' },
      }),
    )
  await db.transaction('ingest', (tx) =>
    declareSources(tx, [{ record: 'source', source: 'test', completeSince: JUNE - 500 * DAY }]),
  )
  await writeRecords(db, stamper, [funding, tool, ...jobs(6, 364), ...jobs(1, 200), ...jobs(13, 60), ...jobs(14, 0)])
  await stamper.stamp()
  const { events } = await loadPage(db.pool('firehose'), 0, 1_000, Number.MAX_SAFE_INTEGER)
  for (const type of DERIVED_TYPES) {
    const sent = events
      .filter((event) => event.type === type)
      .map(({ body }) => JSON.parse(Buffer.from(body).toString()))
    const contents = sent.map(contentOf)
    const example = contentOf(exampleEvent(type))
    const same = contents.find((content) => content.label === example.label)
    assert.deepEqual(same, example, JSON.stringify(contents))
    assert.equal(sampleEvent(type, JUNE).signal.source.url, example.source.url)
  }
})

test('own keys and what the delivery log stores are documented with the limits of the code', () => {
  const guide = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
  for (const part of [
    `has ${AUTH_KEY_LENGTH.min} to ${AUTH_KEY_LENGTH.max} visible ASCII characters`,
    `up to ${MAX_TEXT_CHARACTERS} characters of the response`,
    'including test events',
  ]) {
    assert.ok(guide.includes(part), part)
  }
})
