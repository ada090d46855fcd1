// Formats times and counts, in English. Nothing else on the screen does. Local times are in the reader's time zone.

import { sharedTexts } from '../texts.ts'

const UTC = { timeZone: 'UTC' } as const
const EXACT = { dateStyle: 'medium', timeStyle: 'medium' } as const
const SHORT = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const DAY = { day: 'numeric', month: 'short' } as const

const number = new Intl.NumberFormat('en')
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const relative = new Intl.RelativeTimeFormat('en')
const exactTime = new Intl.DateTimeFormat('en-GB', EXACT)
const exactTimeUtc = new Intl.DateTimeFormat('en-GB', { ...EXACT, ...UTC })
const shortTime = new Intl.DateTimeFormat('en-GB', { ...SHORT, timeZoneName: 'short' })
const shortTimeUtc = new Intl.DateTimeFormat('en-GB', { ...SHORT, ...UTC })
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const dateUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', ...UTC })
const dayUtc = new Intl.DateTimeFormat('en-GB', { ...DAY, ...UTC })
const hourUtc = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...UTC })
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

export const formatNumber = (value: number) => number.format(value)

/** Scores and their parts: `71.0`. */
export const formatScore = (value: number) => oneDecimal.format(value)

/** A share of 1 as a whole percentage: `95%`. */
export const formatPercent = (share: number) => `${Math.round(share * 100)}%`

/** `1 key`, `3 keys`, `1,204 events`. */
export const pluralize = (value: number, singular: string, plural = `${singular}s`) =>
  `${formatNumber(value)} ${value === 1 ? singular : plural}`

export const formatMilliseconds = (value: number) => `${formatNumber(value)} ms`

/** Never rounds up to 100% while there is a failure. */
export function formatSuccessRate(succeeded: number, failed: number): string {
  if (failed === 0) return '100%'
  const tenths = Math.floor((succeeded / (succeeded + failed)) * 1_000)
  return `${number.format(Math.min(999, tenths) / 10)}%`
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** The past counts full units: a date is 12 days ago until the end of the twelfth day. The future is rounded. */
export function relativeTime(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1_000
  for (const [unit, size] of UNITS) {
    const count = seconds < 0 ? Math.ceil(seconds / size) : Math.round(seconds / size)
    // 59.6 minutes from now are an hour.
    if (Math.abs(count) >= 1 && Math.abs(seconds) >= size * 0.99) return relative.format(count, unit)
  }
  return seconds > 5 ? sharedTexts.inLessThanAMinute : seconds > -45 ? sharedTexts.justNow : sharedTexts.minuteAgo
}

/** Whether local time is UTC. */
const isUtcHere = (time: string) => new Date(time).getTimezoneOffset() === 0

const exactUtc = (time: string) => `${exactTimeUtc.format(new Date(time))} UTC`
const shortUtc = (time: string) => `${shortTimeUtc.format(new Date(time))} UTC`

/** The exact time in the reader's zone and in UTC, or once if they are the same. */
export function exactTimes(time: string): readonly string[] {
  if (isUtcHere(time)) return [exactUtc(time)]
  return [`${exactTime.format(new Date(time))} (${timeZone})`, exactUtc(time)]
}

export const shortLocal = (time: string) =>
  isUtcHere(time) ? shortUtc(time) : shortTime.format(new Date(time)).replace(/\s+/g, ' ')

/** Texts of the service have times in UTC, such as 2026-11-18 14:22 UTC. Here they are in the reader's time zone. */
export const withLocalTimes = (text: string) =>
  text.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day: string, time: string) => shortLocal(`${day}T${time}:00Z`))

/** `1 Dec, 01:00 CET (1 Dec, 00:00 UTC)`, for times at which something resets. */
export const shortLocalAndUtc = (time: string) =>
  isUtcHere(time) ? shortUtc(time) : `${shortLocal(time)} (${shortUtc(time)})`

/** `23:14:05`, in the reader's time zone. */
export const formatClock = (milliseconds: number) => clock.format(milliseconds)
export const formatDate = (time: string) => date.format(new Date(time))
export const formatUtcDate = (time: string) => dateUtc.format(new Date(time))
/** `14:00 UTC`. */
export const formatUtcHour = (time: string) => `${hourUtc.format(new Date(time))} UTC`
/** Takes a UTC day, YYYY-MM-DD. */
export const formatUtcDay = (day: string) => dayUtc.format(new Date(`${day}T00:00:00Z`))
/** The UTC day of a time, YYYY-MM-DD. */
export const utcDayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)

/** The value of a date field for the reader's own day. */
export function localDayOf(day: Date): string {
  return utcDayOf(day.getTime() - day.getTimezoneOffset() * 60_000)
}

export function formatDuration(seconds: number): string {
  if (seconds < 60) return pluralize(seconds, 'second')
  if (seconds < 5_400) return pluralize(Math.round(seconds / 60), 'minute')
  if (seconds < 172_800) return pluralize(Math.round(seconds / 3_600), 'hour')
  return pluralize(Math.round(seconds / 86_400), 'day')
}
