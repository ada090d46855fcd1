import type { FailureReason } from './failures.ts'
import type { SendResult } from './sender.ts'

/** What to do about each kind of failure, after what happened. */
const ADVICE: Readonly<Record<FailureReason, string>> = {
  forbidden_url: 'Save the webhook with another URL.',
  dns: 'Check the host name in the URL, and that its DNS record is public.',
  forbidden_address: 'The endpoint must be reachable on the public internet: check where its DNS record points.',
  refused: 'Nothing listens there: check that the server runs, the port in the URL and the firewall.',
  unreachable: 'No route leads there: check the DNS record and the firewall.',
  connect_timeout: 'A firewall may drop our connections, or the server is down.',
  tls: 'Check the certificate: it must be valid, be issued for this host name by a public authority, and come with its whole chain.',
  timeout: 'Answer with 2xx as soon as the event is stored, and do the work afterwards.',
  reset: 'Check the logs of the server or of the proxy in front of it for a crash or a limit.',
  redirect: 'Save the webhook with the URL that answers itself.',
  invalid_response: 'Check that an HTTP/1.1 server answers at this address.',
  invalid_request: 'Make a new authentication key for the webhook.',
  aborted: 'It will be tried again.',
  failed: 'This is on our side, and nothing that you could mend.',
}

/** What came of an attempt, in plain words for the customer: what happened, and what to do. */
export function diagnose(result: SendResult): string {
  if (result.outcome === 'failure') return `${result.message} ${ADVICE[result.reason]}`
  return `The endpoint answered ${result.status}${meaning(result.status, result.retryAfterSeconds)}`
}

function meaning(status: number, retryAfterSeconds: number | undefined): string {
  if (status < 300) return ': the event was received.'
  switch (status) {
    case 400:
    case 422:
      return ': it did not accept the event. Check how it reads the body; the payload is JSON.'
    case 401:
    case 403:
      return ': it did not accept the authentication key. Compare the key it has with the one of this webhook.'
    case 404:
      return ': nothing is at this path. Check the path in the URL.'
    case 405:
      return ': it takes no POST at this path. Check the path in the URL.'
    case 408:
      return ': it waited too long for the request. Check the proxy in front of it.'
    case 410:
      return ': it is gone for good, so that the webhook is paused. Resume it when the endpoint is back.'
    case 413:
      return ': the event is too large for it. Let it take bodies of 256 KiB.'
    case 415:
      return ': it does not take JSON. Let it accept Content-Type: application/json.'
    case 429:
      return `: it asks us to slow down${retryAfterSeconds === undefined ? '' : ` and to wait ${retryAfterSeconds} s`}.`
    case 502:
    case 503:
    case 504:
      return `: the server behind it is not available${retryAfterSeconds === undefined ? '' : `, and it asks us to wait ${retryAfterSeconds} s`}.`
  }
  if (status >= 500) return ': it failed while it handled the event. Check its logs.'
  return ': only 2xx counts as received.'
}
