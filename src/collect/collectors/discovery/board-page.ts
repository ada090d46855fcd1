// What a board's page for people says about its owner.

import { readDomain, registrableDomain } from '../../../meaning/companies/index.ts'
import { organizationsOn } from '../home-page/organization.ts'
import { type Json, manyOf, objectOf, wordsIn } from '../job-boards/read-json.ts'
import { postingsOn } from '../job-posting/read-page.ts'
import type { WebPage } from '../web-page/read-page.ts'
import { siteOf } from '../web-page/website.ts'

export interface BoardPageFacts {
  /** Its titles: the page's own, and those for sharing. */
  readonly titles: readonly string[]
  /** The employers that its jobs name, and organizations in its data, each once. */
  readonly employers: readonly string[]
  /** Sites of those. */
  readonly employerSites: readonly string[]
  /** Sites that it links to, without social networks and board systems. */
  readonly sites: readonly string[]
}

const MAX_EMPLOYERS = 50

export function readBoardPage(page: WebPage, pageUrl: string): BoardPageFacts {
  const system = labelOf(siteOf(pageUrl))
  const sitesIn = (address: unknown) => siteIn(address).filter((site) => labelOf(site) !== system)
  const employing = postingsOn(page).map(({ hiringOrganization }) => manyOf(hiringOrganization)[0])
  const organizations = [
    // It may be only a name.
    ...employing.map((value) => (typeof value === 'string' ? { name: value } : objectOf(value))),
    // The board system may name itself.
    ...organizationsOn(page).filter(({ url }) => typeof url !== 'string' || sitesIn(url).length > 0),
  ] as readonly Json[]
  const employers = organizations.flatMap(({ name }) => wordsIn(name) ?? [])
  return {
    titles: distinct([page.title, page.shownTitle, page.siteName].filter((title) => title !== '')),
    employers: distinct(employers).slice(0, MAX_EMPLOYERS),
    employerSites: distinct(organizations.flatMap(({ sameAs, url }) => [...manyOf(sameAs), url].flatMap(sitesIn))),
    sites: distinct(page.links.flatMap(({ url }) => sitesIn(url.href))),
  }
}

/** A page that moved to another site. */
export function redirectedPage(to: URL): BoardPageFacts {
  return { titles: [], employers: [], employerSites: [], sites: siteIn(to.href) }
}

/** A system has one name under several endings. */
function labelOf(site = ''): string | undefined {
  return site.split('.', 1)[0]
}

function siteIn(address: unknown): string[] {
  const read = typeof address === 'string' ? readDomain(address) : undefined
  return read && 'domain' in read ? [registrableDomain(read.domain)] : []
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
