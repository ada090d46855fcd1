// Sends what is in the outbox: claims mails that are due, sends each, and settles it. Every node with the role may send; a
// claim keeps two from sending the same mail.
//
// One gap remains, which SMTP can't close: the server has accepted a mail, and the node dies or the connection breaks
// before that is recorded. Then the mail is sent again, with the same Message-ID.

import type { Database } from '../db/index.ts'
import { reasonOf } from '../platform/app-error.ts'
import { type Claim, ClaimLoop } from '../platform/async/claim-loop.ts'
import type { SecretBox } from '../platform/config/secret-box.ts'
import type { MailSender as Sender, SmtpServer } from '../platform/config/smtp-url.ts'
import type { Logger } from '../platform/logger.ts'
import { RepeatedWarning } from '../platform/repeated-warning.ts'
import { openContent } from './mailer.ts'
import { type ClaimedMail, claimMails, giveUpMails, hasDueMails, settleMail } from './queries.ts'
import { renderMail } from './render.ts'
import { PATIENCE, type Patience, type SmtpResult, sendBySmtp } from './smtp.ts'

const MAX_CONNECTIONS = 4
const MAX_PER_SECOND = 10
/** How long a stop waits for mails that are being sent. */
const STOP_MS = 1_000
const CLAIM_SECONDS = (2 * PATIENCE.totalMs) / 1_000
/** How long no mail is sent after the server failed. */
const SERVER_PAUSE_MS = 10_000
/** After each attempt. Together about 40 hours; a mail expires after two days at the latest. */
const RETRY_SECONDS = [30, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800, 28_800, 28_800]
const MAX_ATTEMPTS = RETRY_SECONDS.length + 1

export interface MailOutboxOptions {
  readonly db: Database
  readonly log: Logger
  readonly server: SmtpServer
  readonly from: Sender
  readonly box: () => SecretBox
  /** Whether sending is held: this is a restored copy of a database, or an operator has paused it. */
  readonly isHeld: () => Promise<boolean>
  /** Work to do before each check of the outbox. */
  readonly prepare?: () => Promise<void>
  readonly patience?: Patience
  readonly onEnd?: (kind: string, state: 'sent' | 'failed') => void
}

export class MailOutbox extends ClaimLoop<ClaimedMail> {
  readonly #options: MailOutboxOptions
  readonly #cannotSend: RepeatedWarning
  #pausedUntil = 0
  /** Mails started in the last second. */
  #starts: number[] = []

  constructor(options: MailOutboxOptions) {
    super({
      claim: (underWay) => this.#claim(underWay),
      work: (mail, signal) => this.#deliver(mail, signal),
      onError: (error) => this.#warn(error),
      stopMs: STOP_MS,
    })
    this.#options = options
    this.#cannotSend = new RepeatedWarning((text) => options.log.warn(text))
  }

  async #claim(underWay: number): Promise<Claim<ClaimedMail>> {
    const { db, log, isHeld, prepare, onEnd } = this.#options
    const pool = db.pool('settings')
    // Mails that are written already must be sent, even if the work before them fails.
    await prepare?.().catch((error: unknown) => this.#warn(error))
    if (!(await hasDueMails(pool))) return { items: [], hasMore: false }
    for (const mail of await giveUpMails(pool, MAX_ATTEMPTS)) {
      onEnd?.(mail.kind, 'failed')
      log.warn(gaveUp(mail, mail.answer ?? 'it expired before it could be sent'))
    }
    const limit = this.#room(underWay)
    if (limit <= 0 || (await isHeld())) return { items: [], hasMore: true }
    const items = await claimMails(pool, { limit, claimSeconds: CLAIM_SECONDS, maxAttempts: MAX_ATTEMPTS })
    const now = performance.now()
    this.#starts.push(...items.map(() => now))
    // Two nodes that choose the same mails get some of them each, and more may be due.
    return { items, hasMore: items.length > 0 }
  }

  #warn(error: unknown): void {
    this.#cannotSend.warn(`mails cannot be sent: ${reasonOf(error)}`)
  }

  /** How many mails may be started now. */
  #room(underWay: number): number {
    const now = performance.now()
    this.#starts = this.#starts.filter((at) => at > now - 1_000)
    if (now < this.#pausedUntil) return 0
    return Math.min(MAX_CONNECTIONS - underWay, MAX_PER_SECOND - this.#starts.length)
  }

  async #deliver(mail: ClaimedMail, signal: AbortSignal): Promise<void> {
    const { db, log, onEnd } = this.#options
    const result = await this.#send(mail, signal)
    const retrySeconds = RETRY_SECONDS[mail.attempts - 1]
    const isOver = result.outcome === 'refused' || (result.outcome === 'failed' && retrySeconds === undefined)
    const state = result.outcome === 'sent' ? 'sent' : isOver ? 'failed' : 'waiting'
    const outcome = { state, answer: result.answer, retrySeconds: jittered(retrySeconds ?? 0) } as const
    if (!(await settleMail(db.pool('settings'), mail, outcome))) return
    if (state !== 'waiting') onEnd?.(mail.kind, state)
    if (state === 'failed') log.warn(gaveUp(mail, result.answer))
  }

  async #send(mail: ClaimedMail, signal: AbortSignal): Promise<SmtpResult> {
    const { box, server, from, patience = PATIENCE } = this.#options
    let content: ReturnType<typeof openContent>
    try {
      content = openContent(box(), mail.id, mail.content)
    } catch (error) {
      this.#warn(error)
      return { outcome: 'failed', answer: reasonOf(error), isServer: false }
    }
    const { id, to, createdAt } = mail
    const outgoing = { ...renderMail(content), from, to, id, createdAt }
    const result = await sendBySmtp(server, outgoing, { signal, patience })
    if (result.outcome === 'failed' && result.isServer && !signal.aborted) {
      this.#pausedUntil = performance.now() + SERVER_PAUSE_MS
      this.#cannotSend.warn(`the mail server accepts no mail: ${result.answer}`)
    }
    return result
  }
}

const gaveUp = ({ id, kind, attempts }: Pick<ClaimedMail, 'id' | 'kind' | 'attempts'>, answer: string) =>
  `gave up on the mail ${id} (${kind}) after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${answer}`

/** Mails that failed together aren't retried together. */
function jittered(seconds: number): number {
  return seconds * (0.9 + 0.2 * Math.random())
}
