const SECRET_ENDINGS = [
  'token',
  'secret',
  'password',
  'signature',
  'credential',
  'apikey',
  'session',
  'sessionid',
  'jwt',
]
const SECRET_NAMES = new Set(['key', 'auth', 'authorization', 'sig', 'sid', 'pwd', 'pass'])

/** The stored form of a URL: without user name and password, and without the values of secret parameters. */
export function storedUrl(text: string): string {
  const url = URL.parse(text)
  if (!url) return ''
  url.username = ''
  url.password = ''
  url.hash = ''
  for (const name of new Set(url.searchParams.keys())) if (isSecret(name)) url.searchParams.set(name, 'removed')
  return url.href
}

/** `api_key`, `X-Amz-Signature`, `accessToken`. */
function isSecret(parameter: string): boolean {
  const words = parameter.toLowerCase().split(/[-_.]/)
  const joined = words.join('')
  return SECRET_NAMES.has(words.at(-1) ?? '') || SECRET_ENDINGS.some((ending) => joined.endsWith(ending))
}
