import type { Static } from 'typebox'
import { LruMap } from '../../platform/lru-map.ts'
import type { PublicSignalSchema } from './schema.ts'
import type { Signal } from './signal.ts'

/** A signal as customers see it: ISO 8601 times, and the type's own fields next to the common ones. */
export type PublicSignal = Static<typeof PublicSignalSchema>

export function publicSignal(signal: Signal): PublicSignal {
  return {
    id: signal.id,
    type: signal.type,
    label: signal.label,
    confidence: signal.confidence,
    status: signal.status,
    occurredAt: isoTime(signal.occurredAt),
    firstSeenAt: isoTime(signal.firstSeenAt),
    lastSeenAt: isoTime(signal.lastSeenAt),
    ...(signal.closedAt !== undefined && { closedAt: isoTime(signal.closedAt) }),
    source: { name: signal.source.name, url: signal.source.url ?? null },
    ...(signal.replacedBy !== undefined && { replacedBy: signal.replacedBy }),
    ...signal.fields,
  }
}

/** The same with all sources of the fact, if there are several, except those that retracted their report. */
export function publicSignalWithSources(signal: Signal): PublicSignal {
  const sources = (signal.sources ?? []).filter(({ status }) => status !== 'retracted')
  if (sources.length < 2) return publicSignal(signal)
  return {
    ...publicSignal(signal),
    sources: sources.map(({ name, url, firstSeenAt, lastSeenAt }) => ({
      name,
      url: url ?? null,
      firstSeenAt: isoTime(firstSeenAt),
      lastSeenAt: isoTime(lastSeenAt),
    })),
  }
}

const DAY_SECONDS = 86_400
const MAX_CACHED_DAYS = 10_000
const dates = new LruMap<number, string>(MAX_CACHED_DAYS)
const DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** Takes whole Unix seconds. A page has dozens of times on a few hundred days, so the text of each day is cached. */
export function isoTime(seconds: number): string {
  const day = Math.floor(seconds / DAY_SECONDS)
  const second = seconds - day * DAY_SECONDS
  let date = dates.get(day)
  if (date === undefined) {
    date = new Date(day * DAY_SECONDS * 1_000).toISOString().slice(0, -'00:00:00.000Z'.length)
    dates.set(day, date)
  }
  return `${date}${DIGITS[Math.floor(second / 3_600)]}:${DIGITS[Math.floor(second / 60) % 60]}:${DIGITS[second % 60]}.000Z`
}
