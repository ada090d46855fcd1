export {
  type AttemptFilter,
  type AttemptView,
  type EventView,
  listAttempts,
  readEvent,
} from './attempt-views.ts'
export { CONDITIONS } from './condition.ts'
export { Engine, type EngineOptions } from './engine.ts'
export { type Hold, holdAll, readHold, releaseHold } from './identity.ts'
export { FirehoseMetrics } from './metrics.ts'
export { type GapView, listGaps, listNotices, markNoticesSeen, type NoticeView } from './notices.ts'
export { listReplays, type ReplayRecord, readReplay } from './replay-queries.ts'
export { recordGaps, tendAttempts } from './retention.ts'
export { type FirehoseSettings, firehoseSettings } from './settings-routes.ts'
export { startFirehose } from './start.ts'
export { findTeamOfWebhook } from './webhook-queries.ts'
export { type HourView, listWebhooks, readHours, readWebhook, type WebhookView } from './webhook-views.ts'
export {
  changeWebhook,
  createWebhook,
  MOST_WEBHOOKS,
  OVERLAPS,
  type Overlap,
  pauseWebhook,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  revealWebhookKey,
  rotateWebhookKey,
  type SavedWebhook,
  type SavingContext,
  type TestOutcome,
  testWebhook,
  type WebhookChanges,
  type WebhookRequest,
} from './webhooks.ts'
