// Reads the companies of a page by keys that the index returns, and caches them: many queries have the same companies
// at the top. Decision 0026 has the measurements.
//
// Invariant: a cached company is used only if its facts, ranks and signals have not changed since the log position at
// which it was read. The index returns the position of the last change for each company of a page. The position of a
// read is the one that the index had reached before the read, so a cached company can be newer than its position, but
// never older. The log doesn't record when a signal was last seen, so an entry expires after a few seconds.

import { columns, one, type Queryable } from '../../db/index.ts'
import { COMPANY_COLUMNS, type Company } from '../../meaning/companies/index.ts'
import { type PublicSignal, publicSignal } from '../../meaning/signals/index.ts'
import { REPLY_MAX_AGE_MS } from '../../platform/async/reply-cache.ts'
import { LruMap } from '../../platform/lru-map.ts'
import type { SearchResult, ShownCompany, ShownSignal } from '../engine.ts'
import { withTimeoutError } from '../postgres/run.ts'
import { SIGNAL_JSON, type SignalColumns, signalOf } from './signal-json.ts'

/** COMPANY_COLUMNS with the table alias `c`, for joins. */
export const PREFIXED_COMPANY_COLUMNS = COMPANY_COLUMNS.replace(/(^|,\s*)(\w+)/g, '$1c.$2')

export interface CompanyRow extends Company {
  heatKey: number | null
  scoreTenths: number | null
  /** 00:00 UTC of the day of the score, in Unix seconds. */
  scoreDay: number | null
  /** The types that the company is monitored for, as bits. */
  looked: number | null
  /** Unix seconds. */
  lastAt: number | null
  [column: string]: unknown
}

interface PageCompany {
  readonly company: CompanyRow
  readonly counts: readonly number[]
  readonly matchKey: number
  /** In the order in which they are shown. */
  readonly signals: readonly PublicSignal[]
}

interface CachedCompany {
  readonly company: CompanyRow
  readonly signals: Map<string, PublicSignal>
  readonly position: number
}

/** A company with its signals takes about 5 KB. */
const MAX_COMPANIES = 5_000

export class CompanyCache {
  readonly #db: Queryable
  readonly #cache = new LruMap<number, CachedCompany>(MAX_COMPANIES, { maxAgeMs: REPLY_MAX_AGE_MS })

  constructor(db: Queryable) {
    this.#db = db
  }

  /** In page order. Undefined if something is missing, because it just changed. */
  async read({ ordinals, shown = [], position }: SearchResult): Promise<PageCompany[] | undefined> {
    const page = ordinals.map((ordinal, i) => {
      const company = shown[i] as ShownCompany
      return { ordinal, shown: company, cached: this.#find(ordinal, company.changedAt) }
    })
    const missing = page.filter(({ cached }) => cached === undefined).map(({ ordinal }) => ordinal)
    const missingSignals = page.flatMap(({ ordinal, shown: { signals }, cached }) =>
      signals.filter((signal) => !cached?.signals.has(keyOf(signal))).map((signal) => ({ ordinal, signal })),
    )
    const entries = new Map(page.map(({ ordinal, cached }) => [ordinal, cached]))
    if (missing.length > 0 || missingSignals.length > 0) {
      const read = await this.#read(missing, missingSignals)
      for (const company of read.companies ?? []) {
        const entry = { company, signals: new Map(), position: position ?? -1 }
        entries.set(company.ordinal, entry)
        if (position !== undefined) this.#cache.set(company.ordinal, entry)
      }
      for (const [n, ...columns] of read.signals ?? []) {
        const { ordinal, signal } = missingSignals[n - 1] as (typeof missingSignals)[number]
        entries.get(ordinal)?.signals.set(keyOf(signal), publicSignal(signalOf(columns)))
      }
    }
    const companies: PageCompany[] = []
    for (const { ordinal, shown } of page) {
      const entry = entries.get(ordinal)
      const signals = shown.signals.flatMap((signal) => entry?.signals.get(keyOf(signal)) ?? [])
      if (!entry || signals.length < shown.signals.length) return undefined
      const { counts, matchKey } = shown
      companies.push({ company: entry.company, counts, matchKey, signals })
    }
    return companies
  }

  #find(ordinal: number, changedAt: number | undefined): CachedCompany | undefined {
    const entry = this.#cache.get(ordinal)
    return entry && changedAt !== undefined && entry.position >= changedAt ? entry : undefined
  }

  #read(ordinals: readonly number[], missingSignals: readonly MissingSignal[]): Promise<PageRow> {
    return withTimeoutError(one<PageRow>(this.#db, READ_PAGE, [ordinals, ...MISSING_SIGNALS.values(missingSignals)]))
  }
}

interface PageRow {
  companies: CompanyRow[] | null
  /** Each signal with its index in the list of wanted signals, from 1. */
  signals: [n: number, ...SignalColumns][] | null
  [column: string]: unknown
}

interface MissingSignal {
  readonly ordinal: number
  readonly signal: ShownSignal
}

const MISSING_SIGNALS = columns<MissingSignal>(2, {
  ordinal: ['int', ({ ordinal }) => ordinal],
  type: ['text', ({ signal }) => signal.type],
  at: ['float8', ({ signal }) => signal.occurredAt],
  head: ['text', ({ signal }) => signal.idHead],
  tail: ['text', ({ signal }) => signal.idTail],
})

/** One row in one round trip. Parsing JSON costs this process less than parsing rows. */
const READ_PAGE = {
  name: 'read_search_page',
  text: `select
      (select json_agg(c) from (
         select ${PREFIXED_COMPANY_COLUMNS}, r.heat_key as "heatKey", r.score_tenths as "scoreTenths",
                extract(epoch from r.as_of)::bigint as "scoreDay", r.looked,
                extract(epoch from r.last_at)::bigint as "lastAt"
           from companies c left join company_ranks r on r.company_ordinal = c.ordinal
          where c.ordinal = any($1::int[])) c) as companies,
      (select json_agg(json_build_array(k.n, ${SIGNAL_JSON}))
         from ${MISSING_SIGNALS.as('k', 'n')}
         join signals s on s.company_ordinal = k.ordinal and s.type = k.type and s.occurred_at = to_timestamp(k.at)
        where left(s.id::text, 8) = k.head and right(s.id::text, 4) = k.tail and s.status <> 'retracted') as signals`,
}

const keyOf = ({ type, occurredAt, idHead, idTail }: ShownSignal) => `${idHead}${idTail}${type}${occurredAt}`
