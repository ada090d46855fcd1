// What a team or an operator does with a webhook. Whatever is wrong is told in one line.

import { randomUUID } from 'node:crypto'
import type { Overlap, PauseReason } from '../../closed-sets/webhooks.ts'
import type { Transactional } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { randomBase62 } from '../../platform/ids.ts'
import { nearest } from '../../platform/nearest.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { checkEndpointUrl, diagnose, type SendResult, sampleEvent } from '../sending/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../signals/index.ts'
import { deliver, type Send, type Target } from './deliver.ts'
import { recordIdentity } from './identity.ts'
import { PLANS_WITH_ACCESS } from './lease.ts'
import { insertReplay, type ReplayRecord } from './replay-queries.ts'
import {
  countWebhooks,
  deleteWebhook,
  hasApiAccess,
  insertWebhook,
  readKeys,
  replaceKey,
  replaceTypes,
  setEnabled,
  setPaused,
  updateWebhook,
} from './webhook-queries.ts'
import { readWebhook, type WebhookView } from './webhook-views.ts'

export const MOST_WEBHOOKS = 10
export const MOST_IN_FLIGHT = 64
const DEFAULT_IN_FLIGHT = 16
const MOST_PER_SECOND = 10_000

/** How long a webhook's old key is still tried beside the new one. */
export const OVERLAPS = { now: 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 } as const satisfies Record<Overlap, number>

export interface WebhookRequest {
  readonly url: string
  readonly types: readonly string[]
  readonly mostInFlight?: number | undefined
  readonly mostPerSecond?: number | undefined
  readonly createdBy?: string | undefined
  /** The team's own; without it one is made. */
  readonly authKey?: string | undefined
}

export interface SavingContext {
  readonly db: Transactional
  readonly box: SecretBox
  readonly allowLoopback: boolean
}

export type SavedWebhook = WebhookView & { readonly authKey: string }

export function makeAuthKey(): string {
  return `whk_${randomBase62(32)}`
}

export async function createWebhook(
  { db, box, allowLoopback }: SavingContext,
  teamId: string,
  request: WebhookRequest,
): Promise<SavedWebhook> {
  const id = randomUUID()
  const authKey = checkAuthKey(request.authKey) ?? makeAuthKey()
  const webhook = {
    id,
    url: checkEndpointUrl(request.url, { allowLoopback }),
    authKey: box.seal(authKey, id),
    types: checkTypes(request.types),
    mostInFlight: checkLimit('in flight', request.mostInFlight ?? DEFAULT_IN_FLIGHT, MOST_IN_FLIGHT),
    mostPerSecond:
      request.mostPerSecond === undefined ? null : checkLimit('per second', request.mostPerSecond, MOST_PER_SECOND),
    createdBy: request.createdBy ?? null,
  }
  await recordIdentity(db.pool('settings'))
  const inserted = await db.transaction('settings', (tx) => insertWebhook(tx, teamId, webhook, PLANS_WITH_ACCESS))
  if (!inserted) {
    const { team } = await countWebhooks(db.pool('settings'), teamId)
    throw team
      ? new AppError('conflict', `A team can have at most ${MOST_WEBHOOKS} webhooks: delete one first.`, {
          code: 'too_many_webhooks',
        })
      : new AppError('not_found', `There is no team ${teamId}.`)
  }
  return { ...(await found(readWebhook(db.pool('settings'), teamId, id), id)), authKey }
}

export interface WebhookChanges {
  readonly url?: string | undefined
  readonly types?: readonly string[] | undefined
  readonly mostInFlight?: number | undefined
  readonly mostPerSecond?: number | null | undefined
}

/** All of the changes or none. */
export async function changeWebhook(
  { db, allowLoopback }: Omit<SavingContext, 'box'>,
  teamId: string,
  webhookId: string,
  changes: WebhookChanges,
): Promise<WebhookView> {
  const { url, types, mostInFlight, mostPerSecond } = changes
  const checked = {
    url: url === undefined ? undefined : checkEndpointUrl(url, { allowLoopback }),
    mostInFlight: mostInFlight === undefined ? undefined : checkLimit('in flight', mostInFlight, MOST_IN_FLIGHT),
    mostPerSecond:
      typeof mostPerSecond === 'number' ? checkLimit('per second', mostPerSecond, MOST_PER_SECOND) : mostPerSecond,
  }
  const wanted = types && checkTypes(types)
  await db.transaction('settings', async (tx) => {
    if (wanted) mustBe(await replaceTypes(tx, teamId, webhookId, wanted), webhookId)
    mustBe(await updateWebhook(tx, teamId, webhookId, checked), webhookId)
  })
  return found(readWebhook(db.pool('settings'), teamId, webhookId), webhookId)
}

export async function rotateWebhookKey(
  { db, box }: Pick<SavingContext, 'db' | 'box'>,
  teamId: string,
  webhookId: string,
  overlap: Overlap,
  own?: string,
): Promise<SavedWebhook> {
  const authKey = checkAuthKey(own) ?? makeAuthKey()
  mustBe(
    await replaceKey(db.pool('settings'), teamId, webhookId, box.seal(authKey, webhookId), OVERLAPS[overlap]),
    webhookId,
  )
  return { ...(await found(readWebhook(db.pool('settings'), teamId, webhookId), webhookId)), authKey }
}

export async function revealWebhookKey(
  { db, box }: Pick<SavingContext, 'db' | 'box'>,
  teamId: string,
  webhookId: string,
): Promise<string> {
  const { authKey } = await found(readKeys(db.pool('settings'), teamId, webhookId), webhookId)
  return box.open(authKey, webhookId)
}

export async function pauseWebhook(
  db: Transactional,
  teamId: string,
  webhookId: string,
  reason: Extract<PauseReason, 'owner' | 'operator'>,
): Promise<WebhookView> {
  mustBe(await setPaused(db.pool('settings'), teamId, webhookId, reason), webhookId)
  return found(readWebhook(db.pool('settings'), teamId, webhookId), webhookId)
}

export async function resumeWebhook(db: Transactional, teamId: string, webhookId: string): Promise<WebhookView> {
  const before = await found(readWebhook(db.pool('settings'), teamId, webhookId), webhookId)
  if (!(await hasApiAccess(db.pool('settings'), teamId, PLANS_WITH_ACCESS))) {
    throw new AppError(
      'conflict',
      before.pauseReason === 'api_access'
        ? 'The team has no API access: the webhook goes on by itself when the plan has it again.'
        : 'The team has no API access: resume the webhook when the plan has it again.',
      { code: 'webhook_refused' },
    )
  }
  await db.transaction('settings', async (tx) => mustBe(await setEnabled(tx, teamId, webhookId), webhookId))
  return found(readWebhook(db.pool('settings'), teamId, webhookId), webhookId)
}

export async function removeWebhook(db: Transactional, teamId: string, webhookId: string): Promise<void> {
  mustBe(await deleteWebhook(db.pool('settings'), teamId, webhookId), webhookId)
}

export interface TestOutcome {
  readonly eventId: string
  readonly succeeded: boolean
  readonly result: SendResult
  /** In words. */
  readonly diagnosis: string
}

/** Sends a sample event of the first subscribed type, as live ones are sent. It is no attempt of any, and changes nothing. */
export async function testWebhook(
  { db, box }: Pick<SavingContext, 'db' | 'box'>,
  send: Send,
  teamId: string,
  webhookId: string,
): Promise<TestOutcome> {
  const webhook = await found(readWebhook(db.pool('settings'), teamId, webhookId), webhookId)
  const event = sampleEvent(webhook.types[0] as SignalType, Math.floor(Date.now() / 1_000))
  const { authKey, previousKey, previousKeyUntil } = await found(
    readKeys(db.pool('settings'), teamId, webhookId),
    webhookId,
  )
  const target: Target = {
    url: webhook.url,
    authKey: box.open(authKey, webhookId),
    previous:
      previousKey === null || previousKeyUntil === null
        ? undefined
        : { authKey: box.open(previousKey, webhookId), until: previousKeyUntil.getTime() },
  }
  const sendTest: Send = (post, signal) => send({ ...post, test: true }, signal)
  const result = await deliver(sendTest, target, Buffer.from(JSON.stringify(event)), Date.now())
  const succeeded = result.outcome === 'response' && result.status >= 200 && result.status < 300
  return { eventId: event.eventId, succeeded, result, diagnosis: diagnose(result) }
}

export async function replayWebhook(
  db: Transactional,
  teamId: string,
  webhookId: string,
  since: Date,
  until?: Date,
): Promise<ReplayRecord> {
  if (until && until <= since) throw new AppError('invalid', 'A replay must end after it begins.')
  await found(readWebhook(db.pool('settings'), teamId, webhookId), webhookId)
  const replay = await insertReplay(db.pool('settings'), teamId, webhookId, since, until)
  if (!replay) throw new AppError('conflict', 'No event of that time is in the log: it goes back 30 days.')
  return replay
}

function checkTypes(types: readonly string[]): SignalType[] {
  if (types.length === 0)
    throw new AppError('invalid', `A webhook needs at least one signal type of ${SIGNAL_TYPES.join(', ')}.`)
  return [...new Set(types)].map((text) => {
    const type = SIGNAL_TYPES.find((each) => each === text)
    if (type) return type
    const [guess] = nearest(text, SIGNAL_TYPES, 1)
    throw new AppError(
      'invalid',
      `There is no signal type ${JSON.stringify(text.slice(0, 40))}: ${guess ? `did you mean ${guess}?` : `they are ${SIGNAL_TYPES.join(', ')}.`}`,
    )
  })
}

/** It travels in a header: characters that one can see, without a space. */
function checkAuthKey(given: string | undefined): string | undefined {
  if (given === undefined || /^[\x21-\x7e]{16,200}$/.test(given)) return given
  throw new AppError('invalid', 'An authentication key has 16 to 200 visible characters of ASCII, without a space.')
}

function checkLimit(what: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new AppError('invalid', `The limit of requests ${what} is a whole number from 1 to ${most}.`)
}

async function found<T>(row: Promise<T | undefined>, webhookId: string): Promise<T> {
  return (await row) ?? missing(webhookId)
}

function mustBe(there: boolean, webhookId: string): void {
  if (!there) missing(webhookId)
}

function missing(webhookId: string): never {
  throw new AppError('not_found', `There is no webhook ${webhookId}.`)
}
