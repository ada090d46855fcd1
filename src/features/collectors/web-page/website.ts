import { normaliseDomain, registrableDomain } from '../../companies/index.ts'
import { type Answer, type Ask, VisitFailure } from '../collector.ts'

/** A page of a company's website. Some answer only with `www.`, or have a certificate only for that. */
export async function askWebsite(ask: Ask, domain: string, path: string, accept = 'text/html'): Promise<Answer> {
  try {
    return await ask({ url: `https://${domain}${path}`, kind: 'page', accept })
  } catch (error) {
    if (!(error instanceof VisitFailure && error.reason === 'unavailable') || error.retryAfter !== undefined)
      throw error
    return await ask({ url: `https://www.${domain}${path}`, kind: 'page', accept }).catch(() => {
      throw error
    })
  }
}

/** As `askWebsite`; undefined if the website has no such page. */
export async function askIfThere(...asked: Parameters<typeof askWebsite>): Promise<Answer | undefined> {
  try {
    return await askWebsite(...asked)
  } catch (error) {
    if (error instanceof VisitFailure && error.reason === 'missing') return undefined
    throw error
  }
}

/** The registrable domain of a URL. */
export function siteOf(url: URL | string): string | undefined {
  const host = normaliseDomain(new URL(url).hostname)
  return host === undefined ? undefined : registrableDomain(host)
}
