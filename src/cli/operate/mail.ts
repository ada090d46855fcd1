import { randomUUID } from 'node:crypto'
import { normaliseEmail } from '../../account/accounts/index.ts'
import { ownUrl } from '../../http/index.ts'
import { mailServerOf, renderMail, type SmtpResult, sendBySmtp } from '../../mail/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SmtpServer } from '../../platform/config/smtp-url.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'

export const mailCommands = [
  command({
    name: 'mail test',
    summary: 'Send a test mail directly, without the outbox, and print its answer.',
    options: { to: { value: 'ADDRESS', required: true, description: 'Who gets the mail.' } },
    examples: ['mail test --to you@acme.example', 'mail test --to you@acme.example --json'],
    async run(input) {
      const { config } = input
      const configured = mailServerOf(config)
      if (!configured) {
        throw new AppError('invalid', 'There is no mail server: set SMTP_URL and MAIL_FROM (docs/mail.md).')
      }
      const { server, from } = configured
      const to = normaliseEmail(input.text('to'))
      const mail = renderMail({
        subject: 'A test mail of Pro Signal',
        heading: 'Mail works',
        blocks: [{ kind: 'text', text: 'This is a test mail, sent by an operator of the service.' }],
        footer: `Links in mails lead to ${config.PUBLIC_URL ?? ownUrl(config)}.`,
      })
      const id = randomUUID()
      const result = await sendBySmtp(server, { ...mail, from, to, id, createdAt: new Date() })
      const json = { sent: result.outcome === 'sent', server: nameOf(server), to, messageId: id, answer: result.answer }
      if (result.outcome === 'sent') {
        return { text: `${json.server} accepted the mail to ${to}: ${result.answer}`, json }
      }
      return {
        text: `${json.server} ${problemOf(result)}: ${result.answer}\n${hintOf(result, server)}`,
        json,
        exitCode: EXIT.failed,
      }
    },
  }),
]

export const nameOf = ({ host, port }: SmtpServer) => `${host.includes(':') ? `[${host}]` : host}:${port}`

function problemOf(result: SmtpResult): string {
  if (result.outcome === 'refused') return 'refused the mail for good'
  return result.outcome === 'failed' && result.isServer ? 'could not be used' : 'did not accept the mail now'
}

/** What to do about it. */
export function hintOf({ answer }: SmtpResult, { login, tls }: SmtpServer): string {
  if (/certificate|self.signed|altnames/i.test(answer)) {
    return 'Its certificate is not trusted: give its name as it is in the certificate, add its authority with NODE_EXTRA_CA_CERTS, or set ?tls=unverified for a server in your own network.'
  }
  if (/STARTTLS|wrong version number/i.test(answer)) {
    return 'TLS failed: smtp:// begins in plain text and turns to TLS (usually port 587), smtps:// begins with TLS (usually port 465). For a server in your own network that has no TLS, set ?tls=off.'
  }
  if (/^5[35]\d|authenti|credential|sign-in/i.test(answer) && login) {
    return 'Check the user and password in SMTP_URL, with special characters percent-encoded, and that the server lets this user send as MAIL_FROM.'
  }
  if (/^5[35]\d|authenti/i.test(answer)) {
    return 'Check that the server lets this machine send as MAIL_FROM. If it wants a sign-in, write it as smtp://user:password@….'
  }
  if (/ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|timeout|closed|within/i.test(answer)) {
    return `Check the host and port in SMTP_URL, and that a firewall lets this machine reach them.${tls === 'off' ? '' : ' Many networks block port 25.'}`
  }
  return 'See docs/mail.md.'
}
