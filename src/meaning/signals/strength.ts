// How strong a signal is, as a time: the day of the signal; a less certain signal counts as if it were older. The time
// of day is ignored: one source states a day, another the second in which its board was built. Strength halves every 30
// days, so half the confidence is 30 days. All signals decay alike, so two of them keep their order whatever the clock
// says, and the numbers can be compared without it.

import { SIGNAL_DECLARATIONS, SIGNAL_TYPES, type SignalType } from '../types/index.ts'
import type { Signal } from './signal.ts'

const DAY_SECONDS = 86_400
export const HALF_LIFE_SECONDS = 30 * DAY_SECONDS

/** By confidence in hundredths: seconds to add to the time of a signal. A confidence of 0 has no strength. */
export const CONFIDENCE_SECONDS: readonly number[] = Array.from({ length: 101 }, (_, hundredths) =>
  hundredths === 0 ? Number.NEGATIVE_INFINITY : Math.round(HALF_LIFE_SECONDS * Math.log2(hundredths / 100)),
)

/** By type: seconds to add to the time of a signal. A round stays news for longer. */
export const SHIFT_SECONDS = Object.fromEntries(
  SIGNAL_TYPES.map((type) => [type, SIGNAL_DECLARATIONS[type].staysNewsDays * 86_400]),
) as Readonly<Record<SignalType, number>>

/**
 * Days to add to the time of a surge: 60 for twice the ratio, 15 for twice the jobs, from the weakest possible surge.
 * So surges are ordered by strength rather than by day. Tables, because SQL must have the same integers.
 */
export const SURGE_DAYS = {
  /** By the ratio in tenths. */
  ratio: doublingsTable(160, 20, 60),
  /** By the number of jobs. */
  opened: doublingsTable(80, 5, 15),
} as const
export const MAX_SURGE_DAYS = (SURGE_DAYS.ratio.at(-1) ?? 0) + (SURGE_DAYS.opened.at(-1) ?? 0)

/** From 0 to `max`: `days` for each doubling beyond `from`. */
function doublingsTable(max: number, from: number, days: number): readonly number[] {
  return Array.from({ length: max + 1 }, (_, n) => Math.max(0, Math.round(days * Math.log2(Math.max(1, n) / from))))
}

/** For a signal that isn't a surge, 0. */
export function surgeDaysOf({ type, fields }: Pick<Signal, 'type' | 'fields'>): number {
  if (type !== 'velocity') return 0
  const { ratio = 0, opened = 0 } = fields
  return entryOf(SURGE_DAYS.ratio, Math.round(Number(ratio) * 10)) + entryOf(SURGE_DAYS.opened, Number(opened))
}

/** Values above the table's end count like its last. */
function entryOf(table: readonly number[], at: number): number {
  return table[Math.max(0, Math.min(table.length - 1, at))] ?? 0
}

/**
 * Seconds to add to the job of a company of some size, where a query asks for jobs of any title: the newest job of a
 * firm with a thousand jobs means less than that of a firm with two. The number of employees is compared with the upper
 * bounds in turn. A company of unknown size counts like one of up to 500: it may be a giant, and most are small.
 */
const SIZES: readonly { readonly upTo: number; readonly days: number }[] = [
  { upTo: 0, days: -10 },
  { upTo: 200, days: 0 },
  { upTo: 500, days: -10 },
  { upTo: 1_000, days: -20 },
  { upTo: 5_000, days: -35 },
  { upTo: 10_000, days: -50 },
  { upTo: Number.POSITIVE_INFINITY, days: -65 },
]
/** By band. */
export const SIZE_SECONDS: readonly number[] = SIZES.map(({ days }) => days * DAY_SECONDS)
/** By band, except the last, which has no upper bound. */
export const SIZE_BOUNDS: readonly number[] = SIZES.slice(0, -1).map(({ upTo }) => upTo)

export function sizeBandOf(employeeCount: number): number {
  return SIZES.findIndex(({ upTo }) => employeeCount <= upTo)
}

/** The key by which matches are ordered: days, with the rest in seconds. Equal ones are ordered by heat. */
export function matchKeyOf(signal: Pick<Signal, 'type' | 'occurredAt' | 'confidence' | 'fields'>): number {
  const { type, occurredAt, confidence } = signal
  const day = Math.floor(occurredAt / DAY_SECONDS) * DAY_SECONDS
  return day + SHIFT_SECONDS[type] + surgeDaysOf(signal) * DAY_SECONDS + confidenceSeconds(confidence)
}

export function confidenceSeconds(confidence: number): number {
  return CONFIDENCE_SECONDS[Math.round(confidence * 100)] ?? Number.NEGATIVE_INFINITY
}
