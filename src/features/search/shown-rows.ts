// What a page shows of its companies, read by keys that the index knows, and kept: the companies at the top are the same
// ones for many queries.
//
// Invariant: a kept company is shown only if nothing about it, facts, ranks or signals, has changed since the position of
// the log at which it was read. The index says for each company of a page where the last change was; the position of a
// reading is the one that the index had reached before. So what is kept may be newer than it says, and never older. When
// a signal was last seen is not in the log: hence the few seconds.

import { one, type Queryable } from '../../db/index.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import { KEPT_MS } from '../../platform/kept-bodies.ts'
import { COMPANY_COLUMNS, type Company } from '../companies/index.ts'
import { type PublicSignal, publicSignal } from '../signals/index.ts'
import type { Found, Shown, ShownSignal } from './engine.ts'
import { withTimeoutError } from './postgres/run.ts'
import { SIGNAL_JSON, type SignalColumns, signalOf } from './signal-json.ts'

/** The columns of `companies c`, among other tables. */
export const COLUMNS_OF_C = COMPANY_COLUMNS.replace(/(^|,\s*)(\w+)/g, '$1c.$2')

export interface CompanyRow extends Company {
  heatKey: number | null
  scoreTenths: number | null
  /** Unix seconds. */
  lastAt: number | null
  [column: string]: unknown
}

export interface ShownRow {
  readonly company: CompanyRow
  readonly counts: readonly number[]
  /** Newest first. */
  readonly signals: readonly PublicSignal[]
}

interface Kept {
  readonly company: CompanyRow
  readonly signals: Map<string, PublicSignal>
  readonly position: number
  readonly readAt: number
}

/** With their signals, some 5 KB each. */
const MOST_COMPANIES = 5_000

export class ShownRows {
  readonly #db: Queryable
  readonly #kept = new BoundedMap<number, Kept>(MOST_COMPANIES)

  constructor(db: Queryable) {
    this.#db = db
  }

  /** In the order of the page. Undefined when not all of it is there: something has changed a moment ago. */
  async read({ ordinals, shown = [], position }: Found): Promise<ShownRow[] | undefined> {
    const page = ordinals.map((ordinal, i) => {
      const company = shown[i] as Shown
      return { ordinal, shown: company, kept: this.#keptOf(ordinal, company.changedAt) }
    })
    const unknown = page.filter(({ kept }) => kept === undefined).map(({ ordinal }) => ordinal)
    const wanted = page.flatMap(({ ordinal, shown: { signals }, kept }) =>
      signals.filter((signal) => !kept?.signals.has(keyOf(signal))).map((signal) => ({ ordinal, signal })),
    )
    const known = new Map(page.map(({ ordinal, kept }) => [ordinal, kept]))
    if (unknown.length > 0 || wanted.length > 0) {
      const read = await this.#read(unknown, wanted)
      for (const company of read.companies ?? []) {
        const kept = { company, signals: new Map(), position: position ?? -1, readAt: performance.now() }
        known.set(company.ordinal, kept)
        if (position !== undefined) this.#kept.set(company.ordinal, kept)
      }
      for (const [n, ...columns] of read.signals ?? []) {
        const { ordinal, signal } = wanted[n - 1] as (typeof wanted)[number]
        known.get(ordinal)?.signals.set(keyOf(signal), publicSignal(signalOf(columns)))
      }
    }
    const rows: ShownRow[] = []
    for (const { ordinal, shown } of page) {
      const kept = known.get(ordinal)
      const signals = shown.signals.flatMap((signal) => kept?.signals.get(keyOf(signal)) ?? [])
      if (!kept || signals.length < shown.signals.length) return undefined
      rows.push({ company: kept.company, counts: shown.counts, signals: signals.sort(newestFirst) })
    }
    return rows
  }

  #keptOf(ordinal: number, changedAt: number | undefined): Kept | undefined {
    const kept = this.#kept.get(ordinal)
    const holds = kept && changedAt !== undefined && kept.position >= changedAt
    return holds && performance.now() - kept.readAt < KEPT_MS ? kept : undefined
  }

  #read(ordinals: readonly number[], wanted: readonly { ordinal: number; signal: ShownSignal }[]): Promise<Read> {
    return withTimeoutError(
      one<Read>(this.#db, READ_PAGE, [
        ordinals,
        wanted.map(({ ordinal }) => ordinal),
        wanted.map(({ signal }) => signal.type),
        wanted.map(({ signal }) => signal.occurredAt),
        wanted.map(({ signal }) => signal.idHead),
        wanted.map(({ signal }) => signal.idTail),
      ]),
    )
  }
}

interface Read {
  companies: CompanyRow[] | null
  /** The place of what was wanted, from 1, and what it is. */
  signals: [n: number, ...SignalColumns][] | null
  [column: string]: unknown
}

/** One row, one round trip: JSON costs this process less than rows do. */
const READ_PAGE = {
  name: 'read_search_page',
  text: `select
      (select json_agg(c) from (
         select ${COLUMNS_OF_C}, r.heat_key as "heatKey", r.score_tenths as "scoreTenths",
                extract(epoch from r.last_at)::bigint as "lastAt"
           from companies c left join company_ranks r on r.company_ordinal = c.ordinal
          where c.ordinal = any($1::int[])) c) as companies,
      (select json_agg(json_build_array(k.n, ${SIGNAL_JSON}))
         from unnest($2::int[], $3::text[], $4::float8[], $5::text[], $6::text[])
           with ordinality as k (ordinal, type, at, head, tail, n)
         join signals s on s.company_ordinal = k.ordinal and s.type = k.type and s.occurred_at = to_timestamp(k.at)
        where left(s.id::text, 8) = k.head and right(s.id::text, 4) = k.tail and s.status <> 'retracted') as signals`,
}

const keyOf = ({ type, occurredAt, idHead, idTail }: ShownSignal) => `${idHead}${idTail}${type}${occurredAt}`

/** Both are written so that the order of the texts is theirs. */
function newestFirst(a: PublicSignal, b: PublicSignal): number {
  if (a.occurredAt !== b.occurredAt) return a.occurredAt > b.occurredAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}
