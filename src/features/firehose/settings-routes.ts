// Webhooks on the settings screen. What an owner changes is one transaction with its line in the audit log; nothing is
// open while a test event is on its way.

import type { FastifyInstance } from 'fastify'
import { type Database, inside, type Transaction } from '../../db/index.ts'
import { noSuch, type SettingsSession, settingsRoute } from '../../http/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { type AuditAction, contract, type WebhookReply } from '../../settings-contract/index.ts'
import { asOwner } from '../accounts/index.ts'
import { recordDeed } from '../audit/index.ts'
import { checkEndpointUrl, sampleEvent } from '../sending/index.ts'
import { SIGNAL_DECLARATIONS, SIGNAL_TYPES, type SignalType } from '../signals/index.ts'
import { attemptReplyOf, pageOfAttempts } from './attempt-pages.ts'
import { readEvent } from './attempt-views.ts'
import type { Send } from './deliver.ts'
import { listGaps, listNotices, markNoticesSeen } from './notices.ts'
import { listWebhooks, readHours, readWebhook, type WebhookView } from './webhook-views.ts'
import {
  changeWebhook,
  createWebhook,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  revealWebhookKey,
  rotateWebhookKey,
  testWebhook,
} from './webhooks.ts'

const HOURS_SHOWN = 24
const HOUR_MS = 3_600_000

export interface FirehoseSettings {
  readonly allowLoopback: boolean
  readonly send: Send
  /** Not before it is needed: a service without webhooks needs no SECRET_KEYS. */
  readonly box: () => SecretBox
}

export function firehoseSettings(app: FastifyInstance, db: Database, options: FirehoseSettings): void {
  const { allowLoopback, send, box } = options
  const pool = db.pool('settings')

  settingsRoute(app, contract.listWebhooks, async ({ session: { teamId } }) => ({
    webhooks: await Promise.all((await listWebhooks(pool, teamId)).map(shown)),
  }))

  settingsRoute(app, contract.getWebhook, async ({ session: { teamId }, params: { webhookId } }) => {
    const webhook = await found(teamId, webhookId)
    const gaps = await listGaps(pool, teamId, webhookId)
    return {
      webhook: await shown(webhook),
      gaps: gaps.map(({ at, counts }) => ({ at: at.toISOString(), counts })),
    }
  })

  settingsRoute(app, contract.listSignalTypes, async () => ({
    types: SIGNAL_TYPES.map((type) => {
      const { label, description } = SIGNAL_DECLARATIONS[type]
      return { type, label, description, example: { ...sampleEvent(type, Math.floor(Date.now() / 1_000)) } }
    }),
  }))

  settingsRoute(app, contract.checkWebhookUrl, async ({ body: { url } }) => {
    try {
      checkEndpointUrl(url, { allowLoopback })
      return { problem: null }
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') return { problem: error.message }
      throw error
    }
  })

  settingsRoute(app, contract.createWebhook, async ({ session, body: { url, types, authKey } }) => {
    const saved = await change(session, 'webhook.created', async (tx) => {
      const request = { url, types, authKey: authKey ?? undefined, createdBy: session.accountId }
      return createWebhook({ db: inside(tx), box: box(), allowLoopback }, session.teamId, request)
    })
    return { webhook: await shown(saved), authKey: saved.authKey }
  })

  settingsRoute(app, contract.changeWebhook, async ({ session, params: { webhookId }, body }) => ({
    webhook: await shown(
      await change(session, 'webhook.changed', (tx) =>
        changeWebhook({ db: inside(tx), allowLoopback }, session.teamId, webhookId, body),
      ),
    ),
  }))

  settingsRoute(app, contract.pauseWebhook, async ({ session, params: { webhookId } }) => ({
    webhook: await shown(
      await change(session, 'webhook.paused', (tx) => pauseWebhook(inside(tx), session.teamId, webhookId, 'owner')),
    ),
  }))

  settingsRoute(app, contract.resumeWebhook, async ({ session, params: { webhookId } }) => ({
    webhook: await shown(
      await change(session, 'webhook.resumed', (tx) => resumeWebhook(inside(tx), session.teamId, webhookId)),
    ),
  }))

  settingsRoute(app, contract.deleteWebhook, async ({ session, params: { webhookId } }) => {
    await change(session, 'webhook.deleted', async (tx) => {
      const webhook = await readWebhook(tx, session.teamId, webhookId)
      await removeWebhook(inside(tx), session.teamId, webhookId)
      return webhook ?? { id: webhookId, url: '' }
    })
    return {}
  })

  settingsRoute(app, contract.revealWebhookKey, async ({ session, params: { webhookId } }) => {
    const { authKey } = await change(session, 'webhook.key_revealed', async (tx) => {
      const webhook = await found(session.teamId, webhookId, tx)
      const context = { db: inside(tx), box: box() }
      return { ...webhook, authKey: await revealWebhookKey(context, session.teamId, webhookId) }
    })
    return { authKey }
  })

  settingsRoute(app, contract.rotateWebhookKey, async ({ session, params: { webhookId }, body }) => {
    const saved = await change(session, 'webhook.key_rotated', (tx) => {
      const context = { db: inside(tx), box: box() }
      return rotateWebhookKey(context, session.teamId, webhookId, body.overlap, body.authKey ?? undefined)
    })
    return { webhook: await shown(saved), authKey: saved.authKey }
  })

  settingsRoute(app, contract.testWebhook, async ({ session, params: { webhookId } }) => {
    await change(session, 'webhook.tested', (tx) => found(session.teamId, webhookId, tx))
    const { eventId, succeeded, result, diagnosis } = await testWebhook(
      { db, box: box() },
      send,
      session.teamId,
      webhookId,
    )
    return {
      eventId,
      succeeded,
      status: result.status ?? null,
      milliseconds: Math.round(result.latencyMs),
      excerpt: result.outcome === 'response' ? result.excerpt : null,
      diagnosis,
    }
  })

  settingsRoute(app, contract.listAttempts, async ({ session: { teamId }, params: { webhookId }, query }) => {
    await found(teamId, webhookId)
    return pageOfAttempts(pool, teamId, webhookId, query)
  })

  settingsRoute(app, contract.getEvent, async ({ session: { teamId }, params: { webhookId }, query }) => {
    const event = await readEvent(pool, teamId, webhookId, Number(query.position))
    if (!event) throw noSuch('event')
    return {
      state: event.state,
      nextAttemptAt: event.nextAttemptAt?.toISOString() ?? null,
      payload: (event.payload as Record<string, unknown> | undefined) ?? null,
      attempts: event.attempts.map(attemptReplyOf),
    }
  })

  settingsRoute(app, contract.listNotices, async ({ session: { teamId } }) => ({
    notices: (await listNotices(pool, teamId)).map(({ at, seenAt, ...notice }) => ({
      ...notice,
      at: at.toISOString(),
      seenAt: seenAt?.toISOString() ?? null,
    })),
  }))

  settingsRoute(app, contract.dismissNotices, async ({ session, body: { upTo } }) => {
    await markNoticesSeen(pool, session.teamId, upTo)
    return {}
  })

  /** As the owner, in one transaction, with what is written down about it. */
  function change<T extends { readonly id: string; readonly url: string }>(
    session: SettingsSession,
    action: AuditAction,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    return asOwner(db, session, async (tx) => {
      const webhook = await work(tx)
      await recordDeed(tx, session.teamId, session, { action, target: { id: webhook.id, name: webhook.url } })
      return webhook
    })
  }

  async function found(teamId: string, webhookId: string, tx?: Transaction): Promise<WebhookView> {
    const webhook = await readWebhook(tx ?? pool, teamId, webhookId)
    if (!webhook) throw noSuch('webhook')
    return webhook
  }

  async function shown(view: WebhookView): Promise<WebhookReply> {
    const stored = new Map(
      (await readHours(pool, view.teamId, view.id, HOURS_SHOWN)).map(({ hour, ...counts }) => [hour.getTime(), counts]),
    )
    const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
    const hours = Array.from({ length: HOURS_SHOWN }, (_, i) => {
      const hour = thisHour - (HOURS_SHOWN - 1 - i) * HOUR_MS
      const counts = stored.get(hour) ?? { succeeded: 0, failed: 0, p50Ms: null, p95Ms: null }
      return { hour: new Date(hour).toISOString(), ...counts }
    })
    return {
      id: view.id,
      url: view.url,
      types: [...view.types] as SignalType[],
      state: view.condition,
      reason: view.reason,
      pauseReason: view.pauseReason,
      createdAt: view.createdAt.toISOString(),
      lastSuccessAt: view.lastSuccessAt?.toISOString() ?? null,
      lag: view.lag,
      openRetries: view.openRetries,
      exhausted: view.exhausted,
      gapEvents: view.gapEvents,
      keyOverlapUntil: view.keyOverlapUntil?.toISOString() ?? null,
      hours,
    }
  }
}
