// From what a visit saw to the lines of the write path. They are parsed like lines of a file, so the same rules apply.

import { hash } from 'node:crypto'
import {
  type IncomingLine,
  type IncomingSignal,
  type IncomingStatusChange,
  isoTime,
  parseRecord,
  Rejection,
} from '../../../meaning/signals/index.ts'
import { changesOf, SIGNAL_DECLARATIONS } from '../../../meaning/types/index.ts'
import { reportKeyPrefix } from '../../../write/sources/index.ts'
import type { CollectedSignal } from '../../collectors/index.ts'
import type { Look } from '../visits/look.ts'
import type { Seen } from './reconcile.ts'
import type { Entry } from './snapshot.ts'

const MAX_KEY_CHARACTERS = 200
const MAX_LABEL_CHARACTERS = 500

/** Unique over all looks of a collector. */
export function reportKey({ reportedAs }: Pick<Look, 'reportedAs'>, key: string): string {
  const prefix = reportKeyPrefix(reportedAs)
  const full = key.startsWith(prefix) ? key : prefix + key
  if (full.length <= MAX_KEY_CHARACTERS) return full
  return `${full.slice(0, MAX_KEY_CHARACTERS - 23)}#${hash('sha256', full, 'base64url').slice(0, 22)}`
}

const EARLIEST = Date.UTC(1990, 0, 1) / 1_000

/** Undefined if it can't be a signal: a title that is too long, for example. */
function signalLine(look: Look, { signal, entry }: Seen, now: number): IncomingSignal | undefined {
  const { type, key, confidence, url, fields } = signal
  const changes = changesOf(type)
  const { occurredAt } = entry
  const line = parseRecord(
    {
      // What the first complete visit found is not news.
      ...(changes && { change: entry.isHistory ? changes.continues : changes.began }),
      // A tool that jobs name is in use, whenever the first of them appeared.
      ...fields,
      record: 'signal',
      type,
      company: look.domain,
      source: look.collector,
      key: reportKey(look, key),
      occurredAt: isoTime(occurredAt >= EARLIEST && occurredAt <= now ? occurredAt : entry.firstSeenAt),
      confidence,
      label: signal.label ?? labelOf(signal, entry.isHistory),
      ...(url !== undefined && { url }),
    },
    now,
  )
  return line instanceof Rejection || line.record !== 'signal' ? undefined : line
}

/** It ended when it was first missing, not when a later visit confirmed that. */
export function endLine(
  look: Look,
  key: string,
  { missingSince }: Pick<Entry, 'missingSince'>,
  status: 'closed' | 'retracted' = 'closed',
): IncomingStatusChange {
  const line = { record: 'status', source: look.collector, key: reportKey(look, key), status, isMissing: true } as const
  return status === 'closed' && missingSince !== undefined ? { ...line, closedAt: missingSince } : line
}

function labelOf({ type, fields }: CollectedSignal, isHistory: boolean): string {
  const textOf = (name: string) => (typeof fields[name] === 'string' ? (fields[name] as string) : '')
  return SIGNAL_DECLARATIONS[type].labelOf?.(textOf, !isHistory).slice(0, MAX_LABEL_CHARACTERS) || type
}

export function linesOf(look: Look, seen: readonly Seen[], now: number): IncomingLine[] {
  return seen.flatMap((each) => signalLine(look, each, now) ?? [])
}

/** By the outcome of each line. */
export function countsOf(lines: readonly IncomingLine[], outcomes: readonly unknown[]) {
  const count = (record: IncomingLine['record'], outcome: string) =>
    lines.filter((line, i) => line.record === record && outcomes[i] === outcome).length
  return {
    created: count('signal', 'created'),
    updated: count('signal', 'updated'),
    closed: count('status', 'updated'),
  }
}
