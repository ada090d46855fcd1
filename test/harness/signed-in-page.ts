import type { Browser } from 'playwright-core'
import { type BrowserPage, openPage, type VisitOptions } from './browser-page.ts'
import type { Person, SettingsService } from './settings.ts'

/** Opens a page of the screen as a person of a team, and waits until it has its heading. */
export async function openSignedIn(
  browser: Browser,
  settings: SettingsService,
  { person, teamId, path }: { readonly person: Person; readonly teamId: string; readonly path: string },
  options: Omit<VisitOptions, 'url' | 'sessionToken'> = {},
): Promise<BrowserPage> {
  const { cookie } = await settings.browserOf(person, teamId)
  const visitor = await openPage(browser, { url: settings.url, sessionToken: cookie?.split('=')[1], ...options })
  await visitor.page.goto(path)
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return visitor
}
