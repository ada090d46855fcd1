// Sends the messages of saved searches: claims those that are due, sends them, and settles each one. Every node with the
// role may send; a claim keeps two from sending the same message.

import type { AlertDestination } from '../../closed-sets/alerts.ts'
import type { Database } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/logger.ts'
import { RepeatedWarning } from '../../platform/repeated-warning.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { isSuccess, nextRetryAt, readHold, type Send } from '../firehose/index.ts'
import { PLANS_WITH_ACCESS } from '../plans/index.ts'
import { inOverlap, type SendResult, signingKeyOf } from '../sending/index.ts'
import { type AlertContent, type AlertLinks, webhookBody } from './alert-content.ts'
import { openTarget } from './destination.ts'
import { alertLinks } from './mute-links.ts'
import {
  type Attempt,
  type ClaimedMessage,
  claimMessages,
  MAX_OF_SEARCH,
  type Outcome,
  pauseGone,
  readContent,
  settleMessage,
} from './outbox-queries.ts'
import { slackMessage } from './slack-message.ts'
import { readNow } from './watch-queries.ts'

/** Sends an alert by mail. It never rejects. */
export type SendMail = (to: string, content: AlertContent, links: AlertLinks) => Promise<SendResult>

export interface OutboxOptions {
  readonly db: Database
  readonly log: Logger
  readonly send: Send
  readonly box: () => SecretBox
  /** Where people reach the screen, without a trailing slash. */
  readonly publicUrl: () => string
  readonly sendMail?: SendMail | undefined
  readonly now?: () => number | Promise<number>
  /** Called after an attempt is written down. */
  readonly onSettled?: (destination: AlertDestination, outcome: 'sent' | 'retried' | 'failed') => void
}

const MAX_IN_FLIGHT = 64
const POLL_MS = 1_000

export class Outbox {
  readonly #options: OutboxOptions
  readonly #cannotSend: RepeatedWarning
  readonly #sending = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #claiming: Promise<void> | undefined
  #isWoken = false
  /** Whether the last claim may have left messages that are due. */
  #hasMore = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#cannotSend = new RepeatedWarning((text) => options.log.warn(text))
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), POLL_MS)
  }

  /** There may be messages to send. */
  wake(): void {
    this.#isWoken = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined
    })
  }

  /** Waits until what is due has been sent. */
  async settled(): Promise<void> {
    this.wake()
    while (this.#claiming || this.#sending.size > 0) {
      await this.#claiming
      await Promise.all(this.#sending)
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#isWoken = false
    await this.#claiming
    const cut = setTimeout(() => this.#abort.abort(), 2_000)
    await Promise.all(this.#sending)
    clearTimeout(cut)
  }

  async #claimAll(): Promise<void> {
    const { db } = this.#options
    const pool = db.pool('firehose')
    try {
      while (this.#isWoken && this.#sending.size < MAX_IN_FLIGHT) {
        this.#isWoken = false
        if (await readHold(pool)) return
        const now = (await this.#options.now?.()) ?? (await readNow(pool))
        const claimed = await claimMessages(pool, now, MAX_IN_FLIGHT - this.#sending.size, PLANS_WITH_ACCESS)
        this.#hasMore = claimed.length >= MAX_OF_SEARCH
        for (const message of claimed) this.#begin(message, now)
      }
    } catch (error) {
      this.#cannotSend.warn(`alerts cannot be sent: ${reasonOf(error)}`)
    }
  }

  #begin(message: ClaimedMessage, now: number): void {
    const sending = this.#deliver(message, now).catch((error: unknown) => {
      // Its claim ends by itself, and it is sent again.
      this.#cannotSend.warn(`alerts cannot be sent: ${reasonOf(error)}`)
    })
    this.#sending.add(sending)
    void sending.finally(() => {
      this.#sending.delete(sending)
      // After a retry that succeeded, the other messages of the search no longer wait.
      if (this.#hasMore || message.attempts > 1) this.wake()
    })
  }

  async #deliver(message: ClaimedMessage, now: number): Promise<void> {
    const { db } = this.#options
    const content = await readContent(db.pool('firehose'), message)
    const result = content ? await this.#send(message, content, now) : undefined
    const [attempt, outcome] = result ? outcomeOf(result, message.attempts, now) : NOTHING_TO_SEND
    await db.transaction('firehose', async (tx) => {
      await settleMessage(tx, message, attempt, outcome)
      if (attempt.status === 410) await pauseGone(tx, message)
    })
    const retried = outcome.ok || outcome.retryAt === undefined ? 'failed' : 'retried'
    this.#options.onSettled?.(message.destination, outcome.ok ? 'sent' : retried)
  }

  async #send(message: ClaimedMessage, content: AlertContent, now: number): Promise<SendResult> {
    const { box, publicUrl, send, sendMail } = this.#options
    const { destination, searchId } = message
    const links = alertLinks(publicUrl(), box(), searchId, now)
    const target = openTarget(destination, message.target, searchId, box)
    if (destination === 'mail') {
      if (sendMail) return sendMail(target, content, links)
      const text = 'This service has no mail server, so it cannot send mail.'
      return { outcome: 'failure', reason: 'failed', message: text, latencyMs: 0 }
    }
    if (destination === 'slack') {
      const body = JSON.stringify(slackMessage(content, links))
      return send({ url: target, authKey: '', body }, this.#abort.signal)
    }
    const body = webhookBody(content)
    const signing = { id: String(body.eventId), keys: signingKeysOf(message, box()) }
    return send({ url: target, authKey: '', body: JSON.stringify(body), signing }, this.#abort.signal)
  }
}

/** Both during a rotation. */
function signingKeysOf({ searchId, signingSecret, ...message }: ClaimedMessage, box: SecretBox) {
  const open = (sealed: string) => signingKeyOf(box.open(sealed, searchId))
  const previous = inOverlap(message.previousSecret, message.previousSecretUntil, Date.now(), open)
  return [...(signingSecret === null ? [] : [open(signingSecret)]), ...(previous ? [previous.value] : [])]
}

const NOTHING_TO_SEND: [Attempt, Outcome] = [
  { status: null, reason: 'removed', latencyMs: 0, excerpt: null },
  { ok: false, retryAt: undefined },
]

function outcomeOf(result: SendResult, attempts: number, now: number): [Attempt, Outcome] {
  const attempt = {
    status: result.status ?? null,
    reason: result.outcome === 'failure' ? result.reason : null,
    latencyMs: result.latencyMs,
    excerpt: result.outcome === 'failure' ? result.message : result.excerpt,
  }
  const retryAfter = result.outcome === 'response' ? result.retryAfterSeconds : undefined
  if (isSuccess(result)) return [attempt, { ok: true }]
  const retryAtMs = nextRetryAt(attempts, now * 1_000, Math.random, retryAfter)
  return [attempt, { ok: false, retryAt: retryAtMs === undefined ? undefined : Math.ceil(retryAtMs / 1_000) }]
}
