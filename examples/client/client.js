// A small client for the Pro Signal API: one file without dependencies, to copy and adapt. Needs Node 20 or later.
//
// It respects the limits. Before a batch you can call `stats`, which is free. At a limit it waits for Retry-After if that is
// at most `patienceSeconds`, and otherwise throws the error: it doesn't wait for the next day or month. After an outage (503, a
// broken connection) it retries with exponential backoff. That is safe, because only 2xx replies are charged.

import { setTimeout as sleep } from 'node:timers/promises'

/**
 * @typedef {object} ClientOptions
 * @property {string} url Such as https://signals.example.com, without /api/v1.
 * @property {string} key
 * @property {number} [patienceSeconds] The longest wait at a limit. The limit per minute resets within 60 seconds.
 * @property {number} [retries] How often a request is retried during an outage.
 * @property {number} [timeoutMs]
 *
 * @typedef {object} SearchRequest
 * @property {string} signal_query
 * @property {readonly string[]} [countries]
 * @property {readonly string[]} [countriesNot]
 * @property {number} [employeesMin]
 * @property {number} [employeesMax]
 * @property {readonly string[]} [fundingStages]
 * @property {readonly string[]} [industries]
 * @property {number} [adoptionScoreMin]
 * @property {'heat' | 'score' | 'recent'} [sort]
 * @property {boolean} [explain]
 * @property {number} [page]
 * @property {number} [pageSize]
 *
 * @typedef {{ id: string, name: string, domain: string, [more: string]: unknown }} Company
 *
 * @typedef {{ page: number, pageSize: number, total: number, totalPages: number }} PageCounts
 * @typedef {PageCounts & { companies: Company[] }} SearchPage
 * @typedef {{ companyId: string, name: string, score: number }} SliceRow
 * @typedef {{ data: SliceRow[], pagination: PageCounts }} SlicePage
 *
 * @typedef {{ limit: number, used: number, remaining: number, resetUnix: number }} Bucket
 * @typedef {{ period: { monthStart: string, dayStart: string }, rateLimits: Record<string, Bucket> }} Stats
 */

export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {Record<string, unknown>} body
   */
  constructor(status, body) {
    super(String(body.message ?? `The API answered ${status}.`))
    this.name = 'ApiError'
    this.status = status
    this.code = String(body.code ?? 'unknown')
    this.requestId = String(body.requestId ?? '')
    /** The complete `error` object: `details` for 422, `limitType` and `resetUnix` for 429. */
    this.body = body
  }
}

export class ProSignal {
  /** @type {Required<ClientOptions>} */
  #options

  /** @param {ClientOptions} options */
  constructor(options) {
    this.#options = { patienceSeconds: 65, retries: 4, timeoutMs: 30_000, ...options }
  }

  /** @returns {Promise<{ status: string }>} */
  health() {
    return this.#call('GET', '/health')
  }

  /** @returns {Promise<Stats>} */
  stats() {
    return this.#call('GET', '/stats')
  }

  /** @returns {Promise<{ filters: Record<string, unknown>[] }>} */
  filters() {
    return this.#call('GET', '/filters')
  }

  /**
   * @param {SearchRequest} request
   * @returns {Promise<SearchPage>}
   */
  search(request) {
    return this.#call('POST', '/companies', request)
  }

  /**
   * @param {string} companyId
   * @returns {Promise<{ data: Record<string, unknown> }>}
   */
  dossier(companyId) {
    return this.#call('GET', `/companies/${encodeURIComponent(companyId)}`)
  }

  /**
   * @param {string} slug
   * @param {Record<string, string | number | readonly string[]>} filters
   * @returns {Promise<SlicePage>}
   */
  slice(slug, filters) {
    const query = new URLSearchParams({ slice: slug })
    for (const [name, value] of Object.entries(filters)) query.set(name, [value].flat().join(','))
    return this.#call('GET', `/slices?${query}`)
  }

  /**
   * Every company of a search, page by page, up to the API's maximum of 500.
   *
   * @param {Omit<SearchRequest, 'page'>} request
   */
  async *companies(request) {
    const pageSize = request.pageSize ?? 50
    for (let page = 1; page * pageSize <= 500; page++) {
      const { companies, totalPages } = await this.search({ ...request, pageSize, page })
      yield* companies
      if (page >= totalPages) return
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>}
   */
  async #call(method, path, body) {
    for (let attempt = 0; ; attempt++) {
      const response = await this.#send(method, path, body).catch((error) => {
        if (attempt >= this.#options.retries) throw error
      })
      if (response?.ok) return response.json()
      const wait = response ? this.#secondsToWait(response, attempt) : 2 ** attempt
      if (response && wait === undefined) throw await errorOf(response)
      await response?.body?.cancel()
      // Jitter, so that clients that were rejected at the same time don't retry at the same time.
      await sleep((wait ?? 1) * 1_000 + Math.random() * 500)
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} body
   */
  #send(method, path, body) {
    const { url, key, timeoutMs } = this.#options
    return fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  /**
   * Undefined means that waiting doesn't help.
   *
   * @param {Response} response
   * @param {number} attempt
   */
  #secondsToWait({ status, headers }, attempt) {
    const { patienceSeconds, retries } = this.#options
    const retryAfter = Number(headers.get('retry-after') ?? 2 ** attempt)
    if (status === 429) return retryAfter <= patienceSeconds ? retryAfter : undefined
    return status === 503 && attempt < retries ? Math.max(retryAfter, 2 ** attempt) : undefined
  }
}

/** @param {Response} response */
async function errorOf(response) {
  const body = /** @type {{ error?: Record<string, unknown> }} */ (await response.json().catch(() => ({})))
  return new ApiError(response.status, body.error ?? {})
}
