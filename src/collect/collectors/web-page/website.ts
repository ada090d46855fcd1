import { normaliseDomain, registrableDomain } from '../../../meaning/companies/index.ts'
import { type Answer, type Ask, type VisitContext, VisitFailure } from '../collector.ts'

type Asking = Pick<VisitContext, 'ask' | 'company'>

/** A page of a company's website, following moves of the website. */
export function askWebsite(
  { ask, company }: Asking,
  domain: string,
  path: string,
  accept = 'text/html',
): Promise<Answer> {
  return followMoved(company, (to) => askSite(ask, (to && siteOf(to)) ?? domain, path, accept))
}

/** Some answer only with `www.`, or have a certificate only for that. */
async function askSite(ask: Ask, domain: string, path: string, accept: string): Promise<Answer> {
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

/** Follows a redirect to another domain of the company, which is passed to `ask`. */
export async function followMoved(
  company: Pick<VisitContext['company'], 'domain' | 'aliases'>,
  ask: (to?: string) => Promise<Answer>,
): Promise<Answer> {
  const ownDomains = [company.domain, ...company.aliases]
  const followed = new Set<string>()
  for (let to: string | undefined; ; ) {
    const answer = await ask(to).catch((error: unknown) => {
      if (error instanceof VisitFailure && error.redirectsTo !== undefined) return error
      throw error
    })
    to = answer instanceof VisitFailure ? answer.redirectsTo : answer.movedTo
    const site = to === undefined ? undefined : siteOf(to)
    if (site !== undefined && followed.has(site))
      throw new VisitFailure('invalid_response', `${to} is a redirect in a circle.`)
    if (site !== undefined && ownDomains.includes(site)) followed.add(site)
    else if (answer instanceof VisitFailure) throw answer
    else return answer
  }
}

/** Like `askWebsite`, but undefined if the website doesn't have the page. */
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
