// Today: where people land, and what they do with its rows.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { openPage, untilTrue } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { newList } from '../harness/operator.ts'
import { PASSWORD, type SettingsService, startSettings } from '../harness/settings.ts'
import { DAY, signal } from '../harness/signals.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { violations } from '../harness/violations.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
let stamper: Stamper
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  browser = await openChromium()
  stamper = new Stamper(settings.db)
  await writeRecords(settings.db, stamper, exploreRecords())
  await stamper.stamp()
})

test('a person lands on Today, sees a new company arrive, puts one aside and takes it back', LIMIT, async () => {
  const { teamId, member } = await settings.newTeam()
  await newList(settings.pool, teamId, 'my-accounts', 'northwind.example harbourline.example')
  const { page } = await openSignedIn(browser, settings, { person: member, teamId, path: '/' })
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await row('Northwind').getByText('AI SDR').first().waitFor()
  await row('Northwind')
    .getByText(/days left/)
    .waitFor()
  assert.deepEqual(await violations(page), [])

  const arrived = row('Harbourline').waitFor()
  const job = {
    label: 'Hiring: AI SDR',
    occurredAt: Math.floor(Date.now() / 1_000) - DAY,
    fields: { jobTitle: 'AI SDR' },
  }
  await writeRecords(settings.db, stamper, [signal('harbourline.example', 'harbourline AI SDR', job)])
  await stamper.stamp()
  await arrived

  const gone = row('Northwind').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for Northwind' }).click()
  await page.getByRole('menuitem', { name: 'Not a fit' }).click()
  await gone
  const back = row('Northwind').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await back
})

test('J and K walk the rows, X puts one aside, L adds one to a list, Enter opens one', LIMIT, async () => {
  const { teamId, member } = await settings.newTeam()
  const domains = ['northwind.example', 'keyboard-one.example', 'keyboard-two.example']
  await newList(settings.pool, teamId, 'my-accounts', domains.join(' '))
  const { page } = await openSignedIn(browser, settings, { person: member, teamId, path: '/today' })
  const links = page.locator('[data-row] h3 a')
  await links.first().waitFor()
  const job = { label: 'Hiring: AI SDR', occurredAt: today() - DAY, fields: { jobTitle: 'AI SDR' } }
  const jobs = domains.slice(1).map((domain) => signal(domain, `${domain} AI SDR`, job))
  await writeRecords(settings.db, stamper, jobs)
  await stamper.stamp()
  await links.nth(2).waitFor()
  // Until nothing comes any more: each change of the rows may change their order.
  let shown: string[] = []
  for (let again = 0; again < 20; again++) {
    const before = shown
    shown = await links.allTextContents()
    if (again > 0 && before.join() === shown.join()) break
    await sleep(1_500)
  }
  const focused = (name: string | undefined) =>
    page.locator('[data-row] a:focus', { hasText: name ?? 'nothing' }).waitFor()
  await page.keyboard.press('j')
  await focused(shown[0])
  await page.keyboard.press('j')
  await focused(shown[1])
  await page.keyboard.press('x')
  await page.getByText(`${shown[1]} is marked as not a fit.`).waitFor()
  await untilTrue(page, `document.querySelectorAll('[data-row] h3 a').length === 2`)
  // The focus went to a neighbour.
  const left = await links.allTextContents()
  for (const _ of shown) await page.keyboard.press('k')
  await focused(left[0])
  await page.keyboard.press('j')
  await focused(left[1])
  await page.keyboard.press('k')
  await focused(left[0])
  await page.keyboard.press('l')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Already on my-accounts').waitFor()
  assert.deepEqual(await violations(page), [])

  // Its short dossier is free, above it the price of the full one. The way back leads here.
  await focused(left[0])
  await page.keyboard.press('Enter')
  await page.getByText(/^Open the dossier of/).waitFor()
  const short = page.getByRole('region', { name: 'Short dossier' })
  await short.getByRole('heading', { name: 'Talking points' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('link', { name: 'Today', exact: true }).last().click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
})

/** What is typed into a field isn't counted; each other key is. */
const MAX_STROKES = 25

test(
  'by keyboard: from sign-in to three companies with a reason each, a dossier, its company on a list, an alert, and back',
  LIMIT,
  async (t) => {
    const { teamId, owner } = await settings.newTeam()
    const domains = ['northwind.example', 'path-one.example', 'path-two.example']
    await newList(settings.pool, teamId, 'my-accounts', domains.join(' '))
    await newList(settings.pool, teamId, 'calls', 'nobody.example')
    const job = { label: 'Hiring: AI SDR', occurredAt: today() - DAY, fields: { jobTitle: 'AI SDR' } }
    const jobs = domains.slice(1).map((domain) => signal(domain, `${domain} path`, job))
    await writeRecords(settings.db, stamper, jobs)
    await stamper.stamp()
    const { page } = await openPage(browser, { url: settings.url })
    let strokes = 0
    const press = async (key: string) => {
      strokes++
      await page.keyboard.press(key)
    }
    const tabTo = async (name: string) => {
      for (; strokes < MAX_STROKES; await press('Tab'))
        if (await page.evaluate(`document.activeElement?.textContent === ${JSON.stringify(name)}`)) return
    }
    await page.goto('/')
    await page.getByLabel('Email').and(page.locator(':focus')).waitFor()
    await page.keyboard.insertText(owner.email)
    await press('Tab')
    await page.keyboard.insertText(PASSWORD)
    await press('Enter')
    const rows = page.locator('[data-row]')
    await rows.nth(2).waitFor()
    for (const text of await rows.allInnerTexts())
      assert.match(text, /AI SDR[\s\S]+days left/, 'why now, and until when')
    await press('j')
    const name = (await rows.first().getByRole('heading').textContent()) ?? ''
    await press('Enter')
    await page.getByText(`Open the dossier of ${name}?`).waitFor()
    await press('o')
    await page
      .getByRole('heading', { name: 'Coverage' })
      .or(page.getByRole('heading', { name: 'Signals' }))
      .first()
      .waitFor()
    await press('l')
    await page.getByRole('dialog').getByLabel('List').and(page.locator(':focus')).waitFor()
    await tabTo('Add')
    await press('Enter')
    await page.getByText('Added to calls').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await press('a')
    await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
    await press('Enter')
    await page.getByText('New matches appear on Today, for everyone in your team.').waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // Alt and the left arrow, which the browser takes.
    strokes++
    await page.goBack()
    await page.locator('[data-row] a:focus', { hasText: name }).waitFor()
    t.diagnostic(`${strokes} strokes`)
    assert.ok(strokes <= MAX_STROKES, `${strokes} strokes`)
  },
)

const today = () => Math.floor(Date.now() / 1_000)
