// Most lines of a file that is imported again are unchanged. They are recognised by the hash of their text, in one
// look-up for a batch, without parsing them, locking a company or reading its signals.
//
// A hash is stored with its report, and any other change of the report, or a move to another company, removes it. The
// line's company facts are compared with the stored ones, because other records may have changed those.
//
// Another writer may change a report after it was looked up. Then the line counts as written before that change: it
// would have changed nothing. For the same reason the facts of its company may be read a moment later.

import { type Database, many, type Queryable } from '../../../db/index.ts'
import type { CompanyFacts } from '../../../meaning/companies/index.ts'
import {
  type GivenLine,
  type IncomingLine,
  type IncomingSignal,
  parseSignalCompany,
} from '../../../meaning/signals/index.ts'
import { LruMap } from '../../../platform/lru-map.ts'
import { noteDeliveries } from '../../sources/index.ts'
import { type Resolution, resolveDomains } from '../companies/resolve-domains.ts'
import { statesOtherFacts } from '../plan/plan-batch.ts'
import { lineHashBytes } from '../store/given-hash.ts'
import { signalId, signalIdBytes } from '../store/identity.ts'
import { UuidArray } from '../store/uuid-array.ts'
import { touch } from '../transaction/unchanged-records.ts'
import { readGivenLine, type SeenLine, seeLine } from './given-line.ts'
import { findSameContent, storeHashes } from './same-content.ts'
import { changesIdentity, movesReports } from './write-lines.ts'

/** Recognises unchanged lines of JSON. Lines of a batch are identified by their places in it. */
export interface LineRecogniser {
  /** For a line that is to be written. */
  readonly read: (text: string, record: IncomingSignal) => GivenLine | undefined
  /** Most of the work, without the database. Undefined texts are skipped. `given` is known for parsed lines. */
  readonly prepare: (texts: readonly (string | undefined)[], given: readonly (GivenLine | undefined)[]) => PreparedLines
  /** The lines whose reports are stored with the same content. */
  readonly find: (lines: PreparedLines) => Promise<FoundLines>
  /**
   * Marks the lines as seen again and returns them: they needn't be written. `others` are the records of the same batch
   * that were not found. Those with the same content in another form are returned too. Lines that one of the rest may
   * affect are not returned: they are written in order.
   */
  readonly take: (found: FoundLines, others: ReadonlyMap<number, IncomingLine>) => Promise<ReadonlySet<number>>
  /**
   * The ids of the reports, if there are any and no line was found, changes a status or changes who a company is.
   * `others` are the records of all lines. Lines only about companies don't count as new: the companies may be known,
   * and a line that was not looked up is written with all signals of its company.
   */
  readonly newReports: (found: FoundLines, others: ReadonlyMap<number, IncomingLine>) => ReadonlySet<string> | undefined
}

export function lineRecogniser(db: Database): LineRecogniser {
  return {
    read: readGivenLine,
    prepare: prepareLines,
    find: (lines) => findLines(db, lines),
    take: (found, others) => takeLines(db, found, others),
    newReports,
  }
}

export interface PreparedLines {
  readonly texts: readonly (string | undefined)[]
  /** The places of the lines to look up, with their ids and hashes. */
  readonly sought: readonly number[]
  readonly ids: UuidArray
  readonly hashes: UuidArray
  /** The records of the lines at these places that were not parsed yet. */
  readonly seen: readonly (SeenLine | undefined)[]
}

export interface FoundLines {
  readonly prepared: PreparedLines
  readonly places: ReadonlySet<number>
  /** The ones of them whose reports were last seen more than a day ago. */
  readonly due: ReadonlySet<number>
  /** Lines that were not found, although their reports are stored. */
  readonly stored: ReadonlySet<number>
}

function prepareLines(
  texts: readonly (string | undefined)[],
  given: readonly (GivenLine | undefined)[],
): PreparedLines {
  const sought: number[] = []
  const [ids, hashes] = [new UuidArray(texts.length), new UuidArray(texts.length)]
  const seen: (SeenLine | undefined)[] = []
  for (let place = 0; place < texts.length; place++) {
    const [text, known] = [texts[place], given[place]]
    if (text === undefined) continue
    const line = known ? undefined : seeLine(text)
    if (line?.company !== undefined) {
      ids.pushId(signalIdBytes(line.source, line.key))
      hashes.pushHash(lineHashBytes(text))
      seen[place] = line
    } else if (known?.id !== undefined) {
      ids.push(known.id)
      hashes.push(known.hash)
    } else continue
    sought.push(place)
  }
  return { texts, sought, ids, hashes, seen }
}

function seenAt({ texts, seen }: PreparedLines, place: number): SeenLine | undefined {
  return seen[place] ?? seeLine(texts[place] ?? '')
}

// A report is a row of signals itself, or one of several reports of a fact. One of several is grouped again when it is seen
// again after a day, so it is not found then. With a limit the planner can only look up one line after the other; in a
// join it may choose to read the complete table. Unchanged lines give no row.
const FIND_OTHERS = `
  select w.n, coalesce(s.hash = w.hash, false) as "isDue", s.id is not null as "isStored"
    from unnest($1::uuid[], $2::uuid[]) with ordinality as w (id, hash, n)
    left join lateral (
      select id, case when given_version = version then given_line end as hash,
             last_seen_at < now() - interval '1 day' as due
        from signals
       where id = w.id and sources is null and replaced_by is null limit 1) s on true
    left join lateral (
      select given_line as hash from reports
       where id = case when s.id is null then w.id end and last_seen_at >= now() - interval '1 day' limit 1) r on true
   where (s.hash = w.hash and not s.due) is not true and (r.hash = w.hash) is not true`

async function findLines(db: Database, prepared: PreparedLines): Promise<FoundLines> {
  const { sought, ids, hashes } = prepared
  const found = { prepared, places: new Set(sought), due: new Set<number>(), stored: new Set<number>() }
  if (sought.length === 0) return found
  const values = [ids.value(), hashes.value()]
  const others = await many<{ n: number; isDue: boolean; isStored: boolean }>(db.pool('ingest'), FIND_OTHERS, values)
  for (const { n, isDue, isStored } of others) {
    const place = sought[n - 1] as number
    if (isDue) found.due.add(place)
    else found.places.delete(place)
    if (isStored && !isDue) found.stored.add(place)
  }
  return found
}

async function takeLines(
  db: Database,
  { prepared, places, due, stored }: FoundLines,
  others: ReadonlyMap<number, IncomingLine>,
): Promise<ReadonlySet<number>> {
  if (places.size + stored.size === 0 || (await movesReports(db, [...others.values()]))) return new Set()
  const pool = db.pool('ingest')
  const same = await findSameContent(pool, signalsAt(stored, others))
  const unchanged = new Set(places)
  for (const place of same.keys()) unchanged.add(place)
  await removeOtherFacts(pool, prepared, unchanged, others)
  removeConcerned(unchanged, prepared, others)
  await touch(
    pool,
    [...due].flatMap((place) => (unchanged.has(place) ? idAt(prepared, place) : [])),
  )
  await storeHashes(
    pool,
    [...same].flatMap(([place, each]) => (unchanged.has(place) ? each : [])),
  )
  const sources = new Set<string>()
  for (const place of unchanged) sources.add(seenAt(prepared, place)?.source ?? '')
  if (sources.size > 0) await noteDeliveries(pool, [...sources], [])
  return unchanged
}

function newReports(
  { places, stored }: FoundLines,
  others: ReadonlyMap<number, IncomingLine>,
): ReadonlySet<string> | undefined {
  if (places.size + stored.size > 0) return undefined
  const ids = new Set<string>()
  for (const record of others.values()) {
    if (record.record === 'status') return undefined
    if (record.record === 'company') {
      if (changesIdentity(record)) return undefined
      continue
    }
    // It was not looked for.
    if (record.line?.id === undefined) return undefined
    ids.add(record.line.id)
  }
  return ids.size > 0 ? ids : undefined
}

function signalsAt(places: ReadonlySet<number>, records: ReadonlyMap<number, IncomingLine>) {
  const signals = new Map<number, IncomingSignal>()
  for (const place of places) {
    const record = records.get(place)
    if (record?.record === 'signal') signals.set(place, record)
  }
  return signals
}

function idAt(prepared: PreparedLines, place: number): string {
  const line = seenAt(prepared, place)
  return line ? signalId(line.source, line.key) : ''
}

/** If a report has several different lines in the batch, each may change what the next one finds. */
function removeConcerned(
  unchanged: Set<number>,
  prepared: PreparedLines,
  others: ReadonlyMap<number, IncomingLine>,
): void {
  const written = new Set<string>()
  const textOf = new Map<string, string | undefined>()
  for (const [place, other] of others) {
    if (other.record === 'company') continue
    const id = signalId(other.source, other.key)
    const text = prepared.texts[place]
    if (!unchanged.has(place) || (textOf.has(id) && textOf.get(id) !== text)) written.add(id)
    textOf.set(id, text)
  }
  for (const place of prepared.sought) {
    const isWritten = !unchanged.has(place)
    if (others.has(place) || (!isWritten && textOf.size === 0)) continue
    const id = idAt(prepared, place)
    if (isWritten || textOf.has(id)) written.add(id)
  }
  if (written.size === 0) return
  for (const place of unchanged) if (written.has(idAt(prepared, place))) unchanged.delete(place)
}

/** Removes the lines whose company facts differ from the stored ones, or are changed by another record of the batch. */
async function removeOtherFacts(
  db: Queryable,
  prepared: PreparedLines,
  unchanged: Set<number>,
  others: ReadonlyMap<number, IncomingLine>,
): Promise<void> {
  const stated = new Map<number, CompanyFacts | undefined>()
  for (const place of unchanged) {
    const company = seenAt(prepared, place)?.company
    if (company === undefined) unchanged.delete(place)
    else if (company !== '') stated.set(place, factsIn(company))
  }
  if (stated.size === 0) return
  const facts = [...stated.values()]
  for (const other of others.values()) if (other.record !== 'status') facts.push(other.company)
  const domains = new Set(facts.flatMap((each) => each?.domain ?? []))
  const resolution = await resolveDomains(db, [...domains])
  const changing = changedBy(facts, resolution)
  for (const [place, { domain } = { domain: '' }] of stated) {
    const company = resolution.companies.get(domain)
    if (!company || changing.has(company.ordinal)) unchanged.delete(place)
  }
}

/** The ordinals of companies that a record changes. */
function changedBy(facts: readonly (CompanyFacts | undefined)[], { companies }: Resolution): ReadonlySet<number> {
  const changed = new Set<number>()
  for (const each of facts) {
    const company = each && companies.get(each.domain)
    if (company && statesOtherFacts(company, each)) changed.add(company.ordinal)
  }
  return changed
}

const cache = new LruMap<string, CompanyFacts>(20_000)

/** The line was accepted once, so its company is valid. Undefined for a text that is not that of the complete object. */
function factsIn(json: string): CompanyFacts | undefined {
  const hit = cache.get(json)
  if (hit) return hit
  try {
    const facts = parseSignalCompany(JSON.parse(json), 0)
    // A copy: the text is a slice of a chunk, and would keep all of it in memory.
    cache.set(Buffer.from(json).toString(), facts)
    return facts
  } catch {
    return undefined
  }
}
