// A small client for the Pro Signal API: one file without dependencies, to copy and adapt. Needs Node 22 or later.
//
// It respects the limits. Before a batch you can call `stats`, which is free. At a limit it waits for Retry-After if that is
// at most `patienceSeconds`, and otherwise throws the error: it doesn't wait for the next day or month. After an outage (503, a
// broken connection) it retries with exponential backoff. That is safe, because only 2xx replies are charged.

import { setTimeout as sleep } from 'node:timers/promises'

export interface ClientOptions {
  /** Such as https://signals.example.com, without /api/v1. */
  readonly url: string
  readonly key: string
  /** The longest wait at a limit. The limit per minute resets within 60 seconds. */
  readonly patienceSeconds?: number
  /** How often a request is retried during an outage. */
  readonly retries?: number
  readonly timeoutMs?: number
}

export interface SearchRequest {
  readonly signal_query: string
  readonly countries?: readonly string[]
  readonly countriesNot?: readonly string[]
  readonly employeesMin?: number
  readonly employeesMax?: number
  readonly fundingStages?: readonly string[]
  readonly industries?: readonly string[]
  readonly adoptionScoreMin?: number
  readonly sort?: 'heat' | 'score' | 'recent'
  readonly explain?: boolean
  readonly page?: number
  readonly pageSize?: number
}

export interface Company {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly [more: string]: unknown
}

export interface SearchPage {
  readonly companies: readonly Company[]
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly totalPages: number
}

export interface SlicePage {
  readonly data: readonly { readonly companyId: string; readonly name: string; readonly score: number }[]
  readonly pagination: Omit<SearchPage, 'companies'>
}

export interface Bucket {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  readonly resetUnix: number
}

export interface Stats {
  readonly period: { readonly monthStart: string; readonly dayStart: string }
  readonly rateLimits: Readonly<Record<string, Bucket>>
}

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string
  /** The complete `error` object: `details` for 422, `limitType` and `resetUnix` for 429. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(String(body.message ?? `The API answered ${status}.`))
    this.name = 'ApiError'
    this.status = status
    this.code = String(body.code ?? 'unknown')
    this.requestId = String(body.requestId ?? '')
    this.body = body
  }
}

export class ProSignal {
  readonly #options: Required<ClientOptions>

  constructor(options: ClientOptions) {
    this.#options = { patienceSeconds: 65, retries: 4, timeoutMs: 30_000, ...options }
  }

  health(): Promise<{ readonly status: string }> {
    return this.#call('GET', '/health')
  }

  stats(): Promise<Stats> {
    return this.#call('GET', '/stats')
  }

  filters(): Promise<{ readonly filters: readonly Record<string, unknown>[] }> {
    return this.#call('GET', '/filters')
  }

  search(request: SearchRequest): Promise<SearchPage> {
    return this.#call('POST', '/companies', request)
  }

  dossier(companyId: string): Promise<{ readonly data: Readonly<Record<string, unknown>> }> {
    return this.#call('GET', `/companies/${encodeURIComponent(companyId)}`)
  }

  slice(slug: string, filters: Readonly<Record<string, string | number | readonly string[]>>): Promise<SlicePage> {
    const query = new URLSearchParams({ slice: slug })
    for (const [name, value] of Object.entries(filters)) query.set(name, [value].flat().join(','))
    return this.#call('GET', `/slices?${query}`)
  }

  /** Every company of a search, page by page, up to the API's maximum of 500. */
  async *companies(request: Omit<SearchRequest, 'page'>): AsyncGenerator<Company> {
    const pageSize = request.pageSize ?? 50
    for (let page = 1; page * pageSize <= 500; page++) {
      const { companies, totalPages } = await this.search({ ...request, pageSize, page })
      yield* companies
      if (page >= totalPages) return
    }
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      const response = await this.#send(method, path, body).catch((error: unknown) => {
        if (attempt >= this.#options.retries) throw error
      })
      if (response?.ok) return (await response.json()) as T
      const wait = response ? this.#secondsToWait(response, attempt) : 2 ** attempt
      if (response && wait === undefined) throw await errorOf(response)
      await response?.body?.cancel()
      // Jitter, so that clients that were rejected at the same time don't retry at the same time.
      await sleep((wait ?? 1) * 1_000 + Math.random() * 500)
    }
  }

  #send(method: string, path: string, body: unknown): Promise<Response> {
    const { url, key, timeoutMs } = this.#options
    return fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  /** Undefined means that waiting doesn't help. */
  #secondsToWait({ status, headers }: Response, attempt: number): number | undefined {
    const { patienceSeconds, retries } = this.#options
    const retryAfter = Number(headers.get('retry-after') ?? 2 ** attempt)
    if (status === 429) return retryAfter <= patienceSeconds ? retryAfter : undefined
    return status === 503 && attempt < retries ? Math.max(retryAfter, 2 ** attempt) : undefined
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { error?: Record<string, unknown> }
  return new ApiError(response.status, body.error ?? {})
}
