// `npm run screenshots`: every page at two widths, light and dark, into ./screenshots, for people to look at.

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { packageRoot } from '../../src/platform/config.ts'
import { arrive, startScreenWorld } from '../harness/screen-world.ts'

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
      const [nobody, owner] = [await world.open(undefined, options), await world.open(world.owner, options)]
      const shoot = async (visitor: typeof owner, name: string, fullPage = true) =>
        visitor.page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage })
      for (const { name, path, entry } of world.places) {
        const visitor = entry ? nobody : owner
        await arrive(visitor, path)
        await shoot(visitor, name)
      }
      const { page } = owner
      await arrive(owner, '/keys')
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
      await arrive(owner, `/webhooks/${world.failingId}`)
      await page.getByRole('button', { name: 'Send test event' }).click()
      await page.getByText('Not delivered', { exact: true }).first().waitFor()
      await shoot(owner, 'webhook-tested')
      if (width === 390) {
        await arrive(owner, '/usage')
        await page.getByRole('button', { name: 'Open navigation' }).click()
        await page.getByRole('button', { name: 'Close navigation' }).waitFor()
        await shoot(owner, 'navigation', false)
      }
      await Promise.all([nobody.context.close(), owner.context.close()])
    })
  }
}
