import { many, type Queryable } from '../../db/index.ts'
import type { Company } from '../../meaning/companies/index.ts'
import { MAX_SIGNALS_OF_ROW } from '../../meaning/scores/index.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import { STATE_TYPES } from '../../meaning/types/index.ts'
import { PREFIXED_COMPANY_COLUMNS, type SignalColumns, signalOf } from '../../search/index.ts'
import { type CompanyLook, DECLARED_SOURCES_JSON, looksJson, type Source } from '../../write/sources/index.ts'

/** Notes don't use when a signal was last seen, and finding it takes most of a dossier's time. */
const SIGNAL_JSON = `s.id, s.type, s.label, s.confidence, s.status, extract(epoch from s.occurred_at)::bigint,
  extract(epoch from s.first_seen_at)::bigint, extract(epoch from s.last_seen_at)::bigint, s.source, s.url, s.fields,
  extract(epoch from s.closed_at)::bigint, s.sources, null`

/** Tools in use and pages that are up are read regardless of age. */
const READ = {
  name: 'read_companies_with_signals',
  text: `
    select ${PREFIXED_COMPANY_COLUMNS}, ${DECLARED_SOURCES_JSON} as declared, ${looksJson('c.ordinal')} as looks,
           (select json_agg(json_build_array(${SIGNAL_JSON}) order by s.occurred_at desc, s.id)
              from (select * from (select * from signals where company_ordinal = c.ordinal and status <> 'retracted'
                                    order by occurred_at desc, id limit $2) newest
                    union
                    select * from (select * from signals
                                    where company_ordinal = c.ordinal and type in ('tool', 'web') and status = 'active'
                                    order by occurred_at desc, id limit ${STATE_TYPES.length * MAX_SIGNALS_OF_ROW}) states) s) as signals
      from unnest($1::int[]) as given (ordinal) join companies c on c.ordinal = given.ordinal`,
}

export interface CompanyForNotes {
  readonly company: Company
  /** Not retracted, newest first. */
  readonly signals: readonly Signal[]
  readonly declared: readonly Source[]
  readonly looks: readonly CompanyLook[]
}

/** By ordinal, each with at most `limit` of its newest signals. One round trip. */
export async function readCompaniesWithSignals(
  db: Queryable,
  ordinals: readonly number[],
  limit: number,
): Promise<Map<number, CompanyForNotes>> {
  if (ordinals.length === 0) return new Map()
  const rows = await many<
    Company & {
      declared: Source[] | null
      looks: CompanyLook[] | null
      signals: SignalColumns[] | null
      [key: string]: unknown
    }
  >(db, READ, [ordinals, limit])
  return new Map(
    rows.map(({ declared, looks, signals, ...company }) => [
      company.ordinal,
      { company, signals: (signals ?? []).map(signalOf), declared: declared ?? [], looks: looks ?? [] },
    ]),
  )
}
