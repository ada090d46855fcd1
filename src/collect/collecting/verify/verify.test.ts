// Archived answers are read again: real boards, files, and the reader's process.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { type BoardServer, type PostedJob, startBoardServer } from '../../../../test/harness/board-server.ts'
import { collectOnce } from '../../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { temporaryFolder } from '../../../../test/harness/folders.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { typeCommand } from '../../../../test/harness/type-command.ts'
import { receiptsCommands } from '../../../cli/data/receipts.ts'
import { one } from '../../../db/index.ts'
import { type Config, loadConfig } from '../../../platform/config/config.ts'
import { COLLECTORS } from '../../collectors/index.ts'
import { Archive } from '../archive/archive.ts'
import { addWatched } from '../index.ts'
import type { ReceiptAnswer } from '../receipts/visit-answers.ts'

const folder = temporaryFolder()
let db: Awaited<ReturnType<typeof openTestDatabase>>
let server: BoardServer
let config: Config
let archive: Archive

const job = (id: number, more: Partial<PostedJob> = {}): PostedJob => ({
  id: String(id),
  title: `Account Executive ${id}`,
  postedAt: 1_780_000_000,
  description: '<p>Our pipeline lives in Salesforce.</p>',
  ...more,
})

async function collect(domain: string, once = { all: true, domain }): Promise<void> {
  await collectOnce(db, { server, collectors: COLLECTORS.filter(({ name }) => SOURCES.has(name)), archive, once })
}

const SOURCES = new Set(['discovery', 'greenhouse', 'home-page', 'llms-txt'])

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
  archive = new Archive({ folder, keepDays: 30 }, silentLog)
  config = loadConfig({ DATABASE_URL: db.url, COLLECT_ARCHIVE_DIR: folder })
  server.board('greenhouse', 'acme', [job(1), job(2)], 'Acme')
  const page = (text: string) => ({ type: 'text/html', text })
  server.page('https://acme.example/', page('<title>Acme</title><a href="/careers">Careers</a>'))
  server.page('https://acme.example/careers', page('<a href="https://boards.greenhouse.io/acme">Jobs</a>'))
  server.page('https://acme.example/llms.txt', {
    type: 'text/plain',
    text: '# Acme\n\n- [Docs](https://acme.example/docs)\n',
  })
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain: 'acme.example', name: 'Acme' }], COLLECTORS))
  await collect('acme.example', { all: false, domain: 'acme.example' })
  server.board('greenhouse', 'acme', [job(1, { title: 'Sales Director' }), job(3)], 'Acme')
  await collect('acme.example')
  await collect('acme.example')
})

interface Result {
  readonly confirmed: number
  readonly undecided: number
  readonly refuted: number
  readonly told: readonly {
    readonly why?: string
    readonly problems: readonly { readonly kind: string; readonly text: string }[]
  }[]
}

async function verify(line = 'receipts verify --company acme.example') {
  const { text, json, exitCode } = await typeCommand(receiptsCommands, line, config)
  return { text, exitCode: exitCode ?? 0, ...(json as Result) }
}

const kindsOf = ({ told }: Result) => told.flatMap(({ problems }) => problems.map(({ kind }) => kind))

/** The archived answer of the newest visit of the board. */
const newest = () =>
  one<{ id: number; answers: ReceiptAnswer[]; claims: string }>(
    db.pool('ingest'),
    `select id::int, answers, claims from receipts where collector = 'greenhouse' order by id desc limit 1`,
  )

test('what a visit of any source claimed follows from its archived answers, also what ended', async () => {
  const result = await verify('receipts verify --all')
  assert.deepEqual([result.undecided, result.refuted, result.exitCode], [0, 0, 0], result.text)
  assert.ok(result.confirmed >= 4, result.text)
  const { id } = await newest()
  assert.equal((await verify(`receipts verify --visit ${id}`)).confirmed, 1)
})

test('a flipped bit, a missing file and a file that ends early are found', async () => {
  const { answers } = await newest()
  const { file = '', offset = 0, length = 0 } = answers[0]?.warc ?? {}
  const path = join(folder, file)
  const bytes = readFileSync(path)
  const flipped = Buffer.from(bytes)
  const at = offset + (length >> 1)
  flipped[at] = (flipped[at] as number) ^ 1
  writeFileSync(path, flipped)
  const damaged = await verify()
  // Both visits got the same answer, and share its record unless discovery has archived it at the same time.
  assert.deepEqual([[...new Set(kindsOf(damaged))], damaged.exitCode], [['damaged'], 1])
  assert.match(damaged.text, /damaged: https:\/\/boards-api\.greenhouse\.io\/\S+: pro-signal-\S+ at \d+ is damaged/)
  writeFileSync(path, bytes.subarray(0, offset + 10))
  assert.ok(kindsOf(await verify()).includes('missing'))
  writeFileSync(path, bytes)
  renameSync(path, `${path}.away`)
  assert.ok(kindsOf(await verify()).every((kind) => kind === 'missing'))
  renameSync(`${path}.away`, path)
  assert.equal((await verify()).exitCode, 0)
  assert.ok(readdirSync(folder).length > 0)
})

test('a claim that today’s rules would make differently, or not at all, is found', async () => {
  const set = (id: number, text: string) =>
    db.pool('ingest').query('update receipts set claims = $2 where id = $1', [id, text])
  const end = await newest()
  await set(end.id, end.claims.replace('-', 'it-said-something'))
  const ofEnd = await verify()
  await set(end.id, end.claims)
  assert.deepEqual([kindsOf(ofEnd), ofEnd.exitCode], [['not made'], 1])
  assert.match(ofEnd.text, /not made: greenhouse acme\/2 \(.*\): today's rules do not claim it from these answers/)
  const change = await one<{ id: number; claims: string }>(
    db.pool('ingest'),
    `select id::int, claims from receipts where collector = 'greenhouse' and claims not like '-%' order by id desc limit 1`,
  )
  const [first = '', ...others] = change.claims.split(' ')
  await set(change.id, ['another-hash', ...others].join(' '))
  const otherwise = kindsOf(await verify())
  await set(change.id, ['-', ...others].join(' '))
  const shown = kindsOf(await verify())
  await set(change.id, [first, ...others].join(' '))
  assert.deepEqual([otherwise, shown.includes('still shown')], [['made otherwise'], true])
})

test('answers that were not archived decide nothing, and aren’t an error', async () => {
  const { id, answers } = await newest()
  const set = (list: readonly unknown[]) =>
    db.pool('ingest').query('update receipts set answers = $2 where id = $1', [id, JSON.stringify(list)])
  await set(answers.map(({ warc, ...answer }) => answer))
  const result = await verify()
  await set(answers.map((answer) => ({ ...answer, url: 'https://other.example/' })))
  const other = await verify(`receipts verify --visit ${id}`)
  await set(answers)
  assert.deepEqual([result.undecided, result.refuted, result.exitCode], [1, 0, 0])
  assert.match(result.told[0]?.why ?? '', /it was not archived/)
  assert.match(other.told[0]?.why ?? '', /today's rules ask for https:\/\/boards-api\S+, which was not asked for then/)
})

test('the target of verify is required, and must exist', async () => {
  for (const line of ['receipts verify', 'receipts verify --all --visit 1', 'receipts verify --visit x'])
    await assert.rejects(verify(line), { kind: 'invalid' })
  await assert.rejects(verify('receipts verify --company nobody.example'), { kind: 'not_found' })
  const without = loadConfig({ DATABASE_URL: db.url })
  await assert.rejects(typeCommand(receiptsCommands, 'receipts verify --all', without), /Set COLLECT_ARCHIVE_DIR/)
})
