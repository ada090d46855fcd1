export { type Connection, Connections } from './connections.ts'
export { isAfterUse } from './connector.ts'
export { checkEndpointUrl, publicUrlProblem } from './endpoint-url.ts'
export {
  type Answer,
  Exchange,
  type Failure,
  type Outcome,
  type OutgoingRequest,
  type ReadLimits,
  type ResponseHeaders,
} from './exchange.ts'
export { type FailureReason, SendFailure } from './failures.ts'
export { dnsResolve, type Resolve, shareLookups } from './resolve.ts'
export { firstOf, retryAfterOf } from './retry-after.ts'
export { undici } from './undici.ts'
