// A real SMTP server on loopback that collects mails, and can misbehave on request.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { cleanup } from './cleanup.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly messageId: string
  readonly headers: string
  readonly text: string
  readonly html: string
  /** The URLs in the text. */
  readonly links: readonly string[]
  readonly isEncrypted: boolean
  /** Whom the sender signed in as. */
  readonly user: string | undefined
}

/** Thrown by a behaviour: the server answers with this code. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

interface Behaviour {
  /** Called with every mail before it is accepted. Throw smtpError to refuse it. */
  onMail?: (mail: ReceivedMail) => void | Promise<void>
  onRecipient?: (address: string) => void | Promise<void>
  onConnect?: () => void | Promise<void>
}

interface Options extends Behaviour {
  readonly login?: { readonly user: string; readonly password: string }
  /** Offers STARTTLS, with a certificate that nobody trusts. */
  readonly startTls?: boolean
}

export interface SmtpReceiver extends Behaviour {
  /** For SMTP_URL. */
  readonly url: string
  readonly port: number
  readonly mails: ReceivedMail[]
  /** Waits for a mail that fits, also if it has come already. */
  waitFor(fits: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
  close(): Promise<void>
}

export async function startSmtpServer({ login, startTls = false, ...behaviour }: Options = {}): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  const answer = (work: Promise<void> | void, done: (error?: Error | null) => void) =>
    void Promise.resolve(work).then(
      () => done(),
      (error: Error) => done(error),
    )
  const options: SMTPServerOptions = {
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(smtpError(535, '5.7.8 Authentication credentials invalid'))
    },
    onConnect: (_session, done) => answer((async () => receiver.onConnect?.())(), done),
    onRcptTo: ({ address }, _session, done) => answer((async () => receiver.onRecipient?.(address))(), done),
    onData(stream, session, done) {
      const receive = async () => {
        const raw = await readText(stream)
        const { mailFrom, rcptTo } = session.envelope
        const mail = parseMail(raw, {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: session.user as string | undefined,
        })
        await receiver.onMail?.(mail)
        mails.push(mail)
        for (const look of waiting) look()
      }
      answer(receive(), done)
    },
  }
  const server = new SMTPServer(options)
  // Clients that go away in the middle are part of the tests.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : ''
  const receiver: SmtpReceiver = {
    ...behaviour,
    url: `smtp://${credentials}127.0.0.1:${port}`,
    port,
    mails,
    async waitFor(fits) {
      const { promise, resolve } = Promise.withResolvers<ReceivedMail>()
      const look = () => {
        const found = mails.find(fits)
        if (found) resolve(found)
      }
      waiting.add(look)
      look()
      return promise.finally(() => waiting.delete(look))
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  cleanup(() => receiver.close())
  return receiver
}

function parseMail(raw: string, envelope: Pick<ReceivedMail, 'from' | 'to' | 'isEncrypted' | 'user'>): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers) ?? []
  const parts = raw.slice(head.length).split(`--${boundary}`)
  const text = partOf(parts, 'text/plain')
  return {
    ...envelope,
    headers,
    subject: decodeWords(headerOf(headers, 'subject')),
    messageId: headerOf(headers, 'message-id'),
    text,
    html: partOf(parts, 'text/html'),
    links: text.match(/https?:\/\/\S+/g) ?? [],
  }
}

function headerOf(headers: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
}

function partOf(parts: readonly string[], type: string): string {
  const part = parts.find((candidate) => candidate.toLowerCase().includes(`content-type: ${type}`)) ?? ''
  const start = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, start), part.slice(start + 4)]
  const encoding = /transfer-encoding: (\S+)/i.exec(head)?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  return (encoding === 'quoted-printable' ? decodeQuoted(body) : body).replaceAll('\r\n', '\n')
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** RFC 2047: =?UTF-8?Q?…?= and =?UTF-8?B?…?=. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
}
