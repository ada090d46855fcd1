// Writes mails into the outbox, in the transaction of what they report: neither is committed without the other.

import { randomUUID } from 'node:crypto'
import type { MailKind } from '../closed-sets/mail.ts'
import type { Queryable, SealedColumn } from '../db/index.ts'
import { AppError } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import { lazySecretBox, type SecretBox } from '../platform/config/secret-box.ts'
import type { MailContent } from './content.ts'
import { deleteWaiting, insertMail } from './queries.ts'

/** A mail that can't be sent by then is dropped. */
const MAX_VALID_SECONDS = 48 * 3_600

export interface NewMail {
  readonly kind: MailKind
  readonly to: string
  readonly content: MailContent
  /** What it is about, such as `invitation:ID`. A second mail about the same thing is not written. */
  readonly about?: string
  /** A second mail about the same thing replaces the first. */
  readonly replaces?: boolean
  /** The mail is deleted with the team, and counts toward the team's limit. Undefined for a mail to an account. */
  readonly teamId?: string | undefined
  /** How long the mail is worth sending, at most and by default two days. */
  readonly validSeconds?: number
  /** Sends it later: its date, its attempts and how long it is valid count from then. */
  readonly delaySeconds?: number
}

/** Where this is undefined, the service has no mail server. */
export interface Mailer {
  /** Where the links in mails lead, without a trailing slash. */
  readonly publicUrl: () => string
  /** Throws `throttled` if too many mails of the team wait. */
  enqueue(tx: Queryable, mail: NewMail): Promise<void>
  /** Deletes a mail that waits. One that is being sent right now may still arrive. */
  cancel(tx: Queryable, about: string): Promise<void>
}

export function openMailer(config: Config, publicUrl: () => string): Mailer | undefined {
  if (config.SMTP_URL === undefined) return undefined
  return createMailer(lazySecretBox(config), publicUrl)
}

export function createMailer(box: () => SecretBox, publicUrl: () => string): Mailer {
  return {
    publicUrl,
    async enqueue(tx, { content, validSeconds = MAX_VALID_SECONDS, delaySeconds = 0, ...mail }) {
      const id = randomUUID()
      const sealed = box().seal(JSON.stringify(content), id)
      const row = { ...mail, id, sealed, validSeconds: Math.min(validSeconds, MAX_VALID_SECONDS), delaySeconds }
      if (!(await insertMail(tx, row))) throw tooManyWaiting()
    },
    cancel: (tx, about) => deleteWaiting(tx, about),
  }
}

/** Thrown where something needs mail and there is no mail server. */
export const noMail = (instead: string) =>
  new AppError('conflict', `This service has no mail server, so it can’t send mail: ${instead}.`, { code: 'no_mail' })

const tooManyWaiting = () =>
  new AppError(
    'throttled',
    'Too many mails wait to be sent: try again later, or ask the operator to check the mail server.',
    {
      code: 'too_many_mails',
      retryAfterSeconds: 600,
    },
  )

/** The content is deleted when a mail is sent or given up. */
export const MAIL_SECRETS: readonly SealedColumn[] = [{ table: 'mails', column: 'content', noun: 'mail' }]

export function openContent(box: SecretBox, id: string, sealed: string): MailContent {
  return JSON.parse(box.open(sealed, id)) as MailContent
}
