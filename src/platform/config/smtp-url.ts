// SMTP_URL and MAIL_FROM.

import { passwordHint, type Variable } from './env-variable.ts'
import { isLoopback } from './network.ts'

/** verified: TLS with a certificate that this machine trusts. unverified: TLS with any certificate. */
const TLS_MODES = ['verified', 'unverified', 'off'] as const
type TlsMode = (typeof TLS_MODES)[number]

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, as opposed to STARTTLS. */
  readonly secure: boolean
  readonly tls: TlsMode
  readonly login: { readonly user: string; readonly password: string } | undefined
}

/** Undefined if the text is not the URL of a mail server. */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined
  if (!/^\/?$/.test(url.pathname) || url.hash !== '') return undefined
  const { tls: mode, ...others } = Object.fromEntries(url.searchParams)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Nothing leaves the machine, and mail servers on it often have an untrusted certificate.
  const fallback = isLoopback(host) && !secure ? 'off' : 'verified'
  const tls = TLS_MODES.find((known) => known === (mode ?? fallback))
  if (Object.keys(others).length > 0 || tls === undefined || (secure && tls === 'off')) return undefined
  const [user, password] = [decode(url.username), decode(url.password)]
  if (user === undefined || password === undefined || (user === '') !== (password === '')) return undefined
  const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port)
  return { host, port, secure, tls, login: user === '' ? undefined : { user, password } }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export interface MailSender {
  /** Empty if only an address was given. */
  readonly name: string
  readonly address: string
}

/** `signals@example.com`, or `Pro Signal <signals@example.com>`. Undefined for anything else. */
export function readMailSender(text: string): MailSender | undefined {
  const [, name = '', bracketed] = /^([^<>"]*)<([^<>]+)>$/.exec(text) ?? []
  const address = (bracketed ?? text).trim()
  const isAddress = address.length <= 254 && /^[\w.+-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)*$/i.test(address)
  const isName = name.length <= 100 && !/[\p{Cc}\p{Cf}]/u.test(name)
  return isAddress && isName ? { name: name.trim(), address } : undefined
}

export const SMTP_URL: Variable<string | undefined> = {
  description:
    'The mail server: smtp://user:password@smtp.example.com:587 (STARTTLS) or smtps://…:465. TLS is required, except on loopback; ?tls=unverified accepts any certificate, ?tls=off uses none. Without it, no mail is sent (docs/mail.md).',
  expects: 'a URL such as smtp://user:password@smtp.example.com:587 or smtps://user:password@smtp.example.com',
  fallback: undefined,
  fallbackText: '',
  secret: 'password',
  parse: (text) => (readSmtpUrl(text) ? text : undefined),
  hint: passwordHint,
}

export const MAIL_FROM: Variable<string | undefined> = {
  description: 'The sender of mails: signals@example.com, or Pro Signal <signals@example.com>. Set it with SMTP_URL.',
  expects: 'an address such as signals@example.com, or Pro Signal <signals@example.com>',
  fallback: undefined,
  fallbackText: '',
  parse: (text) => (readMailSender(text) ? text : undefined),
}
