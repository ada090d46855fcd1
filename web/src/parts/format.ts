// Numbers and times, in English. Local times are in the reader's time zone.

import { sharedTexts } from './texts.ts'

const number = new Intl.NumberFormat('en')
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dateTimeLocal = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const shortWithZone = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const dayLocal = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const dayUtc = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const formatNumber = (value: number) => number.format(value)

/** `1 key`, `3 keys`, `1,204 events`. */
export const pluralize = (value: number, singular: string, plural = `${singular}s`) =>
  `${formatNumber(value)} ${value === 1 ? singular : plural}`

const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function relativeTime(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1_000
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return seconds > 5 ? sharedTexts.inLessThanAMinute : seconds > -45 ? sharedTexts.justNow : sharedTexts.minuteAgo
}

export const exactLocal = (time: string) => `${dateTimeLocal.format(new Date(time))} (${timeZone})`
export const exactUtc = (time: string) => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
export const shortLocal = (time: string) => shortWithZone.format(new Date(time))
export const shortUtc = (time: string) =>
  `${dayUtc.format(new Date(time))}, ${new Date(time).toISOString().slice(11, 16)} UTC`
export const dateLocal = (time: string) => dayLocal.format(new Date(time))
/** Takes a UTC day, YYYY-MM-DD. */
export const formatUtcDay = (day: string) => dayUtc.format(new Date(`${day}T00:00:00Z`))

export function formatDuration(seconds: number): string {
  if (seconds < 60) return pluralize(seconds, 'second')
  if (seconds < 5_400) return pluralize(Math.round(seconds / 60), 'minute')
  if (seconds < 172_800) return pluralize(Math.round(seconds / 3_600), 'hour')
  return pluralize(Math.round(seconds / 86_400), 'day')
}
