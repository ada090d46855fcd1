import { boardKey } from '../board-key.ts'
import type { Collector } from '../collector.ts'
import type { WebPage } from '../web-page/read-page.ts'

export interface LinkedBoard {
  readonly collector: Collector
  readonly board: string
  /** A page of the board for people. Absent if the page only embeds a script. */
  readonly link?: URL
}

export type BoardAt = (url: URL) => { readonly collector: Collector; readonly board: string } | undefined

/** Career sites under a company's own domain, by the hosts that they load their own parts from. */
const OWN_DOMAIN_SITES: ReadonlyMap<string, string> = new Map([
  ['teamtailor-cdn.com', 'teamtailor'],
  ['recruiteecdn.com', 'recruitee'],
])

/** The boards that a page links or embeds, each once. If there are none, those that its own code asks for. */
export function boardsOn(page: WebPage, boardAt: BoardAt): readonly LinkedBoard[] {
  const shown = boardsAt(page, boardAt)
  return shown.length > 0 ? shown : boardsAt({ links: [], embeds: page.scriptUrls }, boardAt)
}

function boardsAt(page: Pick<WebPage, 'links' | 'embeds'>, boardAt: BoardAt): readonly LinkedBoard[] {
  const found = new Map<string, LinkedBoard>()
  for (const [url, isLink] of [
    ...page.links.map(({ url }) => [url, true] as const),
    ...page.embeds.map((url) => [url, false] as const),
  ]) {
    const at = boardAt(url)
    if (!at) continue
    const key = boardKey(at.collector.name, at.board)
    const known = found.get(key)
    if (!known?.link) found.set(key, { ...at, ...(known ?? {}), ...(isLink && { link: url }) })
  }
  return [...found.values()]
}

/** The board's list of jobs for people: the page that is linked, unless that is the page of a single job. */
export function boardPageUrl({ collector, board, link }: LinkedBoard): string | undefined {
  const list = collector.pageOf?.(board)
  if (list === undefined || link === undefined) return list ?? link?.href
  const depth = ({ pathname }: URL) => pathname.split('/').filter(Boolean).length
  return depth(link) <= depth(new URL(list)) ? link.href : list
}

/**
 * The page may itself be a career site of a board system, under the company's own domain. A widget of the system can be
 * on any page.
 */
export function ownCareerSite(
  page: WebPage,
  pageUrl: string,
  collectors: readonly Collector[],
): LinkedBoard | undefined {
  for (const { hostname, pathname } of page.embeds) {
    if (pathname.startsWith('/widgets/')) continue
    const system = OWN_DOMAIN_SITES.get(hostname.split('.').slice(-2).join('.'))
    const collector = collectors.find(({ name }) => name === system)
    if (collector) return { collector, board: new URL(pageUrl).hostname }
  }
  return undefined
}
