// The configuration: environment variables, declared once. The table below validates them, makes .env.example and is
// what `pro-signal config` prints. A variable set to nothing counts as not set.

import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { AppError, errorCode, reasonOf } from './app-error.ts'
import { nearest } from './nearest.ts'
import { parseSecretKeys, type SecretKey } from './secret-keys.ts'

export const packageRoot = fileURLToPath(new URL('../..', import.meta.url))

type Environment = Readonly<Record<string, string | undefined>>

interface Variable<T> {
  readonly description: string
  /** What would be right, in words: it ends the sentence "PORT must be …". */
  readonly expects: string
  /** The value where the variable is not set, and how that is written. */
  readonly fallback: T
  readonly fallbackText: string
  /** What `config` must not show: the password of a URL, or all of it. */
  readonly secret?: 'password' | 'all'
  /** undefined: the text is not what is expected. */
  readonly parse: (text: string) => T | undefined
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const VARIABLES = {
  NODE_ENV: oneOf(
    ['development', 'production', 'test'],
    'development',
    'production turns on what a public service needs.',
  ),
  HOST: {
    description: 'The address to listen on. 0.0.0.0 or :: listens on all of them.',
    expects: 'an IP address or a host name',
    fallback: '127.0.0.1',
    fallbackText: '127.0.0.1',
    parse: (text) => (isIP(text) || /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i.test(text) ? text : undefined),
  } as Variable<string>,
  PORT: wholeNumber(0, 65_535, 3000, 'The port to listen on. 0 takes any free one.'),
  DATA_DIR: {
    description:
      'Where the embedded database and the files with secrets are kept. Without it: data, in the folder of this package.',
    expects: 'a folder',
    fallback: join(packageRoot, 'data'),
    fallbackText: '',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  } as Variable<string>,
  DATABASE_URL: postgresUrl(
    'A PostgreSQL 15 or later to use instead of the embedded one: postgres://user:password@host:5432/name.',
  ),
  DATABASE_DIRECT_URL: postgresUrl(
    'The same database past a transaction pooler, for LISTEN and advisory locks. Without it: DATABASE_URL.',
  ),
  DATABASE_POOL_CHARGE: wholeNumber(1, 500, 10, 'Connections for keys and budgets.'),
  DATABASE_POOL_SEARCH: wholeNumber(1, 500, 6, 'Connections for searches that PostgreSQL answers.'),
  DATABASE_POOL_READ: wholeNumber(1, 500, 6, 'Connections for dossiers and for what a page shows.'),
  DATABASE_POOL_SETTINGS: wholeNumber(1, 500, 4, 'Connections for the settings screen and the command line.'),
  DATABASE_POOL_INGEST: wholeNumber(1, 500, 4, 'Connections for writing signals.'),
  DATABASE_POOL_FIREHOSE: wholeNumber(1, 500, 4, 'Connections for the delivery of webhooks.'),
  FIREHOSE_IN_FLIGHT: wholeNumber(16, 20_000, 1_024, 'Requests to webhooks that this process has under way at most.'),
  SEARCH_ENGINE: oneOf(
    ['index', 'postgres'],
    'index',
    'What answers searches: index is an index in memory, postgres needs no memory and is slower.',
  ),
  SEARCH_INDEX_MB: wholeNumber(
    64,
    4_096,
    2_048,
    'The most memory that the search index may take. With more signals than fit, PostgreSQL answers instead.',
  ),
  LOG_LEVEL: oneOf(LOG_LEVELS, 'info', 'The least level that is logged.'),
  LOG_FORMAT: oneOf(['auto', 'json', 'pretty'], 'auto', 'auto is pretty on a terminal outside production, else json.'),
  TLS_CERT_FILE: file('The certificate chain (PEM) to serve HTTPS with. Goes with TLS_KEY_FILE.'),
  TLS_KEY_FILE: file('The private key (PEM) of TLS_CERT_FILE.'),
  TRUST_PROXY: {
    description:
      'Whose X-Forwarded-* headers are believed: 0 nobody, a number of proxies in front, or their addresses and networks, separated by commas.',
    expects: '0, a number of proxies up to 16, or a comma list of addresses such as 10.0.0.0/8',
    fallback: 0,
    fallbackText: '0',
    parse: parseTrustProxy,
  } as Variable<number | string[]>,
  ALLOW_PLAIN_HTTP: onOff(
    'In production, plain HTTP on a public address is refused without TRUST_PROXY. 1 says that something in front ends TLS all the same.',
  ),
  CORS_ORIGINS: {
    description:
      'Origins of web pages that may call the API from a browser, separated by commas, or * for all. A key in a web page is in everybody’s hands.',
    expects: 'a comma list of origins such as https://app.example.com, or *',
    fallback: [],
    fallbackText: '',
    parse: parseOrigins,
  } as Variable<string[]>,
  METRICS_HOST: {
    description: 'The address of the metrics listener, with METRICS_PORT.',
    expects: 'an IP address',
    fallback: '127.0.0.1',
    fallbackText: '127.0.0.1',
    parse: (text) => (isIP(text) ? text : undefined),
  } as Variable<string>,
  METRICS_PORT: optionalPort(
    'A port of its own for /metrics. Without it, /metrics is answered on PORT to loopback callers only, and not at all behind a proxy.',
  ),
  BILLING_PROVIDER: oneOf(
    ['local', 'stripe'],
    'local',
    "Who says when a team's billing month begins: local counts from the team's own date, stripe asks Stripe (docs/billing.md).",
  ),
  STRIPE_SECRET_KEY: secret(
    /^(sk|rk)_(test|live)_\w{1,200}$/,
    "Stripe's secret or restricted key, with BILLING_PROVIDER=stripe. It needs to read customers, prices and subscriptions.",
    'a key such as sk_live_… or rk_live_…',
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    /^whsec_\S{1,200}$/,
    'The signing secret of the webhook that Stripe sends to /billing/stripe/webhook.',
    'a secret such as whsec_…',
  ),
  STRIPE_PRICE_PRO: {
    description: 'The Stripe price that is the Pro plan; several, such as a monthly and an annual one, with commas.',
    expects: 'price ids such as price_1AbC, separated by commas, at most 20',
    fallback: undefined,
    fallbackText: '',
    parse: (text) => {
      const prices = text.split(',').map((part) => part.trim())
      return prices.length <= 20 && prices.every((price) => /^[\w-]{1,200}$/.test(price)) ? prices : undefined
    },
  } as Variable<string[] | undefined>,
  STRIPE_API_URL: {
    description: "For tests: a server that stands in for Stripe's. Plain HTTP is for loopback only.",
    expects: 'a URL without a path, https, or http on loopback, such as http://127.0.0.1:12111',
    fallback: undefined,
    fallbackText: '',
    parse: parseStripeUrl,
  } as Variable<string | undefined>,
  PRO_SIGNAL_DEMO: onOff('1 loads the demo world into an empty database at start. `npm start` sets it.'),
  SECRET_KEYS: {
    description:
      'What webhook keys are encrypted with: id:base64 of 32 bytes, separated by commas; the first encrypts, all decrypt. Needed with DATABASE_URL, the same on every node. Without it: a key of its own in DATA_DIR/secret-key.',
    expects: 'a comma list of id:base64, 32 bytes each, such as k1:$(openssl rand -base64 32)',
    fallback: [],
    fallbackText: '',
    secret: 'all',
    parse: parseSecretKeys,
  } as Variable<readonly SecretKey[]>,
  ALLOW_LOOPBACK_WEBHOOKS: onOff('For development: 1 lets webhooks go to loopback, by HTTP or HTTPS, on any port.'),
} satisfies Record<string, Variable<unknown>>

export type VariableName = keyof typeof VARIABLES
type Values = { [Name in VariableName]: (typeof VARIABLES)[Name]['fallback'] }

export interface Config extends Values {
  /** The variables that were set, as opposed to those at their default. */
  readonly given: ReadonlySet<VariableName>
  readonly tls: { readonly cert: string; readonly key: string } | undefined
}

/** The environment over what the file .env beside package.json says. Paths in that file are relative to it. */
export function readEnvironment(file = join(packageRoot, '.env')): Environment {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return process.env
    throw new AppError('invalid', `${file} cannot be read (${reasonOf(error)}).`)
  }
  const given: Record<string, string | undefined> = parseEnv(text)
  for (const name of ['DATA_DIR', 'TLS_CERT_FILE', 'TLS_KEY_FILE'] satisfies VariableName[]) {
    if (given[name]) given[name] = resolve(dirname(file), given[name])
  }
  return { ...given, ...process.env }
}

/** Reads the configuration, or throws one Fault that lists everything that is wrong with it. */
export function loadConfig(env: Environment = process.env): Config {
  const problems: string[] = []
  const given = new Set<VariableName>()
  const values: Record<string, unknown> = {}
  for (const [name, variable] of entries()) {
    const text = env[name]?.trim()
    if (text === undefined || text === '') {
      values[name] = variable.fallback
      continue
    }
    given.add(name)
    const value = variable.parse(text)
    if (value === undefined) {
      problems.push(
        `${name} must be ${variable.expects}${variable.secret ? '' : `, not ${JSON.stringify(text.slice(0, 80))}`}`,
      )
    }
    values[name] = value ?? variable.fallback
  }
  const config = values as Values
  const tls = readTls(config, problems)
  for (const name of Object.keys(env)) {
    if (!name.startsWith('PRO_SIGNAL_') || name in VARIABLES) continue
    const [guess] = nearest(name, Object.keys(VARIABLES), 1)
    problems.push(`${name} is not known${guess ? `: did you mean ${guess}?` : ''}`)
  }
  if (given.has('DATABASE_DIRECT_URL') && !given.has('DATABASE_URL')) {
    problems.push('DATABASE_DIRECT_URL goes with DATABASE_URL: set that too')
  }
  if (config.METRICS_PORT !== undefined && config.METRICS_PORT === config.PORT) {
    problems.push('METRICS_PORT must be another port than PORT')
  }
  if (config.BILLING_PROVIDER === 'stripe') {
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_PRO'] satisfies VariableName[]) {
      if (!given.has(name)) problems.push(`${name} is needed with BILLING_PROVIDER=stripe`)
    }
  }
  const behindProxy = Array.isArray(config.TRUST_PROXY) || config.TRUST_PROXY > 0
  if (
    config.NODE_ENV === 'production' &&
    !tls &&
    !behindProxy &&
    !config.ALLOW_PLAIN_HTTP &&
    !isLoopback(config.HOST)
  ) {
    problems.push(
      `HOST=${config.HOST} in production would serve keys over plain HTTP: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY, or ALLOW_PLAIN_HTTP=1 if something in front ends TLS`,
    )
  }
  if (problems.length > 0) {
    const intro = problems.length === 1 ? '' : `${problems.length} settings are wrong:\n  `
    throw new AppError('invalid', intro + problems.join('\n  '))
  }
  return { ...config, given, tls }
}

/** Every variable with its effective value, secrets hidden. */
export function describeConfig(config: Config): { name: VariableName; value: string; given: boolean }[] {
  return entries().map(([name, variable]) => {
    const value = config[name]
    const text = value === undefined ? '' : typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
    const given = config.given.has(name)
    if (variable.secret === 'all') return { name, value: given ? '(set)' : '', given }
    return { name, value: variable.secret ? hideSecret(text) : text, given }
  })
}

/** The text of .env.example. */
export function envExample(): string {
  const blocks = entries().map(([name, variable]) => `# ${variable.description}\n# ${name}=${variable.fallbackText}\n`)
  return `# Every setting of Pro Signal, each at its default. Copy this file to .env and uncomment what you change.\n# Variables of the environment win over .env.\n\n${blocks.join('\n')}`
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function entries(): [VariableName, Variable<unknown>][] {
  return Object.entries(VARIABLES) as [VariableName, Variable<unknown>][]
}

/** A database URL without its password, wherever the password stands. */
export function hideSecret(url: string): string {
  if (url === '') return ''
  const parsed = URL.parse(url)
  if (!parsed) return '(set)'
  if (parsed.password) parsed.password = '***'
  if (parsed.searchParams.has('password')) parsed.searchParams.set('password', '***')
  return parsed.toString()
}

function readTls(config: Values, problems: string[]): Config['tls'] {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = config
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) {
    problems.push(`TLS_CERT_FILE and TLS_KEY_FILE go together: set ${certFile ? 'TLS_KEY_FILE' : 'TLS_CERT_FILE'} too`)
    return undefined
  }
  const read = (name: string, path: string, mark: RegExp) => {
    try {
      const text = readFileSync(path, 'utf8')
      if (!mark.test(text)) problems.push(`${name} must be a PEM file, and ${path} is none`)
      return text
    } catch (error) {
      problems.push(`${name} cannot be read (${reasonOf(error)})`)
      return ''
    }
  }
  const before = problems.length
  const tls = {
    cert: read('TLS_CERT_FILE', certFile, /-----BEGIN CERTIFICATE-----/),
    key: read('TLS_KEY_FILE', keyFile, /-----BEGIN [A-Z ]*PRIVATE KEY-----/),
  }
  try {
    if (problems.length === before) createSecureContext(tls)
  } catch (error) {
    problems.push(`TLS_CERT_FILE and TLS_KEY_FILE must be a certificate and its key (${reasonOf(error)})`)
  }
  return tls
}

function parseTrustProxy(text: string): number | string[] | undefined {
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

function parseOrigins(text: string): string[] | undefined {
  const origins = text.split(',').map((part) => part.trim())
  const valid = origins.every(
    (origin) => origin === '*' || (/^https?:/.test(origin) && URL.parse(origin)?.origin === origin),
  )
  return valid ? origins : undefined
}

function parseStripeUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url?.pathname !== '/' || url.search || url.username) return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(host)) ? url.origin : undefined
}

function secret(form: RegExp, description: string, expects: string): Variable<string | undefined> {
  return {
    description,
    expects,
    fallback: undefined,
    fallbackText: '',
    secret: 'all',
    parse: (text) => (form.test(text) ? text : undefined),
  }
}

function oneOf<const T extends string>(values: readonly T[], fallback: T, description: string): Variable<T> {
  return {
    description: `${description} One of ${values.join(', ')}.`,
    expects: `one of ${values.join(', ')}`,
    fallback,
    fallbackText: fallback,
    parse: (text) => values.find((value) => value === text.toLowerCase()),
  }
}

function wholeNumber(least: number, most: number, fallback: number, description: string): Variable<number> {
  return {
    description,
    expects: `a whole number from ${least} to ${most}`,
    fallback,
    fallbackText: String(fallback),
    parse: (text) =>
      /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined,
  }
}

function optionalPort(description: string): Variable<number | undefined> {
  return { ...wholeNumber(1, 65_535, 0, description), fallback: undefined, fallbackText: '' }
}

function onOff(description: string): Variable<boolean> {
  return {
    description,
    expects: '0 or 1',
    fallback: false,
    fallbackText: '0',
    parse: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  }
}

function file(description: string): Variable<string | undefined> {
  return {
    description,
    expects: 'a file',
    fallback: undefined,
    fallbackText: '',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  }
}

function postgresUrl(description: string): Variable<string | undefined> {
  return {
    description,
    expects: 'a URL such as postgres://user:password@host:5432/name',
    fallback: undefined,
    fallbackText: '',
    secret: 'password',
    parse: (text) => {
      const url = URL.parse(text)
      return url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 ? text : undefined
    },
  }
}
