import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { AppError } from '../app-error.ts'
import { describeConfig, envExample, hideSecret, loadConfig, readEnvironment, type VariableName } from './config.ts'
import { isLoopback } from './network.ts'
import { readSmtpUrl } from './smtp-url.ts'

function problemsOf(env: Record<string, string>): string {
  try {
    loadConfig(env)
    return ''
  } catch (error) {
    assert.ok(error instanceof AppError)
    assert.equal(error.kind, 'invalid')
    return error.message
  }
}

const WRONG: Record<VariableName, string> = {
  NODE_ENV: 'staging',
  HOST: 'not a host!',
  PORT: '70000',
  DATA_DIR: 'a\0b',
  DATABASE_URL: 'mysql://host/db',
  DATABASE_DIRECT_URL: 'postgres://host',
  DATABASE_READ_URL: 'postgres://host',
  DATABASE_POOL_CHARGE: '0',
  DATABASE_POOL_READ: '0',
  DATABASE_POOL_SEARCH: '1.5',
  DATABASE_POOL_SETTINGS: 'many',
  DATABASE_POOL_INGEST: '-1',
  DATABASE_POOL_FIREHOSE: '501',
  DATABASE_IDLE_TRANSACTION_SECONDS: '0',
  FIREHOSE_IN_FLIGHT: '8',
  SEARCH_ENGINE: 'duckdb',
  SEARCH_INDEX_MB: '2000000',
  SEARCH_SHARDS: '65',
  CLICKHOUSE_URL: 'http://a:8123/database',
  CLICKHOUSE_DATABASE: 'a-b',
  CLICKHOUSE_CLUSTER: 'two words',
  BACKUP_DIR: 'a\0b',
  BACKUP_EVERY: '0',
  BACKUP_KEEP: '0',
  BACKUP_PASSPHRASE_FILE: 'a\0b',
  HISTORY_MONTHS: '0',
  REQUEST_LOG_DAYS: '91',
  AUDIT_DAYS: '29',
  ATTEMPT_DAYS: '6',
  CURRENCIES_FILE: 'a\0b',
  LOG_LEVEL: 'loud',
  LOG_FORMAT: 'xml',
  TLS_CERT_FILE: '/nowhere/cert.pem',
  TLS_KEY_FILE: '/nowhere/key.pem',
  TRUST_PROXY: '10.0.0.0/33',
  ALLOW_PLAIN_HTTP: 'yes',
  CORS_ORIGINS: 'https://app.example.com/path',
  METRICS_HOST: 'localhost',
  METRICS_PORT: '0',
  METRICS_NAMES: 'metrics.internal:9100',
  BILLING_PROVIDER: 'paypal',
  STRIPE_SECRET_KEY: 'pk_live_publishable',
  COMPANIES_HOUSE_KEY: 'two words',
  STRIPE_WEBHOOK_SECRET: 'secret',
  STRIPE_PRICE_PRO: 'price_a, not a price',
  STRIPE_API_URL: 'http://api.example.com',
  TOOLS_FILE: 'a\0b',
  COLLECT_CONTACT: 'call me',
  COLLECT_REROUTE: 'http://proxy.example:8080',
  COLLECT_ARCHIVE_DIR: 'a\0b',
  COLLECT_ARCHIVE_KEEP: '1',
  COLLECT_DNS: 'dns.example',
  COLLECT_UNDOCUMENTED: 'workday; rippling',
  LIST_MONITORING: 'maybe',
  TEAM_IMPORTS: 'some',
  PRO_SIGNAL_DEMO: 'true',
  SECRET_KEYS: 'k1:dG9vIHNob3J0',
  OIDC_ISSUER: 'http://login.example.com',
  OIDC_CLIENT_ID: 'two words',
  OIDC_CLIENT_SECRET: 'two words',
  OIDC_LABEL: 'a label that is much too long for any button',
  PUBLIC_URL: 'https://signals.example.com/path',
  SMTP_URL: 'http://smtp.example.com',
  MAIL_FROM: 'nobody',
  ALLOW_LOOPBACK_WEBHOOKS: '2',
}

/** Hides the settings of the process that runs the tests. */
const EMPTY = Object.fromEntries(Object.keys(WRONG).map((name) => [name, '']))

test('every variable rejects a wrong value with what is expected', () => {
  for (const [name, value] of Object.entries(WRONG)) {
    const problems = problemsOf({ [name]: value })
    assert.match(problems, new RegExp(name), `${name}=${value}`)
    assert.doesNotMatch(problems, /undefined|\n.*\n.*\n/)
  }
})

test('all wrong values are reported together', () => {
  const lines = problemsOf(WRONG).split('\n')
  assert.match(lines[0] ?? '', /^\d+ settings are wrong:$/)
  for (const name of Object.keys(WRONG))
    assert.ok(
      lines.some((line) => line.includes(name)),
      name,
    )
})

test('unset and empty variables have their defaults', () => {
  const config = loadConfig({ PORT: '', HOST: '  ' })
  assert.equal(config.PORT, 3000)
  assert.equal(config.HOST, '127.0.0.1')
  assert.equal(config.given.size, 0)
})

test('secrets appear neither in errors nor in the list of settings', () => {
  assert.doesNotMatch(problemsOf({ DATABASE_URL: 'mysql://user:hunter2@host/db' }), /hunter2/)
  const config = loadConfig({ DATABASE_URL: 'postgres://user:hunter2@host/db?sslmode=require&password=hunter2' })
  assert.doesNotMatch(JSON.stringify(describeConfig(config)), /hunter2/)
  assert.equal(hideSecret('postgres://user:hunter2@host/db'), 'postgres://user:***@host/db')
})

test('the billing provider Stripe requires its three settings, and they stay hidden', () => {
  const settings = {
    STRIPE_SECRET_KEY: 'sk_test_hunter2',
    STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
    STRIPE_PRICE_PRO: 'price_month, price_year',
  }
  for (const name of Object.keys(settings)) {
    assert.match(problemsOf({ BILLING_PROVIDER: 'stripe', ...settings, [name]: '' }), new RegExp(`${name} is required`))
  }
  const config = loadConfig({ BILLING_PROVIDER: 'stripe', ...settings, STRIPE_API_URL: 'http://[::1]:12111' })
  assert.deepEqual(config.STRIPE_PRICE_PRO, ['price_month', 'price_year'])
  assert.doesNotMatch(JSON.stringify(describeConfig(config)), /hunter2/)
})

test('the settings of collecting: a contact, an origin on loopback, a name server', () => {
  const name = 'COLLECT_CONTACT'
  for (const good of ['ops@acme.example', 'https://acme.example/bot?x=1'])
    assert.equal(problemsOf({ [name]: good }), '')
  for (const bad of ['ops', 'ops@acme', 'https://a.example/(x)', 'https://a.example/ b', 'ops@a.example\r\nx: y']) {
    assert.match(problemsOf({ [name]: bad }), /COLLECT_CONTACT must be an e-mail address or a URL/, bad)
  }
  const reroutes = ['http://127.0.0.1:80', 'http://localhost:8080/', 'http://[::1]:9']
  for (const good of reroutes) assert.equal(problemsOf({ COLLECT_REROUTE: good }), '', good)
  for (const bad of ['https://127.0.0.1:1', 'http://10.0.0.1:1', 'http://127.0.0.1:1/path', 'http://a@127.0.0.1:1']) {
    assert.match(problemsOf({ COLLECT_REROUTE: bad }), /COLLECT_REROUTE must be a URL on loopback/, bad)
  }
  const servers = ['127.0.0.1:5353', '10.0.0.2', '::1', '[::1]:53']
  for (const good of servers) assert.equal(problemsOf({ COLLECT_DNS: good }), '', good)
  for (const bad of ['localhost:53', '127.0.0.1:0', '127.0.0.1:65536', '[127.0.0.1]:53']) {
    assert.match(problemsOf({ COLLECT_DNS: bad }), /COLLECT_DNS must be an IP address/, bad)
  }
  assert.deepEqual(loadConfig({ COLLECT_UNDOCUMENTED: 'Workday, rippling' }).COLLECT_UNDOCUMENTED, [
    'workday',
    'rippling',
  ])
})

test('production refuses plain HTTP on a public address unless something in front terminates TLS', () => {
  const production = { NODE_ENV: 'production', HOST: '0.0.0.0' }
  assert.match(problemsOf(production), /plain HTTP/)
  assert.equal(problemsOf({ ...production, TRUST_PROXY: '1' }), '')
  assert.equal(problemsOf({ ...production, TRUST_PROXY: '10.0.0.0/8, ::1' }), '')
  assert.equal(problemsOf({ ...production, ALLOW_PLAIN_HTTP: '1' }), '')
  assert.equal(problemsOf({ NODE_ENV: 'production', HOST: '127.0.0.1' }), '')
  assert.match(problemsOf({ ...production, TRUST_PROXY: '0' }), /plain HTTP/)
})

test('a certificate needs its key, and both must be PEM', () => {
  const file = join(temporaryFolder(), 'cert.pem')
  writeFileSync(file, 'hello')
  assert.match(problemsOf({ TLS_CERT_FILE: file }), /set TLS_KEY_FILE too/)
  assert.match(
    problemsOf({ TLS_CERT_FILE: file, TLS_KEY_FILE: file }),
    /TLS_CERT_FILE must be a PEM file[\s\S]*TLS_KEY_FILE must be/,
  )
})

test('a misspelt PRO_SIGNAL_ variable is reported', () => {
  assert.match(problemsOf({ PRO_SIGNAL_DEMOO: '1' }), /did you mean PRO_SIGNAL_DEMO\?/)
})

test('.env.example names every variable', () => {
  for (const name of Object.keys(WRONG)) assert.match(envExample(), new RegExp(`^# ${name}=`, 'm'))
})

test('isLoopback knows the loopback addresses', () => {
  for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) assert.ok(isLoopback(host), host)
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.example.com']) assert.ok(!isLoopback(host), host)
})

test('a password with characters that must be encoded gets a hint that does not show it', () => {
  for (const password of ['hunter/2', 'hunter#2', 'hunter?2', '12/34', '12#34', 'a@b/c', '[x/'])
    assert.match(
      problemsOf({ DATABASE_URL: `postgres://user:${password}@host:5432/name` }),
      /^DATABASE_URL must be a URL such as \S+\. In its password, write @ as %40, \/ as %2F/,
      password,
    )
  assert.doesNotMatch(problemsOf({ DATABASE_URL: 'postgres://user:hunter/2@host/name' }), /hunter/)
  assert.doesNotMatch(problemsOf({ DATABASE_URL: 'mysql://user:letters@host/name' }), /In its password/)
  assert.equal(problemsOf({ DATABASE_URL: 'postgres://user:a%40b@host/name' }), '')
})

test('a misspelt name in .env is an error with a suggestion, and names of other programs are left alone', () => {
  const problems = (text: string) => {
    const file = join(temporaryFolder(), '.env')
    writeFileSync(file, text)
    try {
      const { env, ownNames } = readEnvironment(process.env, file)
      loadConfig({ ...env, ...EMPTY }, ownNames)
      return ''
    } catch (error) {
      assert.ok(error instanceof AppError)
      return error.message
    }
  }
  const suggestions = {
    DATABSE_URL: 'DATABASE_URL',
    SECRET_KEY: 'SECRET_KEYS',
    PRO_SIGNAL_PORT: 'PORT',
    PORTT: 'PORT',
    TRUST_PROXYS: 'TRUST_PROXY',
    TLS_CERT: 'TLS_CERT_FILE',
    DB_URL: 'DATABASE_URL',
    database_url: 'DATABASE_URL',
  }
  for (const [name, meant] of Object.entries(suggestions))
    assert.match(problems(`${name}=x\n`), new RegExp(`${name} in \\.env is unknown: did you mean ${meant}\\?`))
  assert.match(problems('PRO_SIGNAL_COLOUR=x\n'), /PRO_SIGNAL_COLOUR in \.env is unknown$/)
  assert.equal(problems('POSTGRES_PASSWORD=x\nNODE_OPTIONS=--trace-warnings\nAWS_REGION=x\nDATABASE_POOL=x\n'), '')
  assert.match(problems('PORTT=1\nSECRET_KEY=x\n'), /^2 settings are wrong:/)
})

test('SMTP_URL and MAIL_FROM belong together, and the password stays hidden', () => {
  const settings = { SMTP_URL: 'smtp://user:hunter2@smtp.example.com', MAIL_FROM: 'Pro Signal <signals@example.com>' }
  assert.match(problemsOf({ SMTP_URL: settings.SMTP_URL }), /^SMTP_URL needs MAIL_FROM/)
  assert.match(problemsOf({ MAIL_FROM: settings.MAIL_FROM }), /^MAIL_FROM needs SMTP_URL/)
  assert.doesNotMatch(JSON.stringify(describeConfig(loadConfig(settings))), /hunter2/)
  const wrong = [
    'smtp://',
    'smtp.example.com:587',
    'smtp://user@smtp.example.com',
    'smtp://user:hunter2@smtp.example.com/path',
    'smtp://user:hunter2@smtp.example.com?tls=maybe',
    'smtp://user:hunter2@smtp.example.com?pool=true',
    'smtps://user:hunter2@smtp.example.com?tls=off',
    'smtp://user:hunter2%@smtp.example.com',
  ]
  for (const SMTP_URL of wrong) {
    const problems = problemsOf({ ...settings, SMTP_URL })
    assert.match(problems, /^SMTP_URL must be a URL such as/, SMTP_URL)
    assert.doesNotMatch(problems, /hunter2/)
  }
  for (const MAIL_FROM of ['Pro Signal', 'a@b@c', 'x <a@example.com>\r\nBcc: b@example.com', '"x" <a@example.com>']) {
    assert.match(problemsOf({ ...settings, MAIL_FROM }), /^MAIL_FROM must be an address/, MAIL_FROM)
  }
})

test('a mail server off this machine needs TLS with a trusted certificate, unless SMTP_URL says otherwise', () => {
  const read = (url: string) => {
    const { host, port, secure, tls, login } = readSmtpUrl(url) ?? assert.fail(url)
    return [host, port, secure, tls, login?.user, login?.password]
  }
  assert.deepEqual(read('smtp://u:p%40ss@smtp.example.com'), ['smtp.example.com', 587, false, 'verified', 'u', 'p@ss'])
  assert.deepEqual(read('smtps://smtp.example.com'), ['smtp.example.com', 465, true, 'verified', undefined, undefined])
  assert.deepEqual(read('smtp://[::1]:2525').slice(0, 4), ['::1', 2525, false, 'off'])
  assert.equal(read('smtp://localhost?tls=verified')[3], 'verified')
  assert.equal(read('smtp://10.0.0.1:25?tls=off')[3], 'off')
  assert.equal(read('smtps://10.0.0.1?tls=unverified')[3], 'unverified')
})
