import { trimEnd } from '../../platform/text/trim.ts'

/** Parameters for where a visitor came from, or the language of the page. */
const TRACKING =
  /^(?:utm_\w+|mtm_\w+|pk_\w+|gclid|fbclid|msclkid|li_fat_id|_ga|mc_[ce]id|ref|refid|referr?er|src|source|gh_src|lever-\w+|trk|trackingid|tracking|campaign|medium|sessionid|lang|language|locale|hl)$/i
const LOCALE_PREFIX =
  /^\/(?:ar|bg|cs|da|de|el|en|es|et|fi|fr|he|hr|hu|it|ja|ko|lt|lv|nb|nl|no|pl|pt|ro|ru|sk|sl|sv|tr|uk|zh)(?:[-_][a-z]{2})?(?=\/[^/])/i
/** Pages that list jobs, whose URL doesn't identify one of them. */
const LISTING =
  /(?:^|\/)(?:careers?|jobs?|join(?:-us)?|vacanc(?:y|ies)|positions?|openings?|open-positions|opportunities|karriere|stellen(?:angebote)?|emplois?|empleos?|work-with-us|search|apply|index(?:\.\w+)?|home)?$/i

/**
 * A URL without the parts in which two links to one page may differ: scheme, `www.`, port, locale prefix, trailing
 * slash, `/apply`, tracking parameters, fragment. Undefined if it is not a URL.
 */
export function canonicalUrl(url: string): string | undefined {
  const plain = PLAIN_URL.exec(url)
  if (plain) return canonicalHost(plain[1] ?? '') + canonicalPath(plain[2] ?? '')
  const parsed = URL.parse(url)
  if (!parsed) return undefined
  const { hostname, pathname, searchParams, hash } = parsed
  const parameters = [...searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')
  // Single-page applications have their address in the fragment.
  const fragment = /^#!?\//.test(hash) ? hash : ''
  const query = parameters === '' ? '' : `?${parameters}`
  return canonicalHost(hostname) + canonicalPath(pathname) + query + fragment
}

/** A host and a path that the parser of URLs would leave as they are. Most are, and this is several times as fast. */
const PLAIN_URL = /^https?:\/\/((?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,})((?:\/\w[\w.~-]*)*\/?)$/

function canonicalHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '')
}

function canonicalPath(path: string): string {
  return trimEnd(path.replace(LOCALE_PREFIX, ''), '/').replace(/\/(?:apply|application)$/i, '')
}

/** The canonical URL of one job. Undefined for a page that lists many. */
export function canonicalJobUrl(url: string): string | undefined {
  const canonical = canonicalUrl(url)
  if (canonical === undefined || canonical.includes('?') || canonical.includes('#')) return canonical
  const slash = canonical.indexOf('/')
  return slash === -1 || LISTING.test(canonical.slice(slash)) ? undefined : canonical
}
