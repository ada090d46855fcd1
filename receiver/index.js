// What a receiver of Pro Signal's webhooks has to do, in one file without dependencies: copy it, or import
// `pro-signal/receiver`. It compares the bearer key in constant time, bounds the body, drops repetitions by event id,
// answers at once, and does the work afterwards, in the order of arrival.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * @typedef {object} SignalEvent
 * @property {string} eventId Stable over all attempts.
 * @property {string} type hiring, funding, funding_ai, web, tool or velocity.
 * @property {'created' | 'updated'} action
 * @property {string} occurredAt ISO 8601.
 * @property {string} signalId
 * @property {{ id: string, name: string, domain: string, logo: string | null }} company
 * @property {{ label: string, confidence: number, [field: string]: unknown }} signal
 */

/**
 * Remembers which events have been taken. For several processes, or to remember over a restart, put a table with a
 * unique column behind it: `insert … on conflict do nothing`.
 *
 * @typedef {object} SeenEvents
 * @property {(eventId: string) => boolean | Promise<boolean>} claim True the first time, false after that.
 * @property {(eventId: string) => void | Promise<void>} release Forgets it: the event could not be taken.
 */

/**
 * @typedef {object} ReceiverOptions
 * @property {string | readonly string[]} authKey The webhook's authentication key; two of them while it is rotated.
 * @property {(event: SignalEvent, about: { test: boolean }) => unknown} onEvent The work. It runs after the answer.
 * @property {(event: SignalEvent) => unknown} [save] Stores the event before the answer, so that it survives a crash of
 *   this process. If it fails, the answer is 503 and the event comes again.
 * @property {SeenEvents} [seen] Without it: the last 100,000 ids, in memory.
 * @property {(error: unknown, event: SignalEvent) => void} [onError] When `onEvent` fails: the event will not come again.
 * @property {number} [mostBodyBytes] 256 KiB.
 * @property {number} [mostWaiting] Events taken and not worked on yet; beyond it the answer is 503. 1,000.
 */

const MOST_BODY_BYTES = 262_144
const MOST_WAITING = 1_000
const MOST_SEEN = 100_000
const RETRY_AFTER_SECONDS = 30

/**
 * A listener for `http.createServer`, or for a route of a framework that leaves the body unread.
 *
 * @param {ReceiverOptions} options
 */
export function createReceiver(options) {
  const {
    onEvent,
    save,
    seen = memoryOfEvents(),
    onError = reportError,
    mostBodyBytes = MOST_BODY_BYTES,
    mostWaiting = MOST_WAITING,
  } = options
  const matches = bearerCheck(options.authKey)
  let waiting = 0
  let work = Promise.resolve()

  /** @param {SignalEvent} event @param {boolean} test */
  const enqueue = (event, test) => {
    waiting++
    work = work
      .then(() => onEvent(event, { test }))
      .catch((error) => onError(error, event))
      // Whatever one event does, the next one is worked on.
      .catch((error) => reportError(error, event))
      .then(() => {
        waiting--
      })
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @returns {Promise<[status: number, message: string]>}
   */
  const take = async (request) => {
    // The key comes first: who has none learns nothing else, and no body of theirs is read.
    if (!matches(request.headers.authorization)) return [401, 'wrong or missing key']
    if (request.method !== 'POST') return [405, 'only POST']
    if (waiting >= mostWaiting) return [503, 'too many events are waiting']
    const text = await readBody(request, mostBodyBytes)
    if (text === undefined) return [413, `more than ${mostBodyBytes} bytes`]
    const event = parseEvent(text)
    if (!event) return [400, 'no event']
    if (!(await seen.claim(event.eventId))) return [200, 'known already']
    try {
      await save?.(event)
    } catch (error) {
      await seen.release(event.eventId)
      throw error
    }
    enqueue(event, request.headers['x-pro-signal-test'] === 'true')
    return [202, 'taken']
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  const receive = async (request, response) => {
    let status = 503
    let message = 'not now'
    try {
      ;[status, message] = await take(request)
    } catch (error) {
      // The store is not available: the event comes again.
      process.emitWarning(`an event could not be taken: ${error instanceof Error ? error.message : error}`)
    }
    if (response.destroyed) return
    response.statusCode = status
    response.setHeader('content-type', 'application/json')
    if (status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS)
    if (status === 405) response.setHeader('allow', 'POST')
    // A body that was not read would stand before the next request on this connection.
    if (!request.complete) response.setHeader('connection', 'close')
    response.end(`${JSON.stringify({ message })}\n`)
  }

  return Object.assign(receive, {
    /** Resolves when all work that has been taken is done: for a shutdown, after the server is closed. */
    idle: async () => {
      while (waiting > 0) await work
    },
  })
}

/**
 * Whether an Authorization header carries one of the keys, in a time that tells nothing about them. Digests under a key
 * of this process are compared, so that values of any length take the same time.
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
    // The scheme is a word in any case; the key is not.
    const given = digest((authorization ?? '').replace(/^bearer +/i, 'Bearer '))
    let found = false
    for (const each of expected) found = timingSafeEqual(given, each) || found
    return found
  }
}

/**
 * @param {number} [most]
 * @returns {SeenEvents}
 */
export function memoryOfEvents(most = MOST_SEEN) {
  /** @type {Set<string>} In the order of arrival: the oldest is forgotten first. */
  const ids = new Set()
  return {
    claim: (eventId) => {
      if (ids.has(eventId)) return false
      ids.add(eventId)
      const [oldest] = ids
      if (ids.size > most && oldest !== undefined) ids.delete(oldest)
      return true
    },
    release: (eventId) => void ids.delete(eventId),
  }
}

/**
 * The body as text; undefined if it is longer than allowed, in which case the rest is not read.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {number} most
 * @returns {Promise<string | undefined>}
 */
async function readBody(request, most) {
  if (request.readableEnded) throw new Error('something before the receiver has read the body')
  if (Number(request.headers['content-length'] ?? 0) > most) return undefined
  /** @type {Buffer[]} */
  const chunks = []
  let size = 0
  // Not `for await`, which would destroy the request, and with it the connection that the answer needs.
  return new Promise((resolve, reject) => {
    request.on('data', (/** @type {Buffer} */ chunk) => {
      size += chunk.length
      if (size > most) {
        request.pause()
        resolve(undefined)
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.on('error', reject)
    request.on('close', () => reject(new Error('the request was cut off')))
  })
}

/**
 * @param {string} text
 * @returns {SignalEvent | undefined}
 */
function parseEvent(text) {
  try {
    const event = JSON.parse(text)
    const { eventId, type, signalId, company } = event
    const whole = [eventId, type, signalId, company?.id].every((part) => typeof part === 'string' && part !== '')
    return whole && eventId.length <= 200 ? event : undefined
  } catch {
    return undefined
  }
}

/** @param {unknown} error @param {SignalEvent} event */
function reportError(error, event) {
  process.emitWarning(`the event ${event.eventId} failed: ${error instanceof Error ? error.message : error}`)
}
