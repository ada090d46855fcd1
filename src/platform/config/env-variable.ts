// The kinds of environment variables: what each expects, and how it is parsed.

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isLoopback } from './network.ts'

export interface Variable<T> {
  readonly description: string
  /** The expected value in words. It ends the sentence "PORT must be …". */
  readonly expects: string
  /** The default value, and how it is written in .env.example. */
  readonly fallback: T
  readonly fallbackText: string
  /** The part that `bin/pro-signal config` must hide: the password of a URL, or the complete value. */
  readonly secret?: 'password' | 'all'
  /** Returns undefined if the text is invalid. */
  readonly parse: (text: string) => T | undefined
  /** A sentence about an invalid text. It must not contain the text of a secret. */
  readonly hint?: (text: string) => string | undefined
}

export function parseTrustProxy(text: string): number | string[] | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text) <= 16 ? Number(text) : undefined
  const networks = text.split(',').map((part) => part.trim())
  const valid = networks.every((network) => {
    const [address = '', bits, ...rest] = network.split('/')
    const family = isIP(address)
    if (family === 0 || rest.length > 0) return false
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  })
  return valid ? networks : undefined
}

export function parseOrigins(text: string): string[] | undefined {
  const origins = text.split(',').map((part) => part.trim())
  const valid = origins.every(
    (origin) => origin === '*' || (/^https?:/.test(origin) && URL.parse(origin)?.origin === origin),
  )
  return valid ? origins : undefined
}

/** Names as in a URL: lower case, without a port. */
export function parseHostNames(text: string): string[] | undefined {
  const names = text.split(',').map((part) => part.trim().toLowerCase())
  return names.every((name) => name !== '' && URL.parse(`http://${name}`)?.hostname === name) ? names : undefined
}

export function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  const isPlain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return isPlain && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

export function parseStripeUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url?.pathname !== '/' || url.search || url.username) return undefined
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(url)) ? url.origin : undefined
}

export function isLoopbackUrl({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/**
 * An address or a URL that people can write to. It is sent in a header, so it has no spaces, brackets or other special
 * characters.
 */
export function parseContact(text: string): string | undefined {
  if (text.length > 200) return undefined
  if (/^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text)) return text
  return /^https?:\/\/[\w.~/?=&%:+-]+$/.test(text) && URL.canParse(text) ? text : undefined
}

export function parseLoopbackOrigin(text: string): string | undefined {
  const origin = parseOrigin(text)
  return origin?.startsWith('http:') && isLoopbackUrl(new URL(origin)) ? origin : undefined
}

/** The address of a name server, with or without a port: 127.0.0.1:5353, [::1]:53, 10.0.0.2. */
export function parseNameServer(text: string): string | undefined {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const fits = isIP(text) !== 0 || isIP(bracketed ?? '') === 6 || isIP(plain ?? '') === 4
  return fits && (port === undefined || (Number(port) > 0 && Number(port) < 65_536)) ? text : undefined
}

export function secret(form: RegExp, description: string, expects: string): Variable<string | undefined> {
  return {
    description,
    expects,
    fallback: undefined,
    fallbackText: '',
    secret: 'all',
    parse: (text) => (form.test(text) ? text : undefined),
  }
}

export function oneOf<const T extends string>(values: readonly T[], fallback: T, description: string): Variable<T> {
  return {
    description: `${description} One of ${values.join(', ')}.`,
    expects: `one of ${values.join(', ')}`,
    fallback,
    fallbackText: fallback,
    parse: (text) => values.find((value) => value === text.toLowerCase()),
  }
}

export function wholeNumber(min: number, max: number, fallback: number, description: string): Variable<number> {
  return {
    description,
    expects: `a whole number from ${min} to ${max}`,
    fallback,
    fallbackText: String(fallback),
    parse: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
  }
}

export function optionalPort(description: string): Variable<number | undefined> {
  return { ...wholeNumber(1, 65_535, 0, description), fallback: undefined, fallbackText: '' }
}

export function onOff(description: string): Variable<boolean> {
  return {
    description,
    expects: '0 or 1',
    fallback: false,
    fallbackText: '0',
    parse: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  }
}

export function file(description: string): Variable<string | undefined> {
  return {
    description,
    expects: 'a file',
    fallback: undefined,
    fallbackText: '',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  }
}

export function folder(description: string): Variable<string | undefined> {
  return { ...file(description), expects: 'a folder' }
}

export function postgresUrl(description: string): Variable<string | undefined> {
  return {
    description,
    expects: 'a URL such as postgres://user:password@host:5432/name',
    fallback: undefined,
    fallbackText: '',
    secret: 'password',
    parse: (text) => {
      const url = URL.parse(text)
      // A raw / in the password ends the host early, and the rest becomes the name of the database.
      const named = url && url.pathname.length > 1 && !url.pathname.includes('@')
      return named && /^postgres(ql)?:$/.test(url.protocol) ? text : undefined
    },
    hint: passwordHint,
  }
}

/** A hint if the password of a URL seems to contain characters that must be encoded there. */
export function passwordHint(url: string): string | undefined {
  const [, user = ''] = /^\w+:\/\/(.*)@/s.exec(url) ?? []
  const password = user.slice(user.indexOf(':') + 1)
  if (!user.includes(':') || !/[@/?#[\]\s]|%(?![0-9a-f]{2})/i.test(password)) return undefined
  return 'In its password, write @ as %40, / as %2F, ? as %3F, # as %23, [ as %5B, ] as %5D and % as %25'
}
