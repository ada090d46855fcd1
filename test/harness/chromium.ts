import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { cleanup } from './cleanup.ts'

const executable = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** For a test's `skip` option: why the test can't run, or false if Chromium is installed. */
export const noChromium: string | false = existsSync(executable)
  ? false
  : `There is no Chromium at ${executable}. Set CHROMIUM to its path.`

/** Chromium uses only the last list of features, so those that Playwright turns off are listed again. */
const DISABLED_FEATURES = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch'],
  // The address bar's list is a page of its own: with it, opening a tab takes three times the work.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'PreloadTopChromeWebUI'],
]

export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', `--disable-features=${DISABLED_FEATURES.join(',')}`],
  })
  cleanup(() => browser.close())
  return browser
}
