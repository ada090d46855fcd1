export { isSuccess } from './attempt.ts'
export {
  listAttempts,
  readEvent,
} from './attempt-views.ts'
export { type Hold, holdAll, readHold, recordIdentity, releaseHold } from './database-identity.ts'
export type { Send } from './deliver.ts'
export { Engine, type EngineOptions } from './engine.ts'
export { findWebhooksOfList } from './filter-queries.ts'
export { listenFor } from './listen.ts'
export { listGaps, listNotices } from './notices.ts'
export { mailPausedWebhooks } from './pause-mails.ts'
export type { FilterRequest } from './read-filter.ts'
export { requireWebhook } from './recorded.ts'
export { listReplays, type ReplayRecord, readReplay } from './replay-queries.ts'
export { maintainAttempts, recordGaps } from './retention.ts'
export { nextRetryAt } from './retry-schedule.ts'
export { firehoseSettings } from './settings-routes.ts'
export { revealSigningSecret, rotateSigningSecret } from './signing-secrets.ts'
export { startFirehose } from './start.ts'
export { findUnreadableKeys, surveyWebhooks } from './survey.ts'
export { prepareTestEvent, sendTestEvent } from './test-event.ts'
export { findTeamOfWebhook } from './webhook-queries.ts'
export { listWebhooks, readHours, readWebhook, type WebhookView } from './webhook-views.ts'
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
} from './webhooks.ts'
