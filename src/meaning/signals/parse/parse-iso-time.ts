// ISO 8601 dates and times, UTC unless they have a time zone. They are parsed by character position, because a regular
// expression with nine groups cost more than all other fields of a line together.

/** Unix seconds of a time, or of midnight on a date. Fractions are cut off. Undefined for a time that does not exist. */
export function parseIsoTime(text: string): number | undefined {
  const midnight = midnightOf(text)
  if (midnight === undefined || text.length === 10) return midnight
  const separator = text[10]
  const hours = twoDigits(text, 11)
  const minutes = twoDigits(text, 14)
  if ((separator !== 'T' && separator !== ' ' && separator !== 't') || hours > 23 || text[13] !== ':' || minutes > 59)
    return undefined
  let at = 16
  let seconds = 0
  if (text[at] === ':') {
    seconds = twoDigits(text, at + 1)
    if (seconds > 59) return undefined
    at = endOfFraction(text, at + 3)
  }
  const offset = offsetSeconds(text, at)
  return offset === undefined ? undefined : midnight + hours * 3_600 + minutes * 60 + seconds - offset
}

/** Unix seconds of midnight UTC on a YYYY-MM-DD. */
export function parseIsoDate(text: string): number | undefined {
  return text.length === 10 ? midnightOf(text) : undefined
}

function midnightOf(text: string): number | undefined {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  if (text[4] !== '-' || text[7] !== '-' || !isDate(year, month, day)) return undefined
  return Date.UTC(year, month - 1, day) / 1_000
}

/** Date would turn 30 February into 2 March, and the year 50 into 1950. */
function isDate(year: number, month: number, day: number): boolean {
  if (!(year >= 1000 && year <= 9999 && month >= 1 && month <= 12 && day >= 1)) return false
  if (month === 2) return day <= (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28)
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31)
}

/** The index after a fraction such as `.123` or `,123`, at most nine digits, or `at` if there is none. */
function endOfFraction(text: string, at: number): number {
  if (text[at] !== '.' && text[at] !== ',') return at
  let end = at + 1
  while (end < at + 10 && isDigit(text.charCodeAt(end))) end++
  return end === at + 1 ? at : end
}

/** The offset from UTC, in seconds, of `Z`, `+02:00`, `+0200`, `+02` or nothing at the end of the text. */
function offsetSeconds(text: string, at: number): number | undefined {
  const rest = text.length - at
  if (rest === 0 || (rest === 1 && (text[at] === 'Z' || text[at] === 'z'))) return 0
  const sign = text[at] === '+' ? 1 : text[at] === '-' ? -1 : 0
  const hours = twoDigits(text, at + 1)
  const colon = text[at + 3] === ':' ? 1 : 0
  const minutes = rest === 3 ? 0 : twoDigits(text, at + 3 + colon)
  if (sign === 0 || hours > 14 || minutes > 59 || (rest !== 3 && rest !== 5 + colon)) return undefined
  return sign * (hours * 3_600 + minutes * 60)
}

/** Infinity if there aren't two digits, so that every range check fails. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at)
  const ones = text.charCodeAt(at + 1)
  return isDigit(tens) && isDigit(ones) ? (tens - 0x30) * 10 + ones - 0x30 : Number.POSITIVE_INFINITY
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
