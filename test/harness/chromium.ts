import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, chromium } from 'playwright-core'

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

// One for all files of the process: starting it takes longer than opening a page.
let browser: Promise<Browser> | undefined
after(async () => (await browser)?.close())

export function openChromium(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: executable,
    timeout: 120_000,
    args: ['--no-sandbox', `--disable-features=${DISABLED_FEATURES.join(',')}`],
  })
  return browser
}
