// Finds the page that lists a company's subprocessors: the home page links it, or a page about privacy, legal or trust
// that the home page links. At most two steps.

import { type Answer, type VisitContext, VisitFailure } from '../collector.ts'
import { readWebPage, type WebPage } from '../web-page/read-page.ts'
import { askWebsite, followMoved } from '../web-page/website.ts'
import { type ListLink, listLinks } from './list-links.ts'
import { readSubprocessors, type SubprocessorPage } from './read-subprocessors.ts'

export interface FoundList {
  readonly url: string
  readonly page: SubprocessorPage
}

/** Pages requested in one visit, besides the home page. */
const MAX_PAGES = 8
const MAX_LISTS_OF_PAGE = 2
const MAX_OTHERS_OF_HOME = 5

/** Undefined: no page of the website is a list that can be read. */
export async function findList(domain: string, context: VisitContext): Promise<FoundList | undefined> {
  const home = await askWebsite(context, domain, '/')
  if (home.movedTo !== undefined) return undefined
  const search = new ListSearch(context)
  const links = search.linksOf(home)
  const listed = await search.read(links.filter(({ isList }) => isList).slice(0, MAX_LISTS_OF_PAGE))
  if (listed) return listed
  let best: FoundList | undefined
  for (const link of links.filter(({ isList }) => !isList).slice(0, MAX_OTHERS_OF_HOME)) {
    const answer = await search.ask(link.url)
    if (!answer) continue
    const further = await search.read(
      search
        .linksOf(answer)
        .filter(({ isList }) => isList)
        .slice(0, MAX_LISTS_OF_PAGE),
    )
    if (further) return further
    const own = search.listIn(answer)
    if (own && own.page.entries.length > (best?.page.entries.length ?? 0)) best = own
  }
  // A page that could not be requested may be the list.
  if (!best && search.failure) throw search.failure
  return best
}

/** The list at an address where one was before; undefined if it no longer exists. */
export async function askList(url: string, context: VisitContext): Promise<FoundList | undefined> {
  const search = new ListSearch(context)
  const answer = await search.ask(url)
  if (search.failure) throw search.failure
  return answer && search.listIn(answer)
}

class ListSearch {
  /** Of a page that may answer next time. */
  failure: VisitFailure | undefined
  readonly #context: VisitContext
  readonly #asked = new Set<string>()

  constructor(context: VisitContext) {
    this.#context = context
  }

  linksOf({ text, url }: Answer): readonly ListLink[] {
    const { domain, aliases } = this.#context.company
    const page: WebPage = readWebPage(text, url)
    return listLinks(page, url, [domain, ...aliases])
  }

  listIn({ text, url }: Answer): FoundList | undefined {
    const page = readSubprocessors(text, this.#context.company)
    return page.isList ? { url, page } : undefined
  }

  /** The first of the links that is a list. */
  async read(links: readonly ListLink[]): Promise<FoundList | undefined> {
    for (const { url } of links) {
      const answer = await this.ask(url)
      const found = answer && this.listIn(answer)
      if (found) return found
    }
    return undefined
  }

  /** Undefined: it was requested already, doesn't exist, or is not a page. */
  async ask(url: string): Promise<Answer | undefined> {
    if (this.#asked.has(url) || this.#asked.size >= MAX_PAGES) return undefined
    this.#asked.add(url)
    const { ask, company } = this.#context
    try {
      const answer = await followMoved(company, (to = url) => ask({ url: to, kind: 'page', accept: 'text/html' }))
      const isPage = answer.movedTo === undefined && (answer.contentType === '' || /html/.test(answer.contentType))
      return isPage ? answer : undefined
    } catch (error) {
      // A host that asks to wait ends the visit.
      if (!(error instanceof VisitFailure) || error.reason === 'limited' || error.reason === 'not_modified') throw error
      if (error.reason === 'unavailable') this.failure ??= error
      return undefined
    }
  }
}
