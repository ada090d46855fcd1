// The configuration: environment variables, declared once. The table below validates them, generates .env.example and
// is printed by `bin/pro-signal config`. An empty variable counts as not set.

import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { AppError, errorCode, reasonOf } from '../app-error.ts'
import { describeUnknownName } from '../text/unknown-names.ts'
import {
  file,
  folder,
  oneOf,
  onOff,
  optionalPort,
  parseContact,
  parseHostNames,
  parseLoopbackOrigin,
  parseNameServer,
  parseOrigin,
  parseOrigins,
  parseStripeUrl,
  parseTrustProxy,
  postgresUrl,
  secret,
  type Variable,
  wholeNumber,
} from './env-variable.ts'
import { isLoopback } from './network.ts'
import { OIDC, oidcProblem } from './oidc.ts'
import { RETENTION } from './retention.ts'
import { SEARCH } from './search.ts'
import { parseSecretKeys, type SecretKey } from './secret-keys.ts'
import { MAIL_FROM, SMTP_URL } from './smtp-url.ts'
import { readTls, type TlsFiles } from './tls-files.ts'
import { COLLECT_UNDOCUMENTED } from './undocumented-boards.ts'

export const packageRoot = fileURLToPath(new URL('../../..', import.meta.url))

type Environment = Readonly<Record<string, string | undefined>>

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const VARIABLES = {
  NODE_ENV: oneOf(
    ['development', 'production', 'test'],
    'development',
    'production turns on the checks that a public service needs.',
  ),
  HOST: {
    description: 'The address to listen on. 0.0.0.0 or :: listens on all addresses.',
    expects: 'an IP address or a host name',
    fallback: '127.0.0.1',
    fallbackText: '127.0.0.1',
    parse: (text) => (isIP(text) || /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i.test(text) ? text : undefined),
  } as Variable<string>,
  PORT: wholeNumber(0, 65_535, 3000, 'The port to listen on. 0 picks a free port.'),
  DATA_DIR: {
    ...folder(
      'The folder of the embedded database, of the files with secrets and of the saved search index. Default: data, in the folder of this package.',
    ),
    fallback: join(packageRoot, 'data'),
  } as Variable<string>,
  DATABASE_URL: postgresUrl(
    'A PostgreSQL 15 or later to use instead of the embedded one: postgres://user:password@host:5432/name.',
  ),
  DATABASE_DIRECT_URL: postgresUrl(
    'The same database without a transaction pooler in between, for LISTEN and advisory locks. Default: DATABASE_URL.',
  ),
  DATABASE_READ_URL: postgresUrl(
    'A streaming replica of the same database. It answers dossiers, the companies of a page, and searches that PostgreSQL answers, while it has replayed what they need (docs/operations.md).',
  ),
  DATABASE_POOL_CHARGE: wholeNumber(1, 500, 10, 'Connections for keys and budgets.'),
  DATABASE_POOL_SEARCH: wholeNumber(1, 500, 6, 'Connections for searches that PostgreSQL answers.'),
  DATABASE_POOL_READ: wholeNumber(1, 500, 6, 'Connections for dossiers and for the companies of a page.'),
  DATABASE_POOL_SETTINGS: wholeNumber(1, 500, 4, 'Connections for the settings screen and the command line.'),
  DATABASE_POOL_INGEST: wholeNumber(1, 500, 4, 'Connections for writing signals.'),
  DATABASE_POOL_FIREHOSE: wholeNumber(1, 500, 4, 'Connections for webhook delivery.'),
  DATABASE_IDLE_TRANSACTION_SECONDS: wholeNumber(
    1,
    3_600,
    30,
    'How long a client may be idle in a transaction. After that, the database ends its session, which frees its locks.',
  ),
  FIREHOSE_IN_FLIGHT: wholeNumber(
    16,
    20_000,
    1_024,
    'The maximum number of webhook requests that this process has in flight.',
  ),
  ...SEARCH,
  ...RETENTION,
  BACKUP_DIR: folder(
    'The folder for scheduled backups, which the role worker makes (docs/operations.md). Default: none are made.',
  ),
  BACKUP_EVERY: wholeNumber(1, 744, 24, 'How many hours after the newest backup in BACKUP_DIR the next one is made.'),
  BACKUP_KEEP: wholeNumber(1, 1_000, 7, 'How many scheduled backups are kept.'),
  BACKUP_PASSPHRASE_FILE: file(
    'A file with the passphrase that seals scheduled backups in its first line. Only sealed ones contain the encryption keys.',
  ),
  CURRENCIES_FILE: file(
    'The exchange rates to use instead of the built-in ones: CSV with a row per date (docs/operations.md).',
  ),
  LOG_LEVEL: oneOf(LOG_LEVELS, 'info', 'The minimum level that is logged.'),
  LOG_FORMAT: oneOf(
    ['auto', 'json', 'pretty'],
    'auto',
    'auto is pretty on a terminal outside production, otherwise json.',
  ),
  TLS_CERT_FILE: file('The certificate chain (PEM) for HTTPS. Set it together with TLS_KEY_FILE.'),
  TLS_KEY_FILE: file('The private key (PEM) of TLS_CERT_FILE.'),
  TRUST_PROXY: {
    description:
      'Whose X-Forwarded-* headers are trusted: 0 for none, a number of proxies in front of the service, or a comma-separated list of their addresses and networks.',
    expects: '0, a number of proxies up to 16, or a comma-separated list of addresses such as 10.0.0.0/8',
    fallback: 0,
    fallbackText: '0',
    parse: parseTrustProxy,
  } as Variable<number | string[]>,
  ALLOW_PLAIN_HTTP: onOff(
    'In production, the service refuses plain HTTP on a public address unless TRUST_PROXY is set. 1 allows it, for when something in front terminates TLS.',
  ),
  CORS_ORIGINS: {
    description:
      'A comma-separated list of origins whose web pages may call the API from a browser, or * for all. Anyone who opens such a page can read the key in it.',
    expects: 'a comma-separated list of origins such as https://app.example.com, or *',
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
    'A separate port for /metrics. Without it, /metrics is served on PORT to loopback callers only, and not at all behind a proxy.',
  ),
  METRICS_NAMES: {
    description:
      'A comma-separated list of host names under which /metrics may be scraped, besides loopback names, IP addresses and the name in PUBLIC_URL.',
    expects: 'a comma-separated list of host names without ports, such as pro-signal, metrics.internal',
    fallback: [],
    fallbackText: '',
    parse: parseHostNames,
  } as Variable<string[]>,
  BILLING_PROVIDER: oneOf(
    ['local', 'stripe'],
    'local',
    "When a team's billing month begins: local counts from the team's own date, stripe uses the subscription period (docs/billing.md).",
  ),
  STRIPE_SECRET_KEY: secret(
    /^(sk|rk)_(test|live)_\w{1,200}$/,
    "Stripe's secret or restricted key, for BILLING_PROVIDER=stripe. It must be able to read customers, prices and subscriptions.",
    'a key such as sk_live_… or rk_live_…',
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    /^whsec_\S{1,200}$/,
    'The signing secret of the webhook that Stripe sends to /billing/stripe/webhook.',
    'a secret such as whsec_…',
  ),
  STRIPE_PRICE_PRO: {
    description:
      'The Stripe price of the Pro plan, or several separated by commas, such as a monthly and an annual one.',
    expects: 'price ids such as price_1AbC, separated by commas, at most 20',
    fallback: undefined,
    fallbackText: '',
    parse: (text) => {
      const prices = text.split(',').map((part) => part.trim())
      return prices.length <= 20 && prices.every((price) => /^[\w-]{1,200}$/.test(price)) ? prices : undefined
    },
  } as Variable<string[] | undefined>,
  STRIPE_API_URL: {
    description: "For tests: a server to use instead of Stripe's. Plain HTTP is allowed on loopback only.",
    expects: 'a URL without a path, https, or http on loopback, such as http://127.0.0.1:12111',
    fallback: undefined,
    fallbackText: '',
    parse: parseStripeUrl,
  } as Variable<string | undefined>,
  TOOLS_FILE: file(
    'A JSON file with your own tools, in addition to the built-in catalogue. The same on every node (docs/operations.md).',
  ),
  COLLECT_CONTACT: {
    description:
      'An e-mail address or a URL at which operators of websites can reach you. Every request of collectors includes it. Collecting starts only when it is set.',
    expects: 'an e-mail address or a URL such as https://example.com/about-our-bot',
    fallback: undefined,
    fallbackText: '',
    parse: parseContact,
  } as Variable<string | undefined>,
  COLLECT_REROUTE: {
    description:
      'For `demo boards`, for tests, or for a caching proxy on this machine: every request of collectors goes to this origin, with the Host header of the website.',
    expects: 'a URL on loopback without a path, such as http://127.0.0.1:8080',
    fallback: undefined,
    fallbackText: '',
    parse: parseLoopbackOrigin,
  } as Variable<string | undefined>,
  COLLECT_ARCHIVE_DIR: folder(
    'The folder for archived answers, the evidence of signals, as WARC files. Default: none are stored.',
  ),
  COLLECT_ARCHIVE_KEEP: wholeNumber(2, 3_650, 365, 'How many days the files in COLLECT_ARCHIVE_DIR are kept.'),
  COLLECT_DNS: {
    description: "The name server for collectors. Default: the machine's.",
    expects: 'an IP address with or without a port, such as 127.0.0.1:5353',
    fallback: undefined,
    fallbackText: '',
    parse: parseNameServer,
  } as Variable<string | undefined>,
  LIST_MONITORING: oneOf(
    ['on', 'approval', 'off'],
    'on',
    'Whether owners of teams can have the companies of their lists watched: on, approval (each list after the command `lists monitor`), or off.',
  ),
  TEAM_IMPORTS: oneOf(
    ['one-team', 'on', 'off'],
    'one-team',
    'Whose owners may import files on the settings screen: one-team (as long as there is only one team), on (of every team: what they import is seen by all teams), or off.',
  ),
  COLLECT_UNDOCUMENTED,
  COMPANIES_HOUSE_KEY: secret(/^[\w-]{8,200}$/, 'A key of the Companies House API (docs/collecting.md).', 'an API key'),
  PRO_SIGNAL_DEMO: onOff('1 loads the demo data into an empty database at start. `npm start` sets it.'),
  SECRET_KEYS: {
    description:
      'The keys that encrypt webhook keys: a comma-separated list of id:base64, 32 bytes each. The first encrypts, all decrypt. Required with DATABASE_URL, the same on every node and at every start. Default: a generated key in DATA_DIR/secret-key.',
    expects: 'a comma-separated list of id:base64, 32 bytes each, such as k1:$(openssl rand -base64 32)',
    fallback: [],
    fallbackText: '',
    secret: 'all',
    parse: parseSecretKeys,
  } as Variable<readonly SecretKey[]>,
  PUBLIC_URL: {
    description:
      'Where people reach the settings screen, for the links in alerts and mails: https://signals.example.com. Default: the address that the service listens on.',
    expects: 'a URL without a path, https or http, such as https://signals.example.com',
    fallback: undefined,
    fallbackText: '',
    parse: parseOrigin,
  } as Variable<string | undefined>,
  SMTP_URL,
  MAIL_FROM,
  ...OIDC,
  ALLOW_LOOPBACK_WEBHOOKS: onOff(
    'For development: 1 allows webhooks to loopback addresses, by HTTP or HTTPS, on any port. Default: 0, and 1 for a demo that only this machine reaches.',
  ),
} satisfies Record<string, Variable<unknown>>

export type VariableName = keyof typeof VARIABLES
type Values = { [Name in VariableName]: (typeof VARIABLES)[Name]['fallback'] }

export interface Config extends Values {
  /** The variables that are set, as opposed to those at their default. */
  readonly given: ReadonlySet<VariableName>
  readonly tls: TlsFiles | undefined
}

/**
 * The environment and, with lower priority, the file .env next to package.json. Paths in that file are relative to it.
 * `ownNames` are the names in the file: unlike the environment, it is written for this program, so a misspelling in it
 * is an error.
 */
export function readEnvironment(
  around: Environment = process.env,
  file = join(packageRoot, '.env'),
): { env: Environment; ownNames: readonly string[] } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { env: around, ownNames: [] }
    throw new AppError('invalid', `${file} can't be read (${reasonOf(error)}).`)
  }
  const given: Record<string, string | undefined> = parseEnv(text)
  for (const name of [
    'DATA_DIR',
    'CURRENCIES_FILE',
    'TLS_CERT_FILE',
    'TLS_KEY_FILE',
    'TOOLS_FILE',
  ] satisfies VariableName[]) {
    if (given[name]) given[name] = resolve(dirname(file), given[name])
  }
  return { env: { ...given, ...around }, ownNames: Object.keys(given) }
}

/** Names that clients of a service use, perhaps on the same machine. */
const CLIENT_NAMES: ReadonlySet<string> = new Set(['PRO_SIGNAL_URL', 'PRO_SIGNAL_KEY'])

/** Reads the configuration, or throws one error that lists all its problems. */
export function loadConfig(env: Environment = process.env, ownNames: readonly string[] = []): Config {
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
      const given = variable.secret ? '' : `, not ${JSON.stringify(text.slice(0, 80))}`
      const hint = variable.hint?.(text)
      problems.push(`${name} must be ${variable.expects}${given}${hint ? `. ${hint}` : ''}`)
    }
    values[name] = value ?? variable.fallback
  }
  const config = values as Values
  const tls = readTls(config, problems)
  const names = [...ownNames, ...Object.keys(env).filter((name) => name.startsWith('PRO_SIGNAL_'))]
  for (const name of new Set(names)) {
    const known = Object.hasOwn(VARIABLES, name) || CLIENT_NAMES.has(name)
    const problem = known ? undefined : describeUnknownName(name, Object.keys(VARIABLES))
    if (problem !== undefined) problems.push(ownNames.includes(name) ? problem.replace(' is', ' in .env is') : problem)
  }
  if (given.has('DATABASE_DIRECT_URL') && !given.has('DATABASE_URL')) {
    problems.push('DATABASE_DIRECT_URL needs DATABASE_URL: set both')
  }
  if (given.has('DATABASE_READ_URL') && !given.has('DATABASE_URL')) {
    problems.push('DATABASE_READ_URL needs DATABASE_URL: set both')
  }
  if (config.METRICS_PORT !== undefined && config.METRICS_PORT === config.PORT) {
    problems.push('METRICS_PORT must differ from PORT')
  }
  if (given.has('SMTP_URL') !== given.has('MAIL_FROM')) {
    const problem = given.has('SMTP_URL') ? 'SMTP_URL needs MAIL_FROM' : 'MAIL_FROM needs SMTP_URL'
    problems.push(`${problem}: set both, or neither to send no mail`)
  }
  const oidc = oidcProblem(given)
  if (oidc !== undefined) problems.push(oidc)
  if (config.BILLING_PROVIDER === 'stripe') {
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_PRO'] satisfies VariableName[]) {
      if (!given.has(name)) problems.push(`${name} is required with BILLING_PROVIDER=stripe`)
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
      `HOST=${config.HOST} in production would serve keys over plain HTTP: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY, or ALLOW_PLAIN_HTTP=1 if something in front terminates TLS`,
    )
  }
  if (problems.length > 0) {
    const intro = problems.length === 1 ? '' : `${problems.length} settings are wrong:\n  `
    throw new AppError('invalid', intro + problems.join('\n  '))
  }
  return { ...config, given, tls }
}

/** Every variable with its effective value, without secrets. */
export function describeConfig(config: Config): { name: VariableName; value: string; given: boolean }[] {
  return entries().map(([name, variable]) => {
    const value = config[name]
    const text = value === undefined ? '' : typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
    const given = config.given.has(name)
    if (variable.secret === 'all') return { name, value: given ? '(set)' : '', given }
    return { name, value: shownValue(text, variable.secret), given }
  })
}

function shownValue(text: string, secret: Variable<unknown>['secret']): string {
  if (secret === 'all') return text === '' ? '' : '(set)'
  return secret ? hideSecret(text) : text
}

/** The text of .env.example. */
export function envExample(): string {
  const blocks = entries().map(([name, variable]) => `# ${variable.description}\n# ${name}=${variable.fallbackText}\n`)
  return `# Every setting of Pro Signal, each at its default. Copy this file to .env and uncomment what you change.\n# Environment variables override .env.\n\n${blocks.join('\n')}`
}

function entries(): [VariableName, Variable<unknown>][] {
  return Object.entries(VARIABLES) as [VariableName, Variable<unknown>][]
}

/** A database URL without its password, which may be in the user part or in the query string. */
export function hideSecret(url: string): string {
  if (url === '') return ''
  const parsed = URL.parse(url)
  if (!parsed) return '(set)'
  if (parsed.password) parsed.password = '***'
  if (parsed.searchParams.has('password')) parsed.searchParams.set('password', '***')
  return parsed.toString()
}
