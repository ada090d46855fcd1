// Every page: no console errors, no serious accessibility violations, in light and dark, on wide and
// narrow screens. Also the script size of a first visit.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { buildScreen } from '../../bin/screen.ts'
import { packageRoot } from '../../src/platform/config.ts'
import { noChromium } from '../harness/chromium.ts'
import { goTo, startScreenWorld } from '../harness/screen-world.ts'

const LIMIT = { timeout: 240_000, skip: noChromium }
const MAX_SCRIPT_BYTES = 250_000
/** The Web Vitals limit for a good cumulative layout shift. */
const MAX_LAYOUT_SHIFT = 0.1
let world: Awaited<ReturnType<typeof startScreenWorld>>
before(async () => {
  if (noChromium) return
  world = await startScreenWorld()
})

/** Serious and critical accessibility violations, with their elements. */
async function violations(page: Page): Promise<string[]> {
  // Legacy mode: there are no frames, so no second page is needed to collect their results.
  const found = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze()
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))
}

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

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1_440, 390]) {
    test(
      `every page at ${width} pixels, ${colorScheme}: no console error, no serious violation, nothing wider than the screen`,
      LIMIT,
      async () => {
        const options = { colorScheme, width }
        const [guest, owner] = [await world.open(undefined, options), await world.open(world.owner, options)]
        const titles = new Set<string>()
        for (const { name, path, entry } of world.pages) {
          const visitor = entry ? guest : owner
          await goTo(visitor, path)
          if (width > 390 || colorScheme === 'light') assert.deepEqual(await violations(visitor.page), [], name)
          assert.ok(
            Number(await visitor.page.evaluate('document.documentElement.scrollWidth')) <= width,
            `${name} is too wide`,
          )
          assert.ok(
            (await layoutShift(visitor.page)) < MAX_LAYOUT_SHIFT,
            `${name} shifts: ${await layoutShift(visitor.page)}`,
          )
          titles.add(await visitor.page.title())
        }
        const distinct = new Set(world.pages.map(({ name }) => (name === 'webhook-failing' ? 'webhook' : name)))
        assert.ok(titles.size >= distinct.size, `each page has its own tab title: ${[...titles].join(', ')}`)
        assert.deepEqual([...guest.consoleErrors, ...owner.consoleErrors], [])
        await Promise.all([guest.context.close(), owner.context.close()])
      },
    )
  }

  test(`dialogs and menus, ${colorScheme}: no serious violation`, LIMIT, async () => {
    const owner = await world.open(world.owner, { colorScheme })
    const { page } = owner
    const opened: [path: string, button: string][] = [
      ['/keys', 'Create key'],
      ['/team', 'Invite member'],
      ['/account', 'Sign out everywhere…'],
      [`/webhooks/${world.healthyId}`, 'Rotate…'],
      [`/webhooks/${world.healthyId}`, 'Delete…'],
    ]
    for (const [path, button] of opened) {
      await goTo(owner, path)
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').waitFor()
      assert.deepEqual(await violations(page), [], button)
    }
    await goTo(owner, '/keys')
    await page
      .getByRole('button', { name: /Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem').first().waitFor()
    assert.deepEqual(await violations(page), [], 'menu')
    assert.deepEqual(owner.consoleErrors, [])
    await owner.context.close()
  })
}

test('usage: six meters with used amounts, limits and reset times, and a note when one is full', LIMIT, async () => {
  const owner = await world.open(world.owner)
  const { page } = owner
  await goTo(owner, '/usage')
  const meters = page.getByRole('meter')
  assert.equal(await meters.count(), 6)
  const read = async (name: string) => page.getByRole('meter', { name }).getAttribute('aria-valuetext')
  assert.equal(await read('Requests per month'), '2,412 of 3,000 used')
  assert.equal(await read('Records per month'), '3,000 of 3,000 used')
  await page.getByText('Limit reached. Requests return 429.').waitFor()
  assert.match((await page.getByText('97 left.').locator('..').textContent()) ?? '', /01:00 CET \(\d+ \w+, 00:00 UTC\)/)
  await page.getByRole('img', { name: /^Requests by day: 2,\d{3} in total/ }).waitFor()
  await page.getByRole('cell', { name: 'POST /api/v1/companies' }).waitFor()
  await owner.context.close()
})

test('the chosen colour scheme survives a reload', LIMIT, async () => {
  const owner = await world.open(world.owner, { colorScheme: 'light' })
  const { page } = owner
  await goTo(owner, '/keys')
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  assert.equal(await scheme(), 'light')
  await page.getByText('Dark', { exact: true }).click()
  assert.equal(await scheme(), 'dark')
  await page.reload()
  assert.equal(await scheme(), 'dark')
  await owner.context.close()
})

test('everything loads from the same host, and a first visit loads less than 250 kB of script', LIMIT, async () => {
  const guest = await world.open(undefined)
  const loaded: string[] = []
  guest.page.on('response', (response) => loaded.push(response.url()))
  await goTo(guest, '/sign-in')
  assert.ok(loaded.length > 3)
  assert.deepEqual([...new Set(loaded.map((url) => new URL(url).origin))], [world.url])
  const dist = join(packageRoot, 'web/dist')
  const scripts = loaded.map((url) => new URL(url).pathname).filter((path) => path.endsWith('.js'))
  assert.ok(scripts.some((path) => path.startsWith('/assets/')))
  const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path)), { level: 9 }).length, 0)
  assert.ok(bytes < MAX_SCRIPT_BYTES, `${bytes} bytes of script`)
  assert.ok(readdirSync(join(dist, 'assets')).some((name) => name.endsWith('.js.br')))
  await guest.context.close()
})

test('an up-to-date build is not built again', LIMIT, async () => {
  assert.equal(await buildScreen(), false)
})

test('the checks find a planted error', LIMIT, async () => {
  const guest = await world.open(undefined)
  await goTo(guest, '/sign-in')
  await guest.page.evaluate(`document.querySelector('h1').style.color = '#ddd'; console.error('planted')`)
  assert.match((await violations(guest.page)).join(), /color-contrast/)
  await guest.page.evaluate(
    `document.body.append(Object.assign(document.createElement('style'), { textContent: 'a {}' }))`,
  )
  assert.match(guest.consoleErrors.join(), /planted/)
  assert.match(guest.consoleErrors.join(), /Content Security Policy/)
  await guest.context.close()
})
