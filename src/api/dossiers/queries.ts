import { many, maybeOne, type Queryable } from '../../db/index.ts'
import type { Company } from '../../meaning/companies/index.ts'
import { MAX_SIGNALS_OF_ROW } from '../../meaning/scores/index.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import { STATE_TYPES } from '../../meaning/types/index.ts'
import { PREFIXED_COMPANY_COLUMNS, SIGNAL_JSON, type SignalColumns, signalOf } from '../../search/index.ts'
import {
  type CompanyLook,
  DECLARED_SOURCES_JSON,
  looksFingerprint,
  looksJson,
  type Source,
} from '../../write/sources/index.ts'

/**
 * A merged company's id resolves to the company that it was merged into. A deleted one is merged into itself, and is
 * not found.
 */
const COMPANY_OF_ID = `companies given_company join companies c on c.ordinal = coalesce(given_company.merged_into, given_company.ordinal)
  and c.merged_into is null`

export async function companyExists(db: Queryable, id: string): Promise<boolean> {
  return (await maybeOne(db, `select from ${COMPANY_OF_ID} where given_company.id = $1`, [id])) !== undefined
}

/** The id is another one than the given one if the company was merged. */
export async function readNamedCompany(
  db: Queryable,
  id: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  return maybeOne(db, `select c.id, c.name from ${COMPANY_OF_ID} where given_company.id = $1`, [id])
}

/**
 * A fingerprint of everything in a dossier: every change produces another one. A change of the company's row gives it a new
 * xmin. Signals are never deleted, so a new one raises the count, and a changed one raises the sum of versions. A report that
 * is seen again changes the sum of times.
 */
const FINGERPRINT = `
  select concat_ws(':', c.ordinal, c.xmin, count(*), sum(version), sum(extract(epoch from last_seen_at)::bigint),
                   (select sum(extract(epoch from last_seen_at)::bigint) from reports where company_ordinal = c.ordinal),
                   (select sum(extract(epoch from complete_since) + extract(epoch from last_delivery_at)) from sources),
                   (select string_agg(domain, ' ' order by domain) from company_aliases where company_ordinal = c.ordinal),
                   ${looksFingerprint('c.ordinal')})
           as fingerprint,
         count(*) filter (where status <> 'retracted') as total
    from signals where company_ordinal = c.ordinal`

const READ_FINGERPRINTS = {
  name: 'read_dossier_fingerprints',
  text: `select f.fingerprint, floor(extract(epoch from now()))::bigint as now
           from unnest($1::uuid[]) with ordinality as given (id, n)
           left join lateral (select f.fingerprint from ${COMPANY_OF_ID}, lateral (${FINGERPRINT}) f
                               where given_company.id = given.id) f on true
          order by n`,
}

/** One for each id, in order, with the database's clock in Unix seconds. Null means that the company doesn't exist. */
export async function readFingerprints(
  db: Queryable,
  ids: string[],
): Promise<{ fingerprint: string | null; now: number }[]> {
  return many<{ fingerprint: string | null; now: number }>(db, READ_FINGERPRINTS, [ids])
}

const NEWEST = `select * from signals where company_ordinal = c.ordinal and status <> 'retracted'
                 order by occurred_at desc, id limit $2`
/** Tools in use and pages that are up count in the score regardless of age. */
const OLD_STATES = `select * from signals where company_ordinal = c.ordinal and type in ('tool', 'web') and status = 'active'
                     order by occurred_at desc, id limit ${STATE_TYPES.length * MAX_SIGNALS_OF_ROW}`

/**
 * The signal $3, or the one that it is now if it turned out to be the same fact as another. Null if it is none of this
 * company, or retracted. `union` instead of `union all` ends cycles.
 */
const ASKED = `
  with recursive asked as (
    select id, replaced_by, company_ordinal, status from signals where id = $3
    union select s.id, s.replaced_by, s.company_ordinal, s.status from asked a join signals s on s.id = a.replaced_by)
  select (array_agg(id))[1] as id from asked
   where replaced_by is null and company_ordinal = c.ordinal and status <> 'retracted'`

/** One round trip. The signals come as one JSON text, which costs this process half as much as rows. */
const READ_DOSSIER = {
  name: 'read_dossier',
  text: `
    select ${PREFIXED_COMPANY_COLUMNS}, c.kind_reason as "employerKindReason", floor(extract(epoch from now()))::bigint as now, f.fingerprint, f.total,
           ${DECLARED_SOURCES_JSON} as declared, ${looksJson('c.ordinal')} as looks,
           array(select domain from company_aliases where company_ordinal = c.ordinal order by domain) as aliases, a.id as asked,
           (select json_agg(json_build_array(${SIGNAL_JSON}))
              from (select * from (${NEWEST}) newest
                    union all
                    select * from (${OLD_STATES}) states where f.total > $2 and id not in (select id from (${NEWEST}) n)
                    union all
                    select * from signals where id = a.id and f.total > $2 and id not in (select id from (${NEWEST}) n)
                       and id not in (select id from (${OLD_STATES}) states)
                     order by occurred_at desc, id) s) as signals
      from ${COMPANY_OF_ID}, lateral (${FINGERPRINT}) f, lateral (${ASKED}) a where given_company.id = $1`,
}

interface CompanyWithSignals {
  readonly company: Company & { readonly aliases: readonly string[] }
  /** The newest signals that aren't retracted, newest first, at most `limit`, and the requested one. */
  readonly signals: Signal[]
  /** The id of the requested signal, if it is among them. */
  readonly asked: string | null
  /** The number of signals that aren't retracted. */
  readonly total: number
  readonly fingerprint: string
  /** The sources that declare themselves complete. */
  readonly declared: readonly Source[]
  readonly looks: readonly CompanyLook[]
  /** The database's clock in Unix seconds: the time of the dossier. */
  readonly now: number
}

/** `signalId`: a signal that must be among them. */
export async function readCompany(
  db: Queryable,
  id: string,
  limit: number,
  signalId: string | null = null,
): Promise<CompanyWithSignals | undefined> {
  const row = await maybeOne<
    Company & {
      aliases: string[]
      now: number
      fingerprint: string
      total: number
      declared: Source[] | null
      looks: CompanyLook[] | null
      signals: SignalColumns[] | null
      asked: string | null
      [key: string]: unknown
    }
  >(db, READ_DOSSIER, [id, limit, signalId])
  if (!row) return undefined
  const { now, fingerprint, total, declared, looks, signals, asked, ...company } = row
  const known = { declared: declared ?? [], looks: looks ?? [] }
  return { company, signals: (signals ?? []).map(signalOf), asked, total, fingerprint, ...known, now }
}
