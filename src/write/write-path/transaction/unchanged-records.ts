// Unchanged records are recognised by the hash of their report's last record, in one look-up for a batch, without
// locking a company or reading its signals. Lines of JSON are recognised before they are records, by
// unchanged-lines.ts.
//
// A hash is stored with its report, and any other change of the report removes it. The facts of the company in the
// record are compared with the company's own, because other records may have changed them.

import { columns, type Database, many, type Queryable } from '../../../db/index.ts'
import type { IncomingLine, IncomingSignal } from '../../../meaning/signals/index.ts'
import { noteDeliveries } from '../../sources/index.ts'
import { type Resolution, resolveDomains } from '../companies/resolve-domains.ts'
import { statesOtherFacts } from '../plan/plan-batch.ts'
import { asStored, recordHash } from '../store/given-hash.ts'
import { signalId } from '../store/identity.ts'

/** A record of a signal with its hash. */
export type HashedSignal = IncomingSignal & { readonly id: string; readonly givenHash: string }

export type HashedLine = Exclude<IncomingLine, IncomingSignal> | HashedSignal

export function hashed(line: IncomingLine): HashedLine {
  if (line.record !== 'signal') return line
  const id = line.line?.id ?? signalId(line.source, line.key)
  return { ...line, id, givenHash: asStored(line.line?.hash ?? recordHash(line)) }
}

/** Marks these records as seen, and returns them. The others must be written. */
export async function takeUnchanged(db: Database, lines: readonly HashedLine[]): Promise<ReadonlySet<HashedLine>> {
  const pool = db.pool('ingest')
  const found = await findGiven(pool, recordsAlone(lines))
  if (found.length === 0 && !lines.some(({ record }) => record === 'company')) return new Set()
  const resolution = await resolveDomains(pool, domainsOf(lines))
  const settled = found.filter((each) => isSettled(each, resolution))
  const others = new Set(lines)
  for (const { record } of settled) others.delete(record)
  const changing = companiesChangedBy(others, resolution)
  const unchanged = settled.filter(({ companyOrdinal }) => !changing.has(companyOrdinal))
  await touch(
    pool,
    unchanged.filter(({ isDue }) => isDue).map(({ record }) => record.id),
  )
  if (unchanged.length > 0) await noteDeliveries(pool, [...new Set(unchanged.map(({ record }) => record.source))], [])
  // A company is stored with these facts, and nothing in the batch contradicts them.
  const companies = lines.filter((line) => {
    const company = line.record === 'company' ? resolution.companies.get(line.company.domain) : undefined
    return company !== undefined && !changing.has(company.ordinal)
  })
  return new Set([...unchanged.map(({ record }) => record), ...companies])
}

/** If a report has several records in the batch, each may change what the next one finds. */
function recordsAlone(lines: readonly HashedLine[]): HashedSignal[] {
  const counts = new Map<string, number>()
  const idOf = (line: HashedLine) =>
    line.record === 'signal' ? line.id : line.record === 'status' ? signalId(line.source, line.key) : ''
  for (const line of lines) counts.set(idOf(line), (counts.get(idOf(line)) ?? 0) + 1)
  return lines
    .filter((line) => line.record === 'signal')
    .filter((line) => counts.get(line.id) === 1 && !isKnownOtherwise(line))
}

/** Its line was looked up, and must be written. */
function isKnownOtherwise({ line }: HashedSignal): boolean {
  return line?.id !== undefined
}

interface Given {
  readonly record: HashedSignal
  readonly companyOrdinal: number
  readonly givenDomain: string | null
  /** It was last seen more than a day ago. */
  readonly isDue: boolean
  /** It is one of several reports of a fact. */
  readonly isJoined: boolean
}

const WANTED = columns<HashedSignal>(1, {
  id: ['uuid', ({ id }) => id],
  hash: ['uuid', ({ givenHash }) => givenHash],
})

// A report is a row of signals itself, or one of several reports of a fact.
const FIND = `
  select w.n, g.company_ordinal as "companyOrdinal", g.given_domain as "givenDomain",
         g.last_seen_at < now() - interval '1 day' as "isDue", g.joined as "isJoined"
    from ${WANTED.as('w', 'n')},
         lateral (
           select company_ordinal, given_domain, last_seen_at, false as joined,
                  case when given_version = version then given_line end as hash
             from signals where id = w.id and sources is null and replaced_by is null
           union all
           select company_ordinal, given_domain, last_seen_at, true, given_line from reports where id = w.id
           limit 1) g
   where g.hash = w.hash`

async function findGiven(db: Queryable, records: readonly HashedSignal[]): Promise<Given[]> {
  if (records.length === 0) return []
  const rows = await many<Omit<Given, 'record'> & { n: number; [key: string]: unknown }>(
    db,
    FIND,
    WANTED.values(records),
  )
  return rows.map(({ n, ...row }) => ({ ...row, record: records[n - 1] as HashedSignal }))
}

function domainsOf(lines: readonly HashedLine[]): string[] {
  return [...new Set(lines.flatMap((line) => (line.record === 'status' ? [] : line.company.domain)))]
}

/** Nothing but the time at which it was seen would be written. */
function isSettled(given: Given, { companies }: Resolution): boolean {
  const { record, companyOrdinal, givenDomain, isDue, isJoined } = given
  const company = companies.get(record.company.domain)
  return (
    company?.ordinal === companyOrdinal &&
    (givenDomain ?? company.domain) === record.company.domain &&
    !statesOtherFacts(company, record.company) &&
    !(isDue && isJoined)
  )
}

/** They may change company facts, which the unchanged ones would then contradict. */
function companiesChangedBy(lines: Iterable<HashedLine>, { companies }: Resolution): Set<number> {
  const changed = new Set<number>()
  for (const line of lines) {
    const company = line.record === 'status' ? undefined : companies.get(line.company.domain)
    if (company && line.record !== 'status' && statesOtherFacts(company, line.company)) changed.add(company.ordinal)
  }
  return changed
}

/** Skips locked rows; never blocks. Their writer marks them as seen, or the next delivery does. */
export async function touch(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.query(
    `update signals set last_seen_at = now()
      where id in (select id from signals where id = any($1::uuid[]) and last_seen_at < now() - interval '1 day'
                      for no key update skip locked)`,
    [ids],
  )
}
