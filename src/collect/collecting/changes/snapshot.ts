// What a look has seen: one entry for each key. Stored as JSON, an array per entry, and rewritten only when it changes.

import { hash } from 'node:crypto'
import type { SignalType } from '../../../meaning/types/index.ts'
import type { CollectedSignal, Snapshot } from '../../collectors/index.ts'

export interface Entry {
  readonly type: SignalType
  /** Of everything that a customer would care about. */
  readonly hash: string
  /** Unix seconds: the source's first date, else when it was first seen. Later dates of the source are ignored. */
  readonly occurredAt: number
  /** The number and the time of the visit that saw it first. */
  readonly firstVisit: number
  readonly firstSeenAt: number
  /** It was present at the first complete visit. */
  readonly isHistory: boolean
  /** False: its absence means nothing. */
  readonly absenceEnds: boolean
  /** Unix seconds: the first complete visit in a row that did not contain it. */
  readonly missingSince?: number
  /** For entries that last without being seen: the confidence, in hundredths, and the day since which less was seen. */
  readonly confidence?: number
  readonly lessSinceDay?: number
  /** Of the jobs that it follows from: see CollectedSignal. */
  readonly stamps?: readonly string[]
}

export type Entries = ReadonlyMap<string, Entry>

type StoredEntry = readonly [
  key: string,
  type: SignalType,
  hash: string,
  occurredAt: number,
  firstVisit: number,
  firstSeenAt: number,
  flags: number,
  missingSince?: number | null,
  stamps?: string,
]

const HISTORY = 1
const LASTS_WITHOUT_SIGHT = 2
/** Above the flags: seven bits for the confidence plus one, then the day. 0: unknown. */
const CONFIDENCE = 2 ** 2
const DAY = 2 ** 9

export function readEntries(text: string | null): Entries {
  if (text === null) return new Map()
  return new Map(
    (JSON.parse(text) as StoredEntry[]).map(([key, type, sum, occurredAt, firstVisit, firstSeenAt, flags, ...rest]) => {
      const [missing, stamps] = rest
      const entry = {
        type,
        hash: sum,
        occurredAt,
        firstVisit,
        firstSeenAt,
        isHistory: (flags & HISTORY) !== 0,
        absenceEnds: (flags & LASTS_WITHOUT_SIGHT) === 0,
        ...(typeof missing === 'number' && { missingSince: missing }),
        ...lastingOf(flags),
        ...(stamps !== undefined && { stamps: stamps.split(' ') }),
      }
      return [key, entry]
    }),
  )
}

export function writeEntries(entries: Entries): string {
  return JSON.stringify(
    [...entries].map(([key, entry]): StoredEntry => {
      const lasting =
        entry.confidence === undefined ? 0 : (entry.confidence + 1) * CONFIDENCE + (entry.lessSinceDay ?? 0) * DAY
      const flags = (entry.isHistory ? HISTORY : 0) + (entry.absenceEnds ? 0 : LASTS_WITHOUT_SIGHT) + lasting
      const { type, occurredAt, firstVisit, firstSeenAt, missingSince, stamps } = entry
      const stored = [key, type, entry.hash, occurredAt, firstVisit, firstSeenAt, flags] as const
      if (stamps !== undefined) return [...stored, missingSince ?? null, stamps.join(' ')]
      return missingSince === undefined ? stored : [...stored, missingSince]
    }),
  )
}

function lastingOf(flags: number): Pick<Entry, 'confidence' | 'lessSinceDay'> {
  const confidence = Math.floor((flags % DAY) / CONFIDENCE)
  const day = Math.floor(flags / DAY)
  return { ...(confidence > 0 && { confidence: confidence - 1 }), ...(day > 0 && { lessSinceDay: day }) }
}

/** Two signals with one key are one: the first. */
export function signalsByKey({ signals }: Snapshot): Map<string, CollectedSignal> {
  const byKey = new Map<string, CollectedSignal>()
  for (const signal of signals) if (!byKey.has(signal.key)) byKey.set(signal.key, signal)
  return byKey
}

/** Without the date, which some boards refresh for no reason. */
export function hashOf({ type, label, confidence, url, fields }: CollectedSignal): string {
  return digest([type, label ?? null, confidence, url ?? null, fields]).slice(0, 16)
}

/** Of a whole visit, whatever the order of the signals. */
export function recordsHash(snapshot: Snapshot): string {
  const signals = [...signalsByKey(snapshot).values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  const parts = signals.map(({ type, key, label, confidence, url, fields }) => [
    type,
    key,
    label,
    confidence,
    url,
    fields,
  ])
  const { complete, company, boards, boardName, movedTo, kept, legalEntities } = snapshot
  const more = [...(kept ? [[...kept].sort()] : []), ...(legalEntities ? [legalEntities] : [])]
  return digest([parts, complete, company, boards, boardName, movedTo, ...more])
}

/**
 * The keys of the signals by the stamps of their jobs. Without missing ones: when one is back, its detail is read
 * again. Without those that no complete visit has seen for long: they may have expired, and only a detail can restore
 * them.
 */
export function keysByStamp(entries: Entries, isLongUnseen: (entry: Entry) => boolean): Map<string, string[]> {
  const keys = new Map<string, string[]>()
  const there = [...entries].filter(([, entry]) => entry.missingSince === undefined && !isLongUnseen(entry))
  for (const [key, { type, stamps = [] }] of there)
    for (const stamp of type === 'hiring' ? stamps : []) keys.set(stamp, [...(keys.get(stamp) ?? []), key])
  // A tool that two jobs named still has the stamp of the one that ended.
  for (const [key, { type, stamps = [] }] of there)
    for (const stamp of type === 'hiring' ? [] : stamps) keys.get(stamp)?.push(key)
  return keys
}

function digest(value: unknown): string {
  return hash('sha1', JSON.stringify(value), 'base64url')
}
