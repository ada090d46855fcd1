// The delivery log of a webhook whose endpoint fails: its rows, the search, the drawer, and what can be done about an event.
// The attempts are written as the firehose stores them, so that an event with no attempts left needs no three days.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { makeAttemptPartitions } from '../../src/deliver/firehose/progress/retention.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { readHead, Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { signal } from '../harness/signals.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { violations } from '../harness/violations.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
const LONG_NAME = 'Consolidated International Logistics and Freight of the North'
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  browser = await openChromium()
  await makeAttemptPartitions(settings.pool)
})

/** A webhook with three events: one was delivered, one is being retried, and one has no attempts left. */
async function openFailing(width = 1_440) {
  const { teamId, owner } = await settings.newTeam()
  const { webhook } = await (await settings.browserOf(owner, teamId)).call(contract.createWebhook, {
    body: { name: null, url: 'https://hooks.example.com/in', types: ['hiring'], authKey: null, filter: null },
  })
  const start = await readHead(settings.pool)
  const stamper = new Stamper(settings.db)
  const named = (domain: string, name: string) => signal(domain, `${teamId}:${domain}`, { company: { domain, name } })
  await writeRecords(settings.db, stamper, [
    named('fine.example', LONG_NAME),
    named('retried.example', 'شركة الأمثلة للتجارة'),
    named('failed.example', '🚀 Failing Forward'),
  ])
  await stamper.stamp()
  const { rows } = await settings.pool.query<{ position: string; domain: string }>(
    `select l.position - l.events + 1 + e.n as position, c.domain
       from log l join events e on e.day = l.day and e.batch = l.batch join companies c on c.ordinal = e.company_ordinal
      where l.position > $1 and e.kind = 'signal' and not e.silent`,
    [start],
  )
  const at = (domain: string) => rows.find((row) => row.domain === domain)?.position ?? assert.fail(domain)
  await settings.pool.query(
    `insert into webhook_retries (webhook_id, position, signal_id, type, attempts, due_at, exhausted_at)
     values ($1, $2, gen_random_uuid(), 'hiring', 2, now() + interval '1 hour', null),
            ($1, $3, gen_random_uuid(), 'hiring', 9, now(), now())`,
    [webhook.id, at('retried.example'), at('failed.example')],
  )
  // As if the firehose had read the log.
  await settings.pool.query('update webhook_cursors set frontier = $2 where webhook_id = $1', [
    webhook.id,
    await readHead(settings.pool),
  ])
  const attempts = [
    ['fine.example', 'first', 1, 503, 'status', 60],
    ['fine.example', 'late', 2, 200, null, 50],
    ['retried.example', 'first', 1, null, 'refused', 40],
    ['retried.example', 'late', 2, 503, 'status', 30],
    ['failed.example', 'late', 9, 503, 'status', 20],
  ] as const
  for (const [domain, lane, attempt, status, reason, secondsAgo] of attempts) {
    await settings.pool.query(
      `insert into webhook_attempts (day, webhook_id, at, position, lane, attempt, status, reason, latency_ms)
       values ((now() at time zone 'utc')::date, $1, now() - make_interval(secs => $7), $2, $3, $4, $5, $6, 20)`,
      [webhook.id, at(domain), lane, attempt, status, reason, secondsAgo],
    )
  }
  const path = `/webhooks/${webhook.id}`
  const { page, consoleErrors } = await openSignedIn(browser, settings, { person: owner, teamId, path }, { width })
  return { page, consoleErrors, webhookId: webhook.id, position: at('failed.example') }
}

test('the log has a row per event, is searched, and opens each event beside it', LIMIT, async () => {
  const { page, consoleErrors } = await openFailing()
  await page.getByText('2 events not delivered').waitFor()
  await page.getByRole('link', { name: 'Show failed events' }).click()
  const log = page.getByRole('table', { name: 'Events' })
  await log.getByRole('row').filter({ hasText: 'failed.example' }).waitFor()
  assert.equal(await log.getByRole('row').count(), 2)
  await page.getByLabel('Status').selectOption('Any')
  const row = (text: string) => log.getByRole('row').filter({ hasText: text })
  await row('fine.example').getByRole('img', { name: '2 attempts: failed (503), succeeded (200)' }).waitFor()
  await row('retried.example').getByRole('img', { name: '2 attempts: failed (no response), failed (503)' }).waitFor()
  await row('retried.example').getByText('Retrying', { exact: true }).waitFor()
  await row('retried.example').getByText('in 1 hour').waitFor()

  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('nobody')
  await page.getByText('No matching events').waitFor()
  await search.fill('LOGISTICS')
  await row('fine.example').waitFor()
  assert.equal(await log.getByRole('row').count(), 2)
  assert.match(page.url(), /search=LOGISTICS/)
  await search.fill('الأمثلة')
  await row('retried.example').waitFor()
  await row('fine.example').waitFor({ state: 'detached' })

  await log.getByRole('button', { name: 'شركة الأمثلة للتجارة, Hiring' }).click()
  const drawer = page.getByRole('dialog', { name: 'شركة الأمثلة للتجارة' })
  await drawer.getByText('7 attempts left. Retrying now uses one.').waitFor()
  await drawer.getByRole('region', { name: 'Payload' }).getByText('"retried.example"').waitFor()
  await drawer.getByText('webhook-signature').waitFor()
  await drawer.getByText('Failed · 503').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.reload()
  await drawer.getByRole('button', { name: 'Retry now' }).click()
  await drawer.getByText('Sending it now.').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await row('retried.example').getByText('Now', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'شركة الأمثلة للتجارة, Hiring' }).and(page.locator(':focus')).waitFor()

  await search.fill('')
  await log.getByRole('button', { name: '🚀 Failing Forward, Hiring' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for a replay' }).click()
  await page.getByText('You asked the operator to send it again').waitFor()
  assert.deepEqual(consoleErrors, [])
})

test('on a phone the rows and the drawer fit, and an old link to the log still leads to it', LIMIT, async () => {
  const { page, webhookId } = await openFailing(390)
  await page.goto(`/webhooks/${webhookId}?outcome=failed&time=24h`)
  await page.getByRole('table', { name: 'Events' }).getByRole('row').filter({ hasText: 'failed.example' }).waitFor()
  assert.match(page.url(), /\/deliveries\?state=exhausted&time=24h$/)
  await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' })
  await page.getByLabel('Status').selectOption('Any')
  await page.getByRole('button', { name: `${LONG_NAME}, Hiring` }).click()
  await page.getByRole('dialog').getByText('Your endpoint accepted it.').waitFor()
  assert.deepEqual(await violations(page), [])
  const excess = `document.querySelector('[role=dialog]').scrollWidth - document.querySelector('[role=dialog]').clientWidth`
  assert.equal(await page.evaluate(excess), 0)
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390)
})
