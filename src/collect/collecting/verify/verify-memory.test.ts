// Visits that build on earlier ones are verified as well: their memory is derived from archived answers too.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { type BoardServer, type PostedJob, startBoardServer } from '../../../../test/harness/board-server.ts'
import { collectOnce } from '../../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { temporaryFolder } from '../../../../test/harness/folders.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { typeCommand } from '../../../../test/harness/type-command.ts'
import { receiptsCommands } from '../../../cli/data/receipts.ts'
import { many, one } from '../../../db/index.ts'
import { type Config, loadConfig } from '../../../platform/config/config.ts'
import { COLLECTORS } from '../../collectors/index.ts'
import { Archive } from '../archive/archive.ts'
import { addWatched } from '../index.ts'
import type { ReceiptAnswer } from '../receipts/visit-answers.ts'

const domain = 'acme.example'
const site = `https://${domain}`
const folder = temporaryFolder()
const collectors = COLLECTORS.filter(({ name }) => ['announcements', 'subprocessors', 'workday'].includes(name))
let db: Awaited<ReturnType<typeof openTestDatabase>>
let server: BoardServer
let config: Config
let archive: Archive

const collect = () => collectOnce(db, { server, collectors, archive, once: { all: true, domain } })

const NOW = Math.floor(Date.now() / 1_000)
const dayOf = (daysAgo: number) => new Date((NOW - daysAgo * 86_400) * 1_000).toUTCString()
/** A feed without texts: the articles are asked for. */
function publish(...articles: readonly (readonly [path: string, title: string, text: string])[]): void {
  const items = articles.map(
    ([path, title], i) => `<item><title>${title}</title><link>${path}</link><pubDate>${dayOf(i + 3)}</pubDate></item>`,
  )
  server.page(`${site}/feed`, `<rss><channel><title>News</title>${items.join('')}</channel></rss>`)
  for (const [path, title, text] of articles)
    server.page(site + path, `<html><body><article><h1>${title}</h1><p>${text}</p></article></body></html>`)
}

function list(...rows: readonly string[]): void {
  server.page(
    `${site}/subprocessors`,
    `<h1>Subprocessors</h1><ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`,
  )
}

const job = (id: number): PostedJob => ({
  ...{ id: `R${id}`, title: `Clerk ${id}`, location: 'Berlin', country: 'DE', postedAt: NOW - 20 * 86_400 },
  description: '<p>You keep our Salesforce clean.</p>',
})
const SEED = [
  '/news/seed',
  'Acme raises its seed round',
  'Acme has raised a $3 million seed round led by Alder.',
] as const
const AWARD = ['/news/award', 'Acme raises the bar and wins', 'Acme has won a prize for its product.'] as const
const SERIES_A = [
  '/news/a',
  'Acme closes its Series A',
  'Acme has closed a $12 million Series A led by Long Meadow Partners.',
] as const
const VENDORS = ['Stripe, Inc. – payments', 'Sentry – errors', 'Zendesk – support']

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
  archive = new Archive({ folder, keepDays: 30 }, silentLog)
  config = loadConfig({ DATABASE_URL: db.url, COLLECT_ARCHIVE_DIR: folder })
  const head =
    '<link rel="alternate" type="application/rss+xml" href="/feed"><a href="/subprocessors">Subprocessors</a>'
  server.page(`${site}/`, `<title>Acme</title>${head}`)
  const board = 'https://acme.wd5.myworkdayjobs.com/External'
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain, name: 'Acme', board }], collectors))
  // The first visits change reports of some sources only: the memory of the others is archived anyway.
  publish(AWARD)
  list(...VENDORS)
  server.board('workday', 'acme', [job(1), job(2)])
  await collect()
  publish(SEED, AWARD)
  await collect()
  publish(SERIES_A, SEED, AWARD)
  list(...VENDORS, 'OpenAI, LLC – AI assistant')
  server.board('workday', 'acme', [job(1), job(2), job(3)])
  await collect()
  server.board('workday', 'acme', [job(2), job(3)])
  await collect()
  await collect()
})

interface Result {
  readonly confirmed: number
  readonly undecided: number
  readonly refuted: number
  readonly told: readonly {
    readonly source: string
    readonly why?: string
    readonly problems: readonly { readonly kind: string; readonly text: string }[]
  }[]
}

async function verify(line = 'receipts verify --all') {
  const { text, json, exitCode } = await typeCommand(receiptsCommands, line, config)
  return { text, exitCode: exitCode ?? 0, ...(json as Result) }
}

const kindsOf = ({ told }: Result) => told.flatMap(({ problems }) => problems.map(({ kind }) => kind))

interface Row {
  readonly id: number
  readonly claims: string
  readonly answers: readonly ReceiptAnswer[]
  readonly [column: string]: unknown
}

const newestOf = (collector: string) =>
  one<Row>(
    db.pool('ingest'),
    `select id::int, claims, answers from receipts where collector = $1 and claims <> '-' order by id desc limit 1`,
    [collector],
  )

test('every visit is decided: by its own answers, and by those of earlier visits that it built on', async () => {
  const result = await verify()
  assert.deepEqual([result.undecided, result.refuted, result.exitCode], [0, 0, 0], result.text)
  const counts = await many<{ collector: string; receipts: number }>(
    db.pool('ingest'),
    'select collector, count(*)::int as receipts from receipts group by 1 order by 1',
  )
  assert.deepEqual(
    counts.map(({ collector, receipts }) => `${collector} ${receipts}`),
    ['announcements 2', 'subprocessors 2', 'workday 3'],
  )
  const { answers } = await newestOf('announcements')
  const paths = answers.map(({ url, isEarlier = false }) => `${new URL(url).pathname} ${isEarlier}`)
  assert.deepEqual(paths.sort(), ['/ true', '/feed false', '/news/a false', '/news/award true', '/news/seed true'])
  assert.ok(answers.every(({ warc }) => warc))
})

test('a flipped bit and a missing record of an earlier answer are found', async () => {
  const { id, answers } = await newestOf('announcements')
  const { file = '', offset = 0, length = 0 } = answers.find(({ url }) => url.endsWith('/news/award'))?.warc ?? {}
  const path = join(folder, file)
  const bytes = readFileSync(path)
  const flipped = Buffer.from(bytes)
  flipped[offset + (length >> 1)] = (flipped[offset + (length >> 1)] as number) ^ 1
  writeFileSync(path, flipped)
  const damaged = await verify(`receipts verify --visit ${id}`)
  writeFileSync(path, bytes.subarray(0, offset + 10))
  const missing = await verify(`receipts verify --visit ${id}`)
  writeFileSync(path, bytes)
  assert.deepEqual([kindsOf(damaged), damaged.exitCode], [['damaged'], 1])
  assert.match(damaged.text, /news\/award/)
  assert.ok(kindsOf(missing).includes('missing'), missing.text)
})

test('a claim that follows neither from its answers nor from earlier ones is found, for every kind of source', async () => {
  for (const collector of ['announcements', 'subprocessors', 'workday']) {
    const { id, claims } = await newestOf(collector)
    const set = (text: string) => db.pool('ingest').query('update receipts set claims = $2 where id = $1', [id, text])
    await set(claims.replace(/^[^ -][^ ]*/, 'it-said-something'))
    const made = await verify(`receipts verify --visit ${id}`)
    await set(claims.replace(/^[^ -][^ ]*/, '-'))
    const ended = await verify(`receipts verify --visit ${id}`)
    await set(claims)
    assert.deepEqual([kindsOf(made), kindsOf(ended)], [['made otherwise'], ['still shown']], collector)
  }
})

test('the job that a list still shows has not ended, though its page was read long before', async () => {
  const end = await one<Row>(
    db.pool('ingest'),
    `select id::int, claims, answers from receipts where collector = 'workday' and claims = '-'`,
  )
  const kept = await one<{ id: string }>(
    db.pool('ingest'),
    `select id from signals where source = 'workday' and key like '%R2'`,
  )
  const set = (report: string) =>
    db.pool('ingest').query('update receipts set reports = array[$2::uuid] where id = $1', [end.id, report])
  const { reports } = await one<{ reports: string[] }>(
    db.pool('ingest'),
    'select reports from receipts where id = $1',
    [end.id],
  )
  await set(kept.id)
  const result = await verify(`receipts verify --visit ${end.id}`)
  await set(reports[0] as string)
  assert.deepEqual(kindsOf(result), ['still shown'])
})

test('an earlier answer that wasn’t archived leaves the visit undecided', async () => {
  const { id, answers } = await newestOf('subprocessors')
  const set = (given: readonly ReceiptAnswer[]) =>
    db.pool('ingest').query('update receipts set answers = $2 where id = $1', [id, JSON.stringify(given)])
  await set(answers.filter(({ isEarlier }) => !isEarlier))
  const result = await verify(`receipts verify --visit ${id}`)
  await set(answers)
  assert.deepEqual([result.undecided, result.refuted], [1, 0])
  assert.match(
    result.told[0]?.why ?? '',
    /today's rules ask for https:\/\/acme\.example\/, which was not asked for then/,
  )
})
