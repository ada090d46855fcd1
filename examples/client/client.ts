// A small client of the Pro Signal API: one file without dependencies, to copy and to change. Node 22 or later.
//
// It paces itself. Before a batch it may ask `stats`, which costs nothing; at a cap it waits for Retry-After, if that is
// within `patienceSeconds`, and gives up with the error otherwise: a day or a month is not waited for. An outage (503, a
// broken connection) is tried again with growing pauses; that is safe, since only 2xx replies are charged.

import { setTimeout as sleep } from 'node:timers/promises'

export interface ClientOptions {
  /** Such as https://signals.example.com, without /api/v1. */
  readonly url: string
  readonly key: string
  /** The longest wait at a cap. The minute's cap is over in 60 seconds at most. */
  readonly patienceSeconds?: number
  /** How often an outage is tried again. */
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
  /** All that the reply's `error` says: `details` of a 422, `limitType` and `resetUnix` of a 429. */
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

  /** Every company of a search, page by page, up to the 500 that the API gives. */
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
      // Some jitter, so that clients that were refused together do not come back together.
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

  /** Undefined: there is no point in waiting. */
  #secondsToWait({ status, headers }: Response, attempt: number): number | undefined {
    const { patienceSeconds, retries } = this.#options
    const asked = Number(headers.get('retry-after') ?? 2 ** attempt)
    if (status === 429) return asked <= patienceSeconds ? asked : undefined
    return status === 503 && attempt < retries ? Math.max(asked, 2 ** attempt) : undefined
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { error?: Record<string, unknown> }
  return new ApiError(response.status, body.error ?? {})
}
