// `npm run screenshots:states`: every page of a new team, and of a team with data on a line that takes three seconds, while all of
// its calls fail, and opened without the service. Saved to ./screenshots/states, at two widths. Says how much moves while a page
// loads slowly, and what is wider than the screen. ONLY=keys,usage leaves out the other pages.

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { packageRoot } from '../../src/platform/config/config.ts'
import { type BrowserPage, openPage } from '../harness/browser-page.ts'
import { startScreenWorld, waitUntilLoaded } from '../harness/screen-world.ts'

const FOLDER = join(packageRoot, 'screenshots/states')
const LATENCY_MS = 3_000
/** A page whose script is loaded, and none of whose data. */
const LOADING_MS = 1_500
const MAX_SHIFT = 0.05
const WATCH_SHIFT = `
  window.shift = 0
  window.moved = new Set()
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      window.shift += value
      for (const { node } of sources) window.moved.add(node?.className || node?.nodeName)
    }
  }).observe({ type: 'layout-shift', buffered: true })`
const isSession = (route: Route) => route.request().url().includes('/who-am-i')

test('pages in unusual states', { timeout: 1_800_000 }, async (t) => {
  const world = await startScreenWorld()
  const { teamId, owner } = await world.newTeam()
  const { cookie } = await world.browserOf(owner, teamId)
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const only = process.env.ONLY?.split(',')
  const pages = world.pages.filter(({ name, entry }) => !entry && (!only || only.includes(name)))

  for (const width of [1_440, 390]) {
    const size = { width, height: width === 390 ? 844 : 900 }
    const shoot = async ({ page }: BrowserPage, name: string, state: string) => {
      const excess = Number(await page.evaluate('document.documentElement.scrollWidth')) - width
      if (excess > 0) t.diagnostic(`${name}, ${state}: ${excess} px too wide at ${width}`)
      await page.screenshot({ path: join(FOLDER, `${state}-${name}-${width}.png`) })
    }

    const newcomer = await openPage(world.browser, { url: world.url, sessionToken: cookie?.split('=')[1], ...size })
    for (const { name, path } of pages) {
      await newcomer.page.goto(path)
      await waitUntilLoaded(newcomer)
      await shoot(newcomer, name, 'empty')
    }
    await newcomer.context.close()

    const visitor = await world.open(world.owner, size)
    const { page } = visitor
    await page.context().addInitScript({ content: WATCH_SHIFT })
    for (const { name, path } of pages) {
      await route(page, async (each) => {
        await sleep(isSession(each) ? 0 : LATENCY_MS)
        await each.continue().catch(() => {})
      })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await sleep(LOADING_MS)
      await shoot(visitor, name, 'slow')
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      const shift = Number(await page.evaluate('window.shift'))
      const moved = String(await page.evaluate(`[...window.moved].join(', ')`))
      if (shift > MAX_SHIFT) t.diagnostic(`${name} shifts by ${shift.toFixed(2)} at ${width}: ${moved}`)

      const error = { code: 'internal', message: 'Something went wrong.', requestId: 'req_1' }
      await route(page, (each) => (isSession(each) ? each.continue() : each.fulfill({ status: 500, json: { error } })))
      await page.goto(path)
      await sleep(LOADING_MS)
      await shoot(visitor, name, 'failing')

      await route(page, (each) => each.abort('connectionrefused'))
      await page.goto(path)
      await sleep(LOADING_MS)
      await shoot(visitor, name, 'offline')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await visitor.context.close()
  }
})

async function route(page: Page, handle: (route: Route) => unknown): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/settings-api/**', handle)
}
