// `npm run screenshots:full`: the pages of a team with 10,000 deliveries, 200 keys and long, right-to-left and emoji names, saved
// to ./screenshots/full at three widths, in light and dark, with the time from opening a page until its first rows are shown.

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../../src/platform/config/config.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { openPage } from '../harness/browser-page.ts'
import { openChromium } from '../harness/chromium.ts'
import { fillTeam } from '../harness/full-world.ts'
import { waitUntilLoaded } from '../harness/screen-world.ts'
import { startSettings } from '../harness/settings.ts'

const folder = join(packageRoot, 'screenshots/full')
const ROWS =
  'main :is(tbody tr td:nth-child(2), article, [data-row], a[href^="/webhooks/"], h2 a, h3 a, li, dl, [role=meter]):visible'

test('full pages', { timeout: 600_000 }, async (t) => {
  const settings = await startSettings()
  const { teamId, owner } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  const { webhookId, listId } = await fillTeam(settings, { teamId, owners })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { searches } = await owners.call(contract.listSearches, {})
  const pages = {
    deliveries: `/webhooks/${webhookId}/deliveries`,
    webhook: `/webhooks/${webhookId}`,
    webhooks: '/webhooks',
    keys: '/keys',
    usage: '/usage',
    requests: '/usage/requests',
    today: '/today',
    windows: '/windows',
    slice: '/windows/ai-sdr-hiring',
    lists: '/lists',
    list: `/lists/${listId}`,
    alerts: '/alerts',
    alert: `/alerts/${searches[0]?.id}`,
    team: '/team',
    audit: '/team/audit',
  }
  const times = new Map<string, number[]>()
  /** Of each page, the call of the settings API that took longest. */
  const slowest = new Map<string, { ms: number; path: string }>()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1_440, 1_280, 390]) {
      const visitor = await openPage(await openChromium(), {
        ...{ url: settings.url, sessionToken: owners.cookie?.split('=')[1], colorScheme },
        ...{ width, height: width === 390 ? 844 : 900 },
      })
      const { page, consoleErrors } = visitor
      let current = ''
      page.on('requestfinished', (request) => {
        const ms = request.timing().responseEnd
        // Today waits for a change.
        if (!request.url().includes('/settings-api/') || request.url().includes('/stamp')) return
        if (ms > (slowest.get(current)?.ms ?? 0)) slowest.set(current, { ms, path: new URL(request.url()).pathname })
      })
      for (const [name, path] of Object.entries(pages)) {
        current = name
        const began = performance.now()
        await page.goto(path)
        await page
          .locator(ROWS)
          .first()
          .waitFor({ timeout: 15_000 })
          .catch(() => t.diagnostic(`${name}: no rows`))
        times.set(name, [...(times.get(name) ?? []), performance.now() - began])
        await waitUntilLoaded(visitor)
        const excess = Number(await page.evaluate('document.documentElement.scrollWidth')) - width
        if (excess > 0) t.diagnostic(`${name} is ${excess} px too wide at ${width}`)
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
      }
      for (const error of consoleErrors) t.diagnostic(error)
    }
  }
  for (const [name, all] of times) {
    const sorted = all.sort((a, b) => a - b)
    const [median, most] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((ms) => Math.round(ms ?? 0))
    t.diagnostic(
      `first rows of ${name}: median ${median} ms, slowest ${most} ms; its slowest call took ${Math.round(slowest.get(name)?.ms ?? 0)} ms: ${slowest.get(name)?.path}`,
    )
  }
})
