import type { Browser, BrowserContext, Page } from 'playwright-core'

const STEP_MS = 15_000

interface Visit {
  readonly url: string
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** Of a session that was opened without the screen. */
  readonly sessionToken?: string | undefined
}

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** What the page complained about so far: errors of its console, of its scripts and of its content policy. */
  readonly complaints: string[]
}

export async function visit(browser: Browser, options: Visit): Promise<Visitor> {
  const { url, colorScheme = 'light', width = 1_440, height = 900, sessionToken } = options
  const context = await browser.newContext({
    baseURL: url,
    colorScheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(STEP_MS)
  if (sessionToken !== undefined) {
    await context.addCookies([
      { name: 'pro-signal-session', value: sessionToken, url, httpOnly: true, sameSite: 'Lax' },
    ])
  }
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  return { page, context, complaints }
}
