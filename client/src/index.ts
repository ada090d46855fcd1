export { type ClientOptions, type CompanySearch, type DossierOptions, ProSignal } from './client.ts'
export * from './errors.ts'
export type * from './generated/api.ts'
export type { Logger } from './logger.ts'
export { type Cost, PAGE_SIZE_MAX, Pages, type PagesOptions, QUERY_SET_MAX } from './pages.ts'
export * from './query/index.ts'
export { Reply } from './reply.ts'
export type { RateState, RequestOptions, ResponseOf } from './transport.ts'
export {
  type SignalEvent,
  type VerifyOptions,
  type WebhookHeaders,
  Webhooks,
  WebhookVerificationError,
} from './webhooks.ts'
