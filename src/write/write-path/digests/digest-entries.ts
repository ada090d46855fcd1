// The lists of a digest, which grow with the company: the reports by group key, the jobs by title, the evidence of the
// score by row. A write reads the lists that it concerns.

import { hash } from 'node:crypto'
import { type BaseSignal, countsAsOpening, sourcesOf, titleOf } from '../../../meaning/derived/index.ts'
import { groupKeysOf } from '../../../meaning/facts/index.ts'
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

/** The lists of reports that may be the same fact. */
export function keyListsOf(report: Report): string[] {
  return groupKeysOf(report).map((key) => `key ${key}`)
}

export function entriesOfReport(report: Report): DigestEntry[] {
  return keyListsOf(report).map((list) => ({ list, place: 0, id: report.id, data: null }))
}

export function entriesOfSignal(signal: StoredSignal): DigestEntry[] {
  const { id, occurredAt, confidence } = signal
  // The newest first.
  const entries = evidenceRowsOf(signal).map((row) => ({
    list: evidenceListOf(row),
    place: -occurredAt,
    id,
    data: `${Math.round(confidence * 100)}${isNews(signal) ? 'n' : ''}`,
  }))
  const titleList = titleListOf(signal)
  if (titleList === undefined) return entries
  return [...entries, { list: titleList, place: occurredAt, id, data: JSON.stringify(titleDataOf(signal)) }]
}

export function evidenceListOf({ component, type, place }: EvidenceRowName): string {
  return `evidence ${component} ${type} ${place}`
}

export const EVIDENCE_LISTS: readonly string[] = EVIDENCE_ROWS.map(evidenceListOf)

/** Evidence as an entry tells it. */
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
export function titleListOf(signal: BaseSignal): string | undefined {
  if (!countsAsOpening(signal) || isDerived(signal)) return undefined
  return `title ${hash('sha1', titleOf(signal), 'base64url').slice(0, 16)}`
}

type TitleData = readonly [jobFunction: string | null, confidence: number, until: number | null, sources: string[]]

function titleDataOf(signal: StoredSignal): TitleData {
  const { fields, confidence, status, closedAt, lastSeenAt } = signal
  const until = status === 'closed' ? (closedAt ?? lastSeenAt) : null
  return [typeof fields.function === 'string' ? fields.function : null, confidence, until, [...sourcesOf(signal)]]
}

/** A job of a title as far as openings need it. All jobs of a list have the same title and country. */
export function jobOfEntry({ id, place, data }: DigestEntry): BaseSignal {
  const [jobFunction, confidence, until, names] = JSON.parse(data ?? '[]') as TitleData
  const sources = names.map((name) => ({ name, key: '', confidence, status: 'active' as const, ...SEEN }))
  return {
    ...{ id, key: '', type: 'hiring', label: '', confidence, occurredAt: place, ...SEEN },
    source: { name: names[0] ?? '' },
    sources,
    status: until === null ? 'active' : 'closed',
    ...(until !== null && { closedAt: until }),
    fields: { jobTitle: 'same', ...(jobFunction !== null && { function: jobFunction }) },
  }
}

/** The same of a job that is not in the list yet. */
export function jobOfTitle(signal: StoredSignal): BaseSignal {
  return jobOfEntry({ list: '', place: signal.occurredAt, id: signal.id, data: JSON.stringify(titleDataOf(signal)) })
}

const SEEN = { firstSeenAt: 0, lastSeenAt: 0 } as const

export interface EntryChanges {
  readonly removed: readonly DigestEntry[]
  readonly added: readonly DigestEntry[]
}

export function entryChanges(before: readonly DigestEntry[], after: readonly DigestEntry[]): EntryChanges {
  const nameOf = ({ list, place, id, data }: DigestEntry) => `${list}\n${place}\n${id}\n${data ?? ''}`
  const [left, right] = [before, after].map((entries) => new Map(entries.map((entry) => [nameOf(entry), entry])))
  const without = (entries: Map<string, DigestEntry>, others: Map<string, DigestEntry>) =>
    [...entries].filter(([name]) => !others.has(name)).map(([, entry]) => entry)
  return {
    removed: without(left as Map<string, DigestEntry>, right as Map<string, DigestEntry>),
    added: without(right as Map<string, DigestEntry>, left as Map<string, DigestEntry>),
  }
}
