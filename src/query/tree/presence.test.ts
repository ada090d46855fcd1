// A clause is about the present, unless the query states otherwise.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Signal, toUsd } from '../../meaning/signals/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'
import { matches } from '../evaluate/evaluate.ts'
import { parseSignalQuery } from '../parse/parser.ts'
import { printQuery } from '../parse/print.ts'
import { clausesOf } from './tree.ts'

const AS_OF = Date.parse('2026-06-30T15:00:00Z') / 1000
const at = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000

function signalOf(type: SignalType, day: string, fields: Signal['fields'], more: Partial<Signal> = {}): Signal {
  const times = { occurredAt: at(day), firstSeenAt: at(day), lastSeenAt: at(day) }
  const common = { label: type, confidence: 0.9, status: 'active' as const, source: { name: 'Job Board' } }
  return { id: `${type} ${day}`, type, ...common, ...times, fields, ...more }
}
const closed = (day: string): Partial<Signal> => ({ status: 'closed', closedAt: at(day) })
const job = (day: string, more: Partial<Signal> = {}) => signalOf('hiring', day, { jobTitle: 'AI SDR' }, more)
const tool = (day: string, change: string, more: Partial<Signal> = {}) =>
  signalOf('tool', day, { tool: 'HubSpot', change }, more)

function check(signals: readonly Signal[], cases: Readonly<Record<string, boolean>>): void {
  for (const [text, expected] of Object.entries(cases)) {
    const query = parseSignalQuery(text)
    assert.equal(matches(query, signals, AS_OF), expected, text)
    assert.deepEqual(parseSignalQuery(printQuery(query)), query, text)
  }
}

test('closed jobs of last year do not answer hiring', () => {
  check([job('2025-05-01', closed('2025-08-01'))], {
    hiring: false,
    'hiring:"ai sdr"': false,
    'hiring(status: active)': false,
    'hiring(status !: closed)': false,
    'NOT hiring': true,
    'hiring(status: any)': true,
    'hiring(status: active|closed)': true,
    'hiring(status: closed)': true,
    'NOT hiring(status: any)': false,
    any: true,
    'any(text ~ "ai sdr")': true,
    '"ai sdr"': false,
    'ai sdr': false,
    'NOT sdr': true,
    'any(status: active)': false,
  })
})

test('words without a type are about the present like clauses, and are history inside THEN', () => {
  const round = signalOf('funding', '2025-09-01', { round: 'series_a' })
  check([job('2025-05-01', closed('2025-08-01')), round], {
    sdr: false,
    'sdr AND funding': false,
    'sdr THEN funding': true,
    'series a': true,
  })
  check([job('2026-05-01')], { sdr: true, 'AI SDR': true, '-sdr': false })
})

test('a tool that jobs only ask for is found only by its basis', () => {
  const named = (basis: string) => signalOf('tool', '2026-05-01', { tool: 'HubSpot', change: 'in_use', basis })
  check([named('asked')], {
    'tool(name: hubspot)': false,
    'uses hubspot': false,
    'not using hubspot': true,
    'tool(name: hubspot, status: any)': false,
    'tool(name: hubspot, change: in_use)': false,
    'any(status: active)': false,
    'tool(name: hubspot, basis: any)': true,
    'tool(name: hubspot, basis: asked)': true,
    'tool(name: hubspot, basis !: stated)': true,
    'tool(name: hubspot, basis: stated|asked)': true,
    'tool(name: hubspot, basis: stated)': false,
    'tool(name: hubspot, basis !: asked)': false,
    'tool(name: hubspot, basis: any, status: any)': true,
    'tool(name: hubspot, basis: any, status: closed)': false,
    any: true,
    'any(text ~ hubspot)': true,
    hubspot: false,
  })
  check([named('stated')], {
    'tool(name: hubspot)': true,
    'tool(name: hubspot, basis: any)': true,
    'tool(name: hubspot, basis: stated)': true,
    'tool(name: hubspot, basis: asked)': false,
  })
  assert.throws(() => parseSignalQuery('tool(basis !: any)'), /There is no other basis/)
})

test('a rumour is found only by clauses that ask for it', () => {
  const rumour = signalOf('funding', '2026-05-01', { instrument: 'equity', rumour: true })
  check([rumour], {
    funding: false,
    'funding(instrument: equity)': false,
    'funding(rumour: false)': false,
    'funding(rumour !: true)': false,
    'funding(status: active)': false,
    'NOT funding': true,
    'funding(rumour: any)': true,
    'funding(rumour: true|false)': true,
    'funding(rumour: true)': true,
    'funding(rumour !: false)': true,
    'funding(instrument: equity, rumour: any)': true,
    'funding(instrument: debt, rumour: any)': false,
    any: true,
  })
  check([signalOf('funding', '2026-05-01', { instrument: 'debt' })], {
    funding: true,
    'funding(rumour: any)': true,
    'funding(rumour: true)': false,
    'funding(instrument: debt)': true,
    'funding(instrument: debt|grant)': true,
    'funding(instrument !: equity)': true,
    'funding(instrument: equity)': false,
  })
  assert.throws(() => parseSignalQuery('funding(rumour !: any)'), /A round either is a rumour or is not/)
  assert.equal(printQuery(parseSignalQuery('funding(rumour: false)')), 'funding')
  assert.equal(printQuery(parseSignalQuery('funding(rumour: any)')), 'funding(rumour: any)')
})

test('a tool that was dropped does not count as used', () => {
  const earlier = tool('2025-01-10', 'adopted', closed('2026-02-01'))
  check([earlier, tool('2026-02-01', 'dropped')], {
    'tool(name: hubspot)': false,
    'uses hubspot': false,
    'not using hubspot': true,
    'tool(name: hubspot, status: active)': false,
    'tool(name: hubspot, change: dropped)': true,
    'dropped hubspot': true,
    'tool(name: hubspot, status: any)': true,
    'tool(name: hubspot, status: closed)': true,
    'tool(change: adopted)': false,
    'tool(change: adopted, status: closed)': true,
    'tool(change: adopted) THEN tool(change: dropped)': true,
    'tool THEN tool(change: dropped)': true,
    'tool(status: active) THEN tool(change: dropped)': false,
  })
})

test('a drop that was followed by an adoption has ended', () => {
  const drop = tool('2026-02-01', 'dropped', closed('2026-04-01'))
  check([drop, tool('2026-04-01', 'adopted')], {
    'tool(change: dropped)': false,
    'tool(change: dropped, status: any)': true,
    'tool(change: dropped|adopted)': true,
    'tool(name: hubspot)': true,
  })
})

test('a page that was removed is not up', () => {
  check([signalOf('web', '2026-06-01', { kind: 'ai_feature', change: 'removed' })], {
    web: false,
    'web(kind: ai_feature)': false,
    'web(change: removed)': true,
    'web(status: any)': true,
    any: true,
    'any(status: active)': false,
  })
})

test('rounds and surges are acts: they match whatever their status', () => {
  check([signalOf('funding', '2026-06-01', { round: 'seed' }, closed('2026-06-02'))], {
    funding: true,
    'funding(status: active)': false,
    'funding(status: closed)': true,
    'NOT funding': false,
  })
})

test('inside THEN a step without a stated status is history', () => {
  const signals = [
    signalOf('funding', '2026-01-01', { round: 'seed' }),
    job('2026-02-01', closed('2026-03-01')),
    signalOf('velocity', '2026-04-01', {}),
  ]
  check(signals, {
    'funding THEN hiring WITHIN 90d': true,
    'funding THEN (hiring OR web) THEN velocity': true,
    'funding THEN hiring(status: active)': false,
    'funding THEN hiring(status: closed)': true,
    'NOT (funding THEN hiring)': false,
    'funding hiring': false,
  })
})

test('closed: 30d matches what ended within that time, since 00:00 UTC of that day', () => {
  const endedAt = (time: string) => [job('2026-01-01', { status: 'closed', closedAt: Date.parse(time) / 1000 })]
  check(endedAt('2026-05-31T00:00:00Z'), {
    'hiring(closed: 30d)': true,
    'hiring(closed: 29d)': false,
    'hiring(status: closed, closed: 30d)': true,
    'hiring(status: any, closed: 30d)': true,
    'hiring(closed: 30d, within: 30d)': false,
    'any(closed: 30d)': true,
    'funding(closed: 30d)': false,
  })
  check(endedAt('2026-05-30T23:59:59Z'), { 'hiring(closed: 30d)': false })
  check([job('2026-06-29')], { 'hiring(closed: 30d)': false, 'NOT hiring(closed: 30d)': true })
})

test('hiring-slow-down: many jobs ended, and none was opened', () => {
  const slowDown = 'hiring(status: closed, closed: 30d, count >= 5) NOT hiring(status: any, within: 30d)'
  const ended = ['01', '02', '03', '04', '05'].map((day) => job(`2026-03-${day}`, closed('2026-06-20')))
  check(ended, { [slowDown]: true })
  check(ended.slice(1), { [slowDown]: false })
  check([...ended, job('2026-06-10', closed('2026-06-20'))], { [slowDown]: false })
})

test('only what was seen to begin is news: within and since ignore in_use and up', () => {
  check([tool('2026-06-20', 'in_use'), signalOf('web', '2026-06-20', { kind: 'llms_txt', change: 'up' })], {
    tool: true,
    'tool:30d': false,
    'tool(since: 2026-06-01)': false,
    'tool(before: 2026-06-30)': true,
    'tool(change: in_use, within: 30d)': true,
    'tool(change !: dropped, within: 30d)': true,
    web: true,
    'web:30d': false,
    'web(change: up, within: 30d)': true,
    'any:30d': true,
  })
  check([tool('2026-06-20', 'adopted')], { 'tool:30d': true, 'tool(change: in_use)': false })
  // The time of a first visit says nothing about when the tool was adopted.
  check([signalOf('funding', '2026-06-01', {}), tool('2026-06-20', 'in_use')], {
    'funding THEN tool': false,
    'funding THEN tool(change: in_use)': true,
  })
})

test('computed and new fields are conditions: first, newCountry, aiFrom, web.change, in_use', () => {
  const fields = { jobTitle: 'SDR', function: 'sales', first: true, newCountry: true, ai: true, aiFrom: 'title' }
  check([signalOf('hiring', '2026-06-01', fields)], {
    'hiring(first: true)': true,
    'hiring(first: yes, newCountry: true, count >= 1)': true,
    'hiring(newCountry: false)': false,
    'hiring(aiFrom: title)': true,
    'hiring(aiFrom: description)': false,
  })
  check([signalOf('hiring', '2026-06-01', { jobTitle: 'SDR' })], { 'hiring(first: true)': false })
  check([signalOf('web', '2026-06-01', { kind: 'mcp_endpoint', change: 'launched' })], {
    'web(kind: ai_product_page|mcp_endpoint, change: launched)': true,
    'web(change: up)': false,
  })
})

test('source: matches any source of a fact', () => {
  const report = { key: '1', confidence: 1, status: 'active' as const, firstSeenAt: 0, lastSeenAt: 0 }
  const sources = [
    { ...report, name: 'Job Board' },
    { ...report, name: 'Careers Page' },
  ]
  check([job('2026-06-01', { sources })], {
    'hiring(source: "job board")': true,
    'hiring(source: careers-page)': true,
    'hiring(source ~ careers)': true,
    'hiring(source ~ "board careers")': false,
    'hiring(source !: "careers page")': false,
    'hiring(source !: press)': true,
  })
})

test('amounts: 5 million, €5m and 5M USD are read', () => {
  check([signalOf('funding', '2026-06-01', { amountUsd: 5_000_000 })], {
    'funding(amount >= 5 million)': true,
    'funding(amount: 5M USD)': true,
    'funding(amount: $5m)': true,
    'funding(amount > 5m dollars)': false,
  })
  const [clause] = clausesOf(parseSignalQuery('funding(amount >= €5m)'))
  assert.deepEqual(clause?.conditions, [
    { field: 'amountUsd', kind: 'integer', op: '>=', value: toUsd(5_000_000, 'EUR') },
  ])
  assert.deepEqual(parseSignalQuery('funding(amount >= 5 mio EUR)'), parseSignalQuery('funding(amount >= €5m)'))
})

test('the default meaning of a clause is not printed', () => {
  const printed = {
    'hiring(status: active)': 'hiring',
    'hiring(status: any)': 'hiring(status: any)',
    'tool(change: dropped, status: active)': 'tool(change: dropped)',
    'hiring(closed: 30d, status: closed)': 'hiring(closed: 30d)',
    'hiring(closed: 30d, status: any)': 'hiring(closed: 30d, status: any)',
    'funding(status: any)': 'funding',
    'funding THEN hiring(status: any) WITHIN 9d': 'funding THEN hiring WITHIN 9d',
    'funding THEN hiring(status: active)': 'funding THEN hiring(status: active)',
    'tool(within: 30d)': 'tool(within: 30d)',
    'any(status: any)': 'any',
    'hiring(country: DACH|us)': 'hiring(country: DACH|US)',
    'hiring(country: EMEA)': 'hiring(country: EMEA)',
    'hiring(country !: eu)': 'hiring(country !: EU)',
    'hiring(country: at|ch|de)': 'hiring(country: DACH)',
  }
  for (const [text, expected] of Object.entries(printed)) {
    assert.equal(printQuery(parseSignalQuery(text)), expected, text)
  }
})
