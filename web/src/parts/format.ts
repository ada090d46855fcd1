// Numbers and times in one manner: English words, the reader's own time zone, and UTC beside it.

const number = new Intl.NumberFormat('en')
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const here = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const hereWithZone = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const dayHere = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const dayUtc = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const count = (value: number) => number.format(value)

/** `1 key`, `3 keys`, `1,204 events`. */
export const counted = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`

export const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function ago(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1_000
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return seconds > 5 ? 'in less than a minute' : seconds > -45 ? 'just now' : 'a minute ago'
}

export const exactHere = (time: string) => `${here.format(new Date(time))} (${timeZone})`
export const exactUtc = (time: string) => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
export const shortHere = (time: string) => hereWithZone.format(new Date(time))
export const shortUtc = (time: string) =>
  `${dayUtc.format(new Date(time))}, ${new Date(time).toISOString().slice(11, 16)} UTC`
export const dateHere = (time: string) => dayHere.format(new Date(time))
/** Of a UTC day, YYYY-MM-DD. */
export const dayOf = (day: string) => dayUtc.format(new Date(`${day}T00:00:00Z`))

export function lasting(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  if (seconds < 5_400) return counted(Math.round(seconds / 60), 'minute')
  if (seconds < 172_800) return counted(Math.round(seconds / 3_600), 'hour')
  return counted(Math.round(seconds / 86_400), 'day')
}
