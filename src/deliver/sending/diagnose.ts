import type { FailureReason } from '../../outbound/index.ts'
import type { SendResult } from './post.ts'

/** Advice for the customer about each kind of failure. */
const ADVICE: Readonly<Record<FailureReason, string>> = {
  forbidden_url: 'Change the URL of the webhook.',
  dns: 'Check the host name in the URL, and that it has a public DNS record.',
  forbidden_address: 'The endpoint must be reachable on the public internet. Check its DNS record.',
  refused: 'Nothing is listening there. Check that the server is running, the port in the URL, and the firewall.',
  unreachable: 'There is no route to the server. Check the DNS record and the firewall.',
  connect_timeout: 'The server may be down, or a firewall may drop our connections.',
  tls: 'Check the certificate. It must be valid, issued for this host name by a public certificate authority, and sent with its full chain.',
  timeout: 'Respond with 2xx as soon as the event is stored, and process it afterwards.',
  reset: 'Check the logs of the server, or of the proxy in front of it, for a crash or a limit.',
  redirect: 'Change the URL of the webhook to one that does not redirect.',
  invalid_response: 'Check that the server at this address speaks HTTP/1.1.',
  invalid_request: 'Create a new authentication key for the webhook.',
  aborted: 'We will retry it.',
  failed: 'This is a problem on our side. You do not need to do anything.',
}

/** A test event is not retried. */
const TEST_ADVICE: Readonly<Partial<Record<FailureReason, string>>> = {
  aborted: 'Send the test event again.',
  failed: 'This is a problem on our side. Send the test event again.',
}

/** The result of an attempt in sentences for the customer: what happened, and what to do. A test changes nothing. */
export function diagnose(result: SendResult, { isTest = false }: { isTest?: boolean } = {}): string {
  if (result.outcome === 'failure') {
    const advice = (isTest ? TEST_ADVICE[result.reason] : undefined) ?? ADVICE[result.reason]
    return `${result.message} ${advice}`
  }
  const { status, retryAfterSeconds } = result
  if (status === 410 && isTest) {
    return 'The endpoint answered 410: it is permanently gone. This test changed nothing, but the same answer to a real event pauses the webhook.'
  }
  return `The endpoint answered ${status}${meaning(status, retryAfterSeconds)}`
}

function meaning(status: number, retryAfterSeconds: number | undefined): string {
  if (status < 300) return ': the event was received.'
  switch (status) {
    case 400:
    case 422:
      return ': it rejected the event. Check how it parses the body, which is JSON.'
    case 401:
    case 403:
      return ': it rejected the authentication key or the signature. Check that it has the key and the signing secret of this webhook, and the right time.'
    case 404:
      return ': there is nothing at this path. Check the path in the URL.'
    case 405:
      return ': it does not accept POST at this path. Check the path in the URL.'
    case 408:
      return ': it timed out waiting for the request. Check the proxy in front of it.'
    case 410:
      return ': it is permanently gone, so the webhook was paused. Resume the webhook when the endpoint is back.'
    case 413:
      return ': the event is too large for it. Allow bodies of up to 256 KiB.'
    case 415:
      return ': it does not accept JSON. Allow Content-Type: application/json.'
    case 429:
      return `: it asks us to slow down${retryAfterSeconds === undefined ? '' : ` and to wait ${retryAfterSeconds} s`}. Allow more requests, or do less while it answers.`
    case 502:
    case 503:
    case 504:
      return `: the server behind it is not available${retryAfterSeconds === undefined ? '' : `, and it asks us to wait ${retryAfterSeconds} s`}. Check that it runs.`
  }
  if (status >= 500) return ': it failed to process the event. Check its logs.'
  return ': only 2xx counts as success.'
}
