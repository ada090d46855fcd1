// A team after some weeks of use, for tests that open every page of the screen. All data is created through the real
// service: keys by the settings API, deliveries by the firehose to real receivers. Only past dates are inserted directly.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { charge } from '../../src/account/budgets/index.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import type { Browser } from './browser.ts'
import { type BrowserPage, openPage } from './browser-page.ts'
import { openChromium } from './chromium.ts'
import { exploreRecords } from './explore-records.ts'
import { writeSignals } from './firehose.ts'
import { type SettingsService, startSettings } from './settings.ts'
import { startReceiver } from './webhook-receiver.ts'

export interface ScreenPage {
  readonly name: string
  readonly path: string
  /** Shown to visitors who are not signed in. */
  readonly entry?: boolean
}

export async function startScreenWorld() {
  const settings = await startSettings({ firehose: true })
  const browser = await openChromium()
  const { teamId, owner, member } = await settings.newTeam()
  await settings.pool.query(
    `update teams set name = 'Acme Sales', billing_anchor = now() - interval '19 days' where id = $1`,
    [teamId],
  )
  const owners = await settings.browserOf(owner, teamId)
  await fillKeys(settings, owners)
  await fillUsage(settings, teamId, owner.accountId)
  const { healthyId, failingId, position } = await fillWebhooks(settings, owners)
  const invite = (email: string) => owners.call(contract.createInvitation, { body: { email, role: 'member' } })
  await invite('analyst@acme.example')
  const { linkPath } = await invite('newcomer@acme.example')

  const { list } = await owners.call(contract.createList, {
    body: { name: 'my-accounts', accounts: 'northwind.example\nnobody-yet.example' },
  })

  const { search } = await owners.call(contract.createSearch, {
    body: {
      name: 'AI SDRs in DACH',
      query: 'hiring(title ~ "AI SDR") NOT tool(name: hubspot)',
      filters: { countries: ['DE', 'AT', 'CH'], employeesMin: 50, list: 'my-accounts' },
      every: 'day',
      awayDays: 7,
      to: 'webhook:http://127.0.0.1:9/alerts',
    },
  })
  await writeRecords(settings.db, new Stamper(settings.db), exploreRecords())

  const pages: readonly ScreenPage[] = [
    { name: 'sign-in', path: '/sign-in', entry: true },
    { name: 'join', path: linkPath, entry: true },
    { name: 'reset-password-bad-link', path: '/reset-password', entry: true },
    { name: 'sign-in-link', path: '/sign-in-link#made-up', entry: true },
    { name: 'docs-visitor', path: '/docs', entry: true },
    { name: 'docs', path: '/docs' },
    { name: 'query-guide', path: '/docs/query-language' },
    { name: 'today', path: '/today' },
    { name: 'keys', path: '/keys' },
    { name: 'webhooks', path: '/webhooks' },
    { name: 'webhook-new', path: '/webhooks/new' },
    { name: 'webhook', path: `/webhooks/${healthyId}` },
    { name: 'webhook-failing', path: `/webhooks/${failingId}` },
    { name: 'webhook-deliveries', path: `/webhooks/${failingId}/deliveries` },
    { name: 'webhook-settings', path: `/webhooks/${healthyId}/settings` },
    { name: 'webhook-edit', path: `/webhooks/${healthyId}/edit` },
    { name: 'event', path: `/webhooks/${failingId}/events/${position}` },
    { name: 'usage', path: '/usage' },
    { name: 'requests', path: '/usage/requests' },
    { name: 'explore', path: '/explore?query=hiring' },
    { name: 'windows', path: '/windows' },
    { name: 'slices', path: '/windows/all' },
    { name: 'slice', path: '/windows/ai-sdr-hiring' },
    { name: 'dossier-confirm', path: `/explore/companies/${companyId('northwind.example')}` },
    { name: 'lists', path: '/lists' },
    { name: 'list', path: `/lists/${list.id}` },
    { name: 'import', path: '/lists/imports' },
    { name: 'alerts', path: '/alerts' },
    { name: 'alert', path: `/alerts/${search.id}` },
    { name: 'alert-edit', path: `/alerts/${search.id}/edit` },
    { name: 'crm', path: '/alerts/crm' },
    { name: 'team', path: '/team' },
    { name: 'audit', path: '/team/audit' },
    { name: 'account', path: '/account' },
    { name: 'not-found', path: '/nowhere' },
  ]

  /** Opens a browser context for a user, or for a visitor who is not signed in. */
  async function open(
    user: typeof owner | undefined,
    options: { colorScheme?: 'light' | 'dark'; width?: number; height?: number } = {},
  ): Promise<BrowserPage> {
    const cookie = user && (await settings.browserOf(user, teamId)).cookie
    return openPage(browser, { url: settings.url, sessionToken: cookie?.split('=')[1], ...options })
  }

  return { ...settings, browser, teamId, owner, member, pages, healthyId, failingId, open }
}

async function fillKeys({ url }: SettingsService, owners: Browser): Promise<void> {
  for (const name of ['CRM sync', 'Nightly export', 'Old laptop']) {
    const { key, secret } = await owners.call(contract.createKey, { body: { name, expiresAt: null } })
    for (const path of ['filters', 'stats', 'companies/nobody']) {
      await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${secret}` } })
    }
    const params = { keyId: key.id }
    if (name === 'Nightly export') await owners.call(contract.rotateKey, { params, body: { grace: '24h' } })
    if (name === 'Old laptop') await owners.call(contract.revokeKey, { params, body: {} })
  }
}

async function fillUsage({ pool }: SettingsService, teamId: string, accountId: string): Promise<void> {
  await pool.query(
    `insert into usage_daily
     select $1, (now() at time zone 'utc')::date - d, e, 20 + (d * 37 + length(e) * 11) % 90,
            case e when 'filters' then 0 else 30 + (d * 53) % 100 end
       from generate_series(1, 19) d, unnest(array['search', 'dossier', 'slices', 'filters']) e
      where (d * 7 + length(e)) % 5 <> 0 and d % 7 not in (1, 2)`,
    [teamId],
  )
  await pool.query(
    `insert into usage_by_key (team_id, key_id, day, endpoint, requests, records, failed)
     select team_id, id, (now() at time zone 'utc')::date - d, 'search', length(name) * d, 25 * length(name) * d, d % 3
       from api_keys, generate_series(1, 9) d where team_id = $1`,
    [teamId],
  )
  await pool.query(
    `insert into people_usage (team_id, account_id, day, companies)
     select $1, $2, (now() at time zone 'utc')::date - d, 3 * d from generate_series(1, 5) d`,
    [teamId, accountId],
  )
  for (let i = 0; i < 17; i++) await charge(pool, { teamId, plan: 'pro' }, { endpoint: 'search', records: 25 })
  await pool.query(
    `update team_usage set month_requests = 2412, month_records = 3000, month_page_turns = 61, day_requests = 203
      where team_id = $1`,
    [teamId],
  )
}

/** One whose endpoint accepts everything, and one whose endpoint answers 503. */
async function fillWebhooks(settings: SettingsService, owners: Browser) {
  const healthy = await startReceiver()
  const failing = await startReceiver((_received, response) => void response.writeHead(503).end('upstream timed out'))
  const add = (url: string) =>
    owners.call(contract.createWebhook, { body: { url, types: ['hiring', 'velocity'], authKey: null } })
  const healthyId = (await add(`${healthy.url}/pro-signal`)).webhook.id
  const failingId = (await add(`${failing.url}/staging`)).webhook.id
  await settings.pool.query(
    `insert into webhook_hours (webhook_id, hour, succeeded, failed, latency_counts)
     select w, date_trunc('hour', now()) - make_interval(hours => h), 8 + h * 37 % 29, case when h = 9 then 4 else 0 end,
            array_fill(2, array[10])
       from unnest(array[$1, $2]::uuid[]) w, generate_series(3, 22) h where h % 6 <> 2`,
    [healthyId, failingId],
  )
  await settings.pool.query(
    `insert into webhook_gaps (webhook_id, from_position, to_position, counts, at)
     values ($1, 1, 212, '{"hiring": 180, "velocity": 32}', now() - interval '2 days')`,
    [failingId],
  )
  await writeSignals(settings.db, new Stamper(settings.db), 'world', 6)
  await healthy.waitFor(6)
  const params = { webhookId: failingId }
  for (let tries = 0; tries < 400; tries++) {
    const { attempts } = await owners.call(contract.listAttempts, { params, query: {} })
    const delivered = await owners.call(contract.listAttempts, { params: { webhookId: healthyId }, query: {} })
    const [attempt] = attempts
    if (attempt && delivered.attempts.length === 6) return { healthyId, failingId, position: attempt.position }
    await sleep(50)
  }
  return assert.fail('the deliveries never appeared in the log')
}

/** Opens the path and waits until the page has loaded its data. */
export async function goTo({ page }: BrowserPage, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilLoaded({ page })
}

export async function waitUntilLoaded({ page }: Pick<BrowserPage, 'page'>): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}
