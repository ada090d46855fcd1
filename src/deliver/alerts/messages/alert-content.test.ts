import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIGNAL_TYPE_TABLE } from '../../../closed-sets/signals.ts'
import { renderMail } from '../../../mail/index.ts'
import type { PublicSignal } from '../../../meaning/signals/index.ts'
import {
  type AlertCompany,
  type AlertContent,
  factsOf,
  shownSignals,
  webhookBody,
  whyNowText,
} from './alert-content.ts'
import { alertMail } from './alert-mail.ts'
import { statedNotMonitored } from './not-monitored.ts'
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

test('unknown facts of a company are left out', () => {
  assert.equal(factsOf(company([])), 'northwind.example · match 96.2 of 100')
  assert.equal(
    factsOf(company([], { hqCountry: 'GB', employeeCount: 1, fundingStage: 'series_e_plus', industry: 'retail' })),
    'northwind.example · United Kingdom · 1 employee · Series E plus · Retail · match 96.2 of 100',
  )
})

test('an ended signal is shown as closed, by mail and in Slack', () => {
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

test('why now is the name of the window and whole sentences, as many as fit', () => {
  const why = { label: 'Freshly funded', sentences: ['Raised $9M.', 'x'.repeat(300), 'They have 4 open jobs.'] }
  assert.equal(whyNowText(why, 100), 'Freshly funded. Raised $9M.')
  assert.equal(whyNowText(why, 600), `Freshly funded. Raised $9M. ${'x'.repeat(300)} They have 4 open jobs.`)
  assert.equal(whyNowText(why, 600, 1), 'Freshly funded. Raised $9M.')
  assert.equal(whyNowText({ label: 'Freshly funded', sentences: [] }, 100), 'Freshly funded.')
})

test('a title in why now is text in Slack and in a mail, whatever it contains, and a digest has the first sentence', () => {
  const title = '“<!channel> <https://evil.example|now> *b* <script>alert(1)</script>”'
  const whyNow = { label: 'Hiring', sentences: [`${title} has been open for 3 days.`, 'Last round: $9M.'] }
  const content = {
    messageId: '1',
    search: { id: '1', name: 'AI' },
    digest: undefined,
    companies: [{ ...company([]), whyNow }],
    total: 1,
  }
  const links = {
    ...{ dossier: () => 'https://a.example/1', search: () => 'https://a.example/2', unsubscribe: () => undefined },
    ...{ muteSearch: () => 'https://a.example/3', muteCompany: () => 'https://a.example/4' },
  }
  const slack = slackMessage(content, links)
  const literal = { type: 'text', text: `Hiring. ${whyNow.sentences.join(' ')}` }
  assert.ok(JSON.stringify(slack.blocks[0]).includes(JSON.stringify(literal)), 'a literal text of rich text')
  assert.ok(!JSON.stringify(slack.blocks.slice(1)).includes('evil'), 'and nowhere in markup')
  const { html, text } = renderMail(alertMail(content, links))
  assert.ok(!html.includes('<script>') && html.includes('&lt;script&gt;'))
  assert.match(text, /Why now: Hiring\. “<!channel>.+has been open for 3 days\.\n.*Last round: \$9M\./)
  const digest = { ...content, digest: { every: 'day' as const, until: '2026-05-04T09:12:44.000Z' } }
  assert.ok(JSON.stringify(slackMessage(digest, links)).includes(JSON.stringify(`Hiring. ${whyNow.sentences[0]}`)))
  assert.doesNotMatch(JSON.stringify(alertMail({ ...digest, total: 2 }, links)), /Last round/)
})

test('types under NOT that are not monitored are in the webhook, the mail and the Slack message', () => {
  const stated = statedNotMonitored('hiring NOT (tool(name: hubspot) OR web)', 1 << SIGNAL_TYPE_TABLE.tool.number)
  assert.deepEqual(stated, { notLooked: ['web'] })
  assert.deepEqual(statedNotMonitored('hiring', 0), {})
  const digest = { every: 'day', until: '2026-05-05T00:00:00.000Z' } as const
  const contentOf = (each: Partial<AlertContent>): AlertContent => ({
    messageId: '1',
    search: { id: '1', name: 'No chat yet' },
    digest: undefined,
    companies: [{ ...company([]), ...stated }],
    total: 1,
    ...each,
  })
  const url = () => 'https://signals.example/'
  const links = { dossier: url, search: url, muteSearch: url, muteCompany: url, unsubscribe: () => undefined }
  for (const content of [contentOf({}), contentOf({ digest })]) {
    assert.match(JSON.stringify(webhookBody(content)), /"notLooked":\["web"\]/)
    for (const message of [alertMail(content, links), slackMessage(content, links)]) {
      assert.match(JSON.stringify(message), /Not monitored: Website AI\. NOT only means that no such signal is known\./)
    }
  }
  const known = contentOf({ companies: [company([])] })
  const texts = [webhookBody(known), alertMail(known, links), slackMessage(known, links)].map((each) =>
    JSON.stringify(each),
  )
  for (const text of texts) assert.doesNotMatch(text, /notLooked|Not monitored/)
})
