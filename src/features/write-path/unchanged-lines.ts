// Most lines of a file that is imported again say what they said before. They are recognised by the hash of their text, in
// one look-up for a batch: they are not read, no company is locked and no signal of it is read.
//
// A hash is stored with its report, and whatever else changes the report or moves it to another company removes it. What the
// line says of its company is compared with the company's own facts, because other records may have changed them.
//
// Another writer may change a report after it was looked up. Then the line counts as written before that: it would have
// changed nothing. For the same reason the facts of its company may be read a moment later.

import { type Database, many, type Queryable } from '../../db/index.ts'
import type { CompanyFacts } from '../companies/index.ts'
import { type GivenLine, type IncomingLine, parseSignalCompany } from '../signals/index.ts'
import { noteDeliveries } from '../sources/index.ts'
import { GIVEN_HASH } from './given-hash.ts'
import { readGivenLine } from './given-line.ts'
import { signalId } from './identity.ts'
import { statesOtherFacts } from './plan-batch.ts'
import { type Resolution, resolveDomains } from './resolve-domains.ts'
import { touch } from './unchanged-records.ts'
import { movesReports } from './write-lines.ts'

/** Recognises lines of JSON that say what they said before. */
export interface LineRecogniser {
  /** What it takes to recognise a line. Undefined for one that can't be a signal. */
  readonly read: (text: string) => GivenLine | undefined
  /** Of the lines, those whose reports are stored as they say. */
  readonly find: (lines: readonly GivenLine[]) => Promise<FoundLines>
  /**
   * Notes that the lines came again, and returns them: nothing is to be written of them. `others` are the records of the same
   * batch that were not found. A line that one of them may concern is not returned: it is to be written in its turn.
   */
  readonly take: (found: FoundLines, others: readonly IncomingLine[]) => Promise<ReadonlySet<GivenLine>>
}

export function lineRecogniser(db: Database): LineRecogniser {
  return {
    read: readGivenLine,
    find: (lines) => findLines(db, lines),
    take: (found, others) => takeLines(db, found, others),
  }
}

interface FoundLines {
  /** Their reports are stored as they say. */
  readonly lines: ReadonlySet<GivenLine>
  /** Of those, the ones whose reports were last seen more than a day ago. */
  readonly due: ReadonlySet<GivenLine>
}

// A report that is a row of signals itself comes first: a node of version 0.1 may have written it there again. One of
// several reports of a fact is grouped again when it is seen again after a day, so it is not found then. The signals are read
// by an array of ids, in the order of the index; in a join the planner may choose to read the complete table. Lines that are
// as they were give no row.
const FIND_OTHERS = `
  with stored as materialized (
    select id, case when given_version = version then ${GIVEN_HASH} end as hash,
           last_seen_at < now() - interval '1 day' as due
      from signals where id = any($1::uuid[]) and sources is null and (replaced_by is null or status <> 'retracted'))
  select w.n, coalesce(s.hash = w.hash, false) as "isDue"
    from unnest($1::uuid[], $2::uuid[]) with ordinality as w (id, hash, n)
    left join stored s on s.id = w.id
    left join lateral (
      select ${GIVEN_HASH} as hash from reports
       where id = case when s.id is null then w.id end and last_seen_at >= now() - interval '1 day') r on true
   where (s.hash = w.hash and not s.due) is not true and (r.hash = w.hash) is not true`

async function findLines(db: Database, lines: readonly GivenLine[]): Promise<FoundLines> {
  const sought = lines.filter(({ id }) => id !== undefined)
  const found = { lines: new Set(sought), due: new Set<GivenLine>() }
  if (sought.length === 0) return found
  const list = (values: readonly unknown[]) => `{${values.join(',')}}`
  const others = await many<{ n: number; isDue: boolean }>(db.pool('ingest'), FIND_OTHERS, [
    list(sought.map(({ id }) => id)),
    list(sought.map(({ hash }) => hash)),
  ])
  for (const { n, isDue } of others) {
    const line = sought[n - 1] as GivenLine
    if (isDue) found.due.add(line)
    else found.lines.delete(line)
  }
  return found
}

async function takeLines(
  db: Database,
  { lines, due }: FoundLines,
  others: readonly IncomingLine[],
): Promise<ReadonlySet<GivenLine>> {
  if (lines.size === 0 || (await movesReports(db, others))) return new Set()
  const unchanged = await withCurrentFacts(db.pool('ingest'), lines, others)
  const ids = new Set(others.map((other) => (other.record === 'company' ? '' : signalId(other.source, other.key))))
  if (unchanged.size < lines.size) for (const line of lines) if (!unchanged.has(line)) ids.add(line.id ?? '')
  for (const line of unchanged) if (ids.has(line.id ?? '')) unchanged.delete(line)
  await touch(
    db.pool('ingest'),
    [...due].flatMap((line) => (unchanged.has(line) ? (line.id ?? []) : [])),
  )
  const sources = new Set<string>()
  for (const { source } of unchanged) sources.add(source)
  if (sources.size > 0) await noteDeliveries(db.pool('ingest'), [...sources], [])
  return unchanged
}

/** Without the lines that say of their companies what these are not, or what another record of the batch changes. */
async function withCurrentFacts(
  db: Queryable,
  lines: ReadonlySet<GivenLine>,
  others: readonly IncomingLine[],
): Promise<Set<GivenLine>> {
  const unchanged = new Set(lines)
  const stating = [...lines].filter(({ company }) => company !== '')
  if (stating.length === 0) return unchanged
  const stated = new Map(stating.map((line) => [line, factsIn(line.company)]))
  const facts = [...stated.values(), ...others.map((other) => (other.record === 'status' ? undefined : other.company))]
  const domains = new Set(facts.flatMap((each) => each?.domain ?? []))
  const { companies } = await resolveDomains(db, [...domains])
  const changing = changedBy(facts, companies)
  for (const [line, { domain } = { domain: '' }] of stated) {
    const company = companies.get(domain)
    if (!company || changing.has(company.ordinal)) unchanged.delete(line)
  }
  return unchanged
}

/** The ordinals of companies of which somebody says something else. */
function changedBy(
  facts: readonly (CompanyFacts | undefined)[],
  companies: Resolution['companies'],
): ReadonlySet<number> {
  const changed = new Set<number>()
  for (const each of facts) {
    const company = each && companies.get(each.domain)
    if (company && statesOtherFacts(company, each)) changed.add(company.ordinal)
  }
  return changed
}

/** A full cache is cleared completely: tracking the order of use would cost time on every hit. */
const MAX_ENTRIES = 20_000
const cache = new Map<string, CompanyFacts>()

/** The line was accepted once, so its company is valid. Undefined for a text that is not that of the complete object. */
function factsIn(json: string): CompanyFacts | undefined {
  const hit = cache.get(json)
  if (hit) return hit
  try {
    const facts = parseSignalCompany(JSON.parse(json), 0)
    if (cache.size >= MAX_ENTRIES) cache.clear()
    cache.set(json, facts)
    return facts
  } catch {
    return undefined
  }
}
