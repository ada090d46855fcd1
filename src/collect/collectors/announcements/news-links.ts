// Which links of a website lead to its news.

import { wordsOf } from '../../../platform/text/normalise-text.ts'
import type { WebPage } from '../web-page/read-page.ts'
import { siteOf } from '../web-page/website.ts'

/**
 * In the languages that titles are read in: plainest first. Each is the text of a link, or the last part of its path.
 */
const PHRASES: readonly string[] = [
  'press releases, press, newsroom, news room, news, company news, latest news, press room, in the news, media, announcements, blog, our blog',
  'pressemitteilungen, presse, pressebereich, aktuelles, neuigkeiten, nachrichten, medien, unternehmensnews',
  'communiques de presse, communiques, espace presse, actualites, actus, actu',
  'notas de prensa, prensa, sala de prensa, noticias, novedades, actualidad',
  'comunicati stampa, comunicati, area stampa, stampa, notizie, novita',
  'persberichten, pers, nieuws',
  'imprensa, sala de imprensa, novidades',
  'aktualnosci, dla mediow, biuro prasowe',
].flatMap((line) => line.split(', '))

/** A website has at most this many places for its news. */
export const MAX_NEWS_PAGES = 3

/** On the company's own sites, press before news before blog. */
export function newsLinks(page: WebPage, pageUrl: string, domains: readonly string[]): readonly URL[] {
  const sites = new Set([siteOf(pageUrl), ...domains])
  const found = new Map<string, { url: URL; rank: number }>()
  for (const { url, text } of page.links) {
    if (!sites.has(siteOf(url)) || url.href === pageUrl || url.search !== '') continue
    const rank = Math.min(rankOf(text), rankOf(lastPart(url)), rankOf(url.pathname === '/' ? subdomain(url) : ''))
    const known = found.get(url.href)
    if (Number.isFinite(rank) && rank < (known?.rank ?? Number.POSITIVE_INFINITY)) found.set(url.href, { url, rank })
  }
  const order = [...found.values()].sort((a, b) => a.rank - b.rank || a.url.href.length - b.url.href.length)
  return order.slice(0, MAX_NEWS_PAGES).map(({ url }) => url)
}

function rankOf(text: string): number {
  const phrase = wordsOf(text.slice(0, 100)).join(' ')
  const at = PHRASES.indexOf(phrase)
  return at === -1 ? Number.POSITIVE_INFINITY : at
}

function lastPart({ pathname }: URL): string {
  return (
    pathname
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? ''
  )
}

function subdomain({ hostname }: URL): string {
  return hostname.split('.', 1)[0] ?? ''
}
