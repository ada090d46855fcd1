// The outbox against a real SMTP server on loopback.

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cleanup } from '../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../test/harness/database.ts'
import { box, newTeam, SECRET_KEYS } from '../../test/harness/firehose.ts'
import { recordingLog } from '../../test/harness/log.ts'
import { type SmtpReceiver, smtpError, startSmtpServer } from '../../test/harness/smtp-server.ts'
import { one } from '../db/index.ts'
import { readSmtpUrl } from '../platform/config/smtp-url.ts'
import { createMailer, type NewMail, readProgress } from './index.ts'
import { claimMails } from './queries.ts'
import { MailOutbox, type MailOutboxOptions } from './sender.ts'

const db = await openTestDatabase()
const pool = db.pool('settings')
const mailer = createMailer(
  () => box,
  () => 'https://signals.example',
)
const { log, lines } = recordingLog()

function outboxOf(url: string, options: Partial<MailOutboxOptions> = {}): MailOutbox {
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

test('a mail that was written with its cause is sent once, and its text is deleted', async () => {
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

test('a server that answers 4xx gets the mail later, with the same Message-ID', async () => {
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
  assert.match(String(told[0]?.msg), /^gave up on the mail .* \(alert\) after 1 attempt: 550 5\.1\.1/)
  assert.doesNotMatch(JSON.stringify(told), /secret-/)
})

test('a server that hangs, dies in the middle or refuses the sign-in gets the mail later', async () => {
  const hanging = await startSmtpServer({ onMail: () => new Promise(() => {}) })
  const dying = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 dying.example\r\n')
    // It accepts everything up to the text of the mail, then disconnects.
    socket.on('data', (data) => {
      const text = String(data)
      if (text.includes('DATA\r\n')) socket.write(`${'250 ok\r\n'.repeat(text.split('\r\n').length - 2)}354 go on\r\n`)
      else if (/^(EHLO|MAIL|RCPT)/.test(text)) socket.write('250 ok\r\n'.repeat(text.split('\r\n').length - 1))
      else socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(dying, 'listening')
  cleanup(() => dying.close())
  const closed = await startSmtpServer({ login: { user: 'signals', password: 'right' } })
  const servers = {
    'not accepted within': hanging.url,
    'closed|ECONNRESET|EPIPE': `smtp://127.0.0.1:${(dying.address() as AddressInfo).port}`,
    '^535': closed.url.replace('right', 'wrong'),
  }
  const patience = { stepMs: 5_000, totalMs: 300 }
  for (const [answer, url] of Object.entries(servers)) {
    const about = await enqueue('patient@example.com')
    await outboxOf(url, url === hanging.url ? { patience } : {}).settled()
    const row = await rowOf(about)
    assert.deepEqual([row.state, row.attempts], ['waiting', 1], row.answer)
    assert.match(row.answer, new RegExp(answer))
    await makeDue(about)
    await outboxOf(good.url).settled()
    assert.equal((await rowOf(about)).state, 'sent')
  }
  assert.ok(lines.some(({ msg }) => /^the mail server accepts no mail: /.test(String(msg))))
  assert.equal(good.mails.filter(({ to }) => to[0] === 'patient@example.com').length, 3)
})

test('written mails are sent, even if the next work can’t be prepared', async () => {
  const about = await enqueue('prepared@example.com')
  const prepare = () => Promise.reject(new Error('too many mails'))
  await outboxOf(good.url, { prepare }).settled()
  assert.equal((await rowOf(about)).state, 'sent')
  assert.ok(lines.some(({ msg }) => msg === 'mails cannot be sent: too many mails'))
})

test('a stopping outbox claims nothing more, and aborts what takes too long', async () => {
  const arrived = Promise.withResolvers<void>()
  const hanging = await startSmtpServer({
    onMail: () => {
      arrived.resolve()
      return new Promise(() => {})
    },
  })
  const [first, second] = [await enqueue('stopped@example.com'), await enqueue('stopped@example.com')]
  await pool.query(`update mails set next_at = now() + interval '1 day' where about = $1`, [second])
  const outbox = outboxOf(hanging.url)
  outbox.start()
  await arrived.promise
  await makeDue(second)
  await outbox.stop()
  assert.match((await rowOf(first)).answer, /Interrupted: this process stops/)
  assert.equal((await rowOf(second)).attempts, 0)
  await pool.query('delete from mails where recipient = $1', ['stopped@example.com'])
})

test('nothing is sent while mail is held', async () => {
  const about = await enqueue('held@example.com')
  await outboxOf(good.url, { isHeld: async () => true }).settled()
  assert.deepEqual([(await rowOf(about)).state, (await rowOf(about)).attempts], ['waiting', 0])
  await outboxOf(good.url).settled()
  assert.equal((await rowOf(about)).state, 'sent')
})

test('a mail that expired, or that failed for the last time, is given up', async () => {
  const [expired, exhausted] = [await enqueue('a@example.com'), await enqueue('b@example.com')]
  await pool.query(`update mails set expires_at = now() - interval '1 second' where about = $1`, [expired])
  await pool.query(`update mails set attempts = 12 where about = $1`, [exhausted])
  const busy = await startSmtpServer({
    onMail: () => {
      throw smtpError(450, '4.2.1 Busy')
    },
  })
  await outboxOf(busy.url).settled()
  assert.deepEqual([(await rowOf(expired)).state, (await rowOf(exhausted)).state], ['failed', 'failed'])
  assert.match((await rowOf(exhausted)).answer, /^450/)
  // A node that died during its last attempt leaves the mail to be given up, too.
  const abandoned = await enqueue('c@example.com')
  await pool.query(`update mails set attempts = 13 where about = $1`, [abandoned])
  await outboxOf(good.url).settled()
  assert.equal((await rowOf(abandoned)).state, 'failed')
})

test('a node whose claim expired settles nothing', async () => {
  const slow = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const server = await startSmtpServer({
    onMail: () => {
      arrived.resolve()
      return slow.promise
    },
  })
  const about = await enqueue('slow@example.com')
  const first = outboxOf(server.url)
  first.wake()
  await arrived.promise
  await makeDue(about)
  const strict = await startSmtpServer({
    onMail: () => {
      throw smtpError(550, '5.7.1 No')
    },
  })
  await outboxOf(strict.url).settled()
  slow.resolve()
  await first.settled()
  assert.deepEqual([(await rowOf(about)).state, (await rowOf(about)).attempts], ['failed', 2])
})

test('teams take turns, mails about accounts go first, and no address can be flooded', async () => {
  const teams = [await newTeam(db), await newTeam(db)]
  const { rowCount } = await pool.query(`select from mails where state = 'waiting'`)
  assert.equal(rowCount, 0)
  for (let n = 0; n < 6; n++) await enqueue(`busy-${n}@example.com`, { teamId: teams[0] })
  await enqueue('quiet@example.com', { teamId: teams[1] })
  await enqueue('reset@example.com', { kind: 'password_reset' })
  const claimed = await claimMails(pool, { limit: 4, claimSeconds: 60, maxAttempts: 13 })
  const order = claimed.map(({ to }) => to).sort()
  assert.deepEqual(order, ['busy-0@example.com', 'busy-1@example.com', 'quiet@example.com', 'reset@example.com'])
  await pool.query(`delete from mails`)

  await pool.query(
    `insert into mails (kind, recipient, state, attempts, attempted_at, expires_at, ended_at)
     select 'alert', 'flooded@example.com', 'sent', 1, now(), now(), now() from generate_series(1, 60)`,
  )
  await enqueue('flooded@example.com')
  const reset = await enqueue('flooded@example.com', { kind: 'password_reset' })
  const others = await claimMails(pool, { limit: 4, claimSeconds: 60, maxAttempts: 13 })
  assert.deepEqual(
    others.map(({ id }) => id),
    [(await rowOf(reset)).id],
  )
  await pool.query(`delete from mails`)
})

test('a team can have only so many mails waiting', async () => {
  const teamId = await newTeam(db)
  await pool.query(
    `insert into mails (team_id, kind, recipient, content, expires_at)
     select $1, 'alert', 'x@example.com', 'x', now() + interval '1 day' from generate_series(1, 1000)`,
    [teamId],
  )
  await assert.rejects(enqueue('one-more@example.com', { teamId }), { code: 'too_many_mails' })
  await enqueue('other@example.com')
  await pool.query(`delete from mails`)
})

test('kill -9 of the sending node: every mail arrives, and only accepted but unrecorded ones arrive twice', async () => {
  const server = await startSmtpServer()
  const [unaccepted, unnoted] = [await enqueue('unaccepted@example.com'), await enqueue('unnoted@example.com')]
  const { id } = await rowOf(unnoted)
  const client = await pool.connect()
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  server.onMail = async ({ to }) => {
    if (to[0] === 'unaccepted@example.com') {
      both[0].resolve()
      return new Promise(() => {})
    }
    // Once it is accepted, the node can't write that down.
    await client.query('begin')
    await client.query('select from mails where id = $1 for update', [id])
    both[1].resolve()
  }
  const script = fileURLToPath(new URL('../../test/harness/mail-node.ts', import.meta.url))
  const env = {
    ...process.env,
    DATABASE_URL: db.url,
    SECRET_KEYS,
    SMTP_URL: server.url,
    MAIL_FROM: 'a@service.example',
  }
  const { own } = await one<{ own: number[] }>(
    pool,
    `select array_agg(pid) as own from pg_stat_activity where datname = current_database()`,
  )
  const child = fork(script, { env })
  await Promise.all(both.map(({ promise }) => promise))
  await server.waitFor(({ to }) => to[0] === 'unnoted@example.com')
  child.kill('SIGKILL')
  await once(child, 'exit')
  // The node's last statement would still run once it no longer waits.
  await client.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> all($1) and pid <> pg_backend_pid()`,
    [own],
  )
  await client.query('rollback')
  client.release()
  server.onMail = () => {}
  await Promise.all([makeDue(unaccepted), makeDue(unnoted)])
  await Promise.all([outboxOf(server.url).settled(), outboxOf(server.url).settled()])
  assert.deepEqual([(await rowOf(unaccepted)).state, (await rowOf(unnoted)).state], ['sent', 'sent'])
  const idsTo = (address: string) =>
    server.mails.filter(({ to }) => to[0] === address).map(({ messageId }) => messageId)
  assert.equal(idsTo('unaccepted@example.com').length, 1)
  assert.equal(idsTo('unnoted@example.com').length, 2)
  assert.equal(new Set(idsTo('unnoted@example.com')).size, 1)
})
