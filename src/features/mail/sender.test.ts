// The outbox against a real SMTP server on loopback.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { box } from '../../../test/harness/firehose.ts'
import { recordingLog } from '../../../test/harness/log.ts'
import { type SmtpReceiver, smtpError, startSmtpServer } from '../../../test/harness/smtp-server.ts'
import { readSmtpUrl } from '../../platform/smtp-url.ts'
import { createMailer, MailOutbox, type NewMail, readProgress } from './index.ts'

const db = await openTestDatabase()
const pool = db.pool('settings')
const mailer = createMailer(
  () => box,
  () => 'https://signals.example',
)
const { log, lines } = recordingLog()

function outboxOf(url: string, options: { isHeld?: () => Promise<boolean> } = {}): MailOutbox {
  const server = readSmtpUrl(url)
  assert.ok(server)
  const from = { name: 'Pro Signal', address: 'signals@service.example' }
  return new MailOutbox({ db, log, server, from, box: () => box, isHeld: async () => false, ...options })
}

let mails = 0

/** Writes a mail and returns what it is about. */
async function enqueue(to = 'person@example.com', more: Partial<NewMail> = {}): Promise<string> {
  const about = `test:${++mails}`
  const content = {
    subject: `Hello ${mails}`,
    heading: 'Hello',
    blocks: [{ kind: 'button', label: 'Open', url: `https://signals.example/join#secret-${mails}` } as const],
    footer: 'You get this because of a test.',
  }
  await db.transaction('settings', (tx) => mailer.enqueue(tx, { kind: 'alert', to, about, content, ...more }))
  return about
}

async function rowOf(about: string) {
  const { rows } = await pool.query('select * from mails where about = $1', [about])
  return rows[0] as {
    id: string
    state: string
    attempts: number
    content: string | null
    answer: string
    next_at: Date
  }
}

const makeDue = (about: string) =>
  pool.query(`update mails set next_at = now() - interval '1 second' where about = $1`, [about])

const good: SmtpReceiver = await startSmtpServer()

test('a mail that was written with what it tells is sent once, and its text is deleted', async () => {
  const about = await enqueue()
  assert.doesNotMatch((await rowOf(about)).content ?? '', /secret|signals\.example/)
  await outboxOf(good.url).settled()
  await outboxOf(good.url).settled()
  const [mail, ...others] = good.mails
  assert.deepEqual(others, [])
  const { id, state, content, attempts, answer } = await rowOf(about)
  assert.deepEqual([state, content, attempts], ['sent', null, 1])
  assert.match(answer, /^250 /)
  assert.equal(mail?.messageId, `<${id}@service.example>`)
  assert.deepEqual(
    [mail?.from, mail?.to, mail?.subject],
    ['signals@service.example', ['person@example.com'], 'Hello 1'],
  )
  assert.match(mail?.headers ?? '', /^From: Pro Signal <signals@service.example>$/m)
  assert.match(mail?.headers ?? '', /^Auto-Submitted: auto-generated$/m)
  assert.deepEqual(mail?.links, ['https://signals.example/join#secret-1'])
  assert.match(mail?.html ?? '', /href="https:\/\/signals\.example\/join#secret-1"/)
})

test('of two mails about the same thing one is written', async () => {
  const about = await enqueue('twice@example.com')
  await enqueue('twice@example.com', { about })
  await Promise.all([outboxOf(good.url).settled(), outboxOf(good.url).settled()])
  assert.equal(good.mails.filter(({ to }) => to[0] === 'twice@example.com').length, 1)
})

test('a mail whose transaction is rolled back is never sent', async () => {
  const failing = db.transaction('settings', async (tx) => {
    const content = { subject: 'No', heading: 'No', blocks: [], footer: '' }
    await mailer.enqueue(tx, { kind: 'alert', to: 'never@example.com', about: 'never', content })
    throw new Error('rolled back')
  })
  await assert.rejects(failing, /rolled back/)
  assert.equal((await readProgress(pool, ['never'])).size, 0)
})

test('a server that says 4xx gets the mail later, with the same Message-ID', async () => {
  const busy = await startSmtpServer()
  const ids: string[] = []
  busy.onMail = ({ messageId }) => {
    ids.push(messageId)
    if (ids.length === 1) throw smtpError(451, '4.3.0 Try again later')
  }
  const about = await enqueue('later@example.com')
  await outboxOf(busy.url).settled()
  const first = await rowOf(about)
  assert.deepEqual([first.state, first.attempts], ['waiting', 1])
  assert.match(first.answer, /^451 4\.3\.0 Try again later/)
  assert.ok(first.next_at.getTime() > Date.now() + 20_000)
  await makeDue(about)
  await outboxOf(busy.url).settled()
  assert.equal((await rowOf(about)).state, 'sent')
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
})

test('a mail that the server refuses for good is given up with the reason, and one line in the log', async () => {
  const strict = await startSmtpServer({
    onRecipient: () => {
      throw smtpError(550, '5.1.1 No such user here')
    },
  })
  const about = await enqueue('nobody@example.com')
  await outboxOf(strict.url).settled()
  await outboxOf(strict.url).settled()
  const { id, state, content, attempts, answer } = await rowOf(about)
  assert.deepEqual([state, content, attempts], ['failed', null, 1])
  assert.match(answer, /^550 5\.1\.1 No such user here/)
  const told = lines.filter(({ msg }) => String(msg).includes(id))
  assert.equal(told.length, 1)
  assert.match(String(told[0]?.msg), /^gave up the mail .* \(alert\) after 1 attempt: 550 5\.1\.1/)
  assert.doesNotMatch(JSON.stringify(told), /secret-/)
})
