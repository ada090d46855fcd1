// The legal owner of a website: from structured data, the footer, the imprint and the terms. Filings are matched by it,
// and a British company by its number.

import { type FoundBoard, type LegalEntity, type VisitContext, VisitFailure } from '../collector.ts'
import { legalLinks } from '../legal-entities/legal-pages.ts'
import { joinEntities, type LegalPage, readLegalPage } from '../legal-entities/read-legal.ts'
import type { WebPage } from '../web-page/read-page.ts'
import { statedEntityOf } from './organization.ts'

interface HomePage {
  readonly html: string
  readonly page: WebPage
  readonly url: string
}

/** `names`: the company's names. Other pages are requested only if the home page doesn't give the place. */
export async function readLegal(home: HomePage, names: readonly string[], context: VisitContext) {
  const { company } = context
  const owner = { domains: [company.domain, ...company.aliases], names }
  const stated = statedEntityOf(home.page, home.url)
  const pages: (LegalPage & { readonly url: string })[] = [
    { ...readLegalPage(home.html, owner, { seat: true }), url: home.url },
  ]
  if (!isLocated([...(stated ? [stated] : []), ...(pages[0]?.entities ?? [])])) {
    for (const { url, seat } of legalLinks(home.page, home.url)) {
      const html = await textAt(url, context)
      if (html !== undefined) pages.push({ ...readLegalPage(html, owner, { seat }), url })
    }
  }
  const legalEntities = joinEntities([...(stated ? [stated] : []), ...pages.flatMap(({ entities }) => entities)])
  const boards = registrations(pages)
  return { legalEntities, ...(boards.length > 0 && { boards }) }
}

const isLocated = (entities: readonly LegalEntity[]) => entities.some(({ places }) => places.length > 0)

/** If a page can't be read, the owner stays unknown. A host that asks to wait ends the visit. */
async function textAt(url: string, { ask }: VisitContext): Promise<string | undefined> {
  try {
    const { contentType, text } = await ask({ url, kind: 'page', accept: 'text/html' })
    return /html/.test(contentType) ? text : undefined
  } catch (error) {
    if (!(error instanceof VisitFailure) || error.reason === 'limited') throw error
    return undefined
  }
}

/** A website must state its own number. If it states several, an operator decides. */
function registrations(pages: readonly (LegalPage & { readonly url: string })[]): FoundBoard[] {
  const found = new Map(
    pages.flatMap(({ britishNumbers, url }) => britishNumbers.map((number) => [number, url] as const)),
  )
  const proven = found.size === 1
  const why = proven ? 'The website states this number as its own.' : 'The website states several numbers.'
  return [...found].map(([board, page]) => ({ collector: 'companies-house', board, page, proven, why }))
}
