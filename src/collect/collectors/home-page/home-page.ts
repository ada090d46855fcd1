// The home page: what the company says about itself, the widgets that the page loads, and the AI products that it links to.

import { hash } from 'node:crypto'
import { type CollectedSignal, type Collector, type VisitContext, VisitFailure } from '../collector.ts'
import { readWebPage } from '../web-page/read-page.ts'
import { askWebsite, siteOf } from '../web-page/website.ts'
import { aiPageLinks, aiProductOf, mayBeProduct } from './ai-pages.ts'
import { HOME_PAGE_CONFIDENCE } from './confidences.ts'
import { readLegal } from './legal.ts'
import { organizationOf } from './organization.ts'
import { widgetSignals } from './widgets.ts'

export const homePage: Collector = {
  name: 'home-page',
  title: 'Home page and its AI products',
  every: 'week',
  types: ['web', 'tool'],
  async visit(domain, context) {
    const answer = await askWebsite(context, domain, '/')
    if (answer.movedTo !== undefined) {
      const movedTo = siteOf(answer.movedTo)
      return { signals: [], complete: false, ...(movedTo !== undefined && { movedTo }) }
    }
    if (!isPage(answer.contentType, answer.text))
      throw new VisitFailure('invalid_response', `https://${domain}/ is no web page.`)
    const page = readWebPage(answer.text, answer.url)
    const company = organizationOf(page, answer.url)
    const names = [context.company.name, company.name ?? '', domain.split('.', 1)[0] ?? ''].filter(
      (name) => name !== '',
    )
    const website = { domain, site: siteOf(answer.url) ?? domain, home: answer.url }
    const pages = await readAiPages(aiPageLinks(page, answer.url), website, names, context)
    const legal = await readLegal({ html: answer.text, page, url: answer.url }, names, context)
    return {
      signals: [...widgetSignals(page, domain, answer.url), ...pages.signals],
      complete: pages.complete && !page.isPartial,
      company,
      ...legal,
    }
  },
}

interface Website {
  readonly domain: string
  /** The domain where it is today. */
  readonly site: string
  /** The URL of its home page. */
  readonly home: string
}

async function readAiPages(links: readonly URL[], website: Website, names: readonly string[], { ask }: VisitContext) {
  const signals = new Map<string, CollectedSignal>()
  let complete = true
  for (const { href } of links) {
    try {
      const answer = await ask({ url: href, kind: 'page' })
      if (!mayBeProduct(new URL(answer.url), website.home)) continue
      const product =
        isPage(answer.contentType, answer.text) && aiProductOf(readWebPage(answer.text, answer.url), names)
      if (product) signals.set(answer.url, aiPageSignal(website, answer.url, product))
    } catch (error) {
      // A host that asks to wait ends the visit. A page that no longer exists or may not be read doesn't affect the
      // others.
      if (!(error instanceof VisitFailure) || error.reason === 'limited') throw error
      if (error.reason !== 'missing' && error.reason !== 'refused') complete = false
    }
  }
  return { signals: [...signals.values()], complete }
}

/** A page that moved with its website to another domain keeps its key: it is not new. */
function aiPageSignal({ domain, site }: Website, url: string, product: string): CollectedSignal {
  const page = url.replace(/^https:\/\/(?:www\.)?|\/$/g, '').replace(site, domain)
  return {
    type: 'web',
    key: `${domain}/ai_product_page/${hash('sha1', page, 'base64url')}`,
    label: `AI product page: ${product}`.slice(0, 200),
    confidence: HOME_PAGE_CONFIDENCE.aiProductPage,
    url,
    fields: { kind: 'ai_product_page', pageUrl: url },
  }
}

function isPage(contentType: string, text: string): boolean {
  return /html/.test(contentType) || (contentType === '' && /^\s*</.test(text.slice(0, 1_000)))
}
