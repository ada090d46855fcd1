import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { cleanup } from './cleanup.ts'

const executable = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** For a test's `skip` option: why the test can't run, or false if Chromium is installed. */
export const noChromium: string | false = existsSync(executable)
  ? false
  : `There is no Chromium at ${executable}. Set CHROMIUM to its path.`

export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] })
  cleanup(() => browser.close())
  return browser
}
