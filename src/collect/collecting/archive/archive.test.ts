// Answers as files: real files, a process that is killed, a disk that is full.

import assert from 'node:assert/strict'
import { execFileSync, fork } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { type BoardServer, startBoardServer } from '../../../../test/harness/board-server.ts'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { collectOnce } from '../../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { temporaryFolder } from '../../../../test/harness/folders.ts'
import { recordingLog, silentLog } from '../../../../test/harness/log.ts'
import { checkArchive } from '../../../cli/operate/doctor/archive.ts'
import { type Database, many } from '../../../db/index.ts'
import { BOARD_COLLECTORS } from '../../collectors/index.ts'
import { addWatched, deleteUnusedReceipts } from '../index.ts'
import { type ReceiptAnswer, VisitAnswers } from '../receipts/visit-answers.ts'
import { Archive } from './archive.ts'
import { deleteOldFiles, eraseRecords, readAnswer } from './archive-files.ts'
import { tendArchive } from './tend-archive.ts'
import { answerRecord, readRecord, removedRecord } from './warc-record.ts'

const answerOf = (url: string, body: string): ReceiptAnswer => ({
  url,
  at: 1_790_000_000,
  status: 200,
  type: 'text/plain',
  sha256: hash('sha256', body, 'hex'),
  bytes: body.length,
})

async function answered(archive: Archive, ...bodies: readonly string[]): Promise<VisitAnswers> {
  const answers = new VisitAnswers({ name: 'A', isNameStated: false, aliases: [], seenBefore: false }, archive)
  for (const [i, body] of bodies.entries()) {
    const url = `https://a.example/${i}`
    const call = answers.noting(async () => ({ type: 'text/plain', bytes: Buffer.from(body), url }), 0)
    await call({ want: 'page', request: { url, kind: 'page' } })
  }
  return answers
}

const bodyOf = async (folder: string, { warc }: ReceiptAnswer) => {
  assert.ok(warc, 'it is archived')
  const read = await readAnswer(folder, warc)
  return 'body' in read ? read.body.toString() : read.trouble
}

test('a record is a gzip member of WARC 1.1, with the body as it was hashed', async () => {
  const body = `{"jobs":[]}\r\n\r\n${'x'.repeat(5_000)}`
  const member = await answerRecord(answerOf('https://a.example/jobs', body), Buffer.from(body))
  const text = gunzipSync(member).toString()
  assert.match(
    text,
    /^WARC\/1\.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:[0-9a-f-]{36}>\r\nWARC-Date: 2026-\S+Z\r\n/,
  )
  assert.match(text, /\r\nWARC-Target-URI: https:\/\/a\.example\/jobs\r\nWARC-Payload-Digest: sha256:[0-9a-f]{64}\r\n/)
  const [, length] =
    /Content-Type: application\/http;msgtype=response\r\nContent-Length: (\d+)\r\n\r\n/.exec(text) ?? []
  const block = text.slice(text.indexOf('\r\n\r\n') + 4, -4)
  assert.equal(block.length, Number(length))
  assert.equal(text.slice(-4), '\r\n\r\n')
  assert.equal((await readRecord(member))?.toString(), body)
})

test('a removed record leaves one of the same length, and its neighbours unchanged', async () => {
  const members = await Promise.all(
    ['first', 'second', 'third'].map((body) => answerRecord(answerOf('https://a.example/', body), Buffer.from(body))),
  )
  for (const [i, member] of members.entries()) {
    const removed = removedRecord(member.length, new Date())
    assert.equal(removed.length, member.length)
    assert.equal(await readRecord(removed), undefined)
    const file = gunzipSync(Buffer.concat(members.with(i, removed))).toString()
    assert.equal(file.match(/^WARC\/1\.1/gm)?.length, 3)
    assert.doesNotMatch(file, new RegExp(['first', 'second', 'third'][i] as string))
  }
  assert.equal(gunzipSync(removedRecord(30, new Date())).length, 0, 'too little room for a record')
})

test('every flipped bit of a record is detected, by the file or by the hash', async () => {
  const folder = temporaryFolder()
  const archive = new Archive({ folder, keepDays: 30 }, silentLog)
  const answers = await answered(archive, 'a body that is hashed')
  await archive.keep([answers])
  await archive.close()
  const [answer] = answers.list
  const { file = '', offset = 0, length = 0 } = answer?.warc ?? {}
  const bytes = readFileSync(join(folder, file))
  let noticed = 0
  for (let bit = 0; bit < length * 8; bit += 7) {
    const flipped = Buffer.from(bytes)
    const at = offset + (bit >> 3)
    flipped[at] = (flipped[at] as number) ^ (1 << (bit & 7))
    writeFileSync(join(folder, file), flipped)
    const read = await bodyOf(folder, answer as ReceiptAnswer)
    assert.ok(read === 'damaged' || read === 'a body that is hashed' || hash('sha256', read, 'hex') !== answer?.sha256)
    if (read !== 'a body that is hashed') noticed++
  }
  // The time in the head of a gzip member, and the bits after the end of what is packed, mean nothing.
  assert.ok(noticed > length * 0.9, `${noticed} of ${Math.ceil((length * 8) / 7)}`)
})

test('files follow each other by size, an answer that is archived already is not archived again', async () => {
  const folder = temporaryFolder()
  const archive = new Archive({ folder, keepDays: 30, maxFileBytes: 500 }, silentLog)
  const first = await answered(archive, 'one', 'two')
  await archive.keep([first])
  const second = await answered(archive, 'one', 'other')
  second.reuse(first.list)
  await archive.keep([second])
  await archive.close()
  assert.deepEqual(second.list[0]?.warc, first.list[0]?.warc)
  assert.equal(readdirSync(folder).length, 2)
  const bodies = await Promise.all([...first.list, ...second.list].map((answer) => bodyOf(folder, answer)))
  assert.deepEqual(bodies, ['one', 'two', 'one', 'other'])
  assert.equal(second.archivedBytes, second.list[1]?.warc?.length)
})

test('answers that don’t fit into memory are not archived, and released ones free space', async () => {
  const archive = new Archive({ folder: temporaryFolder(), keepDays: 30 }, silentLog)
  const large = 'x'.repeat(100 * 1_024 * 1_024)
  const first = await answered(archive, large)
  assert.equal((await answered(archive, large)).held.length, 0)
  first.release()
  first.release()
  assert.equal((await answered(archive, large)).held.length, 1)
})

test('a failing disk is reported once, and answers are archived again when it is back', async () => {
  const folder = join(temporaryFolder(), 'archive')
  writeFileSync(folder, 'a file is in the way')
  const { log, lines } = recordingLog()
  const archive = new Archive({ folder, keepDays: 30, pauseMs: 0 }, log)
  for (let i = 0; i < 3; i++) {
    const answers = await answered(archive, 'lost')
    await archive.keep([answers])
    assert.equal(answers.list[0]?.warc, undefined)
  }
  rmSync(folder)
  const answers = await answered(archive, 'kept')
  await archive.keep([answers])
  assert.equal(await bodyOf(folder, answers.list[0] as ReceiptAnswer), 'kept')
  assert.deepEqual(
    lines.map(({ msg }) => String(msg).replace(/ in .*/, '')),
    ["answers can't be archived", 'answers are archived again'],
  )
  rmSync(folder, { recursive: true })
  const later = await answered(archive, 'later')
  await archive.keep([later])
  assert.equal(await bodyOf(folder, later.list[0] as ReceiptAnswer), 'later', 'a file that somebody removed takes none')
  await archive.close()
})

test('a full disk ends no file in the middle of a record', async (t) => {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return t.skip('mount is not permitted on this machine')
  }
  cleanup(() => execFileSync('umount', [folder]))
  const archive = new Archive({ folder, keepDays: 30, pauseMs: 0 }, silentLog)
  const noise = () => hash('sha512', String(Math.random()), 'hex').repeat(1) + Math.random().toString(36).repeat(1)
  const kept: ReceiptAnswer[] = []
  let lost = 0
  for (let i = 0; i < 40; i++) {
    const answers = await answered(archive, Array.from({ length: 40 }, noise).join(''))
    await archive.keep([answers])
    const [answer] = answers.list
    if (answer?.warc) kept.push(answer)
    else lost++
  }
  await archive.close()
  assert.ok(kept.length > 0 && lost > 0, `${kept.length} kept, ${lost} lost`)
  for (const answer of kept) assert.equal(hash('sha256', await bodyOf(folder, answer), 'hex'), answer.sha256)
  for (const file of readdirSync(folder)) gunzipSync(readFileSync(join(folder, file)))
})

test('whenever a process is killed, everything it reported as archived exists', async () => {
  const folder = temporaryFolder()
  const entry = fileURLToPath(new URL('../../../../test/harness/archive-process.ts', import.meta.url))
  const child = fork(entry, [folder], { stdio: 'ignore' })
  const said: ReceiptAnswer[] = []
  child.on('message', (answer) => {
    said.push(answer as ReceiptAnswer)
    if (said.length === 150) child.kill('SIGKILL')
  })
  await once(child, 'close')
  assert.ok(said.length >= 150)
  for (const answer of said) assert.equal(hash('sha256', await bodyOf(folder, answer), 'hex'), answer.sha256)
})

test('old files are deleted, and nothing else in the folder', async () => {
  const folder = temporaryFolder()
  const files = ['pro-signal-20260101-a-1.warc.gz', 'pro-signal-20260301-a-1.warc.gz', 'notes-20200101.txt']
  for (const file of files) writeFileSync(join(folder, file), '')
  utimesSync(join(folder, files[2] as string), 0, 0)
  assert.equal(await deleteOldFiles(folder, 30, new Date('2026-03-10T00:00:00Z')), 1)
  assert.deepEqual(readdirSync(folder).sort(), [files[2], files[1]].sort())
  assert.equal(await deleteOldFiles(join(folder, 'none'), 30, new Date()), 0)
  const elsewhere = { file: 'pro-signal-20260302-b-1.warc.gz', offset: 0, length: 100 }
  assert.equal(await eraseRecords(folder, [elsewhere], new Date()), false, 'another machine has it')
  assert.deepEqual(await readAnswer(folder, { ...elsewhere, file: '../secret' }), { trouble: 'missing' })
})

let db: Database
let server: BoardServer
before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

const job = (id: number) => ({ id: String(id), title: `Account Executive ${id}`, postedAt: 1_780_000_000 })

async function collectArchived(domain: string, archive: Archive): Promise<ReceiptAnswer[]> {
  const collectors = BOARD_COLLECTORS
  await collectOnce(db, { server, collectors, archive, once: { all: true, domain } })
  const rows = await many<{ answers: ReceiptAnswer[] }>(
    db.pool('ingest'),
    'select answers from receipts where domain = $1 order by id',
    [domain],
  )
  return rows.flatMap(({ answers }) => answers)
}

/** As `demo remove` does. */
async function forget(domain: string): Promise<void> {
  const ingest = db.pool('ingest')
  await ingest.query('delete from watched_companies where domain = $1', [domain])
  for (const table of ['signals', 'company_ranks', 'company_digests', 'digest_entries', 'digest_openings']) {
    const company = '(select ordinal from companies where domain = $1)'
    await ingest.query(`delete from ${table} where company_ordinal = ${company}`, [domain])
  }
  await ingest.query('delete from companies where domain = $1', [domain])
}

test('the answers of visits that change reports are archived, and deleted with their company', async () => {
  const folder = temporaryFolder()
  const archive = new Archive({ folder, keepDays: 30 }, silentLog)
  for (const name of ['gone', 'stays']) {
    server.board('greenhouse', name, [job(1)])
    const request = { domain: `${name}.example`, board: `https://boards.greenhouse.io/${name}` }
    await db.transaction('settings', (tx) => addWatched(tx, [request], BOARD_COLLECTORS))
  }
  const [gone] = await collectArchived('gone.example', archive)
  const [stays] = await collectArchived('stays.example', archive)
  assert.equal((await collectArchived('stays.example', archive)).length, 1, 'an unchanged visit archives nothing')
  assert.match(await bodyOf(folder, gone as ReceiptAnswer), /Account Executive 1/)
  await deleteUnusedReceipts(db.pool('ingest'), 30)
  await tendArchive(db.pool('ingest'), archive, silentLog)
  assert.equal(hash('sha256', await bodyOf(folder, gone as ReceiptAnswer), 'hex'), gone?.sha256)
  await forget('gone.example')
  await deleteUnusedReceipts(db.pool('ingest'), 30)
  await tendArchive(db.pool('ingest'), archive, silentLog)
  assert.equal(await bodyOf(folder, gone as ReceiptAnswer), 'removed')
  assert.equal(hash('sha256', await bodyOf(folder, stays as ReceiptAnswer), 'hex'), stays?.sha256)
  const left = await many(db.pool('ingest'), `select from receipts where domain = 'gone.example'`)
  assert.equal(left.length, 0)
  await archive.close()
})

test('collecting continues without the disk: receipts then state that nothing is archived', async () => {
  const folder = join(temporaryFolder(), 'archive')
  mkdirSync(folder)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  const archive = new Archive({ folder, keepDays: 30 }, silentLog)
  server.board('greenhouse', 'nodisk', [job(1)])
  const request = { domain: 'nodisk.example', board: 'https://boards.greenhouse.io/nodisk' }
  await db.transaction('settings', (tx) => addWatched(tx, [request], BOARD_COLLECTORS))
  const [answer] = await collectArchived('nodisk.example', archive)
  assert.deepEqual([answer?.status, answer?.warc], [200, undefined])
  const [finding] = await checkArchive(db, { COLLECT_ARCHIVE_DIR: folder })
  assert.equal(finding?.verdict, 'warning')
  assert.match(finding?.message ?? '', /answers of 1 of \d visits of the last day were not archived/)
  assert.deepEqual(await checkArchive(db, { COLLECT_ARCHIVE_DIR: undefined }), [])
})
