import type { Browser, BrowserContext, Page } from 'playwright-core'

const ACTION_TIMEOUT_MS = 15_000

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
  readonly context: BrowserContext
  /** Console errors and warnings so far, uncaught script errors and content security policy violations included. */
  readonly consoleErrors: string[]
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
  const context = await browser.newContext({
    baseURL: url,
    colorScheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    timezoneId,
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  if (sessionToken !== undefined) {
    await context.addCookies([
      { name: 'pro-signal-session', value: sessionToken, url, httpOnly: true, sameSite: 'Lax' },
    ])
  }
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) consoleErrors.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => consoleErrors.push(`${page.url()}: ${error.message}`))
  return { page, context, consoleErrors }
}
