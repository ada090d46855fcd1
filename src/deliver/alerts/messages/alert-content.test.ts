import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicSignal } from '../../../meaning/signals/index.ts'
import { type AlertCompany, factsOf, shownSignals } from './alert-content.ts'
import { alertMail } from './alert-mail.ts'
import { slackMessage } from './slack-message.ts'

const company = (signals: readonly [id: string, day: string][], facts: Partial<AlertCompany['facts']> = {}) =>
  ({
    eventId: 'se_1',
    company: { id: '1', name: 'Northwind', domain: 'northwind.example', logo: null },
    facts: { hqCountry: 'ZZ', employeeCount: 0, fundingStage: 'unknown', industry: 'unknown', ...facts },
    match: 96.2,
    signals: signals.map(
      ([id, day]) => ({ id, occurredAt: `2026-05-${day}T00:00:00.000Z` }) as unknown as PublicSignal,
    ),
    occurredAt: '2026-05-04T09:12:44.000Z',
  }) satisfies AlertCompany

const shown = (...given: Parameters<typeof shownSignals>) => {
  const { shown: signals, others } = shownSignals(...given)
  return [signals.map(({ id }) => id).join(' '), others]
}

test('three signals are shown, newest first, and the others as a count', () => {
  // The strongest of each clause come first, and stay.
  const five = company([
    ['old', '01'],
    ['b', '09'],
    ['a', '09'],
    ['c', '08'],
    ['d', '07'],
  ])
  assert.deepEqual(shown(five), ['a b old', '+2 or more signals'])
  assert.deepEqual(shown(company(five.signals.slice(0, 4).map(({ id }) => [String(id), '09']))), [
    'a b old',
    '+1 more signal',
  ])
  assert.deepEqual(shown(company([['only', '01']])), ['only', ''])
  assert.deepEqual(shown(five, 1), ['old', '+4 or more signals'])
  assert.deepEqual(shown(company([])), ['', ''])
})

test('what nobody knows about a company is left out', () => {
  assert.equal(factsOf(company([])), 'northwind.example · match 96.2 of 100')
  assert.equal(
    factsOf(company([], { hqCountry: 'GB', employeeCount: 1, fundingStage: 'series_e_plus', industry: 'retail' })),
    'northwind.example · United Kingdom · 1 employee · Series E plus · Retail · match 96.2 of 100',
  )
})

test('a signal that is over is told as closed, by mail and in Slack', () => {
  const job = { id: '1', label: 'Hiring Chef', source: { name: 'greenhouse', url: null } }
  const times = { occurredAt: '2026-05-04T00:00:00.000Z', closedAt: '2026-06-14T06:10:02.000Z' }
  const content = {
    messageId: '1',
    search: { id: '1', name: 'Slow-down' },
    digest: undefined,
    companies: [{ ...company([]), signals: [{ ...job, ...times, status: 'closed' } as unknown as PublicSignal] }],
    total: 1,
  }
  const url = () => 'https://signals.example/'
  const links = { dossier: url, search: url, muteSearch: url, muteCompany: url, unsubscribe: () => undefined }
  for (const message of [alertMail(content, links), slackMessage(content, links)]) {
    assert.match(JSON.stringify(message), /Hiring Chef \(greenhouse\).*, 4 May 2026, closed 14 June 2026/)
  }
})
