export { isSuccess } from './attempts/attempt.ts'
export {
  listAttempts,
  readEvent,
} from './attempts/attempt-views.ts'
export type { Send } from './attempts/deliver.ts'
export { prepareTestEvent, sendTestEvent } from './attempts/test-event.ts'
export { Engine, type EngineOptions } from './dispatch/engine.ts'
export { startFirehose } from './dispatch/start.ts'
export { findWebhooksOfList } from './filters/filter-queries.ts'
export type { FilterRequest } from './filters/read-filter.ts'
export { listenFor } from './log-pages/listen.ts'
export { maintainAttempts, recordGaps } from './progress/retention.ts'
export { firehoseSettings } from './settings-routes.ts'
export {
  type Hold,
  holdAll,
  markAsRestored,
  readHold,
  recordIdentity,
  releaseHold,
} from './states/database-identity.ts'
export { listGaps, listNotices } from './states/notices.ts'
export { mailPausedWebhooks } from './states/pause-mails.ts'
export { nextRetryAt } from './states/retry-schedule.ts'
export { requestReplay, retryEvent } from './webhooks/ask-again.ts'
export { requireWebhook } from './webhooks/recorded.ts'
export { listReplays, type ReplayRecord, readReplay } from './webhooks/replay-queries.ts'
export { listReplayRequests, type ReplayRequest } from './webhooks/retry-queries.ts'
export { revealSigningSecret, rotateSigningSecret, WEBHOOK_SECRETS } from './webhooks/signing-secrets.ts'
export { surveyWebhooks } from './webhooks/survey.ts'
export { findTeamOfWebhook, readWebhookSetup } from './webhooks/webhook-queries.ts'
export { listWebhooks, readHours, readWebhook, type WebhookView } from './webhooks/webhook-views.ts'
export {
  type CreatedWebhook,
  changeWebhook,
  createWebhook,
  pauseWebhook,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  revealWebhookKey,
  rotateWebhookKey,
  type WebhookChanges,
  type WebhookOptions,
  type WebhookRequest,
} from './webhooks/webhooks.ts'
