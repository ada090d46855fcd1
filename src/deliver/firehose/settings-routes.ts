// Webhooks on the settings screen. Every change is one rule in one transaction, under the team's lock. No transaction
// is open while a test event is being sent.

import type { FastifyInstance } from 'fastify'
import { asOwner } from '../../account/accounts/index.ts'
import type { Database, Queryable } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import { SIGNAL_DECLARATIONS, SIGNAL_TYPE_TABLE, SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import { checkEndpointUrl } from '../../outbound/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SecretBox } from '../../platform/config/secret-box.ts'
import { maskUrl } from '../../platform/text/mask-url.ts'
import { contract, type Role, type WebhookReply } from '../../settings-contract/index.ts'
import { exampleEvent, shownHeaders } from '../sending/index.ts'
import { attemptReplyOf, pageOfAttempts } from './attempts/attempt-pages.ts'
import { readEvent } from './attempts/attempt-views.ts'
import type { Send } from './attempts/deliver.ts'
import { pageOfEvents } from './attempts/event-pages.ts'
import { listFailures } from './attempts/failures.ts'
import { prepareTestEvent, sendTestEvent } from './attempts/test-event.ts'
import { resolveFilter } from './filters/read-filter.ts'
import { readHold } from './states/database-identity.ts'
import { listGaps, listNotices, markNoticesSeen } from './states/notices.ts'
import { requestReplay, retryEvent } from './webhooks/ask-again.ts'
import { previewFilter } from './webhooks/filter-preview.ts'
import { requireWebhook } from './webhooks/recorded.ts'
import { revealSigningSecret, rotateSigningSecret } from './webhooks/signing-secrets.ts'
import { listWebhooks, readHours, type WebhookView } from './webhooks/webhook-views.ts'
import {
  changeWebhook,
  createWebhook,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  revealWebhookKey,
  rotateWebhookKey,
} from './webhooks/webhooks.ts'

const HOURS_SHOWN = 24
const HOUR_MS = 3_600_000

interface FirehoseSettings {
  readonly allowLoopback: boolean
  readonly send: Send
  /** Called only when it is needed: a service without webhooks needs no SECRET_KEYS. */
  readonly box: () => SecretBox
}

export function firehoseSettings(app: FastifyInstance, db: Database, options: FirehoseSettings): void {
  readRoutes(app, db, options)
  changeRoutes(app, db, options)
  secretRoutes(app, db, options)
  deliveryRoutes(app, db, options)
}

function readRoutes(app: FastifyInstance, db: Database, { allowLoopback }: FirehoseSettings): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.listWebhooks, async ({ session: { teamId, role } }) => ({
    webhooks: await Promise.all((await listWebhooks(pool, teamId)).map((webhook) => replyOf(pool, webhook, role))),
    canBeLocal: allowLoopback,
  }))

  settingsRoute(app, contract.getWebhook, async ({ session: { teamId, role }, params: { webhookId } }) => {
    const webhook = await requireWebhook(pool, teamId, webhookId)
    const gaps = await listGaps(pool, teamId, webhookId)
    return {
      webhook: await replyOf(pool, webhook, role),
      gaps: gaps.map(({ at, counts }) => ({ at: at.toISOString(), counts })),
    }
  })

  settingsRoute(app, contract.getHold, async () => ({ hold: (await readHold(pool)) ?? null }))

  settingsRoute(app, contract.listSignalTypes, async () => ({
    types: SIGNAL_TYPES.map((type) => {
      const { description } = SIGNAL_DECLARATIONS[type]
      return { type, label: SIGNAL_TYPE_TABLE[type].label, description, example: { ...exampleEvent(type) } }
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

  settingsRoute(app, contract.previewFilter, async ({ session: { teamId }, body: { types, filter } }) => {
    try {
      const { since, ...counts } = await previewFilter(
        pool,
        types,
        (await resolveFilter(pool, teamId, filter ?? {}, types)) ?? {},
      )
      return { problem: null, ...counts, since: since?.toISOString() ?? null }
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
      return { problem: { message: error.message, field: error.field ?? null }, looked: 0, passed: 0, since: null }
    }
  })
}

function changeRoutes(app: FastifyInstance, db: Database, { allowLoopback, box }: FirehoseSettings): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.createWebhook, async ({ session, body: { name, url, types, authKey, filter } }) => {
    const request = { name, url, types, authKey: authKey ?? undefined, filter }
    const saved = await asOwner(db, session, async (tx) =>
      createWebhook(tx, session, session.teamId, request, { box: box(), allowLoopback }),
    )
    return { webhook: await replyOf(pool, saved), authKey: saved.authKey, signingSecret: saved.signingSecret }
  })

  settingsRoute(app, contract.changeWebhook, async ({ session, params: { webhookId }, body }) => {
    const changed = await asOwner(db, session, (tx) =>
      changeWebhook(tx, session, session.teamId, webhookId, body, { allowLoopback }),
    )
    return { webhook: await replyOf(pool, changed) }
  })

  settingsRoute(app, contract.pauseWebhook, async ({ session, params: { webhookId } }) => {
    const paused = await asOwner(db, session, (tx) => pauseWebhook(tx, session, session.teamId, webhookId))
    return { webhook: await replyOf(pool, paused) }
  })

  settingsRoute(app, contract.resumeWebhook, async ({ session, params: { webhookId } }) => {
    const resumed = await asOwner(db, session, (tx) => resumeWebhook(tx, session, session.teamId, webhookId))
    return { webhook: await replyOf(pool, resumed) }
  })

  settingsRoute(app, contract.deleteWebhook, async ({ session, params: { webhookId } }) => {
    await asOwner(db, session, (tx) => removeWebhook(tx, session, session.teamId, webhookId))
    return {}
  })
}

function secretRoutes(app: FastifyInstance, db: Database, { box }: FirehoseSettings): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.revealWebhookKey, async ({ session, params: { webhookId } }) => ({
    authKey: await asOwner(db, session, async (tx) => revealWebhookKey(tx, session, session.teamId, webhookId, box())),
  }))

  settingsRoute(app, contract.rotateWebhookKey, async ({ session, params: { webhookId }, body }) => {
    const request = { overlap: body.overlap, authKey: body.authKey ?? undefined }
    const saved = await asOwner(db, session, async (tx) =>
      rotateWebhookKey(tx, session, session.teamId, webhookId, request, box()),
    )
    return { webhook: await replyOf(pool, saved), authKey: saved.authKey }
  })

  settingsRoute(app, contract.revealSigningSecret, async ({ session, params: { webhookId } }) => ({
    signingSecret: await asOwner(db, session, async (tx) =>
      revealSigningSecret(tx, session, session.teamId, webhookId, box()),
    ),
  }))

  settingsRoute(app, contract.rotateSigningSecret, async ({ session, params: { webhookId }, body: { overlap } }) => {
    const saved = await asOwner(db, session, async (tx) =>
      rotateSigningSecret(tx, session, session.teamId, webhookId, overlap, box()),
    )
    return { webhook: await replyOf(pool, saved), signingSecret: saved.signingSecret }
  })
}

function deliveryRoutes(app: FastifyInstance, db: Database, { send, box }: FirehoseSettings): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.testWebhook, async ({ session, params: { webhookId } }) => {
    const test = await asOwner(db, session, async (tx) => prepareTestEvent(tx, session, session.teamId, webhookId))
    const { eventId, succeeded, result, diagnosis } = await sendTestEvent(pool, send, box(), test)
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
    await requireWebhook(pool, teamId, webhookId)
    return pageOfAttempts(pool, teamId, webhookId, query)
  })

  settingsRoute(app, contract.getEvent, async ({ session: { teamId }, params: { webhookId }, query }) => {
    const event = await readEvent(pool, teamId, webhookId, Number(query.position))
    if (!event) throw new AppError('not_found', 'There is no such event for this webhook.')
    const { state, canRetry, isRetryAsked, attemptsLeft, attempts } = event
    const payload = event.payload as { readonly eventId: string; readonly [field: string]: unknown } | undefined
    return {
      state,
      nextAttemptAt: event.nextAttemptAt?.toISOString() ?? null,
      canRetry,
      isRetryAsked,
      attemptsLeft,
      replayRequestedAt: event.replayRequestedAt?.toISOString() ?? null,
      headers: payload ? shownHeaders(payload.eventId) : [],
      payload: payload ?? null,
      attempts: attempts.map(attemptReplyOf),
    }
  })

  settingsRoute(app, contract.listEvents, async ({ session: { teamId }, params: { webhookId }, query }) => {
    await requireWebhook(pool, teamId, webhookId)
    return pageOfEvents(pool, teamId, webhookId, query)
  })

  settingsRoute(app, contract.listFailures, async ({ session: { teamId }, params: { webhookId } }) => {
    await requireWebhook(pool, teamId, webhookId)
    return listFailures(pool, teamId, webhookId)
  })

  settingsRoute(app, contract.retryEvent, async ({ session, params: { webhookId }, body: { position } }) => {
    await asOwner(db, session, (tx) => retryEvent(tx, session, session.teamId, webhookId, Number(position)))
    return {}
  })

  settingsRoute(app, contract.requestReplay, async ({ session, params: { webhookId }, body: { position } }) => {
    await asOwner(db, session, (tx) => requestReplay(tx, session, session.teamId, webhookId, Number(position)))
    return {}
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
}

/** Members can't change a webhook, so they don't see the tokens in its URL. */
async function replyOf(pool: Queryable, view: WebhookView, role: Role = 'owner'): Promise<WebhookReply> {
  const stored = new Map(
    (await readHours(pool, view.teamId, view.id, HOURS_SHOWN)).map(({ hour, ...counts }) => [hour.getTime(), counts]),
  )
  const shownUrl = maskUrl(view.url)
  const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const hours = Array.from({ length: HOURS_SHOWN }, (_, i) => {
    const hour = thisHour - (HOURS_SHOWN - 1 - i) * HOUR_MS
    const counts = stored.get(hour) ?? { succeeded: 0, failed: 0, p50Ms: null, p95Ms: null }
    return { hour: new Date(hour).toISOString(), ...counts }
  })
  return {
    id: view.id,
    name: view.name,
    url: role === 'owner' ? view.url : shownUrl,
    shownUrl,
    types: [...view.types] as SignalType[],
    filter: view.filter && { ...view.filter },
    state: view.condition,
    reason: view.reason,
    pauseReason: view.pauseReason,
    createdAt: view.createdAt.toISOString(),
    lastSuccessAt: view.lastSuccessAt?.toISOString() ?? null,
    lag: { ...view.lag, throughAt: view.lag.throughAt?.toISOString() ?? null },
    openRetries: view.openRetries,
    exhausted: view.exhausted,
    gapEvents: view.gapEvents,
    lastTest: view.lastTest && { at: view.lastTest.at.toISOString(), succeeded: view.lastTest.succeeded },
    keyOverlapUntil: view.keyOverlapUntil?.toISOString() ?? null,
    secretOverlapUntil: view.secretOverlapUntil?.toISOString() ?? null,
    hours,
  }
}
