// The lists of a digest, which grow with the company: the reports by group key, the jobs by title, the evidence of the
// score by row. A write reads the lists that it concerns.

import { hash } from 'node:crypto'
import {
  type BaseSignal,
  type CountedJob,
  countsAsOpening,
  sourcesOf,
  titleOf,
} from '../../../meaning/derived/index.ts'
import { apartOf, groupKeysOf } from '../../../meaning/facts/index.ts'
import {
  baseOfRow,
  EVIDENCE_ROWS,
  type Evidence,
  type EvidenceRowName,
  evidenceRowsOf,
  isNews,
} from '../../../meaning/scores/index.ts'
import { isDerived, type Report, type StoredSignal } from '../store/stored-signal.ts'

export interface DigestEntry {
  readonly list: string
  /** Where it is in the list. */
  readonly place: number
  readonly id: string
  readonly data: string | null
}

/** Each report of a batch is looked up several times. */
const keyLists = new WeakMap<Report, readonly string[]>()

/** The lists of reports that may be the same fact. */
export function keyListsOf(report: Report): readonly string[] {
  let lists = keyLists.get(report)
  if (!lists) {
    lists = groupKeysOf(report).map((key) => `key ${key}`)
    keyLists.set(report, lists)
  }
  return lists
}

export function entriesOfReport(report: Report): DigestEntry[] {
  const place = apartPlaceOf(report) ?? 0
  return keyListsOf(report).map((list) => ({ list, place, id: report.id, data: null }))
}

/**
 * The place in the lists of keys of reports that are never the same fact: two look-ups in the index show whether a list
 * has others, however long it is. Above 0, and a safe integer.
 */
export function apartPlaceOf(report: Report): number | undefined {
  const apart = apartOf(report)
  return apart === undefined ? undefined : apartPlace(apart)
}

/** The few source names are looked up again and again. */
const apartPlaces = new Map<string, number>()

function apartPlace(apart: string): number {
  let place = apartPlaces.get(apart)
  if (place === undefined) {
    place = 1 + Number.parseInt(hash('sha1', apart, 'hex').slice(0, 12), 16)
    if (apartPlaces.size >= 10_000) apartPlaces.clear()
    apartPlaces.set(apart, place)
  }
  return place
}

export function entriesOfSignal(signal: StoredSignal): DigestEntry[] {
  const { id, occurredAt, confidence } = signal
  // The newest first.
  const entries: DigestEntry[] = evidenceRowsOf(signal).map((row) => ({
    list: evidenceListOf(row),
    place: -occurredAt,
    id,
    data: `${Math.round(confidence * 100)}${isNews(signal) ? 'n' : ''}`,
  }))
  const list = titleListOf(signal)
  if (list !== undefined) entries.push({ list, place: occurredAt, id, data: JSON.stringify(titleDataOf(signal)) })
  return entries
}

/** Where a signal counts among the jobs of its title. */
export function titleEntryIn(entriesOfSignal: readonly DigestEntry[]): DigestEntry | undefined {
  return entriesOfSignal.find(({ list }) => list.startsWith('title '))
}

export function evidenceListOf({ component, type, place }: EvidenceRowName): string {
  return `evidence ${component} ${type} ${place}`
}

export const EVIDENCE_LISTS: readonly string[] = EVIDENCE_ROWS.map(evidenceListOf)

/** Evidence, read from an entry. */
export function evidenceOfEntry(row: EvidenceRowName, place: number, data: string): Evidence {
  const signal = {
    id: '',
    type: row.type,
    occurredAt: -place,
    confidence: Number.parseInt(data, 10) / 100,
    fields: data.endsWith('n') ? {} : { change: 'up' },
  }
  return { signal, base: baseOfRow(row) }
}

/** The list of the jobs with its title, in its country. Undefined if it is none that counts in a surge. */
function titleListOf(signal: BaseSignal): string | undefined {
  if (!countsAsOpening(signal) || isDerived(signal)) return undefined
  return `title ${hash('sha1', titleOf(signal), 'base64url').slice(0, 16)}`
}

type TitleData = readonly [jobFunction: string | null, confidence: number, until: number | null, sources: string[]]

function titleDataOf(signal: StoredSignal): TitleData {
  const { fields, confidence, status, closedAt, lastSeenAt } = signal
  const until = status === 'closed' ? (closedAt ?? lastSeenAt) : null
  return [typeof fields.function === 'string' ? fields.function : null, confidence, until, [...sourcesOf(signal)]]
}

/** A job of a title, read from its entry. */
export function jobOfEntry({ place, data }: DigestEntry): CountedJob {
  const [jobFunction, confidence, until, sources] = JSON.parse(data ?? '[]') as TitleData
  return {
    ...{ at: place, until: until ?? Number.POSITIVE_INFINITY, confidence, sources, title: 0 },
    jobFunction: jobFunction ?? 'other',
  }
}

export interface EntryChanges {
  readonly removed: readonly DigestEntry[]
  readonly added: readonly DigestEntry[]
}

export function entryChanges(before: readonly DigestEntry[], after: readonly DigestEntry[]): EntryChanges {
  if (before.length === 0) return { removed: [], added: after }
  const nameOf = ({ list, place, id, data }: DigestEntry) => `${list}\n${place}\n${id}\n${data ?? ''}`
  const [left, right] = [before, after].map((entries) => new Map(entries.map((entry) => [nameOf(entry), entry])))
  const without = (entries: Map<string, DigestEntry>, others: Map<string, DigestEntry>) =>
    [...entries].filter(([name]) => !others.has(name)).map(([, entry]) => entry)
  return {
    removed: without(left as Map<string, DigestEntry>, right as Map<string, DigestEntry>),
    added: without(right as Map<string, DigestEntry>, left as Map<string, DigestEntry>),
  }
}
