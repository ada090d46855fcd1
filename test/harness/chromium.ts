import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { cleanup } from './cleanup.ts'

const program = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** For a test's `skip`: there is no browser here. */
export const noChromium: string | false = existsSync(program)
  ? false
  : `there is no Chromium at ${program}: CHROMIUM names one`

export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  cleanup(() => browser.close())
  return browser
}
