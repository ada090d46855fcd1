// Which URLs may be fetched, which redirects are followed, and what a status means.

import { normaliseDomain, registrableDomain } from '../../meaning/companies/index.ts'
import { firstOf, publicUrlProblem, retryAfterOf } from '../../outbound/index.ts'
import { type CollectorRequest, VisitFailure } from '../collectors/index.ts'
import type { Reply } from './get.ts'

export const MAX_REDIRECTS = 3
const MAX_URL_CHARACTERS = 2_048
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** All requests use HTTPS. */
export function readUrl(text: string, base?: URL): URL {
  const url = text.length <= MAX_URL_CHARACTERS ? URL.parse(text, base?.href) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new VisitFailure('invalid_response', `${quoted(text)} is not the URL of a page.`)
  url.protocol = 'https:'
  url.hash = ''
  return url
}

/** The first check of the guard. The addresses behind the name are checked when the connection is made. */
export function mustBePublic(url: URL): void {
  if (url.username !== '' || url.password !== '') {
    throw new VisitFailure('refused', `${quoted(url.host)} is not fetched: the URL has a user name or a password.`)
  }
  const problem = publicUrlProblem(url)
  if (problem) throw new VisitFailure('refused', `${quoted(url.host)} is not fetched: the URL ${problem}.`)
}

export function isSameSite(a: URL, b: URL): boolean {
  const [first, second] = [a, b].map(({ hostname }) => normaliseDomain(hostname))
  return first !== undefined && second !== undefined && registrableDomain(first) === registrableDomain(second)
}

/** Undefined unless the response is a redirect. */
export function redirectTarget({ status, headers }: Reply, from: URL): URL | undefined {
  if (!REDIRECTS.has(status)) return undefined
  const location = firstOf(headers.location)
  if (location === undefined)
    throw new VisitFailure('invalid_response', `${from.host} answered ${status} and did not say where to.`)
  return readUrl(location, from)
}

/** Some hosts and firewalls answer 403 instead of 429. */
export function isLimit(status: number, retryAfter: number | undefined): boolean {
  return status === 429 || ((status === 503 || status === 403) && retryAfter !== undefined)
}

interface StatusRules {
  readonly isConditional?: boolean
  /** The meaning of a status at this host, if unusual. */
  readonly statuses?: CollectorRequest['statuses']
}

/** Undefined for 200. 304 means something only if the request was conditional. */
export function failureOfStatus(
  { status, headers }: Reply,
  { host }: URL,
  { isConditional = false, statuses = {} }: StatusRules = {},
): VisitFailure | undefined {
  if (status === 200) return undefined
  const said = `${host} answered ${status}`
  const retryAfter = retryAfterOf(headers)
  if (status === 304 && isConditional) return new VisitFailure('not_modified', `${said}: nothing changed.`)
  if (status === 404 || status === 410 || statuses[status] === 'missing')
    return new VisitFailure('missing', `${said}: there is nothing.`)
  if (isLimit(status, retryAfter) || statuses[status] === 'limited') {
    return new VisitFailure('limited', `${said}: too many requests, or too much to do.`, retryAfter)
  }
  if (status >= 500 || status === 408 || status === 425) return new VisitFailure('unavailable', `${said}.`, retryAfter)
  if (status >= 400) return new VisitFailure('refused', `${said}.`, retryAfter)
  return new VisitFailure('invalid_response', `${said}, which is not a usable answer.`)
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
}
