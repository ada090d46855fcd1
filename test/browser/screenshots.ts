// `npm run screenshots` saves every page to ./screenshots, at two widths, in light and dark, for people to look at.

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { packageRoot } from '../../src/platform/config/config.ts'
import { askNow, type BrowserPage, openPage } from '../harness/browser-page.ts'
import { messageSamples } from '../harness/message-samples.ts'
import { goTo, startScreenWorld, waitUntilLoaded } from '../harness/screen-world.ts'

const folder = join(packageRoot, 'screenshots')
let world: Awaited<ReturnType<typeof startScreenWorld>>

before(async () => {
  world = await startScreenWorld()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1_440, 390]) {
    test(`${width} pixels, ${colorScheme}`, { timeout: 180_000 }, async () => {
      const options = { colorScheme, width, height: width === 390 ? 844 : 900 }
      const [guest, owner] = [await world.open(undefined, options), await world.open(world.owner, options)]
      const shoot = async (visitor: typeof owner, name: string, fullPage = true) =>
        visitor.page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage })
      for (const { name, path, entry } of world.pages) {
        const visitor = entry ? guest : owner
        await goTo(visitor, path)
        await shoot(visitor, name)
      }
      const { page } = owner
      await goTo(owner, '/keys')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByLabel('Name').fill('Enrichment')
      await shoot(owner, 'key-create', false)
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('button', { name: 'Done' }).waitFor()
      await shoot(owner, 'key-issued', false)
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Actions for CRM sync' }).click()
      await page.getByRole('menuitem', { name: 'Revoke…' }).click()
      await page.getByRole('dialog').waitFor()
      await shoot(owner, 'key-revoke', false)
      await page.route('**/settings-api/**', (route) => route.abort('connectionrefused'))
      await askNow(page)
      await page.getByText('Can’t reach the service.').waitFor()
      await page.keyboard.press('Escape')
      await shoot(owner, 'unreachable', false)
      await page.unrouteAll()
      await page.getByText('Can’t reach the service.').waitFor({ state: 'detached' })
      await goTo(owner, `/webhooks/${world.failingId}`)
      await page.getByRole('button', { name: 'Send test event' }).click()
      await page.getByRole('status').getByText('Not delivered', { exact: true }).waitFor()
      await shoot(owner, 'webhook-tested')
      await goTo(owner, '/lists')
      await page.getByRole('button', { name: 'Create list' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('open-deals')
      await page
        .getByRole('dialog')
        .getByLabel('Companies')
        .fill('https://northwind.example/jobs\nnobody.example\nAcme')
      await page.getByText('2 companies to add').waitFor()
      await shoot(owner, 'list-create', false)
      await explored(options, shoot)
      for (const [name, html] of Object.entries(messageSamples())) {
        // The screen's policy would forbid the styles of a mail.
        await guest.page.goto('about:blank')
        await guest.page.setContent(html)
        await shoot(guest, name)
      }
      if (width === 390) {
        await goTo(owner, '/usage')
        await page.getByRole('button', { name: 'Open navigation' }).click()
        await page.getByRole('button', { name: 'Close navigation' }).waitFor()
        await shoot(owner, 'navigation', false)
      }
      await Promise.all([guest.context.close(), owner.context.close()])
    })
  }
}

/** As a new team, which has not used any of its limits. */
async function explored(
  options: { colorScheme: 'light' | 'dark'; width: number; height: number },
  shoot: (visitor: BrowserPage, name: string, fullPage?: boolean) => Promise<unknown>,
): Promise<void> {
  const { teamId, owner } = await world.newTeam()
  const { cookie } = await world.browserOf(owner, teamId)
  const visitor = await openPage(world.browser, { url: world.url, sessionToken: cookie?.split('=')[1], ...options })
  const { page } = visitor
  await goTo(visitor, '/explore')
  await shoot(visitor, 'explore-empty')
  const query = page.getByRole('textbox', { name: 'Signal query' })
  await query.pressSequentially('hiring(')
  await page.getByRole('option', { name: /^title / }).waitFor()
  await shoot(visitor, 'explore-completion', false)
  await query.fill('hiring(title ~ "AI SDR", within: 3m) AND funding_ai(amount >= 5m)')
  await query.press('Enter')
  await page.getByRole('alert').waitFor()
  await shoot(visitor, 'explore-mistake', false)
  await query.fill('hiring(title ~ "AI SDR", within: 90d) OR funding NOT velocity')
  await query.press('Enter')
  await page.getByRole('link', { name: 'Northwind' }).waitFor()
  await shoot(visitor, 'explore-results')
  await page.getByRole('button', { name: 'Save and alert me' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('AI SDRs')
  await page.getByRole('dialog').getByText('Slack', { exact: true }).click()
  await page.getByRole('dialog').getByLabel('Slack webhook URL').fill('http://127.0.0.1:9/services/T0/B0/secret')
  await shoot(visitor, 'alert-save', false)
  await page.getByRole('dialog').getByRole('button', { name: 'Save and alert me' }).click()
  await page.getByRole('button', { name: 'Send a test message' }).click()
  await page.getByText('Not delivered', { exact: true }).waitFor()
  await shoot(visitor, 'alert-saved', false)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Northwind' }).click()
  await waitUntilLoaded(visitor)
  await page.getByRole('region', { name: 'Signals' }).waitFor()
  await shoot(visitor, 'explore-dossier')
  await visitor.context.close()
}
