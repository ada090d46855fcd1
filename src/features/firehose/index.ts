export type { Overlap } from '../../closed-sets/webhooks.ts'
export { Engine, type EngineOptions } from './engine.ts'
export { type Hold, holdAll, readHold, releaseHold } from './identity.ts'
export { FirehoseMetrics } from './metrics.ts'
export { recordGaps, tendAttempts } from './retention.ts'
export { type FirehoseSettings, firehoseSettings } from './settings-routes.ts'
export { prepareTestEvent, sendTestEvent, type TestOutcome } from './test-event.ts'
export {
  type AttemptFilter,
  type AttemptView,
  type EventView,
  type GapView,
  type HourView,
  listAttempts,
  listGaps,
  listNotices,
  listWebhooks,
  markNoticesSeen,
  type NoticeView,
  readEvent,
  readHours,
  readWebhook,
  type WebhookView,
} from './views.ts'
export { findTeamOfWebhook, listReplays, type ReplayRecord, readReplay } from './webhook-queries.ts'
export {
  changeWebhook,
  createWebhook,
  MAX_WEBHOOKS,
  pauseWebhook,
  removeWebhook,
  replayWebhook,
  requireWebhook,
  resumeWebhook,
  revealWebhookKey,
  rotateWebhookKey,
  type SavedWebhook,
  type WebhookChanges,
  type WebhookOptions,
  type WebhookRequest,
} from './webhooks.ts'
