// From Explore to a first alert in Slack, and the link in it that mutes: one flow in a real browser.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { firstGraphemes } from '../../web/src/parts/words/graphemes.ts'
import { openPage } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { type Person, type SettingsService, startSettings } from '../harness/settings.ts'
import { DAY, signal } from '../harness/signals.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { type SmtpReceiver, startSmtpServer } from '../harness/smtp-server.ts'
import { violations } from '../harness/violations.ts'
import { startReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'

const NORTHWIND = 'northwind.example'
const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
let slack: WebhookReceiver
let smtp: SmtpReceiver

before(async () => {
  if (noChromium) return
  smtp = await startSmtpServer()
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Pro Signal <signals@service.example>' }
  settings = await startSettings({ firehose: true, env })
  browser = await openChromium()
  slack = await startReceiver()
})

const job = (name: string) =>
  signal(`${name}.example`, name, {
    company: { domain: `${name}.example`, name: name[0]?.toUpperCase() + name.slice(1) },
    occurredAt: Math.floor(Date.now() / 1_000) - DAY,
    label: 'Hiring: AI SDR',
    fields: { jobTitle: 'AI SDR' },
  })

const write = (...names: string[]) => writeRecords(settings.db, new Stamper(settings.db), names.map(job))

test('a search is saved in Explore, rings in Slack, and its link mutes', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  await write('here')
  const visitor = await openSignedIn(browser, settings, { person: owner, teamId, path: '/alerts' })
  const { page } = visitor
  await page.getByText('No alerts yet').waitFor()
  await page.getByRole('button', { name: 'Open Explore' }).click()
  await page.getByText('Search first, then choose “Save and alert me”.').waitFor()
  await page.getByRole('button', { name: 'companies hiring an AI SDR' }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Save and alert me' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'companies hiring an AI SDR')
  await dialog.getByLabel('Name').fill('AI SDRs')
  await dialog.getByText('New matches appear on Today for everyone in your team.').waitFor()
  await dialog.getByText('Slack', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save and alert me' }).click()
  await dialog.getByText('It looks like https://hooks.slack.com/services/').waitFor()
  await dialog.getByLabel('Slack webhook URL').fill('https://hooks.intranet/services/T0')
  await dialog.getByText('Slack’s URLs start with').waitFor()
  await dialog.getByRole('button', { name: 'Save and alert me' }).click()
  await dialog.getByText('must point to a public server').waitFor()
  await dialog.getByLabel('Slack webhook URL').fill(`${slack.url}/services/T0/B0/secret`)
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Save and alert me' }).click()
  const saved = page.getByRole('dialog', { name: 'Saved “AI SDRs”' })
  await saved.getByRole('button', { name: 'Send a test message' }).click()
  await saved.getByText('The endpoint accepted the test message.').waitFor()
  assert.deepEqual(await violations(page), [])
  assert.equal(slack.received[0]?.event.text, 'Test message of "AI SDRs": alerts arrive here')
  await saved.getByRole('button', { name: 'Open the alert' }).click()
  await page.getByRole('heading', { name: 'AI SDRs' }).waitFor()
  await page.getByText('One company matches now.').waitFor()
  await page.getByText('Nothing yet').waitFor()
  await page.getByText('text contains ai sdr').waitFor()

  await write('northwind')
  await slack.waitFor(2, LIMIT.timeout)
  const message = JSON.parse(slack.received[1]?.body ?? '') as { text: string; blocks: unknown[] }
  assert.equal(message.text, 'Northwind now matches "AI SDRs"')
  await page.getByRole('cell', { name: 'Northwind', exact: true }).waitFor()
  assert.match(
    JSON.stringify(message.blocks),
    /Why now: .+Hiring for AI-led outbound\. .*“.+” .*(?:has been open for|was posted)/,
  )
  await page.getByRole('cell', { name: 'Sent', exact: true }).waitFor()
  assert.deepEqual(await violations(page), [])
  assert.ok(!(await page.content()).includes('/services/T0'), 'the Slack URL is a secret')

  const [, link = ''] = /<([^|>]+)\|Mute this company>/.exec(JSON.stringify(message.blocks)) ?? []
  assert.ok(link.startsWith(settings.url))
  const guest = await openPage(browser, { url: settings.url })
  await guest.page.goto(link)
  await guest.page.getByText('Stop alerts about Northwind in the search AI SDRs?').waitFor()
  assert.deepEqual(await violations(guest.page), [])
  const otherTab = await guest.context.newPage()
  await otherTab.goto(link)
  await otherTab.getByText('Stop alerts about Northwind').waitFor()
  await guest.page.getByRole('button', { name: 'Mute this company' }).click()
  await guest.page.getByText('No more alerts about Northwind in the search AI SDRs.').waitFor()
  await guest.page.getByText('This applies to everyone in the channel.').waitFor()
  await guest.page.getByText('To undo this, open AI SDRs on the Alerts page').waitFor()
  await otherTab.getByRole('button', { name: 'Mute this company' }).click()
  await otherTab.getByText('This link was already used.').waitFor()
  assert.equal(await otherTab.getByText('Stop alerts about Northwind').count(), 0)
  await guest.page.goto('about:blank')
  await guest.page.goto(link)
  await guest.page.getByText('This link was already used.').waitFor()
  await guest.page.getByText('To undo this, open AI SDRs on the Alerts page').waitFor()
  await guest.page.goto('about:blank')
  await guest.page.goto(`${settings.url}/mute#v1.k1.forged`)
  await guest.page.getByText('This link is not valid.').waitFor()

  await page.getByRole('cell', { name: 'Northwind Muted' }).waitFor()
  await page.getByRole('button', { name: 'Actions for Northwind' }).click()
  await page.getByRole('menuitem', { name: 'Resume alerts' }).click()
  await page.getByText('Resumed alerts about Northwind').waitFor()

  // Changed: another query and a filter. It starts over, and Explore gets both.
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Signal query' }).fill('hirring')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The query is not valid').waitFor()
  await page.getByRole('textbox', { name: 'Signal query' }).fill('hiring(title ~ SDR)')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.getByLabel('Min employees').fill('7')
  await page.getByLabel('Only these companies').fill(NORTHWIND)
  await page.getByLabel('How often').selectOption('day')
  await page.getByText('so it starts over').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Daily digest to Slack (127.0.0.1').waitFor()
  await page.getByText(`only ${NORTHWIND} · from 7 employees`).waitFor()
  await page.getByText('0 companies match now.').waitFor()
  await page.getByRole('link', { name: 'Open in Explore' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Signal query' }).inputValue(), 'hiring(title ~ sdr)')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  assert.equal(await page.getByLabel('Min employees').inputValue(), '7')
  assert.equal(await page.getByLabel('Only these companies').inputValue(), NORTHWIND)
  await page.goBack()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('sends no alerts until you resume it').waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete alert' }).click()
  await page.getByText('No alerts yet').waitFor()
  assert.deepEqual(
    [...visitor.consoleErrors, ...guest.consoleErrors].filter((text) => !text.includes('status of 422')),
    [],
  )
})

test('the signing secret of a webhook is shown until it is saved', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { page } = await openSignedIn(browser, settings, {
    person: owner,
    teamId,
    path: '/explore/slices/ai-sdr-hiring',
  })
  await page.getByRole('button', { name: 'Save and alert me' }).click()
  const form = page.getByRole('dialog', { name: 'Save this search and get alerts' })
  assert.equal(await form.getByLabel('Name').inputValue(), 'Hiring for AI-led outbound')
  await form.getByLabel('Name').fill('Hiring')
  await form.getByText('Webhook', { exact: true }).click()
  await form.getByLabel('Webhook URL').fill(`${slack.url}/alerts`)
  await form.getByRole('button', { name: 'Save and alert me' }).click()
  const secret = page.getByRole('dialog', { name: 'Your signing secret' })
  await secret.getByText('whsec_').waitFor()
  await page.reload()
  await secret.getByText('whsec_').waitFor()
  await secret.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Hiring' }).waitFor()
  await page.getByText(/^hiring\(title ~ ai sdr\|ai bdr\|gtm engineer, .*within: 45d\)$/).waitFor()
  await page.getByRole('button', { name: 'Rotate…: Signing secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  const rotated = page.getByRole('dialog', { name: 'Secret rotated' })
  await rotated.getByText('whsec_').waitFor()
  await rotated.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Requests are also signed with the previous secret.').waitFor()
  assert.deepEqual(await violations(page), [])
})

test('an address that is no member’s gets alerts once it has confirmed that by the link in a mail', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const path = '/explore?query=hiring(title+~+baker)&countriesNot=US&employeesMax=1000000'
  const { page } = await openSignedIn(browser, settings, { person: owner, teamId, path })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Save and alert me' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Bakers')
  await form.getByText('Email', { exact: true }).click()
  await form.getByLabel('Email address').fill('partner@example.com')
  assert.deepEqual(await violations(page), [])
  await form.getByRole('button', { name: 'Save and alert me' }).click()
  await form.getByText('We emailed a link to partner@example.com.').waitFor()
  await form.getByRole('button', { name: 'Open the alert' }).click()
  await page.getByText('not in United States · up to 1,000,000 employees').waitFor()
  const question = await smtp.waitFor(({ to }) => to.includes('partner@example.com'))
  const guest = await openPage(browser, { url: settings.url })
  await guest.page.goto(question.links[0] ?? '')
  await guest.page.getByText('at partner@example.com?').waitFor()
  assert.deepEqual(await violations(guest.page), [])
  await guest.page.getByRole('button', { name: 'Yes, send me alerts' }).click()
  await guest.page.getByText('You’ll get alerts from now on.').waitFor()
  await page.getByText('Active', { exact: true }).waitFor()

  const record = job('bakery')
  await writeRecords(settings.db, new Stamper(settings.db), [
    { ...record, fields: { jobTitle: 'Baker' }, company: { ...record.company, employeeCount: 12, hqCountry: 'DE' } },
  ])
  const alert = await smtp.waitFor(({ subject }) => subject === 'Bakery now matches “Bakers”')
  await page.getByRole('cell', { name: 'Sent', exact: true }).waitFor()
  await guest.page.goto(alert.links.find((link) => link.includes('/mute#')) ?? '')
  await guest.page.getByText('Stop alerts about Bakery in the search Bakers?').waitFor()
})

/** A search of its own for a test, saved without the screen. */
async function saveSearch(person: Person, teamId: string, every: 'now' | 'day' = 'now', query = 'hiring') {
  const owners = await settings.browserOf(person, teamId)
  const { search } = await owners.call(contract.createSearch, {
    body: { name: 'Saved', query, filters: {}, every, awayDays: 7, to: `webhook:${slack.url}/alerts` },
  })
  return { owners, searchId: search.id }
}

test('an alert that is deleted elsewhere is no longer shown, nor are its buttons', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { owners, searchId } = await saveSearch(owner, teamId)
  const path = `/alerts/${searchId}`
  const { page } = await openSignedIn(browser, settings, { person: owner, teamId, path })
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await owners.call(contract.deleteSearch, { params: { searchId } })
  await page.getByText('This alert doesn’t exist.').waitFor()
  assert.equal(await page.getByRole('main').getByRole('button').count(), 0)
  await page.goto(`${path}/edit`)
  await page.getByText('This alert doesn’t exist.').waitFor()
})

test('older history is added below the newer rows', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { searchId } = await saveSearch(owner, teamId)
  await settings.pool.query(
    `insert into search_changes (search, company, action, at)
     select n, 0, 'left', now() from saved_searches, generate_series(1, 60) where id = $1`,
    [searchId],
  )
  const { page } = await openSignedIn(browser, settings, { person: owner, teamId, path: `/alerts/${searchId}` })
  const rows = page.getByRole('table', { name: 'History' }).getByRole('cell', { name: 'Stopped matching', exact: true })
  await page.getByRole('button', { name: 'Show older' }).click()
  await rows.nth(59).waitFor()
  assert.equal(await rows.count(), 60)
  assert.equal(await page.getByRole('button', { name: 'Show older' }).count(), 0)
})

test('a job that has ended is marked in the history and in the dossier', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { searchId } = await saveSearch(owner, teamId, 'now', 'hiring(status: closed)')
  const visitor = await openSignedIn(browser, settings, { person: owner, teamId, path: `/alerts/${searchId}` })
  const { page } = visitor
  await page.getByText('0 companies match now.').waitFor()
  const ended = { ...job('ended'), status: 'closed' as const }
  const evidence = 'You keep our Salesforce clean.'
  const tool = { ...ended, type: 'tool' as const, label: 'Uses Salesforce', status: 'active' as const }
  await writeRecords(settings.db, new Stamper(settings.db), [
    { ...ended, source: 'greenhouse', confidence: 0.95, url: 'https://boards.greenhouse.io/ended/jobs/1' },
    { ...ended, source: 'job-posting', key: 'other' },
    { ...tool, source: 'greenhouse', key: 'tool', fields: { tool: 'Salesforce', change: 'in_use', evidence } },
  ])
  const entered = page.getByRole('row').filter({ hasText: 'Ended' })
  await entered.getByRole('cell', { name: 'Hiring: AI SDR (closed)' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await entered.getByRole('link').click()
  await page.getByRole('button', { name: 'Open dossier' }).click()
  const signals = page.getByRole('region', { name: 'Signals' }).getByRole('listitem')
  const ofJob = signals.filter({ hasText: 'AI SDR' })
  await ofJob.getByText('ended just now').waitFor()
  await ofJob.getByRole('link', { name: 'greenhouse' }).waitFor()
  await ofJob.getByText('Job posting').waitFor()
  await signals.filter({ hasText: 'Uses Salesforce' }).getByText(evidence).waitFor()
  assert.deepEqual(await violations(page), [])
  assert.deepEqual(visitor.consoleErrors, [])
})

test('an alert without a query or with a long name is an error; a double click pauses it once', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { searchId } = await saveSearch(owner, teamId)
  const path = `/alerts/${searchId}/edit`
  const { page } = await openSignedIn(browser, settings, { person: owner, teamId, path })
  await page.getByRole('textbox', { name: 'Signal query' }).fill('')
  await page.getByLabel('Name').fill('x'.repeat(101))
  await page.getByText('Use at most 100 characters.').waitFor()
  await page.getByLabel('Min AI adoption score').fill('1.2.3')
  await page.getByText('Enter a number, such as 62.5.').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alert').getByText('Enter a query.').waitFor()

  await page.goto(`/alerts/${searchId}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  const resume = page.getByRole('button', { name: 'Resume alerts' })
  await resume.dispatchEvent('click', { detail: 2 })
  await page.reload()
  await resume.waitFor()
})

test('the time zone of digests is shown under the name that was saved', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  await saveSearch(owner, teamId, 'day')
  const { page } = await openSignedIn(browser, settings, { person: owner, teamId, path: '/alerts' })
  const field = page.getByLabel('Digest time zone')
  for (const timeZone of ['Asia/Kolkata', 'Asia/Calcutta']) {
    await settings.pool.query(`update teams set time_zone = $2 where id = $1`, [teamId, timeZone])
    await page.reload()
    await field.waitFor()
    assert.equal(await field.inputValue(), timeZone)
  }
})

test('a suggested name is not cut inside an emoji', () => {
  assert.equal(firstGraphemes(`${'x'.repeat(98)}👩‍🚀`, 100), 'x'.repeat(98))
  assert.equal(firstGraphemes(`${'x'.repeat(99)}🚀🚀`, 100), `${'x'.repeat(99)}🚀`)
})
