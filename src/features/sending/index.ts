export { diagnose } from './diagnose.ts'
export { checkEndpointUrl, MOST_URL_CHARACTERS } from './endpoint-url.ts'
export { EXCERPT_CHARACTERS } from './excerpt.ts'
export { FAILURE_REASONS, type FailureReason } from './failures.ts'
export {
  type EventPayload,
  EventPayloadSchema,
  eventIdOf,
  eventPayload,
  eventPayloadSchema,
  type SignalEvent,
} from './payload.ts'
export { exampleEvent, sampleEvent } from './sample-event.ts'
export { EXCHANGE_TIMEOUT_MS, type Post, Sender, type SenderOptions, type SendResult } from './sender.ts'
