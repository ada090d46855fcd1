// A receiver for Pro Signal's webhooks, in one file without dependencies. Copy it, or import `pro-signal/receiver`. It
// verifies the bearer token and the signature in constant time, limits the size of the body, deduplicates by event id,
// responds immediately, and processes the events afterwards in order of arrival.

import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The event of a webhook.
 *
 * @typedef {object} SignalEvent
 * @property {string} eventId The same on every attempt.
 * @property {'hiring' | 'funding' | 'funding_ai' | 'web' | 'tool' | 'velocity'} type
 * @property {'created' | 'updated'} action
 * @property {string} occurredAt ISO 8601.
 * @property {string} signalId
 * @property {Company} company
 * @property {{ label: string, confidence: number, [field: string]: unknown }} signal
 */

/** @typedef {{ id: string, name: string, domain: string, logo: string | null }} Company */
/** @typedef {{ id: string, type: string, label: string, occurredAt: string, [field: string]: unknown }} MatchedSignal */
/** @typedef {{ company: Company, match: number, signals: MatchedSignal[], occurredAt: string }} Entry */

/**
 * A company has begun to match a saved search.
 *
 * @typedef {{ eventId: string, type: 'search.entered', search: { id: string, name: string } } & Entry} SearchEntered
 */

/**
 * The digest of a saved search. `total` counts the companies that are not listed, too.
 *
 * @typedef {object} SearchDigest
 * @property {string} eventId
 * @property {'search.digest'} type
 * @property {{ id: string, name: string }} search
 * @property {number} total
 * @property {Entry[]} companies
 * @property {string} occurredAt
 */

/** @typedef {SignalEvent | SearchEntered | SearchDigest} ReceivedEvent */

/**
 * Remembers which events were received. Several processes without `save` can share a table that has a unique column:
 * `insert … on conflict do nothing`.
 *
 * @typedef {object} SeenEvents
 * @property {(eventId: string) => boolean | Promise<boolean>} claim Returns true the first time, and false after that.
 */

/**
 * @typedef {object} ReceiverOptions
 * @property {string | readonly string[] | undefined} [authKey] The webhook's authentication key. During a rotation, the new and
 *   the previous key. Give it, or `signingSecret`, or both: then both are checked.
 * @property {string | readonly string[] | undefined} [signingSecret] The webhook's signing secret (`whsec_…`, Standard Webhooks).
 *   During a rotation, the new and the previous one.
 * @property {number} [toleranceSeconds] How much the time of a signature may differ from the clock here. Default: 300.
 * @property {(event: ReceivedEvent, about: { test: boolean }) => unknown} onEvent Processes the event, after the
 *   response was sent.
 * @property {(event: ReceivedEvent) => unknown} [save] Stores the event before the response is sent, so that it survives a
 *   crash of this process. If it fails, the response is 503 and the event is retried. It can be called for the same event
 *   again: store the id and the body in one statement (`insert … on conflict do nothing`), and return false if the event was
 *   there already.
 * @property {SeenEvents} [seen] Default: the last 100,000 ids, in memory.
 * @property {(error: unknown, event: ReceivedEvent) => void} [onError] Called if `onEvent` fails. The event is not
 *   sent again.
 * @property {number} [mostBodyBytes] The maximum size of a body. Default: 256 KiB.
 * @property {number} [mostWaiting] The maximum number of events that wait to be processed. Above it the response is
 *   503. Default: 1,000.
 */

const MAX_BODY_BYTES = 262_144
const MAX_WAITING = 1_000
const MAX_SEEN = 100_000
const RETRY_AFTER_SECONDS = 30
const SIGNATURE_BYTES = 32
/** A sender has two during a rotation. */
const MAX_SIGNATURES = 16

/**
 * Creates a request listener for `http.createServer`, or for a framework's route that does not read the body.
 *
 * @param {ReceiverOptions} options
 */
export function createReceiver(options) {
  const {
    onEvent,
    save,
    seen = memoryOfEvents(),
    onError = reportError,
    mostBodyBytes = MAX_BODY_BYTES,
    mostWaiting = MAX_WAITING,
  } = options
  const { authKey, signingSecret, toleranceSeconds } = options
  if (authKey === undefined && signingSecret === undefined) {
    throw new TypeError('authKey or signingSecret must be given: without one, anybody could send events')
  }
  const hasKey = authKey === undefined ? () => true : bearerCheck(authKey)
  const isSigned = signingSecret === undefined ? () => true : signatureCheck(signingSecret, { toleranceSeconds })
  let waiting = 0
  let queue = Promise.resolve()

  /** @param {ReceivedEvent} event @param {boolean} test */
  const enqueue = (event, test) => {
    waiting++
    queue = queue
      .then(() => onEvent(event, { test }))
      .catch((error) => onError(error, event))
      // A failure must not stop the processing of the next event.
      .catch((error) => reportError(error, event))
      .then(() => {
        waiting--
      })
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @returns {Promise<[status: number, message: string]>}
   */
  const accept = async (request) => {
    // The key is checked first: without it, no body is read and the response reveals nothing else.
    if (!hasKey(request.headers.authorization)) return [401, 'wrong or missing key']
    if (request.method !== 'POST') return [405, 'use POST']
    if (waiting >= mostWaiting) return [503, 'too many events are waiting']
    const body = await readBody(request, mostBodyBytes)
    if (body === undefined) return [413, `the body is larger than ${mostBodyBytes} bytes`]
    if (!isSigned(request.headers, body)) return [401, 'wrong, old or missing signature']
    const event = parseEvent(body.toString('utf8'))
    if (!event) return [400, 'the body is not an event']
    // An id that is remembered before its event is stored would lose the event if this process stopped in between.
    const isNew = (await save?.(event)) !== false && (await seen.claim(event.eventId))
    if (!isNew) return [200, 'already received']
    enqueue(event, request.headers['x-pro-signal-test'] === 'true')
    return [202, 'accepted']
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  const receive = async (request, response) => {
    let status = 503
    let message = 'temporarily unavailable'
    try {
      ;[status, message] = await accept(request)
    } catch (error) {
      // The event could not be stored. It will be retried.
      process.emitWarning(`an event could not be accepted: ${error instanceof Error ? error.message : error}`)
    }
    if (response.destroyed) return
    response.statusCode = status
    response.setHeader('content-type', 'application/json')
    if (status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS)
    if (status === 405) response.setHeader('allow', 'POST')
    // The rest of an unread body would be taken for the next request on this connection.
    if (!request.complete) response.setHeader('connection', 'close')
    response.end(`${JSON.stringify({ message })}\n`)
  }

  return Object.assign(receive, {
    /** Resolves when all accepted events are processed. Call it on shutdown, after the server is closed. */
    idle: async () => {
      while (waiting > 0) await queue
    },
  })
}

/**
 * Returns a function that checks whether an Authorization header contains one of the keys, in constant time. It
 * compares HMACs under a random key, so that values of any length take the same time.
 *
 * @param {string | readonly string[]} authKey
 */
export function bearerCheck(authKey) {
  const keys = typeof authKey === 'string' ? [authKey] : authKey
  if (keys.length === 0 || keys.some((key) => typeof key !== 'string' || key === '')) {
    throw new TypeError('authKey must be the authentication key of the webhook')
  }
  const secret = randomBytes(32)
  /** @param {string} text */
  const digest = (text) => createHmac('sha256', secret).update(text).digest()
  const expected = keys.map((key) => digest(`Bearer ${key}`))
  /** @param {string | undefined} authorization */
  return (authorization) => {
    // The scheme is case-insensitive. The key is not.
    const given = digest((authorization ?? '').replace(/^bearer +/i, 'Bearer '))
    let matched = false
    for (const each of expected) matched = timingSafeEqual(given, each) || matched
    return matched
  }
}

const SECRET_PREFIX = 'whsec_'
const TOLERANCE_SECONDS = 300

/**
 * Returns a function that checks whether a request is signed with one of the secrets (Standard Webhooks), in constant
 * time. It needs the body as it was sent, byte for byte: JSON that was parsed and written again is another text.
 *
 * @param {string | readonly string[]} signingSecret
 * @param {{ toleranceSeconds?: number | undefined }} [options]
 */
export function signatureCheck(signingSecret, { toleranceSeconds = TOLERANCE_SECONDS } = {}) {
  const secrets = typeof signingSecret === 'string' ? [signingSecret] : signingSecret
  if (secrets.length === 0 || secrets.some((secret) => !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret))) {
    throw new TypeError('signingSecret must be the signing secret of the webhook, which begins with whsec_')
  }
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')))
  /**
   * @param {import('node:http').IncomingHttpHeaders} headers
   * @param {string | Uint8Array} body
   * @param {number} [now] Unix milliseconds.
   */
  return (headers, body, now = Date.now()) => {
    const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      String(headers[name] ?? ''),
    )
    if (!id || !signatures || !/^[0-9]{1,12}$/.test(timestamp ?? '')) return false
    if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) return false
    const expected = keys.map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest())
    let matched = false
    for (const each of signatures.split(' ').slice(0, MAX_SIGNATURES)) {
      const [version, encoded = ''] = each.split(',', 2)
      const given = Buffer.from(encoded, 'base64')
      if (version !== 'v1' || given.length !== SIGNATURE_BYTES) continue
      for (const mac of expected) matched = timingSafeEqual(given, mac) || matched
    }
    return matched
  }
}

/**
 * Remembers the last `limit` event ids in memory.
 *
 * @param {number} [limit]
 * @returns {SeenEvents}
 */
export function memoryOfEvents(limit = MAX_SEEN) {
  /** @type {Set<string>} In order of arrival. The oldest is forgotten first. */
  const ids = new Set()
  return {
    claim: (eventId) => {
      if (ids.has(eventId)) return false
      ids.add(eventId)
      const [oldest] = ids
      if (ids.size > limit && oldest !== undefined) ids.delete(oldest)
      return true
    },
  }
}

/**
 * Reads the body. Returns undefined if it is too large. The rest is then not read.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {number} maxBytes
 * @returns {Promise<Buffer | undefined>}
 */
async function readBody(request, maxBytes) {
  if (request.readableEnded) throw new Error('the body was already read, for example by a body parser')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined
  /** @type {Buffer[]} */
  const chunks = []
  let size = 0
  // `for await` would destroy the request, and with it the connection that the response needs.
  return new Promise((resolve, reject) => {
    request.on('data', (/** @type {Buffer} */ chunk) => {
      size += chunk.length
      if (size > maxBytes) {
        request.pause()
        resolve(undefined)
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => reject(new Error('the request was aborted')))
  })
}

/**
 * @param {string} text
 * @returns {ReceivedEvent | undefined}
 */
function parseEvent(text) {
  try {
    const event = JSON.parse(text)
    const { eventId, type, signalId, company } = event
    const ofSignal = String(type).startsWith('search.') ? [] : [signalId, company?.id]
    const isComplete = [eventId, type, ...ofSignal].every((part) => typeof part === 'string' && part !== '')
    return isComplete && eventId.length <= 200 ? event : undefined
  } catch {
    return undefined
  }
}

/** @param {unknown} error @param {ReceivedEvent} event */
function reportError(error, event) {
  process.emitWarning(`processing event ${event.eventId} failed: ${error instanceof Error ? error.message : error}`)
}
