// Times as boards write them. Each of these forms occurs in practice.

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,12})?\s?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i
/** `Wed, 04 Feb 2026 09:26:20 +0100` */
const RFC_822 = /^(?:\w{3}, )?\d{1,2} \w{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|[+-]\d{4})$/i
/** `31.12.2026`: with dots the day comes first everywhere. */
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/

const EARLIEST = Date.UTC(1990, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)

/** Unix seconds, of a text or of milliseconds. Undefined for anything else. A time without a zone is UTC. */
export function boardTime(value: unknown): number | undefined {
  const milliseconds = typeof value === 'number' ? value : typeof value === 'string' ? ofText(value.trim()) : Number.NaN
  if (!(milliseconds >= EARLIEST && milliseconds < LATEST)) return undefined
  return Math.floor(milliseconds / 1_000)
}

function ofText(text: string): number {
  const [, dayOfMonth = '', month = '', year] = DAY_FIRST.exec(text) ?? []
  if (year !== undefined) return Date.parse(`${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}T00:00Z`)
  const iso = ISO.exec(text.slice(0, 60))
  if (!iso) return RFC_822.test(text.slice(0, 60)) ? Date.parse(text) : Number.NaN
  const [, day = '', time = '00:00', zone = 'Z'] = iso
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.replace(':', '').slice(3, 5).padEnd(2, '0')}` : 'Z'
  return Date.parse(`${day}T${time}${offset}`)
}
