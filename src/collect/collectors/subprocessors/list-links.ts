// Which links of a website may lead to its list of subprocessors.

import type { WebPage } from '../web-page/read-page.ts'
import { siteOf } from '../web-page/website.ts'
import { saysSubprocessors, wordText } from './section-words.ts'

export interface ListLink {
  readonly url: string
  /** Its text announces the list. Others lead to pages that link or contain one. */
  readonly isList: boolean
}

/** From the pages that most often link the list to those that rarely do. */
const PAGES: readonly RegExp[] = [
  /\b(?:trust|trust ?cent(?:er|re)|security|sicherheit|securite|seguridad|sicurezza|beveiliging|seguranca|sakerhet|bezpieczenstwo)\b/,
  /\b(?:dpa|data processing|auftragsverarbeitung\w{0,12}|avv|verwerkersovereenkomst|traitement des donnees|tratamiento de datos|trattamento dei dati|personuppgiftsbitradesavtal|przetwarzani\w{1,2} danych)\b/,
  /\b(?:legal|rechtliches|juridique|mentions legales|legale|juridisch|juridico|juridiskt|compliance|gdpr|dsgvo|rgpd)\b/,
  /\b(?:privacy|data protection|datenschutz\w{0,12}|confidentialite|vie privee|privacidad|privacidade|riservatezza|integritetspolicy|dataskydd|prywatnosc\w{0,2})\b/,
]
/** Articles, and files that aren't pages. */
const OTHER_PATH =
  /\/(?:blog|news|press|events?|docs|help|support|jobs|careers)\/|\.(?:pdf|docx?|xlsx?|zip|png|jpe?g)$/i
const MAX_TEXT_WORDS = 12

/** Links on the company's own sites, the best first. */
export function listLinks(page: WebPage, pageUrl: string, domains: readonly string[]): readonly ListLink[] {
  const sites = new Set([siteOf(pageUrl), ...domains])
  const scored = page.links.flatMap(({ url, text }) => {
    if (!sites.has(siteOf(url)) || url.href === pageUrl) return []
    const said = text.split(' ').length > MAX_TEXT_WORDS ? '' : text
    const place = decodedPath(url)
    if (saysSubprocessors(said) || saysSubprocessors(place)) {
      const isArticle = OTHER_PATH.test(url.pathname)
      return isArticle ? [] : [{ url: url.href, isList: true, score: 100 - url.pathname.length / 1_000 }]
    }
    if (OTHER_PATH.test(url.pathname)) return []
    const words = `${wordText(said)} ${wordText(url.hostname.split('.')[0] ?? '')} ${wordText(place)}`
    const rank = PAGES.findIndex((pattern) => pattern.test(words))
    return rank < 0 ? [] : [{ url: url.href, isList: false, score: PAGES.length - rank - url.pathname.length / 1_000 }]
  })
  return scored
    .sort((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1))
    .map(({ url, isList }) => ({ url, isList }))
}

function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
