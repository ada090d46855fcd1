// The workflows for n8n take the alerts that the service sends, and their requests are accepted by servers that speak the documented
// formats of HubSpot, Salesforce, Google Sheets and Slack.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  type AlertCompany,
  type AlertContent,
  webhookBody,
  webhookTestBody,
} from '../src/deliver/alerts/messages/alert-content.ts'
import type { PublicSignal } from '../src/meaning/signals/index.ts'
import { EXAMPLE_SIGNAL } from '../src/meaning/signals/schema.ts'
import { HubSpotServer } from '../test/harness/hubspot-server.ts'
import { checkWorkflow, type HttpCall, N8nRun, type N8nWorkflow } from '../test/harness/n8n.ts'
import { SalesforceServer } from '../test/harness/salesforce-server.ts'

const folder = new URL('n8n/', import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as N8nWorkflow

const AT = '2026-06-01T09:12:44.000Z'
const search = { id: '9b1d7c40-0000-4000-8000-000000000000', name: 'AI SDRs <DACH>' }
const signal = (label: string) => ({ ...(EXAMPLE_SIGNAL as PublicSignal), label })

const company = (name: string): AlertCompany => ({
  eventId: `se_${name}`,
  company: { id: `id-of-${name}`, name, domain: `${name.toLowerCase()}.example`, logo: null },
  facts: { hqCountry: 'DE', employeeCount: 240, fundingStage: 'series_a', industry: 'software' },
  match: 96.2,
  signals: [signal('Hiring: AI SDR & "Lead"'), signal('=HYPERLINK("https://evil.example")')],
  occurredAt: AT,
})
const content = (names: readonly string[], changes: Partial<AlertContent> = {}): AlertContent => ({
  ...{ messageId: names.join(), search, digest: undefined, companies: names.map(company), total: names.length },
  ...changes,
})

/** As they arrive. */
const received = (body: object) => JSON.parse(JSON.stringify(body)) as Record<string, unknown>
const ENTRY = received(webhookBody(content(['Northwind'])))
const DIGEST = received(webhookBody(content(['Globex', 'Unknown'], { digest: { every: 'day', until: AT } })))
const TEST_EVENT = received(
  webhookTestBody({ messageId: 'test', search, matching: 3, example: company('Northwind'), sentAt: AT }),
)

/** Sends what the node would send, to a server of the test. */
async function post({ method, url, body }: HttpCall, to: string, token: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${to}${url.pathname}${url.search}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  const reply = (await response.json()) as Record<string, unknown>
  assert.ok(response.ok, `${response.status} ${JSON.stringify(reply)}`)
  return reply
}

test('every workflow has only nodes, versions and parameters that n8n documents', () => {
  const files = readdirSync(folder)
  assert.deepEqual(files.toSorted(), [
    'companies-every-morning.json',
    'google-sheets-row.json',
    'hubspot-note.json',
    'salesforce-task.json',
    'slack-message.json',
  ])
  for (const file of files) checkWorkflow(read(file))
})

test('HubSpot: each company that it knows gets one note, and a test message none', async () => {
  const hubspot = await new HubSpotServer().start()
  const known = ['northwind.example', 'globex.example'].map((domain) => hubspot.addCompany(domain))
  const run = new N8nRun(read('hubspot-note.json'), (call) => {
    assert.deepEqual([call.url.origin, call.credential], ['https://api.hubapi.com', 'hubspotAppToken'])
    return post(call, hubspot.url, hubspot.token)
  })
  for (const body of [ENTRY, ENTRY, TEST_EVENT, DIGEST]) await run.onWebhook(body)
  assert.deepEqual(
    hubspot.notes.map(({ companyId }) => companyId),
    known,
  )
  assert.deepEqual(hubspot.notes[0]?.properties, {
    hs_timestamp: AT,
    hs_note_body: 'AI SDRs &lt;DACH>: Hiring: AI SDR &amp; "Lead"; =HYPERLINK("https://evil.example")',
  })
})

test('Salesforce: each account, however its website is written, gets one task for its owner', async () => {
  const salesforce = await new SalesforceServer().start()
  salesforce.tokens.add('session')
  const accounts = [
    salesforce.addAccount('https://www.northwind.example/', { OwnerId: '0055g00000OWNERAAB' }),
    salesforce.addAccount('globex.example'),
  ]
  salesforce.addAccount('https://not-northwind.example')
  const run = new N8nRun(read('salesforce-task.json'), (call) => {
    assert.deepEqual(
      [call.url.origin, call.credential],
      ['https://your-domain.my.salesforce.com', 'salesforceOAuth2Api'],
    )
    return post(call, salesforce.url, 'session')
  })
  for (const body of [ENTRY, ENTRY, TEST_EVENT, DIGEST]) await run.onWebhook(body)
  assert.deepEqual(
    salesforce.tasks.map(({ WhatId }) => WhatId),
    accounts,
  )
  const { Subject, Description, OwnerId, ActivityDate } = salesforce.tasks[0] ?? {}
  assert.deepEqual([Subject, OwnerId, ActivityDate], ['Northwind: AI SDRs <DACH>', '0055g00000OWNERAAB', '2026-06-01'])
  assert.match(String(Description), /^Hiring: AI SDR & "Lead"; /)
})

test('Google Sheets: each company is a row, and what others wrote is never a formula', async () => {
  const calls: HttpCall[] = []
  const run = new N8nRun(read('google-sheets-row.json'), async (call) => {
    calls.push(call)
    return { updates: { updatedRows: 1 } }
  })
  for (const body of [ENTRY, ENTRY, DIGEST]) await run.onWebhook(body)
  assert.equal(calls.length, 3)
  for (const { method, url, credential } of calls) {
    assert.deepEqual([method, credential], ['POST', 'googleSheetsOAuth2Api'])
    assert.match(url.href, /^https:\/\/sheets\.googleapis\.com\/v4\/spreadsheets\/[\w-]+\/values\/Sheet1!A:F:append\?/)
    assert.equal(url.searchParams.get('valueInputOption'), 'RAW')
  }
  const [first, , last] = calls.map(({ body }) => JSON.parse(body ?? '') as { values: unknown[][] })
  assert.deepEqual(first?.values, [
    [
      AT,
      search.name,
      'Northwind',
      'northwind.example',
      96.2,
      'Hiring: AI SDR & "Lead"; =HYPERLINK("https://evil.example")',
    ],
  ])
  assert.equal(last?.values[0]?.[2], 'Unknown')
})

test('Slack: a message in its markup, a test is marked, and a refusal ends the execution with the reason', async () => {
  const sent: { channel: string; text: string }[] = []
  let answer: Record<string, unknown> = { ok: true, ts: '1.2' }
  const run = new N8nRun(read('slack-message.json'), async ({ url, credential, body }) => {
    assert.deepEqual([url.href, credential], ['https://slack.com/api/chat.postMessage', 'slackOAuth2Api'])
    sent.push(JSON.parse(body ?? ''))
    return answer
  })
  for (const body of [ENTRY, ENTRY, TEST_EVENT]) await run.onWebhook(body)
  assert.equal(sent.length, 2)
  assert.equal(
    sent[0]?.text,
    'Northwind (northwind.example) entered “AI SDRs &lt;DACH&gt;”: Hiring: AI SDR &amp; "Lead"; =HYPERLINK("https://evil.example")',
  )
  assert.match(sent[1]?.text ?? '', /^Test: Northwind /)
  answer = { ok: false, error: 'channel_not_found' }
  await assert.rejects(run.onWebhook(DIGEST), /^Error: Slack: channel_not_found$/)
})
