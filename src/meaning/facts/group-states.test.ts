import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../../test/harness/base-signals.ts'
import { closedOn, factsOf, keysOf, page, tool } from '../../../test/harness/reports.ts'
import { isPresent } from '../signals/index.ts'
import { groupReports } from './group-reports.ts'
import type { Report } from './report.ts'

const states = (...reports: Report[]) =>
  factsOf(reports).map(({ fields, status, closedAt }) => [fields.change, status, closedAt ?? null])

test('a tool that two sources see is in use once, since the first saw it', () => {
  const [fact, ...others] = factsOf([
    tool('dns', '2026-01-05', 'HubSpot', 'in_use', { confidence: 0.7 }),
    tool('jobs', '2026-03-01', 'hubspot', 'adopted', { confidence: 0.9 }),
  ])
  assert.equal(others.length, 0)
  assert.deepEqual([fact?.fields.change, fact?.occurredAt, fact?.confidence], ['in_use', at('2026-01-05'), 0.9])
})

test('a tool that one source sees is in use, even if many jobs only ask for it', () => {
  const asked = tool('jobs', '2026-01-05', 'HubSpot', 'in_use', {
    confidence: 0.75,
    fields: { tool: 'HubSpot', change: 'in_use', basis: 'asked' },
  })
  const [fact, ...others] = factsOf([asked, tool('dns', '2026-03-01', 'HubSpot', 'in_use', { confidence: 0.6 })])
  assert.equal(others.length, 0)
  assert.deepEqual([fact?.fields.basis, fact?.confidence, fact && isPresent(fact)], [undefined, 0.6, true])
  assert.equal(factsOf([asked]).some(isPresent), false)
})

test('reports group by product if it is known, else by the name', () => {
  const of = (source: string, name: string, product: string) =>
    tool(source, '2026-01-05', name, 'adopted', { fields: { tool: name, product, change: 'adopted' } })
  assert.equal(groupReports([of('a', 'HubSpot', 'hubspot_crm'), of('b', 'HubSpot CRM', 'hubspot_crm')]).length, 1)
  assert.equal(groupReports([of('a', 'HubSpot', 'hubspot_crm'), of('b', 'HubSpot', 'hubspot_marketing')]).length, 2)
  assert.equal(groupReports([tool('a', '2026-01-05', 'Acmé AI'), tool('b', '2026-02-05', 'acme-ai')]).length, 1)
})

test('a tool that was dropped is no longer in use, over all sources', () => {
  const adopted = tool('a', '2025-01-05', 'HubSpot')
  const dropped = tool('b', '2026-01-05', 'HubSpot', 'dropped')
  assert.deepEqual(states(adopted, dropped), [
    ['adopted', 'closed', at('2026-01-05')],
    ['dropped', 'active', null],
  ])
  assert.deepEqual(states(adopted, dropped, tool('a', '2026-03-01', 'HubSpot')), [
    ['adopted', 'closed', at('2026-01-05')],
    ['dropped', 'closed', at('2026-03-01')],
    ['adopted', 'active', null],
  ])
  assert.equal(factsOf([adopted, dropped]).filter(isPresent).length, 0)
})

test('a report that is far less certain does not undo one that is at most a year old', () => {
  const dropped = tool('vendor', '2026-01-05', 'HubSpot', 'dropped', { confidence: 0.9 })
  const mention = (date: string, confidence: number) => tool('jobs', date, 'HubSpot', 'in_use', { confidence })
  assert.deepEqual(states(dropped, mention('2026-03-01', 0.45)), [
    ['dropped', 'active', null],
    ['in_use', 'closed', at('2026-03-01')],
  ])
  const undone = (used: Report) => factsOf([dropped, used]).some(isPresent)
  assert.equal(undone(mention('2026-03-01', 0.53)), false)
  assert.equal(undone(mention('2026-03-01', 0.54)), true, '0.6 of 0.9')
  assert.equal(undone(mention('2027-01-05', 0.45)), false, 'a year')
  assert.equal(undone(mention('2027-01-06', 0.45)), true, 'more than a year')
})

test('a sentence that says "moved off" does not end a tool that is still seen', () => {
  const left = tool('jobs', '2026-05-01', 'HubSpot', 'dropped', { confidence: 0.5 })
  const seen = tool('dns', '2023-01-05', 'HubSpot', 'in_use', { confidence: 0.9 })
  assert.deepEqual(states(seen, left), [
    ['in_use', 'active', null],
    ['dropped', 'closed', at('2026-05-01')],
  ])
  assert.equal(factsOf([{ ...seen, confidence: 0.8 }, left]).some(isPresent), false)
  const gone = { ...seen, ...closedOn('2025-04-01') }
  assert.deepEqual(states(gone, left).at(-1), ['dropped', 'active', null], 'it was not seen for over a year')
})

test('an end does not undo a more certain report that saw the state later', () => {
  const left = tool('jobs', '2026-05-01', 'HubSpot', 'dropped', { confidence: 0.5 })
  const seen = (date: string | undefined, rest: Partial<Report> = {}) =>
    tool('dns', '2023-01-05', 'HubSpot', 'in_use', { confidence: 0.8, ...(date && { seenAt: at(date) }), ...rest })
  for (const [used, lasts, why] of [
    [seen('2026-06-01'), true, 'it was seen after the drop'],
    [seen('2026-06-01', { confidence: 0.51 }), true, 'a little more certain'],
    [seen('2026-05-01'), false, 'it was seen on that day'],
    [seen('2026-04-01'), false, 'it was seen before the drop'],
    [seen(undefined), false, 'nobody says when it was seen'],
    [seen('2026-06-01', { confidence: 0.5 }), false, 'it is as certain as the drop'],
    [seen('2026-06-01', closedOn('2026-07-01')), false, 'it has ended since'],
  ] as const) {
    assert.equal(factsOf([used, left]).some(isPresent), lasts, why)
  }
  assert.deepEqual(states(seen('2026-06-01'), left), [
    ['in_use', 'active', null],
    ['dropped', 'closed', at('2026-05-01')],
  ])
  const others = [
    tool('a', '2024-01-05', 'HubSpot', 'in_use', { confidence: 0.6, seenAt: at('2026-06-01') }),
    tool('b', '2025-01-05', 'HubSpot', 'in_use', { confidence: 0.8, seenAt: at('2026-03-01') }),
  ]
  assert.equal(factsOf([...others, left]).some(isPresent), true, 'one of several sources saw it later')
})

test('overruled reports are one fact, and a later certain one begins an era', () => {
  const facts = states(
    tool('vendor', '2026-01-05', 'HubSpot', 'dropped', { confidence: 0.9 }),
    tool('a', '2026-02-01', 'HubSpot', 'in_use', { confidence: 0.45 }),
    tool('b', '2026-03-01', 'HubSpot', 'in_use', { confidence: 0.45 }),
    tool('c', '2026-04-01', 'HubSpot', 'in_use', { confidence: 0.9 }),
  )
  assert.deepEqual(facts, [
    ['dropped', 'closed', at('2026-04-01')],
    ['in_use', 'closed', at('2026-02-01')],
    ['in_use', 'active', null],
  ])
})

test('a drop at the very time of an adoption comes after it', () => {
  const same = [
    tool('a', '2026-01-05', 'X', 'dropped', { id: 'a' }),
    tool('b', '2026-01-05', 'X', 'adopted', { id: 'b' }),
  ]
  assert.deepEqual(
    states(...same).filter(([, status]) => status === 'active'),
    [['dropped', 'active', null]],
  )
})

test('an adoption after every report of the era has closed begins a new era; a sighting continues the old one', () => {
  const old = tool('a', '2023-01-05', 'HubSpot', 'adopted', closedOn('2024-01-05'))
  assert.deepEqual(states(old, tool('b', '2026-01-05', 'HubSpot', 'adopted')), [
    ['adopted', 'closed', at('2024-01-05')],
    ['adopted', 'active', null],
  ])
  assert.deepEqual(states(old, tool('b', '2026-01-05', 'HubSpot', 'in_use')), [['adopted', 'active', null]])
})

test('a page is the same by kind and address, and a chat widget by kind and vendor', () => {
  const url = 'https://acme.example/ai'
  assert.equal(
    groupReports([page('a', '2026-01-05', url), page('b', '2026-02-05', 'http://www.acme.example/en/ai/')]).length,
    1,
  )
  assert.equal(groupReports([page('a', '2026-01-05', url), page('b', '2026-01-05', `${url}/agents`)]).length, 2)
  const widget = (source: string, vendor: string, path: string) =>
    page(source, '2026-01-05', '', 'up', { fields: { kind: 'ai_chat_widget', vendor, pageUrl: url + path } })
  assert.equal(groupReports([widget('a', 'Intercom', '/1'), widget('b', 'intercom', '/2')]).length, 1)
  assert.equal(groupReports([widget('a', 'Intercom', '/1'), widget('b', 'Ada', '/1')]).length, 2)
})

test('a page that was removed is no longer up', () => {
  const url = 'https://acme.example/ai'
  assert.deepEqual(states(page('a', '2025-01-05', url, 'up'), page('b', '2026-01-05', url, 'removed')), [
    ['up', 'closed', at('2026-01-05')],
    ['removed', 'active', null],
  ])
})

test('a retracted drop ends nothing, and stays with the reports of its side', () => {
  const adopted = tool('a', '2025-01-05', 'X', 'adopted', { key: '1' })
  const wrong = tool('b', '2026-01-05', 'X', 'dropped', { key: '2', status: 'retracted' })
  assert.deepEqual(states(adopted, wrong), [
    ['adopted', 'active', null],
    ['dropped', 'retracted', null],
  ])
  const mistaken = tool('b', '2026-01-05', 'X', 'adopted', { key: '3', status: 'retracted' })
  assert.deepEqual(keysOf(groupReports([adopted, mistaken])), [['1', '3']])
})
