// Each function is one statement inside the caller's transaction, unless it says otherwise.

import { columns, copyInto, many, type Transaction } from '../../../db/index.ts'
import type { OpeningCounts, WeekCounts } from '../../../meaning/derived/index.ts'
import { MAX_SIGNALS_OF_ROW } from '../../../meaning/scores/index.ts'
import type { Digest } from './digest.ts'
import { digestOfText, digestText } from './digest.ts'
import { type DigestEntry, type EntryChanges, EVIDENCE_LISTS } from './digest-entries.ts'
import { digestRules } from './digest-rules.ts'

export interface StoredDigest {
  readonly digest: Digest
  readonly scoreTenths: number
  /** The day of the score. */
  readonly asOf: string
}

/** Declares that this transaction maintains the digests of what it writes: see forget_digests(). */
export async function keepDigests(tx: Transaction): Promise<void> {
  await tx.query(`select set_config('pro_signal.keeps_digests', 'on', true)`)
}

/** By ordinal. Undefined for a digest made by other rules. */
export async function readDigests(
  tx: Transaction,
  ordinals: readonly number[],
): Promise<Map<number, StoredDigest | undefined>> {
  if (ordinals.length === 0) return new Map()
  const rows = await many<{ ordinal: number; digest: string | null; scoreTenths: number; asOf: string }>(
    tx,
    `select d.company_ordinal as ordinal, case when d.rules = $2 then d.digest end as digest,
            r.score_tenths as "scoreTenths", r.as_of::text as "asOf"
       from company_digests d join company_ranks r using (company_ordinal)
      where d.company_ordinal = any($1::int[])`,
    [ordinals, digestRules()],
  )
  return new Map(
    rows.map(({ ordinal, digest, scoreTenths, asOf }) => [
      ordinal,
      digest === null ? undefined : { digest: digestOfText(digest), scoreTenths, asOf },
    ]),
  )
}

export async function deleteDigests(tx: Transaction, ordinals: readonly number[]): Promise<void> {
  if (ordinals.length > 0) {
    await tx.query('delete from company_digests where company_ordinal = any($1::int[])', [ordinals])
  }
}

/** A list of a company, and the requested places in it. */
export interface WantedList {
  readonly ordinal: number
  readonly list: string
  readonly from?: number
  readonly to?: number
}

export interface ListedEntry extends DigestEntry {
  readonly ordinal: number
}

const WANTED = columns<WantedList>(1, {
  company_ordinal: ['int', ({ ordinal }) => ordinal],
  list: ['text', ({ list }) => list],
  least: ['bigint', ({ from }) => from ?? Number.MIN_SAFE_INTEGER],
  greatest: ['bigint', ({ to }) => to ?? Number.MAX_SAFE_INTEGER],
})

// A lateral query with an offset is planned as it is written: one look-up in the index for each list.
const READ_ENTRIES = `
  select w.company_ordinal as ordinal, e.list, e.place, e.id, e.data
    from ${WANTED.as('w')},
         lateral (select list, place, id, data from digest_entries e
                   where e.company_ordinal = w.company_ordinal and e.list = w.list collate "C"
                     and e.place between w.least and w.greatest offset 0) e`

export async function readEntries(tx: Transaction, lists: readonly WantedList[]): Promise<ListedEntry[]> {
  if (lists.length === 0) return []
  return many<ListedEntry & { [key: string]: unknown }>(tx, READ_ENTRIES, WANTED.values(lists))
}

/** A list, and the place that all its entries should be at. */
export interface PlacedList {
  readonly ordinal: number
  readonly list: string
  readonly place: number
}

const PLACED = columns<PlacedList>(1, {
  company_ordinal: ['int', ({ ordinal }) => ordinal],
  list: ['text', ({ list }) => list],
  place: ['bigint', ({ place }) => place],
})

const FIND_OTHER_PLACES = `
  select w.company_ordinal as ordinal, w.list from ${PLACED.as('w')}
   where exists (select from digest_entries e
                  where e.company_ordinal = w.company_ordinal and e.list = w.list collate "C" and e.place < w.place)
      or exists (select from digest_entries e
                  where e.company_ordinal = w.company_ordinal and e.list = w.list collate "C" and e.place > w.place)`

/** Those of the lists that have entries in other places. */
export async function findOtherPlaces(
  tx: Transaction,
  lists: readonly PlacedList[],
): Promise<{ ordinal: number; list: string }[]> {
  return lists.length === 0 ? [] : many(tx, FIND_OTHER_PLACES, PLACED.values(lists))
}

export interface ListedEvidence {
  readonly ordinal: number
  readonly list: string
  readonly entries: readonly { readonly place: number; readonly data: string }[]
}

/** The newest evidence of each row, as text, because there may be thousands. */
export async function readEvidence(tx: Transaction, ordinals: readonly number[]): Promise<ListedEvidence[]> {
  if (ordinals.length === 0) return []
  const rows = await many<{ ordinal: number; list: string; entries: string }>(
    tx,
    `select o as ordinal, l as list, e.entries
       from unnest($1::int[]) o, unnest($2::text[]) l,
            lateral (select string_agg(place || ' ' || data, ',') as entries
                       from (select place, data from digest_entries
                              where company_ordinal = o and list = l collate "C" order by place, id limit $3) newest) e
      where e.entries is not null`,
    [ordinals, EVIDENCE_LISTS, MAX_SIGNALS_OF_ROW],
  )
  return rows.map(({ ordinal, list, entries }) => ({
    ordinal,
    list,
    entries: entries.split(',').map((entry) => {
      const space = entry.indexOf(' ')
      return { place: Number(entry.slice(0, space)), data: entry.slice(space + 1) }
    }),
  }))
}

export interface WantedSeries {
  readonly ordinal: number
  readonly series: string
}

const SERIES = columns<WantedSeries>(1, {
  company_ordinal: ['int', ({ ordinal }) => ordinal],
  series: ['text', ({ series }) => series],
})

/** The counts of these series, by ordinal. */
export async function readOpenings(
  tx: Transaction,
  wanted: readonly WantedSeries[],
): Promise<Map<number, OpeningCounts>> {
  if (wanted.length === 0) return new Map()
  const rows = await many<{ ordinal: number; series: string; counts: string }>(
    tx,
    `select o.company_ordinal as ordinal, o.series, array_to_string(o.counts, ',') as counts
       from ${SERIES.as('w')} join digest_openings o
         on o.company_ordinal = w.company_ordinal and o.series = w.series collate "C"`,
    SERIES.values(wanted),
  )
  const byOrdinal = new Map<number, OpeningCounts>()
  for (const { ordinal, series, counts } of rows) {
    const of: OpeningCounts = byOrdinal.get(ordinal) ?? new Map()
    byOrdinal.set(ordinal, of.set(series, weeksOf(counts)))
  }
  return byOrdinal
}

function weeksOf(text: string): Map<number, WeekCounts> {
  const weeks = new Map<number, WeekCounts>()
  if (text === '') return weeks
  const numbers = text.split(',').map(Number)
  for (let i = 0; i < numbers.length; i += 5) {
    const [week = 0, opened = 0, window = 0, baseline = 0, yearBefore = 0] = numbers.slice(i, i + 5)
    weeks.set(week, { opened, window, baseline, yearBefore })
  }
  return weeks
}

/** What a batch does to the digest of a company. */
export interface WrittenDigest {
  readonly ordinal: number
  /** Undefined: it stays as it is. */
  readonly digest?: Digest
  readonly entries: EntryChanges
  readonly openings: OpeningCounts
  /** These are all entries. Otherwise only the changed ones. */
  readonly areEntriesAnew?: boolean
  readonly areOpeningsAnew?: boolean
}

const DIGESTS = columns<WrittenDigest>(2, {
  company_ordinal: ['int', ({ ordinal }) => ordinal],
  digest: ['text', ({ digest }) => (digest ? digestText(digest) : null)],
})

const WRITE_DIGESTS = `
  insert into company_digests (company_ordinal, rules, digest) select n.company_ordinal, $1, n.digest from ${DIGESTS.as('n')}
  on conflict (company_ordinal) do update set rules = excluded.rules, digest = excluded.digest`

const REMOVED = columns<ListedEntry>(1, {
  company_ordinal: ['int', ({ ordinal }) => ordinal],
  list: ['text', ({ list }) => list],
  place: ['bigint', ({ place }) => place],
  id: ['uuid', ({ id }) => id],
})

const REMOVE_ENTRIES = `
  delete from digest_entries e using ${REMOVED.as('n')}
   where e.company_ordinal = n.company_ordinal and e.list = n.list collate "C" and e.place = n.place and e.id = n.id`

interface SeriesRow extends WantedSeries {
  readonly counts: string
}
const COUNTED = columns<SeriesRow>(1, {
  company_ordinal: ['int', ({ ordinal }) => ordinal],
  series: ['text', ({ series }) => series],
  counts: ['text', ({ counts }) => counts],
})

const WRITE_OPENINGS = `
  insert into digest_openings (company_ordinal, series, counts)
  select n.company_ordinal, n.series, n.counts::int[] from ${COUNTED.as('n')}
  on conflict (company_ordinal, series) do update set counts = excluded.counts`

const copyEntries = copyInto<ListedEntry>('digest_entries', {
  company_ordinal: ['int', ({ ordinal }) => ordinal],
  list: ['text', ({ list }) => list],
  place: ['bigint', ({ place }) => place],
  id: ['uuid', ({ id }) => id],
  data: ['text', ({ data }) => data],
})

/** Several statements. Call it while the companies are locked. */
export async function writeDigests(tx: Transaction, written: readonly WrittenDigest[]): Promise<void> {
  for (const [table, isAnew] of [
    ['digest_entries', ({ areEntriesAnew = false }: WrittenDigest) => areEntriesAnew],
    ['digest_openings', ({ areOpeningsAnew = false }: WrittenDigest) => areOpeningsAnew],
  ] as const) {
    const anew = written.filter(isAnew).map(({ ordinal }) => ordinal)
    if (anew.length > 0) await tx.query(`delete from ${table} where company_ordinal = any($1::int[])`, [anew])
  }
  const removed = written.flatMap(({ ordinal, entries }) => entries.removed.map((entry) => ({ ordinal, ...entry })))
  if (removed.length > 0) await tx.query(REMOVE_ENTRIES, REMOVED.values(removed))
  const added = written.flatMap(({ ordinal, entries }) => entries.added.map((entry) => ({ ordinal, ...entry })))
  await copyEntries(tx, added)
  const series = written.flatMap(({ ordinal, openings }) =>
    [...openings].map(([name, weeks]) => ({ ordinal, series: name, counts: countsText(weeks) })),
  )
  if (series.length > 0) await tx.query(WRITE_OPENINGS, COUNTED.values(series))
  const digests = written.filter(({ digest }) => digest)
  if (digests.length > 0) await tx.query(WRITE_DIGESTS, [digestRules(), ...DIGESTS.values(digests)])
}

function countsText(weeks: ReadonlyMap<number, WeekCounts>): string {
  const numbers = [...weeks].flatMap(([week, { opened, window, baseline, yearBefore }]) =>
    opened === 0 && window === 0 && baseline === 0 && yearBefore === 0
      ? []
      : [week, opened, window, baseline, yearBefore],
  )
  return `{${numbers.join(',')}}`
}
