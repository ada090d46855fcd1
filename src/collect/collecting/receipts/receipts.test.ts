// The evidence of collected reports, with real collectors, a server that stands in for their boards, and a real
// database.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, test } from 'node:test'
import { type BoardServer, type PostedJob, startBoardServer } from '../../../../test/harness/board-server.ts'
import { beforeEachTest } from '../../../../test/harness/cleanup.ts'
import { collectOnce } from '../../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { typeCommand } from '../../../../test/harness/type-command.ts'
import { DossierReplies } from '../../../api/dossiers/index.ts'
import { readSeenOn } from '../../../api/dossiers/seen-signals.ts'
import { SliceCache } from '../../../api/slices/index.ts'
import { signalsCommands } from '../../../cli/data/signals.ts'
import { one } from '../../../db/index.ts'
import { loadConfig } from '../../../platform/config/config.ts'
import { signalId } from '../../../write/write-path/index.ts'
import { BOARD_COLLECTORS, COLLECTORS, rulesEdition, VisitFailure } from '../../collectors/index.ts'
import { addWatched, deleteUnusedReceipts, readReceipts, removeWatched } from '../index.ts'
import { storedUrl } from './stored-url.ts'
import { dnsUrl, VisitAnswers } from './visit-answers.ts'

let db: Awaited<ReturnType<typeof openTestDatabase>>
let server: BoardServer
before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

let number = 0
let domain = ''
let board = ''
beforeEachTest(() => {
  number++
  domain = `receipt${number}.example`
  board = `receipt${number}`
})

const job = (id: number, more: Partial<PostedJob> = {}): PostedJob => ({
  id: String(id),
  title: `Account Executive ${id}`,
  postedAt: Date.UTC(2026, 5, 1) / 1_000,
  ...more,
})

const watch = () =>
  db.transaction('settings', (tx) =>
    addWatched(tx, [{ domain, board: `https://boards.greenhouse.io/${board}` }], BOARD_COLLECTORS),
  )
const collect = () => collectOnce(db, { server, collectors: BOARD_COLLECTORS, once: { all: true, domain } })
const receiptsOf = async (id: number) => {
  const key = `${board}/${id}`
  return readReceipts(db.pool('ingest'), { id: signalId('greenhouse', key), source: 'greenhouse', key })
}
const countReceipts = async () =>
  (await one<{ n: number }>(db.pool('ingest'), 'select count(*)::int as n from receipts where domain = $1', [domain])).n

test('a visit that changes reports writes one receipt, with the hash of what was answered and the edition of the rules', async () => {
  server.board('greenhouse', board, [job(1), job(2)])
  await watch()
  await collect()
  const [receipt, ...others] = await receiptsOf(1)
  assert.equal(others.length, 0)
  assert.equal((await receiptsOf(2))[0]?.id, receipt?.id, 'reports of one visit share it')
  assert.equal(receipt?.edition, rulesEdition())
  assert.deepEqual([receipt?.visit, receipt?.domain, receipt?.target], [1, domain, board])
  const [answer] = receipt?.answers ?? []
  assert.equal(answer?.status, 200)
  assert.match(answer?.url ?? '', /^https:\/\/boards-api\.greenhouse\.io\//)
  assert.match(answer?.sha256 ?? '', /^[0-9a-f]{64}$/)
})

test('an unchanged visit writes no receipt, and a changed one only for the reports that changed or ended', async () => {
  server.board('greenhouse', board, [job(1), job(2)])
  await watch()
  await collect()
  await collect()
  assert.equal(await countReceipts(), 1)
  server.board('greenhouse', board, [job(1), job(3)])
  await collect()
  await collect()
  const [first] = await receiptsOf(1)
  const [third] = await receiptsOf(3)
  const ended = await receiptsOf(2)
  assert.equal(first?.visit, 1)
  assert.equal(third?.visit, 3)
  assert.deepEqual(
    ended.map((receipt) => [receipt.visit, receipt.ended]),
    [
      [4, true],
      [1, false],
    ],
    'its end has the visit without it as evidence, and its content the visit that showed it',
  )
})

test('a board that discovery has read has a receipt with discovery’s requests to it', async () => {
  server.board('greenhouse', board, [job(1)], 'Receipt Company')
  server.page(`https://${domain}/`, { type: 'text/html', text: '<a href="/careers">Careers</a>' })
  server.page(`https://${domain}/careers`, {
    type: 'text/html',
    text: `<a href="https://boards.greenhouse.io/${board}">Jobs</a>`,
  })
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain, name: 'Receipt Company' }], COLLECTORS))
  const collectors = COLLECTORS.filter(({ name }) => name === 'discovery' || name === 'greenhouse')
  await collectOnce(db, { server, collectors, once: { all: false, domain } })
  const [receipt] = await receiptsOf(1)
  const hosts = new Set(receipt?.answers.map(({ url }) => new URL(url).hostname))
  assert.deepEqual([...hosts].sort(), ['boards-api.greenhouse.io', 'boards.greenhouse.io'])
})

test('receipts outlive the look, and are deleted when no stored report needs them', async () => {
  server.board('greenhouse', board, [job(1)])
  await watch()
  await collect()
  server.board('greenhouse', board, [job(1, { title: 'Sales Director' })])
  await collect()
  assert.equal(await countReceipts(), 2)
  await deleteUnusedReceipts(db.pool('ingest'), 365)
  assert.equal(await countReceipts(), 1, 'nothing rests on the first visit any more')
  await removeWatched(db, domain)
  await deleteUnusedReceipts(db.pool('ingest'), 365)
  assert.equal((await receiptsOf(1))[0]?.visit, 2, 'the report is still stored')
  await db.pool('ingest').query('delete from signals where id = $1', [signalId('greenhouse', `${board}/1`)])
  await deleteUnusedReceipts(db.pool('ingest'), 365)
  assert.equal(await countReceipts(), 0)
})

test('signals show --receipt prints where and when a report was seen, and its wording', async () => {
  server.board('greenhouse', board, [job(1)])
  await watch()
  await collect()
  const config = loadConfig({ DATABASE_URL: db.url })
  const id = signalId('greenhouse', `${board}/1`)
  const { text, json } = await typeCommand(signalsCommands, `signals show ${id} --receipt`, config)
  assert.match(text, /seen +on boards-api\.greenhouse\.io, \d{4}-\d\d-\d\d \d\d:\d\d UTC, visit 1/)
  assert.match(text, /in +“Account Executive 1”/)
  assert.match(text, /200 +https:\/\/boards-api\.greenhouse\.io\/\S+ +[\d,]+ bytes +sha256 [0-9a-f]{64}/)
  const { receipts } = json as { receipts: { receipts: { isReadAsNow: boolean; ended: boolean }[] }[] }
  assert.deepEqual(
    receipts.map((report) => report.receipts.map(({ isReadAsNow, ended }) => [isReadAsNow, ended])),
    [[[true, false]]],
  )
})

test('a stored URL has no user, no password and no secret', () => {
  const cases = [
    ['https://u:p@acme.example/jobs#top', 'https://acme.example/jobs'],
    ['https://acme.example/?api_key=1&page=2', 'https://acme.example/?api_key=removed&page=2'],
    ['https://acme.example/?accessToken=1', 'https://acme.example/?accessToken=removed'],
    [
      'https://acme.example/?X-Amz-Signature=1&X-Amz-Date=2',
      'https://acme.example/?X-Amz-Signature=removed&X-Amz-Date=2',
    ],
    ['https://acme.example/?key=a&key=b', 'https://acme.example/?key=removed'],
    ['https://acme.example/?q=a%20b&monkey=1', 'https://acme.example/?q=a%20b&monkey=1'],
    ['no url', ''],
  ] as const
  for (const [given, stored] of cases) assert.equal(storedUrl(given), stored)
})

test('failures and DNS records are recorded, answers that serve other visits too are not', async () => {
  const answers = new VisitAnswers({ name: 'A', isNameStated: false, aliases: [], seenBefore: false })
  const call = answers.noting(async (asked) => {
    if (asked.want !== 'page') return ['v=spf1']
    if (asked.request.url.endsWith('/gone')) throw new VisitFailure('missing', 'There is none.')
    return { type: 'text/plain', bytes: Buffer.from('words'), url: asked.request.url }
  }, 100)
  const ask = (url: string, shared = false) => call({ want: 'page', request: { url, kind: 'page', shared } })
  await ask('https://a.example/')
  await assert.rejects(ask('https://a.example/gone'), VisitFailure)
  await ask('https://a.example/shared', true)
  await call({ want: 'txt', name: 'a.example' })
  assert.deepEqual(
    answers.list.map(({ url, status, failure, sha256 }) => [url, status, failure, sha256]),
    [
      ['https://a.example/', 200, undefined, hash('sha256', 'words', 'hex')],
      ['https://a.example/gone', undefined, 'missing', undefined],
      [dnsUrl({ want: 'txt', name: 'a.example' }), undefined, undefined, hash('sha256', '["v=spf1"]', 'hex')],
    ],
  )
})

test('a signal was seen on the site of the visit that last changed it, by any of its reports', async () => {
  server.board('greenhouse', board, [job(1), job(2)])
  await watch()
  await collect()
  server.board('greenhouse', board, [job(1, { title: 'Sales Director' }), job(2)])
  await collect()
  const ids = [1, 2].map((id) => signalId('greenhouse', `${board}/${id}`))
  const seen = await readSeenOn(db.pool('ingest'), [...ids, signalId('greenhouse', 'nobody/1')])
  assert.deepEqual(
    new Set(seen.map(({ signalId: id, seenOn }) => `${id} ${seenOn}`)),
    new Set(ids.map((id) => `${id} greenhouse.io`)),
  )
  const [first, second] = await Promise.all([receiptsOf(1), receiptsOf(2)])
  assert.deepEqual(
    ids.map((id) => seen.find((each) => each.signalId === id)?.seenAt),
    [first, second].map(([receipt]) => receipt?.at.toISOString()),
  )
})

test('a dossier states where and when its collected signals were seen, and nothing about the others', async () => {
  server.board('greenhouse', board, [job(1)])
  await watch()
  await collect()
  const { id } = await one<{ id: string }>(db.pool('ingest'), 'select id from companies where domain = $1', [domain])
  const replies = new DossierReplies(db.pool('ingest'), new SliceCache(db.pool('ingest')))
  const body = await replies.bodyOf(id, (dossier) => JSON.stringify(dossier))
  const { data } = JSON.parse(String(body)) as { data: { receipts?: { signalId: string; seenOn: string }[] } }
  assert.deepEqual(
    data.receipts?.map(({ signalId: seen, seenOn }) => [seen, seenOn]),
    [[signalId('greenhouse', `${board}/1`), 'greenhouse.io']],
  )
})
