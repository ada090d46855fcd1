// The service with a provider of sign-on, and people who go through its pages.

import assert from 'node:assert/strict'
import { randomBase62 } from '../../src/platform/ids.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { Browser } from './browser.ts'
import { recordingLog } from './log.ts'
import { mapDomain } from './operator.ts'
import { startSettings, type TestTeam } from './settings.ts'
import { type ProviderPerson, SignOnProvider } from './sign-on-provider.ts'

/** Nobody is there: what the provider's redirects lead to is read, and not followed. */
export const PUBLIC_URL = 'http://127.0.0.1:9'

export const personOf = (domain: string): Required<ProviderPerson> => ({
  sub: randomBase62(12),
  email: `ada-${randomBase62(6)}@${domain}`.toLowerCase(),
  email_verified: true,
})

export const isIn = async (browser: Browser) => (await browser.send(contract.getSession, {})).status === 200

export async function refused(browser: Browser, query: string, status: number, code: string): Promise<string> {
  const error = await browser.refused(contract.finishSignOn, { body: { query } }, status, code)
  assert.equal(browser.cookie, undefined)
  return error.message
}

export async function startSignOnWorld() {
  const logged = recordingLog()
  const provider = await new SignOnProvider().start(PUBLIC_URL)
  const settings = await startSettings({ env: { ...provider.env, PUBLIC_URL }, log: logged.log })

  /** A team whose people have addresses of a domain of their own. */
  async function newTeam(): Promise<TestTeam & { readonly domain: string }> {
    const team = await settings.newTeam()
    const domain = `${randomBase62(10)}.example`.toLowerCase()
    await mapDomain(settings.db, team.teamId, domain)
    return { ...team, domain }
  }

  /** Starts the sign-in and goes through the provider's pages. Returns the query of the way back. */
  async function comeBack(browser: Browser, person: ProviderPerson, change = (url: URL) => url): Promise<string> {
    const { url } = await browser.call(contract.startSignOn, { body: {} })
    return provider.signIn(change(new URL(url)).href, person)
  }

  async function signOn(browser: Browser, person: ProviderPerson) {
    return browser.call(contract.finishSignOn, { body: { query: await comeBack(browser, person) } })
  }

  return {
    settings,
    provider,
    newTeam,
    comeBack,
    signOn,
    fresh: () => new Browser(settings.url),
    lastWarning: () => String(logged.lines.findLast(({ level }) => level === 40)?.msg),
  }
}

export type SignOnWorld = Awaited<ReturnType<typeof startSignOnWorld>>
