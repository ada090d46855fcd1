import { type Dns, type Fetch, VisitFailure } from '../../collectors/index.ts'
import { MAX_CALLS, MAX_VISIT_BYTES, MAX_VISIT_SECONDS } from './limits.ts'
import type { Call, CallResult } from './messages.ts'

/** Wraps the requests of one visit in its limits. Requests beyond them are not sent. */
export function limitedCalls(fetch: Fetch, dns: Dns): (call: Call) => Promise<CallResult> {
  const startedMs = performance.now()
  let calls = 0
  let bytes = 0
  return async (call) => {
    if (++calls > MAX_CALLS) throw new VisitFailure('too_large', `The visit asks for more than ${MAX_CALLS} pages.`)
    if (bytes > MAX_VISIT_BYTES)
      throw new VisitFailure('too_large', `Its pages have more than ${MAX_VISIT_BYTES} bytes in all.`)
    if (performance.now() - startedMs > MAX_VISIT_SECONDS * 1_000)
      throw new VisitFailure('unavailable', `The visit takes longer than ${MAX_VISIT_SECONDS / 60} minutes.`)
    if (call.want !== 'page') return dns[call.want](call.name)
    const answer = await fetch(call.request)
    bytes += answer.bytes.length
    return answer
  }
}
