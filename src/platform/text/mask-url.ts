// Webhook URLs often contain a token that lets its holder post as the service. So titles, lists, mails and the audit
// log show a masked URL. Only people who may change the URL see all of it, where they change it.

/** How much of a token is shown, to tell two URLs apart. For a shorter token it would be too much. */
const SHOWN_CHARACTERS = 4
const MIN_TOKEN_SHOWN = 16
/** A shorter segment isn't a token. */
const MIN_TOKEN = 6

/** Without user info. `hasMore`: a query or a fragment follows. */
function partsOf(url: string) {
  const scheme = /^https?:\/\//i.exec(url)?.[0]
  if (scheme === undefined) return undefined
  const [address = '', ...more] = url.slice(scheme.length).split(/[?#]/)
  const [authority = '', ...path] = address.split('/')
  return { scheme, host: authority.slice(authority.lastIndexOf('@') + 1), path, hasMore: more.length > 0 }
}

/** A readable segment: a number, an identifier such as `v2`, a word, or words in camel case. */
const READABLE = /^(\d{1,6}|[a-z]{1,14}\d{0,4}|[A-Z]{1,7}|[A-Za-z][a-z]{1,13}([A-Z][a-z]{1,13}){0,3})$/

/**
 * The URL without user info, the values of its query, its fragment, and path segments that look random, except for
 * their end: `https://hooks.example/in/…Ab12?…`. A masked URL stays unchanged.
 */
export function maskUrl(url: string): string {
  const parts = partsOf(url)
  if (!parts) return '…'
  const { scheme, host, path, hasMore } = parts
  const segments = path.map((segment) => (looksRandom(segment) ? maskToken(segment) : segment))
  return `${scheme}${[host, ...segments].join('/')}${hasMore ? '?…' : ''}`
}

/** For a URL whose whole path is secret, such as a Slack webhook: `hooks.slack.com/…/Ab12`. */
export function maskSecretUrl(url: string): string {
  const { host = '', path = [] } = partsOf(url) ?? {}
  const end = maskToken(path.at(-1) ?? '').slice(1)
  return [host, '…', ...(end ? [end] : [])].join('/')
}

function looksRandom(segment: string): boolean {
  if (segment.length < MIN_TOKEN || segment.startsWith('…')) return false
  return !segment.split(/[-_.~]/).every((part) => part === '' || READABLE.test(part))
}

function maskToken(token: string): string {
  return token.length < MIN_TOKEN_SHOWN ? '…' : `…${token.slice(-SHOWN_CHARACTERS)}`
}
