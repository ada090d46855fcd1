// The pages on which a website names its owner: the imprint, and the terms.

import type { WebPage } from '../web-page/read-page.ts'
import { siteOf } from '../web-page/website.ts'

const IMPRINT =
  /\b(?:impressum|imprint|legal notice|site notice|mentions legales|mentions légales|aviso legal|note legali|colofon)\b/i
const TERMS = /\bterms(?: (?:of (?:service|use)|and conditions|& conditions))?\b|\bconditions of use\b/i

export interface LegalLink {
  readonly url: string
  /** Addresses there are the company's own. */
  readonly seat: boolean
}

/** At most one of each, the imprint first. */
export function legalLinks(page: WebPage, home: string): readonly LegalLink[] {
  const own = page.links.filter(({ url }) => siteOf(url) === siteOf(home) && url.pathname !== '/')
  const find = (words: RegExp) =>
    own.find(({ url, text }) => words.test(text) || words.test(url.pathname.replace(/[-_/]+/g, ' ')))?.url.href
  const [imprint, terms] = [find(IMPRINT), find(TERMS)]
  return [
    ...(imprint === undefined ? [] : [{ url: imprint, seat: true }]),
    ...(terms === undefined || terms === imprint ? [] : [{ url: terms, seat: false }]),
  ]
}
