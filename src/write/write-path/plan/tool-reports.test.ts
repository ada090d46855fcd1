// Tools as sources name them: one product is one fact, and what another catalogue had read is replaced without an event
// for a customer.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { type Database, many } from '../../../db/index.ts'
import { fillFromDictionary, type IncomingSignal } from '../../../meaning/signals/index.ts'
import { Stamper } from '../../log/index.ts'
import { writeRecords } from '../index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const write = async (...records: IncomingSignal[]) => (await writeRecords(db, stamper, records)).outcomes

function report(domain: string, source: string, tool: string, day: number): IncomingSignal {
  const fields = { ...fillFromDictionary('tool', { tool }), change: 'adopted' }
  return signal(domain, `${domain}-${source}-${tool}`, {
    type: 'tool',
    source,
    label: tool,
    occurredAt: JUNE + day * DAY,
    fields,
  })
}

const factsOf = (domain: string) =>
  many<{ fields: Record<string, unknown> }>(
    db.pool('ingest'),
    `select s.fields from signals s join companies c on c.ordinal = s.company_ordinal
      where c.domain = $1 and s.status <> 'retracted' order by s.occurred_at`,
    [domain],
  )

const eventsOf = (domain: string) =>
  many<{ action: string; silent: boolean | null }>(
    db.pool('ingest'),
    `select e.action, e.silent from events e join companies c on c.ordinal = e.company_ordinal
      where c.domain = $1 and e.kind = 'signal' order by e.batch, e.n`,
    [domain],
  )

test('count counts products: two sources that spell one product differently report one fact', async () => {
  await write(report('one.example', 'Scanner', 'HubSpot CRM', 0), report('one.example', 'Posts', 'Hub-Spot CRM', 3))
  assert.equal((await factsOf('one.example')).length, 1)
  await write(report('two.example', 'Scanner', 'Salesforce', 0), report('two.example', 'Posts', 'SFDC', 3))
  assert.equal((await factsOf('two.example')).length, 1, 'two names of one family')
  await write(report('three.example', 'Scanner', 'HubSpot', 0), report('three.example', 'Posts', 'HubSpot CRM', 3))
  assert.equal((await factsOf('three.example')).length, 2, 'the family can be another of its products')
})

test('a tool that the catalogue did not know is read anew with the next delivery, without an event for customers', async () => {
  const domain = 'old.example'
  const now = report(domain, 'Scanner', 'HubSpot', 0)
  await write({ ...now, fields: { tool: 'HubSpot', change: 'adopted' } })
  assert.deepEqual(await write(now), ['updated'])
  assert.deepEqual(await factsOf(domain), [
    {
      fields: {
        ...{ tool: 'HubSpot', family: 'hubspot', vendor: 'HubSpot', change: 'adopted' },
        categories: ['crm', 'marketing_automation'],
      },
    },
  ])
  assert.deepEqual(await write(now), ['unchanged'])
  const events = await eventsOf(domain)
  assert.deepEqual(
    events.map(({ action, silent }) => [action, silent === true]),
    [
      ['created', false],
      ['updated', true],
    ],
  )
})

test('a value that the source itself changes is sent', async () => {
  const domain = 'stated.example'
  const now = report(domain, 'Scanner', 'Pipedrive', 0)
  await write(now)
  await write({ ...now, fields: { ...now.fields, category: 'sales_engagement' } })
  assert.deepEqual(
    (await eventsOf(domain)).map(({ action, silent }) => [action, silent === true]),
    [
      ['created', false],
      ['updated', false],
    ],
  )
})

test('another page or job that shows a tool is stored, without an event', async () => {
  const domain = 'shown.example'
  const { url: _, ...first } = report(domain, 'Posts', 'Tableau', 0)
  await write(first)
  for (const nth of [1, 2]) {
    const url = `https://jobs.shown.example/${nth}`
    const evidence = `Sentence ${nth}: report in Tableau.`
    assert.deepEqual(await write({ ...first, url, fields: { ...first.fields, evidence } }), ['updated'])
    const rows = await many<{ url: string }>(db.pool('ingest'), `select url from signals where key = $1`, [first.key])
    assert.deepEqual(rows, [{ url }])
  }
  assert.deepEqual(
    (await eventsOf(domain)).map(({ action, silent }) => [action, silent === true]),
    [
      ['created', false],
      ['updated', true],
      ['updated', true],
    ],
  )
})

test('a tool that a source sees again after a less certain drop is in use again', async () => {
  const domain = 'seen.example'
  const drop = report(domain, 'Posts', 'Pipedrive', 5)
  const used = report(domain, 'Scanner', 'Pipedrive', 0)
  const seenOn = (day: number) => ({
    ...used,
    confidence: 0.8,
    fields: { ...used.fields, change: 'in_use' },
    seenAt: JUNE + day * DAY,
  })
  const changes = async () =>
    (
      await many<{ change: string }>(
        db.pool('ingest'),
        `select s.fields->>'change' as change from signals s join companies c on c.ordinal = s.company_ordinal
          where c.domain = $1 and s.status = 'active'`,
        [domain],
      )
    ).map(({ change }) => change)
  await write(seenOn(3), { ...drop, confidence: 0.5, fields: { ...drop.fields, change: 'dropped' } })
  assert.deepEqual(await changes(), ['dropped'])
  assert.deepEqual(await write(seenOn(8)), ['unchanged'])
  assert.deepEqual(await changes(), ['in_use'])
})
