import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { cleanup } from './cleanup.ts'

/** Longer than any wait on a machine with other work: it only ends a test that would fail. */
const ACTION_TIMEOUT_MS = 60_000

export interface VisitOptions {
  readonly url: string
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  readonly timezoneId?: string
  /** The token of a session that was opened without the screen. */
  readonly sessionToken?: string | undefined
}

export interface BrowserPage {
  readonly page: Page
  /** After the test it is emptied and reused with its page: tests need not close them. */
  readonly context: BrowserContext
  /** Console errors and warnings so far, uncaught script errors and content security policy violations included. */
  readonly consoleErrors: string[]
}

// A new context reads and compiles the whole screen again, which takes longer than most tests, and a new tab takes nearly
// as long as loading the screen. So the next test gets the context and the tab of the last one, without its cookies, storage,
// routes and listeners.
interface Visit {
  readonly browser: Browser
  readonly url: string
  readonly timezoneId: string
  readonly context: BrowserContext
  readonly page: Page
}
const open: Visit[] = []
const idle: Visit[] = []
afterEach(async () => {
  for (const visit of open.splice(0)) if (await empty(visit)) idle.push(visit)
})

const LISTENED = ['console', 'pageerror', 'request', 'response', 'requestfailed', 'dialog', 'framenavigated'] as const

/** Whether the context is as good as new: false if the test has closed it, or stopped its service. */
async function empty({ context, page, url }: Visit): Promise<boolean> {
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of LISTENED) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // Ends what the screen does. Within the same origin, the tab keeps its process and what it has compiled.
    await page.goto(`${url}/favicon.svg`)
    await context.clearCookies()
    await page.evaluate('localStorage.clear(); sessionStorage.clear()')
    return true
  } catch {
    return false
  }
}

async function openContext(browser: Browser, url: string, timezoneId: string): Promise<Visit> {
  const at = idle.findIndex((each) => each.browser === browser && each.url === url && each.timezoneId === timezoneId)
  const [used] = at < 0 ? [] : idle.splice(at, 1)
  if (used) {
    open.push(used)
    return used
  }
  const context = await browser.newContext({
    baseURL: url,
    timezoneId,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  const visit = { browser, url, timezoneId, context, page: await context.newPage() }
  open.push(visit)
  // The next file has a service of its own, perhaps at the same address.
  cleanup(async () => {
    idle.splice(0)
    await context.close()
  })
  return visit
}

export async function openPage(browser: Browser, options: VisitOptions): Promise<BrowserPage> {
  const {
    url,
    colorScheme = 'light',
    width = 1_440,
    height = 900,
    timezoneId = 'Europe/Berlin',
    sessionToken,
  } = options
  const { context, page } = await openContext(browser, url, timezoneId)
  if (sessionToken !== undefined) {
    await context.addCookies([
      { name: 'pro-signal-session', value: sessionToken, url, httpOnly: true, sameSite: 'Lax' },
    ])
  }
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) consoleErrors.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => consoleErrors.push(`${page.url()}: ${error.message}`))
  return { page, context, consoleErrors }
}

/** Waits until an expression is true on the page. Playwright's `waitForFunction` needs `eval`, which the screen forbids. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  for (const deadline = Date.now() + ACTION_TIMEOUT_MS; Date.now() < deadline; await sleep(20))
    if (await page.evaluate(expression)) return
  assert.fail(`this never became true: ${expression}`)
}

/** Makes the page ask now whether the service is there and who is signed in, as it does when its tab is shown again. */
export async function askNow(page: Page): Promise<void> {
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
}
