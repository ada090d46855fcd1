// Which pages of a website present a product with AI.

import { aiWordsIn } from '../../../meaning/signals/index.ts'
import { wordsOf } from '../../../platform/text/normalise-text.ts'
import type { WebPage } from '../web-page/read-page.ts'
import { siteOf } from '../web-page/website.ts'

/** Pages requested in one visit. */
const MAX_AI_PAGES = 12

/** AI in the languages in which the dictionary of signals does not have it. */
const OTHER_AI_WORDS = new Set(['ki', 'ia', 'artificielle', 'kunstmatige'])
const PRODUCT_WORDS = new Set(
  `product products platform platforms agent agents assistant assistants copilot copilots
  produkt produkte plattform plattformen agenten assistent assistenten
  produit produits plateforme plateformes
  producto productos plataforma plataformas agente agentes asistente asistentes
  producten assistentes assistente prodotto prodotti piattaforma assistenti produto produtos
  produkter plattformar`.split(/\s+/),
)
/** Sections whose pages talk about AI without selling anything. */
const NO_PRODUCT_PATH =
  /\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/)?(?:blogs?|news(?:room)?|press|presse|media|events?|webinars?|resources?|library|docs?|documentation|developers?|api|careers?|jobs?|karriere|stellen|legal|privacy|terms|trust|security|policies|academy|learn|learning|courses?|customers?|case-stud(?:y|ies)|success-stories|podcasts?|guides?|glossary|whitepapers?|reports?|ebooks?|about|company|team|research|help|support|community|changelog|authors?|aktuelles|nachrichten|actualites|noticias|nieuws|login|signin|signup)(?:[/.]|$)/i
/** Headlines of articles and rules, not names of products. */
const NO_PRODUCT_TEXT =
  /^(?:how|what|why|when|who|which|where|guide|top|best|introducing the|was|wie|warum|comment|pourquoi|qué|cómo|wat|hoe)\b|\?$|\b(?:policy|policies|principles|ethics|responsible|terms|addendum|webinar|report|survey|guide|course|jobs?|careers?|act)\b/i

/** Links of the home page that may lead to a product with AI, the shortest paths first. */
export function aiPageLinks(page: WebPage, pageUrl: string): readonly URL[] {
  const site = siteOf(pageUrl)
  const candidates = page.links.filter(
    ({ url, text }) =>
      siteOf(url) === site &&
      url.search === '' &&
      mayBeProduct(url, pageUrl) &&
      !/\.(?:pdf|zip|png|jpe?g|svg|mp4|xml)$/i.test(url.pathname) &&
      (hasAi(text) || hasAi(url.pathname) || hasAi(url.hostname.split('.')[0] ?? '')),
  )
  const byLength = (a: URL, b: URL) => a.href.length - b.href.length || (a.href < b.href ? -1 : 1)
  return candidates
    .map(({ url }) => url)
    .sort(byLength)
    .slice(0, MAX_AI_PAGES)
}

/** Not the home page, which links to deleted pages often lead to, and not in a section for articles. */
export function mayBeProduct({ hostname, pathname }: URL, homeUrl: string): boolean {
  const home = new URL(homeUrl)
  return (hostname !== home.hostname || pathname !== home.pathname) && !NO_PRODUCT_PATH.test(pathname)
}

/** The title or heading that joins AI with a product, without the names of the company. */
export function aiProductOf(page: WebPage, companyNames: readonly string[]): string | undefined {
  const texts = [...page.headings, page.title].flatMap((text) => text.split(/\s[|·•—–:-]\s|\s?[|·•]\s?|:\s/))
  return texts.find((text) => {
    const words = ` ${wordsOf(text).join(' ')} `
    const rest = companyNames.reduce((left, name) => left.replaceAll(` ${wordsOf(name).join(' ')} `, ' '), words).trim()
    return !NO_PRODUCT_TEXT.test(text.trim()) && hasAi(rest) && rest.split(' ').some((word) => PRODUCT_WORDS.has(word))
  })
}

function hasAi(text: string): boolean {
  return aiWordsIn(text).length > 0 || wordsOf(text).some((word) => OTHER_AI_WORDS.has(word))
}
