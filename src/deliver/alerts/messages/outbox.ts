// Sends the messages of saved searches: claims those that are due, sends them, and settles each one. Every node with the
// role may send; a claim keeps two from sending the same message.

import type { AlertDestination } from '../../../closed-sets/alerts.ts'
import type { Database, Transaction } from '../../../db/index.ts'
import { type MailContent, type Mailer, mailOwners, noMail } from '../../../mail/index.ts'
import { AppError, reasonOf } from '../../../platform/app-error.ts'
import { Batcher } from '../../../platform/async/batcher.ts'
import { type Claim, ClaimLoop } from '../../../platform/async/claim-loop.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import type { Logger } from '../../../platform/logger.ts'
import { RepeatedWarning } from '../../../platform/repeated-warning.ts'
import { isSuccess, nextRetryAt, readHold, type Send } from '../../firehose/index.ts'
import type { SendResult } from '../../sending/index.ts'
import { mayMail } from '../addresses/addresses.ts'
import { ENDPOINT_GONE_TEXT } from '../searches/answer-texts.ts'
import { readNow } from '../searches/watcher-queries.ts'
import { type AlertCompany, type AlertContent, type AlertLinks, type WhyNow, webhookBody } from './alert-content.ts'
import { alertMail } from './alert-mail.ts'
import { alertPost } from './alert-post.ts'
import { alertLinks } from './mute-links.ts'
import {
  type Attempt,
  type ClaimedMessage,
  claimMessages,
  NOTHING_LEFT,
  type Outcome,
  pauseGone,
  readContent,
  releaseMessage,
  settleMessage,
} from './outbox-queries.ts'
import { slackMessage } from './slack-message.ts'

export interface OutboxOptions {
  readonly db: Database
  readonly log: Logger
  readonly send: Send
  readonly box: () => SecretBox
  /** Where people reach the screen, without a trailing slash. */
  readonly publicUrl: () => string
  /** The buying window that these signals of the company opened. */
  readonly whyNow: (companyId: string, signalIds: readonly string[]) => Promise<WhyNow | undefined>
  /** Undefined: there is no mail server. */
  readonly mailer?: Mailer | undefined
  readonly now?: () => number | Promise<number>
  /** Called after an attempt is written down. */
  readonly onSettled?: (destination: AlertDestination, outcome: 'sent' | 'retried' | 'failed') => void
}

const MAX_IN_FLIGHT = 64
/** How long a stop waits for messages that are being sent. */
const STOP_MS = 2_000
/** How long a message waits after an error on our side. */
const LOCAL_ERROR_DELAY_SECONDS = 1
/** A message about many large companies is sent without some details, so that its claim doesn't expire first. */
const MAX_WHY_NOW_MS = 5_000

interface DueMessage {
  readonly message: ClaimedMessage
  readonly now: number
}

export class Outbox extends ClaimLoop<DueMessage> {
  readonly #options: OutboxOptions
  readonly #cannotSend: RepeatedWarning
  /** Reading a company's signals is expensive, and must not slow down other readers on this node. */
  readonly #whyNow: Batcher<AlertCompany, WhyNow | undefined>

  constructor(options: OutboxOptions) {
    super({
      claim: (underWay) => this.#claim(MAX_IN_FLIGHT - underWay),
      work: ({ message, now }, signal) => this.#deliver(message, now, signal),
      onError: (error) => this.#cannotSend.warn(`alerts cannot be sent: ${reasonOf(error)}`),
      stopMs: STOP_MS,
    })
    this.#options = options
    this.#whyNow = new Batcher((companies) => Promise.all(companies.map(whyNowOf)), {
      concurrency: 2,
      maxBatchSize: 1,
      failsTogether: () => true,
    })
    const whyNowOf = ({ company, signals }: AlertCompany) =>
      options.whyNow(
        company.id,
        signals.map(({ id }) => String(id)),
      )
    this.#cannotSend = new RepeatedWarning((text) => options.log.warn(text))
  }

  async #claim(room: number): Promise<Claim<DueMessage>> {
    if (room === 0) return { items: [], hasMore: true }
    const pool = this.#options.db.pool('firehose')
    if (await readHold(pool)) return { items: [], hasMore: false }
    const now = await this.#now()
    const { messages, hasMore } = await claimMessages(pool, now, room)
    return { items: messages.map((message) => ({ message, now })), hasMore }
  }

  async #now(): Promise<number> {
    return (await this.#options.now?.()) ?? (await readNow(this.#options.db.pool('firehose')))
  }

  async #deliver(message: ClaimedMessage, now: number, signal: AbortSignal): Promise<void> {
    const { db } = this.#options
    const content = await this.#contentOf(message)
    if (content && message.destination === 'mail') return this.#mail(message, content, now)
    const result = content ? await this.#send(message, content, now, signal) : undefined
    // An error on our side, such as no free ports, or this process stops: the endpoint has not failed.
    if (result?.outcome === 'failure' && (result.reason === 'aborted' || result.reason === 'failed')) {
      const delay = result.reason === 'failed' ? LOCAL_ERROR_DELAY_SECONDS : 0
      return releaseMessage(db.pool('firehose'), message, (await this.#now()) + delay)
    }
    const [attempt, outcome] = result ? await this.#outcomeOf(result, message) : NOTHING_TO_SEND
    await db.transaction('firehose', async (tx) => {
      await settleMessage(tx, message, attempt, outcome)
      if (attempt.status === 410 && (await pauseGone(tx, message))) await this.#tellOwners(tx, message)
    })
    this.#settled(message, outcome)
  }

  async #outcomeOf(result: SendResult, { attempts }: ClaimedMessage): Promise<[Attempt, Outcome]> {
    const attempt = {
      status: result.status ?? null,
      reason: result.outcome === 'failure' ? result.reason : null,
      latencyMs: result.latencyMs,
      excerpt: result.outcome === 'failure' ? result.message : result.excerpt,
    }
    const retryAfter = result.outcome === 'response' ? result.retryAfterSeconds : undefined
    if (isSuccess(result)) return [attempt, { ok: true }]
    // The pause begins now: the endpoint may have taken longer to fail than the pause lasts.
    const retryAtMs = nextRetryAt(attempts, (await this.#now()) * 1_000, Math.random, retryAfter)
    return [attempt, { ok: false, retryAt: retryAtMs === undefined ? undefined : Math.ceil(retryAtMs / 1_000) }]
  }

  /** Programs get no advice. */
  async #contentOf(message: ClaimedMessage): Promise<AlertContent | undefined> {
    const content = await readContent(this.#options.db.pool('firehose'), message)
    if (!content || message.destination === 'webhook') return content
    const begun = performance.now()
    const companies: AlertCompany[] = []
    for (const each of content.companies) {
      const isInTime = performance.now() - begun < MAX_WHY_NOW_MS
      companies.push(isInTime ? { ...each, whyNow: await this.#whyNow.add(each) } : each)
    }
    return { ...content, companies }
  }

  #settled({ destination }: ClaimedMessage, outcome: Outcome): void {
    const retried = outcome.ok || outcome.retryAt === undefined ? 'failed' : 'retried'
    this.#options.onSettled?.(destination, outcome.ok ? 'sent' : retried)
  }

  /**
   * Hands the message to the outbox of mails, in the transaction that settles it: so it becomes exactly one mail,
   * whichever process is killed and when. The address may have lost its permission since it was saved, with a member
   * who left.
   */
  async #mail(message: ClaimedMessage, content: AlertContent, now: number): Promise<void> {
    const { db, mailer } = this.#options
    const mail = alertMail(content, this.#links(message, now))
    const outcome = await db
      .transaction('firehose', async (tx) => {
        const [attempt, handed] = await handOver(tx, mailer, message, mail)
        await settleMessage(tx, message, attempt, handed)
        return handed
      })
      .catch(async (error: unknown) => {
        // Too many mails wait, or this node has no mail server: retried, maybe by another node.
        if (!(error instanceof AppError)) throw error
        const result = { outcome: 'failure', reason: 'failed', message: error.message, latencyMs: 0 } as const
        const [attempt, later] = await this.#outcomeOf(result, message)
        await db.transaction('firehose', (tx) => settleMessage(tx, message, attempt, later))
        return later
      })
    this.#settled(message, outcome)
  }

  async #tellOwners(tx: Transaction, { name, searchId, teamId, id }: ClaimedMessage): Promise<void> {
    const { mailer } = this.#options
    if (!mailer) return
    await mailOwners(tx, mailer, teamId, {
      kind: 'webhook_paused',
      about: `alert-paused:${id}`,
      content: {
        subject: `An alert was paused: ${name}`,
        heading: `The alert “${name}” was paused`,
        blocks: [
          { kind: 'text', text: ENDPOINT_GONE_TEXT },
          { kind: 'button', label: 'Open the alert', url: `${mailer.publicUrl()}/alerts/${searchId}` },
        ],
        footer: 'You get this because you are an owner of the team.',
      },
    })
  }

  #links({ searchId }: ClaimedMessage, now: number): AlertLinks {
    const { box, publicUrl } = this.#options
    return alertLinks(publicUrl(), box(), searchId, now)
  }

  async #send(message: ClaimedMessage, content: AlertContent, now: number, signal: AbortSignal): Promise<SendResult> {
    const { box, send } = this.#options
    const body =
      message.destination === 'slack' ? slackMessage(content, this.#links(message, now)) : webhookBody(content)
    return send(alertPost(message, body, box), signal)
  }
}

async function handOver(
  tx: Transaction,
  mailer: Mailer | undefined,
  { id, n, teamId, target }: ClaimedMessage,
  content: MailContent,
): Promise<[Attempt, Outcome]> {
  if (!mailer) throw noMail('set SMTP_URL and MAIL_FROM')
  if (!(await mayMail(tx, n))) {
    const excerpt = 'This address hasn’t been confirmed yet.'
    return [
      { status: null, reason: 'failed', latencyMs: 0, excerpt },
      { ok: false, retryAt: undefined },
    ]
  }
  await mailer.enqueue(tx, { kind: 'alert', to: target, teamId, about: `alert:${id}`, content })
  return [{ status: null, reason: null, latencyMs: 0, excerpt: null }, { ok: true }]
}

const NOTHING_TO_SEND: [Attempt, Outcome] = [
  { status: null, reason: NOTHING_LEFT, latencyMs: 0, excerpt: null },
  { ok: false, retryAt: undefined },
]
