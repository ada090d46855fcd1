// What the page of a board for people says about whose it is.

import { readDomain, registrableDomain } from '../../../meaning/companies/index.ts'
import { manyOf, objectOf, wordsIn } from '../job-boards/read-json.ts'
import { postingsOn } from '../job-posting/read-page.ts'
import type { WebPage } from '../web-page/read-page.ts'

export interface BoardPageFacts {
  /** Its titles: the page's own, and those for who shares it. */
  readonly titles: readonly string[]
  /** Who its jobs say that they are for, each once. */
  readonly employers: readonly string[]
  /** Sites that its jobs say are their employer's. */
  readonly employerSites: readonly string[]
  /** Sites that it links to, without social networks and board systems. */
  readonly sites: readonly string[]
}

const MAX_EMPLOYERS = 50

export function readBoardPage(page: WebPage): BoardPageFacts {
  const organizations = postingsOn(page).map(({ hiringOrganization }) => objectOf(manyOf(hiringOrganization)[0]))
  const employers = organizations.flatMap(({ name }) => wordsIn(name) ?? [])
  return {
    titles: distinct([page.title, page.shownTitle, page.siteName].filter((title) => title !== '')),
    employers: distinct(employers).slice(0, MAX_EMPLOYERS),
    employerSites: distinct(organizations.flatMap(({ sameAs, url }) => [...manyOf(sameAs), url].flatMap(siteIn))),
    sites: distinct(page.links.flatMap(({ url }) => siteIn(url.origin))),
  }
}

/** A page that is not here but at another site. */
export function redirectedPage(to: URL): BoardPageFacts {
  return { titles: [], employers: [], employerSites: [], sites: siteIn(to.origin) }
}

function siteIn(address: unknown): string[] {
  const read = typeof address === 'string' ? readDomain(address) : undefined
  return read && 'domain' in read ? [registrableDomain(read.domain)] : []
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
