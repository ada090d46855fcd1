// One conversation with the mail server: connect, TLS, sign in, one mail, quit. Each mail gets its own connection: if a
// shared one broke, it would be unclear which of its mails were accepted.

import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { reasonOf } from '../platform/app-error.ts'
import type { MailSender, SmtpServer } from '../platform/config/smtp-url.ts'
import type { RenderedMail } from './render.ts'

export interface Patience {
  /** For a connection or a greeting. */
  readonly stepMs: number
  /** For the whole conversation. The claim of a mail is longer, so that no other node sends it meanwhile. */
  readonly totalMs: number
}

export const PATIENCE: Patience = { stepMs: 15_000, totalMs: 60_000 }

export interface OutgoingMail extends RenderedMail {
  readonly from: MailSender
  readonly to: string
  /** The same at every attempt, so that a duplicate can be recognised. */
  readonly id: string
  readonly createdAt: Date
}

/**
 * The outcome of an attempt. refused: the server doesn't want this mail, now or later. failed: it may take it later;
 * with `isServer`, the cause is the server or the connection, so other mails would fail as well.
 */
export type SmtpResult =
  | { readonly outcome: 'sent' | 'refused'; readonly answer: string }
  | { readonly outcome: 'failed'; readonly answer: string; readonly isServer: boolean }

/** Never rejects. */
export async function sendBySmtp(
  server: SmtpServer,
  mail: OutgoingMail,
  { signal, patience = PATIENCE }: { signal?: AbortSignal; patience?: Patience } = {},
): Promise<SmtpResult> {
  const message = await composeMail(mail)
  const envelope = { from: mail.from.address, to: [mail.to], size: message.length }
  return converse(server, patience, signal, (connection) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    connection.send(envelope, message, (error, info) => (error ? reject(error) : resolve(info?.response ?? '')))
    return promise
  })
}

/** Connects and signs in, and sends nothing. */
export function checkSmtp(server: SmtpServer): Promise<SmtpResult> {
  return converse(server, PATIENCE, undefined, async (connection) => String(connection.lastServerResponse || ''))
}

export async function composeMail(mail: OutgoingMail): Promise<Buffer> {
  const { from, to, subject, text, html, id, createdAt, unsubscribe } = mail
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    from: { ...from },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${from.address.split('@')[1]}>`,
    date: createdAt,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  })
  return composer.compile().build()
}

async function converse(
  server: SmtpServer,
  { stepMs, totalMs }: Patience,
  signal: AbortSignal | undefined,
  talk: (connection: SMTPConnection) => Promise<string>,
): Promise<SmtpResult> {
  // Loaded here, so that a process that sends no mail starts without it.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: !server.secure && server.tls !== 'off',
    ignoreTLS: server.tls === 'off',
    tls: { rejectUnauthorized: server.tls !== 'unverified' },
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: 2 * stepMs,
    dnsTimeout: stepMs,
    maxResponseSize: 64 * 1_024,
    allowInternalNetworkInterfaces: true,
  })
  // A mail that was half sent at the timeout must not arrive later: the socket is destroyed, not ended.
  const cut = () => {
    if (connection._socket) connection._socket.destroy()
    connection.close()
  }
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => {})
  connection.on('error', broken.reject)
  connection.on('end', () => broken.reject(new Error('The server closed the connection.')))
  const end = (reason: string) => {
    broken.reject(new Error(reason))
    cut()
  }
  const timer = setTimeout(() => end(`The mail was not accepted within ${totalMs / 1_000} seconds.`), totalMs)
  const abort = () => end('Interrupted: this process stops.')
  signal?.addEventListener('abort', abort)
  try {
    if (signal?.aborted) abort()
    const answer = await Promise.race([broken.promise, open(connection, server).then(() => talk(connection))])
    connection.quit()
    setTimeout(cut, 1_000).unref()
    return { outcome: 'sent', answer: oneLine(answer) }
  } catch (error) {
    cut()
    return resultOf(error as SmtpError)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

async function open(connection: SMTPConnection, { login }: SmtpServer): Promise<void> {
  const connected = Promise.withResolvers<void>()
  connection.connect((error) => (error ? connected.reject(error) : connected.resolve()))
  await connected.promise
  if (!login) return
  if (!connection.allowsAuth) {
    throw new Error('The server offers no sign-in, so the user and password of SMTP_URL can’t be used.')
  }
  const signedIn = Promise.withResolvers<void>()
  connection.login({ user: login.user, pass: login.password }, (error) =>
    error ? signedIn.reject(error) : signedIn.resolve(),
  )
  await signedIn.promise
}

/** The errors of nodemailer. */
type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number }

function resultOf(error: SmtpError): SmtpResult {
  const { code, command = '', response, responseCode } = error
  const said = response ?? reasonOf(error)
  // The server's answer alone doesn't say which step it is about.
  const answer = oneLine(command === 'STARTTLS' ? `STARTTLS: ${said}` : said)
  // Rejections of the recipient or the text. The operator can fix those of the sender or the sign-in.
  const isAboutMail = ['RCPT TO', 'DATA'].includes(command) && responseCode !== 421
  if (isAboutMail && responseCode !== undefined) {
    return responseCode >= 500 ? { outcome: 'refused', answer } : { outcome: 'failed', answer, isServer: false }
  }
  if (code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'API')) return { outcome: 'refused', answer }
  return { outcome: 'failed', answer, isServer: true }
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 400)
}
