// What an operator sees about mail: `mail test`, `doctor`, and a reset link by mail.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../../../test/harness/command-line.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { SECRET_KEYS } from '../../../test/harness/secret-keys.ts'
import { smtpError, startSmtpServer } from '../../../test/harness/smtp-server.ts'
import { createTeam } from '../../account/teams/index.ts'

const MAIL_FROM = 'Pro Signal <signals@service.example>'
const login = { user: 'signals', password: 'hunter2' }

async function mailTest(SMTP_URL: string) {
  const outcome = await runCommand(['mail', 'test', '--to', 'you@acme.example', '--json'], { SMTP_URL, MAIL_FROM })
  assert.doesNotMatch(outcome.stdout + outcome.stderr, /hunter2/)
  return { ...outcome, json: JSON.parse(outcome.stdout) as { sent: boolean; answer: string } }
}

test('mail test sends a mail immediately, and prints the server’s answer', async () => {
  const smtp = await startSmtpServer({ login })
  const { code, json } = await mailTest(smtp.url)
  assert.deepEqual([code, json.sent], [0, true])
  assert.match(json.answer, /^250 /)
  assert.equal(smtp.mails[0]?.subject, 'A test mail of Pro Signal')
  const { stdout } = await runCommand(['mail', 'test', '--to', 'you@acme.example'], { SMTP_URL: smtp.url, MAIL_FROM })
  assert.match(stdout, /^127\.0\.0\.1:\d+ accepted the mail to you@acme\.example: 250 /)
})

test('mail test explains what is wrong: sign-in, certificate, TLS, refused, no server, not configured', async () => {
  const smtp = await startSmtpServer({ login, startTls: true })
  const text = async (SMTP_URL: string) => {
    const { code, stdout } = await runCommand(['mail', 'test', '--to', 'you@acme.example'], { SMTP_URL, MAIL_FROM })
    assert.equal(code, 1, stdout)
    assert.doesNotMatch(stdout, /hunter2|wrong-password/)
    return stdout
  }
  assert.match(await text(smtp.url.replace('hunter2', 'wrong-password')), /535 .*\nCheck the user and password/)
  assert.match(await text(`${smtp.url}?tls=verified`), /certificate.*\nIts certificate is not trusted/i)
  assert.equal((await mailTest(`${smtp.url}?tls=unverified`)).json.sent, true)
  assert.equal(smtp.mails.at(-1)?.isEncrypted, true)
  const plain = await startSmtpServer({
    onRecipient: () => {
      throw smtpError(550, '5.7.1 Relaying denied')
    },
  })
  assert.match(await text(`${plain.url}?tls=verified`), /STARTTLS.*\nTLS failed/)
  assert.match(await text(plain.url), /refused the mail for good: 550 5\.7\.1 Relaying denied/)
  await plain.close()
  assert.match(await text(plain.url), /could not be used: .*\nCheck the host and port/)
  const missing = await runCommand(['mail', 'test', '--to', 'you@acme.example'])
  assert.equal(missing.code, 2)
  assert.match(missing.stderr, /There is no mail server: set SMTP_URL and MAIL_FROM/)
})

test('doctor shows whether mail works and what waits; a reset link can be mailed', async () => {
  const db = await openTestDatabase()
  const smtp = await startSmtpServer({ login })
  const env = { DATABASE_URL: db.url, SECRET_KEYS, DATA_DIR: temporaryFolder(), PORT: '0' }
  const withMail = { ...env, SMTP_URL: smtp.url, MAIL_FROM }
  const doctor = async (settings: Record<string, string>) => {
    const { stdout } = await runCommand(['doctor', '--json'], settings)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; verdict: string; message: string }[] }
    const { verdict, message } = findings.find(({ check }) => check === 'mail') ?? assert.fail('no finding')
    return `${verdict}: ${message}`
  }
  assert.match(await doctor(env), /^ok: no mail server \(SMTP_URL\)/)
  assert.match(
    await doctor({ ...withMail, PUBLIC_URL: 'https://s.example' }),
    /^ok: .* accepts the sign-in, 0 mails waiting$/,
  )
  const wrong = { ...withMail, SMTP_URL: smtp.url.replace('hunter2', 'wrong') }
  assert.match(await doctor(wrong), /^problem: .*535/)
  assert.equal(smtp.mails.length, 0)

  const email = 'owner@acme.example'
  await createTeam(db, { name: 'Acme', plan: 'pro' }, { email, password: 'a password' })
  const reset = ['accounts', 'reset-password', '--email', email, '--mail']
  const { code, stdout } = await runCommand(reset, withMail)
  assert.equal(code, 0)
  assert.match(stdout, /^A mail to owner@acme\.example waits to be sent/)
  await db.pool('settings').query(`update mails set created_at = now() - interval '20 minutes'`)
  assert.match(
    await doctor(withMail),
    /^warning: .* 1 mail waiting; the oldest mail has been waiting for 20 min; PUBLIC_URL/,
  )
  const without = await runCommand(reset, env)
  assert.equal(without.code, 2)
  assert.match(without.stderr, /There is no mail server \(SMTP_URL\).*leave out --mail/)
})
