import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VisitContext } from '../collector.ts'
import { boardSnapshot } from './board-snapshot.ts'

/** A snapshot sends no requests. */
const unused = () => {
  throw new Error('asked')
}
const CONTEXT: VisitContext = {
  ask: unused,
  dns: unused as unknown as VisitContext['dns'],
  company: { domain: 'northwind.example', name: 'Northwind', aliases: [] },
  now: 1_790_000_000,
}

test('a tool is in use if a job states it, asked for if one asks, and dropped if one says that it was left', () => {
  const description = '<p>You run our HubSpot. Experience with Tableau. We moved off Zendesk last year.</p>'
  const jobs = [{ id: '1', title: 'Revenue Operations', places: [], description, url: 'https://jobs.example/1' }]
  const { signals } = boardSnapshot({ board: 'nw', jobs, complete: true, confidence: 0.95 }, CONTEXT)
  const tools = signals.filter(({ type }) => type === 'tool')
  assert.deepEqual(
    tools.map(({ key, label, confidence, fields }) => [key, label, confidence, fields.change, fields.basis ?? null]),
    [
      ['nw/tool/hubspot', 'Uses HubSpot', 0.6, 'in_use', 'stated'],
      ['nw/tool/tableau', 'Asks for Tableau skills', 0.45, 'in_use', 'asked'],
      ['nw/tool/zendesk/left', 'Moves off Zendesk', 0.5, 'dropped', null],
    ],
  )
  assert.equal(tools[2]?.fields.evidence, 'We moved off Zendesk last year.')
})

test("a job has the sentence that says that it is at a client, and a title and a label without place and employer's name", () => {
  const places = [{ location: 'Berlin' }, { location: 'Munich' }]
  const description = '<p>Our client, a bakery, is looking for a cook.</p><p>You bake.</p>'
  const title = 'Cook - Berlin (m/w/d), Northwind'
  const jobs = [{ id: '1', title, places, description }]
  const { signals } = boardSnapshot({ board: 'nw', jobs, complete: true, confidence: 0.95 }, CONTEXT)
  assert.deepEqual(
    signals.map(({ label, fields }) => [label, fields.jobTitle, fields.location, fields.forClient]),
    ['Berlin', 'Munich'].map((location) => [
      'Hiring: Cook',
      'Cook',
      location,
      'Our client, a bakery, is looking for a cook.',
    ]),
  )
})
