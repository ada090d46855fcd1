// Every page: no console errors, no accessibility violations, in light and dark, on wide and
// narrow screens.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildScreen } from '../../bin/screen.ts'
import { charge } from '../../src/account/budgets/index.ts'
import { packageRoot } from '../../src/platform/config/config.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { type BrowserPage, openPage, untilTrue } from '../harness/browser-page.ts'
import { noChromium } from '../harness/chromium.ts'
import { setLimitOverride } from '../harness/operator.ts'
import { goTo, startScreenWorld, waitUntilLoaded } from '../harness/screen-world.ts'
import { violations } from '../harness/violations.ts'

const LIMIT = { timeout: 240_000, skip: noChromium }
/** Half of the Web Vitals limit for a good cumulative layout shift. */
const MAX_LAYOUT_SHIFT = 0.05
let world: Awaited<ReturnType<typeof startScreenWorld>>
before(async () => {
  if (noChromium) return
  world = await startScreenWorld()
})

/** The cumulative layout shift, as browsers measure it. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value
    }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => setTimeout(() => resolve(sum), 50))
  })`)
}

/** In the dark only the colours are others. */
async function darken(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
}

/** Follows a path without loading the screen again, and waits for the page, by its tab title, and for its data. */
async function follow(visitor: BrowserPage, path: string, title: string): Promise<void> {
  await visitor.page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new Event('popstate'))`,
  )
  await untilTrue(visitor.page, `document.title === ${JSON.stringify(title)}`)
  await waitUntilLoaded(visitor)
}

/** The checks that the width of the screen can change. */
async function assertFits(page: Page, width: number, what: string): Promise<void> {
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, `${what} is too wide`)
}

const TOO_WIDE_TABLES = `[...document.querySelectorAll('main table')].filter(
  (table) => table.offsetWidth > table.parentElement.clientWidth + 1).length`

test('every page, wide and narrow, light and dark: no console error, no violation, nothing wider than the screen', {
  ...LIMIT,
  timeout: 480_000,
}, async () => {
  const [guest, owner] = [await world.open(undefined), await world.open(world.owner)]
  const [narrowGuest, narrowOwner] = [
    await world.open(undefined, { width: 390 }),
    await world.open(world.owner, { width: 390 }),
  ]
  await goTo(narrowOwner, '/keys')
  const titles = new Set<string>()
  for (const { name, path, entry } of world.pages) {
    const visitor = entry ? guest : owner
    const { page } = visitor
    await page.emulateMedia({ colorScheme: 'light' })
    await goTo(visitor, path)
    assert.deepEqual(await violations(page, 'every'), [], name)
    await assertFits(page, 1_440, name)
    // Before the width changes, which shifts everything.
    let shift = await layoutShift(page)
    // A page that follows the service may get a row while it loads. One that shifts by itself does so each time.
    for (let again = 0; again < 2 && shift >= MAX_LAYOUT_SHIFT; again++) {
      await goTo(visitor, path)
      shift = await layoutShift(page)
    }
    assert.ok(shift < MAX_LAYOUT_SHIFT, `${name} shifts: ${shift}`)
    await page.setViewportSize({ width: 1_280, height: 900 })
    await assertFits(page, 1_280, name)
    assert.equal(await page.evaluate(TOO_WIDE_TABLES), 0, `a table of ${name} is wider than its panel`)
    await page.setViewportSize({ width: 1_440, height: 900 })
    const title = await page.title()
    titles.add(title)
    await darken(page)
    assert.deepEqual(await violations(page, 'contrast'), [], `${name} in the dark`)

    // On a phone, a person goes from page to page. The colours are those of the wide screen.
    const phone = entry ? narrowGuest : narrowOwner
    const shiftBefore = entry ? 0 : await layoutShift(phone.page)
    if (entry) await goTo(phone, path)
    else await follow(phone, path, title)
    assert.deepEqual(await violations(phone.page, 'layout'), [], `${name} on a phone`)
    await assertFits(phone.page, 390, name)
    let phoneShift = (await layoutShift(phone.page)) - shiftBefore
    for (let again = 0; again < 2 && phoneShift >= MAX_LAYOUT_SHIFT; again++) {
      await goTo(phone, path)
      phoneShift = await layoutShift(phone.page)
    }
    assert.ok(phoneShift < MAX_LAYOUT_SHIFT, `${name} shifts on a phone: ${phoneShift}`)
  }
  const same: Readonly<Record<string, string>> = { 'webhook-failing': 'webhook', 'docs-visitor': 'docs' }
  const distinct = new Set(world.pages.map(({ name }) => same[name] ?? name))
  assert.ok(titles.size >= distinct.size, `each page has its own tab title: ${[...titles].join(', ')}`)
  assert.deepEqual(
    [guest, owner, narrowGuest, narrowOwner].flatMap(({ consoleErrors }) => consoleErrors),
    [],
  )
  const { team } = await (await world.browserOf(world.owner, world.teamId)).call(contract.getPeopleUsage, {})
  assert.equal(team.used, 0, 'no page costs anything by being opened')
})

test('dialogs and menus, light and dark: no violation', LIMIT, async () => {
  const owner = await world.open(world.owner)
  const { page } = owner
  const check = async (name: string, kind: 'every' | 'serious' = 'every') => {
    assert.deepEqual(await violations(page, kind), [], name)
    await darken(page)
    assert.deepEqual(await violations(page, 'contrast'), [], `${name} in the dark`)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const opened: [path: string, button: string][] = [
    ['/keys', 'Create key'],
    ['/team', 'Invite member'],
    ['/account', 'Sign out everywhere…'],
    [`/webhooks/${world.healthyId}/settings`, 'Rotate…: Authentication key'],
    [`/webhooks/${world.healthyId}/settings`, 'Rotate…: Signing secret'],
    [`/webhooks/${world.healthyId}/settings`, 'Delete…'],
  ]
  for (const [path, button] of opened) {
    if (new URL(page.url(), world.url).pathname !== path) await goTo(owner, path)
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').waitFor()
    await check(button)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await goTo(owner, '/keys')
  await page
    .getByRole('button', { name: /Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem').first().waitFor()
  // An open menu is beside the landmarks, which axe calls moderate; the focus is in it until it closes.
  await check('menu', 'serious')
  assert.deepEqual(owner.consoleErrors, [])
})

test('usage: six meters with used amounts, limits and reset times, and a note when one is full', LIMIT, async () => {
  const owner = await world.open(world.owner)
  const { page } = owner
  await goTo(owner, '/usage')
  const meters = page.getByRole('region', { name: 'Limits' }).getByRole('meter')
  assert.equal(await meters.count(), 6)
  const read = async (name: string) => page.getByRole('meter', { name }).getAttribute('aria-valuetext')
  assert.equal(await read('Requests per month'), '2,412 of 3,000 used')
  assert.equal(await read('Records per month'), '3,000 of 3,000 used')
  await page.getByText('Limit reached. Requests return 429.').waitFor()
  assert.match(
    (await page.getByText('97 left.').locator('..').textContent()) ?? '',
    /Resets in \d+ \w+: \d+ \w+, 0[12]:00 CES?T\./,
  )
  await page.getByRole('img', { name: /^Requests: 2,\d{3} of 3,000 in this month/ }).waitFor()
  await page.getByText('By day').click()
  await page.getByRole('img', { name: /^Requests by day: 2,\d{3} in total/ }).waitFor()
  await page.getByRole('cell', { name: 'POST /api/v1/companies' }).waitFor()
})

test('usage: from 95 % on, a limit is red', LIMIT, async () => {
  const { teamId, owner } = await world.newTeam()
  for (const [bucket, limit] of [
    ['dailyRequests', 20],
    ['monthlyRequests', 25],
    ['perMinute', 40],
  ] as const) {
    await setLimitOverride(world.pool, teamId, bucket, limit)
  }
  for (let i = 0; i < 19; i++) await charge(world.pool, { teamId, plan: 'pro' }, { endpoint: 'filters', records: 0 })
  await setLimitOverride(world.pool, teamId, 'dailyMemberCompanies', 1)
  const { cookie } = await world.browserOf(owner, teamId)
  const visitor = await openPage(world.browser, { url: world.url, sessionToken: cookie?.split('=')[1] })
  await goTo(visitor, '/usage')
  const tone = (name: string) => visitor.page.getByRole('meter', { name }).getAttribute('data-tone')
  assert.equal(await tone('Requests per day'), 'danger', '19 of 20')
  assert.equal(await tone('Requests per month'), 'neutral', '19 of 25')
  await visitor.page.goto('/explore')
  await visitor.page.getByText('Left today: 1 company.').waitFor()
  const color = `getComputedStyle([...document.querySelectorAll('form span')].find((each) => /^Left today:/.test(each.textContent))).color`
  assert.equal(await visitor.page.evaluate(color), 'rgb(189, 42, 36)')
})

test('usage: a reader in UTC sees each time once', LIMIT, async () => {
  const { cookie } = await world.browserOf(world.owner, world.teamId)
  const sessionToken = cookie?.split('=')[1]
  const visitor = await openPage(world.browser, { url: world.url, sessionToken, timezoneId: 'UTC' })
  await goTo(visitor, '/usage')
  const text = await visitor.page.locator('main').innerText()
  assert.match(text, /\d\d:\d\d UTC/)
  for (const [, first, second] of text.matchAll(/([\d]+ \w+, \d\d:\d\d \w+) \((.*?)\)/g))
    assert.fail(`${first} ${second}`)
  await visitor.page.getByText('Resets').first().locator('time').first().hover()
  assert.equal((await visitor.page.getByRole('tooltip').innerText()).trim().split('\n').length, 1)
})

test('emails and long names don’t break inside a word, wide and narrow, and nothing overflows', LIMIT, async () => {
  const { teamId, owner } = await world.newTeam()
  const owners = await world.browserOf(owner, teamId)
  const email = 'christopher.montgomery-smith@international-logistics.example'
  /** One is revoked at each width. */
  const longest = new Map([
    [1_440, 'w'.repeat(100)],
    [390, 'x'.repeat(100)],
  ])
  const names = [
    'Quarterly revenue operations enrichment for the northern region',
    ...longest.values(),
    '👩‍👩‍👧‍👦'.repeat(9),
  ]
  for (const name of names) await owners.call(contract.createKey, { body: { name, expiresAt: null } })
  await owners.call(contract.createInvitation, { body: { email, role: 'member' } })
  await world.pool.query('update accounts set email = $2 where id = $1', [owner.accountId, `owner.${email}`])
  await world.pool.query('update teams set name = $2 where id = $1', [teamId, 'y'.repeat(100)])
  const visitor = await openPage(world.browser, { url: world.url, sessionToken: owners.cookie?.split('=')[1] })
  const { page } = visitor
  for (const path of ['/team', '/team/audit', '/account', '/keys']) {
    await goTo(visitor, path)
    for (const width of longest.keys()) {
      await page.setViewportSize({ width, height: 900 })
      await assertFits(page, width, path)
      assert.deepEqual(await brokenWords(page), [], `${path} at ${width} pixels`)
    }
  }
  for (const [width, name] of longest) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Revoke…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const excess = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[role=dialog]'))`
    assert.equal(await page.evaluate(excess), 0, `the dialog is too wide at ${width} pixels`)
    await dialog.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('status').getByText(`${name}” is revoked`).waitFor()
    await assertFits(page, width, 'the toast')
  }
})

/** Words of up to 26 characters that continue on the next line, anywhere but after a sign such as @ or a dot. */
async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const found = []
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of node.data.matchAll(/[^\\s@./?&=_:-]{2,26}(?![^\\s@./?&=_:-])/g)) {
        if (/[^\\s@./?&=_:-]/.test(node.data[index - 1] ?? ' ')) continue
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top)))
        if (tops.size > 1) found.push(word)
      }
    }
    return found
  })()`)
}

test('the chosen colour scheme survives a reload', LIMIT, async () => {
  const owner = await world.open(world.owner, { colorScheme: 'light' })
  const { page } = owner
  await goTo(owner, '/keys')
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  assert.equal(await scheme(), 'light')
  const isDark = page.locator('html[data-mantine-color-scheme=dark]')
  await page.getByText('Dark', { exact: true }).click()
  await isDark.waitFor()
  await page.reload()
  await isDark.waitFor()
})

test('on a phone, the link to the page that is open closes the navigation', LIMIT, async () => {
  const owner = await world.open(world.owner, { width: 390 })
  const { page } = owner
  await goTo(owner, '/keys')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('link', { name: 'API keys' }).click()
  await drawer.waitFor({ state: 'hidden' })
})

test('everything loads from the same host, and scripts are compressed in advance', LIMIT, async () => {
  const guest = await world.open(undefined)
  const loaded: string[] = []
  guest.page.on('response', (response) => loaded.push(response.url()))
  await goTo(guest, '/sign-in')
  assert.ok(loaded.length > 3)
  assert.deepEqual([...new Set(loaded.map((url) => new URL(url).origin))], [world.url])
  assert.ok(loaded.some((url) => /\/assets\/.*\.js$/.test(url)))
  assert.ok(readdirSync(join(packageRoot, 'web/dist/assets')).some((name) => name.endsWith('.js.br')))
})

test('an up-to-date build is not built again', LIMIT, async () => {
  assert.equal(await buildScreen(), false)
})

test('the checks find a planted error', LIMIT, async () => {
  const guest = await world.open(undefined)
  await goTo(guest, '/sign-in')
  await guest.page.evaluate(`document.querySelector('h1').style.color = '#ddd'; console.error('planted')`)
  assert.match((await violations(guest.page)).join(), /color-contrast/)
  // Two texts of the same style are checked once, but not if something dark is under one of them.
  await guest.page.evaluate(`{
    document.querySelector('h1').style.color = ''
    const [all, first, block, second] = ['div', 'p', 'div', 'p'].map((name) => document.createElement(name))
    for (const each of [first, second]) Object.assign(each, { textContent: 'Planted' }).style.position = 'relative'
    const { style } = block
    for (const [name, value] of Object.entries({ position: 'absolute', height: '40px', width: '200px', background: '#111' })) style[name] = value
    all.append(first, block, second)
    document.querySelector('main').append(all)
  }`)
  const planted = await violations(guest.page)
  assert.equal(planted.length, 1, planted.join())
  assert.match(planted[0] ?? '', /color-contrast: p:nth-child/)
  const told = guest.page.waitForEvent('console', (message) => /Content Security Policy/.test(message.text()))
  await guest.page.evaluate(
    `document.body.append(Object.assign(document.createElement('style'), { textContent: 'a {}' }))`,
  )
  await told
  assert.match(guest.consoleErrors.join(), /planted/)
  assert.match(guest.consoleErrors.join(), /Content Security Policy/)
})
