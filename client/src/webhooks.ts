// Verifies what the service sends to your endpoint. Works on the raw bytes of the body, before any JSON parser.

import { ProSignalError } from './errors.ts'
import type { Signal } from './generated/api.ts'

/** An event of the firehose. Deduplicate by `eventId`: it is the same on every attempt. */
export interface SignalEvent {
  readonly eventId: string
  readonly type: Signal['type']
  readonly action: 'created' | 'updated'
  readonly occurredAt: string
  readonly signalId: string
  readonly company: {
    readonly id: string
    readonly name: string
    readonly domain: string
    readonly logo: string | null
  }
  readonly signal: { readonly label: string; readonly confidence: number; readonly [field: string]: unknown }
}

export class WebhookVerificationError extends ProSignalError {
  override name = 'WebhookVerificationError'
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How many seconds a signature's time may differ from now. Default: 300. */
  readonly toleranceSeconds?: number
  /** Unix milliseconds. */
  readonly now?: number
}

const SIGNING_PREFIX = 'whsec_'

export class Webhooks {
  /**
   * Returns the event, or throws a WebhookVerificationError: answer that with 401.
   *
   * `secrets` are the webhook's authentication keys (`whk_…` or your own, compared with the bearer token) and its signing
   * secrets (`whsec_…`, Standard Webhooks). During a rotation give the new and the old one. If both kinds are given,
   * both are checked.
   */
  async verify(
    rawBody: string | Uint8Array,
    headers: WebhookHeaders,
    secrets: string | readonly string[],
    options: VerifyOptions = {},
  ): Promise<SignalEvent> {
    const all = typeof secrets === 'string' ? [secrets] : secrets
    if (all.length === 0 || all.some((secret) => typeof secret !== 'string' || secret === '')) {
      throw new TypeError('secrets must be the keys of the webhook')
    }
    const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
    const signing = all.filter((secret) => secret.startsWith(SIGNING_PREFIX))
    const bearers = all.filter((secret) => !secret.startsWith(SIGNING_PREFIX))
    if (bearers.length > 0) await checkBearer(header(headers, 'authorization'), bearers)
    if (signing.length > 0) await checkSignature(body, headers, signing, options)
    return eventOf(body)
  }
}

async function checkBearer(authorization: string | undefined, keys: readonly string[]): Promise<void> {
  // MACs under a random key are compared, so the time tells nothing about the key.
  const mac = await macWith(crypto.getRandomValues(new Uint8Array(32)))
  const given = await mac(encode((authorization ?? '').replace(/^bearer +/i, '')))
  const expected = await Promise.all(keys.map((key) => mac(encode(key))))
  if (!matchesAny(given, expected)) throw new WebhookVerificationError('The authentication key is missing or wrong.')
}

async function checkSignature(
  body: Uint8Array,
  headers: WebhookHeaders,
  secrets: readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions,
): Promise<void> {
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) {
    throw new WebhookVerificationError('A header is missing: webhook-id, webhook-timestamp or webhook-signature.')
  }
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a time.')
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError(
      'webhook-timestamp is too far from now: an old request was sent again, or a clock is wrong.',
    )
  }
  const signed = concat(encode(`${id}.${timestamp}.`), body)
  const expected = await Promise.all(
    secrets.map(async (secret) => (await macWith(fromBase64(secret.slice(SIGNING_PREFIX.length))))(signed)),
  )
  const given = signatures.split(' ').filter((each) => each.startsWith('v1,'))
  if (!given.some((each) => matchesAny(fromBase64(each.slice(3)), expected))) {
    throw new WebhookVerificationError('The signature is wrong.')
  }
}

function eventOf(body: Uint8Array): SignalEvent {
  let event: Partial<SignalEvent> | null = null
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    // Reported below.
  }
  if (typeof event !== 'object' || event === null || typeof event.eventId !== 'string') {
    throw new WebhookVerificationError('The body is not an event.')
  }
  return event as SignalEvent
}

async function macWith(
  secret: Uint8Array<ArrayBuffer>,
): Promise<(text: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return async (text) => new Uint8Array(await crypto.subtle.sign('HMAC', key, text))
}

/** Takes the same time wherever the bytes differ. */
function matchesAny(given: Uint8Array, expected: readonly Uint8Array[]): boolean {
  let matched = false
  for (const each of expected) {
    let difference = given.length ^ each.length
    for (let i = 0; i < each.length; i++) difference |= (given[i] ?? 0) ^ (each[i] ?? 0)
    matched = difference === 0 || matched
  }
  return matched
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const entry = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return typeof entry === 'string' ? entry : entry?.[0]
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
