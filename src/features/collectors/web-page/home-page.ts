import { normaliseDomain, registrableDomain } from '../../companies/index.ts'
import { type Answer, type Ask, VisitFailure } from '../collector.ts'

/** The home page of a domain. Some answer only with `www.`, or have a certificate only for that. */
export async function askHomePage(ask: Ask, domain: string): Promise<Answer> {
  try {
    return await ask({ url: `https://${domain}/`, kind: 'page' })
  } catch (error) {
    if (!(error instanceof VisitFailure && error.reason === 'unavailable') || error.retryAfter !== undefined)
      throw error
    return await ask({ url: `https://www.${domain}/`, kind: 'page' }).catch(() => {
      throw error
    })
  }
}

/** The registrable domain of a URL. */
export function siteOf(url: URL | string): string | undefined {
  const host = normaliseDomain(new URL(url).hostname)
  return host === undefined ? undefined : registrableDomain(host)
}
