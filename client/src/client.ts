import type {
  Company,
  CompanySearchRequest,
  CompanySearchResponse,
  Dossier,
  Filters,
  Health,
  SliceRow,
  SliceSearchRequest,
  SliceSearchResponse,
  UsageSnapshot,
} from './generated/api.ts'
import { DEFAULT_LOGGER, type Logger } from './logger.ts'
import { Pages, type PagesOptions } from './pages.ts'
import type { Query } from './query/query.ts'
import { Reply } from './reply.ts'
import { type RateState, type RequestOptions, Transport } from './transport.ts'

export interface DossierOptions extends RequestOptions {
  /** A signal that has to be among the 200 of the dossier, such as `signalId` of a webhook's event. */
  readonly signalId?: string
}

import { Webhooks } from './webhooks.ts'

export interface ClientOptions {
  /** A team's API key, `psk_…`. Keep it on a server: anyone who has it can spend the team's budgets. */
  readonly apiKey: string
  /** Such as `https://signals.example`. */
  readonly baseUrl: string
  /** Retries after the first attempt. Default: 3. */
  readonly maxRetries?: number
  /** Milliseconds for one attempt. Default: 30,000. */
  readonly timeout?: number
  /** Milliseconds for a call with all its retries and waits. Default: 90,000. */
  readonly patience?: number
  /** Whether a metered request is repeated if it was sent and got no complete answer: it may then be charged twice, and a warning is logged. Default: true. */
  readonly retryUnanswered?: boolean
  readonly fetch?: typeof fetch
  /** Such as `console`. Never gets the key. Default: warnings go to the console. */
  readonly logger?: Logger
}

export type CompanySearch = Omit<CompanySearchRequest, 'signal_query'> & {
  /** The text of a query, or one made with `signal`. */
  readonly signal_query: string | Query
}

export class ProSignal {
  readonly #transport: Transport
  readonly companies: Companies
  readonly slices: Slices
  readonly webhooks = new Webhooks()

  constructor(options: ClientOptions) {
    const { apiKey, baseUrl, logger = DEFAULT_LOGGER } = options
    if (typeof apiKey !== 'string' || apiKey.trim() === '') throw new TypeError('apiKey is missing')
    if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey has characters that no API key has')
    this.#transport = new Transport({
      apiKey,
      baseUrl: addressOf(baseUrl),
      maxRetries: options.maxRetries ?? 3,
      timeout: options.timeout ?? 30_000,
      patience: options.patience ?? 90_000,
      retryUnanswered: options.retryUnanswered ?? true,
      // Called without a receiver: a browser's fetch refuses any other.
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      logger,
    })
    this.companies = new Companies(this.#transport)
    this.slices = new Slices(this.#transport)
  }

  /** The monthly request budget, as the last metered reply described it. */
  get rate(): RateState | undefined {
    return this.#transport.rate
  }

  /** What can be filtered by, with all values. Costs one request. */
  filters(options?: RequestOptions): Reply<Filters> {
    return Reply.of(this.#transport.send({ method: 'GET', path: '/api/v1/filters', metered: true }, options))
  }

  /** All six budgets. Free. */
  stats(options?: RequestOptions): Reply<UsageSnapshot> {
    return Reply.of(this.#transport.send({ method: 'GET', path: '/api/v1/stats', metered: false }, options))
  }

  /** Free. */
  health(options?: RequestOptions): Reply<Health> {
    return Reply.of(this.#transport.send({ method: 'GET', path: '/api/v1/health', metered: false }, options))
  }
}

class Companies {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Companies by their signals. A page costs one request, one record per row, and from page 2 one page turn. */
  search(search: CompanySearch, options: PagesOptions = {}): Pages<Company, CompanySearchResponse> {
    return new Pages(
      {
        logger: this.#transport.logger,
        page: search.page,
        pageSize: search.pageSize,
        fetchPage: (page, pageSize, own) =>
          this.#transport.send(
            { method: 'POST', path: '/api/v1/companies', body: { ...search, page, pageSize }, metered: true },
            own,
          ),
        rowsOf: ({ companies, total }) => ({ rows: companies, total }),
      },
      options,
    )
  }

  /** Everything about one company. Costs one request, one record, and one company of the day if it is new today. */
  get(id: string, { signalId, ...options }: DossierOptions = {}): Reply<Dossier> {
    const path = `/api/v1/companies/${encodeURIComponent(id)}`
    const query = signalId === undefined ? {} : { signal: signalId }
    return Reply.of(this.#transport.send({ method: 'GET', path, query, metered: true }, options))
  }
}

class Slices {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The companies of a slice, by at least one filter. Costs the same as a search. */
  companies(search: SliceSearchRequest, options: PagesOptions = {}): Pages<SliceRow, SliceSearchResponse> {
    return new Pages(
      {
        logger: this.#transport.logger,
        page: search.page,
        pageSize: search.pageSize,
        fetchPage: (page, pageSize, own) =>
          this.#transport.send(
            { method: 'GET', path: '/api/v1/slices', query: { ...search, page, pageSize }, metered: true },
            own,
          ),
        rowsOf: ({ data, pagination }) => ({ rows: data, total: pagination.total }),
      },
      options,
    )
  }
}

function addressOf(baseUrl: string): string {
  let url: URL
  try {
    url = new URL(baseUrl)
  } catch {
    throw new TypeError('baseUrl must be an address such as https://signals.example')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('baseUrl must begin with https://')
  if (url.username || url.password) throw new TypeError('baseUrl must not contain a user name or password')
  let path = url.pathname
  while (path.endsWith('/')) path = path.slice(0, -1)
  return `${url.origin}${path}`.replace(/\/api\/v1$/, '')
}
