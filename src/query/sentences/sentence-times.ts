// Times in a sentence. The day of the request decides what "this week" means.

import type { Token } from '../parse/lexer.ts'
import { isYear } from '../parse/times.ts'
import { periodAt } from '../parse/words.ts'

export interface Period {
  /** In words. */
  readonly length: number
  readonly withinDays?: number
  /** Days as YYYY-MM-DD. */
  readonly since?: string
  readonly before?: string
  /** A time without a number: "just", "recently". A stated time replaces it. */
  readonly vague?: true
}

/** How long something is new if the sentence doesn't say. */
export const NEW_DAYS = 90

const VAGUE = new Set('just recently recent lately freshly fresh newly new newest latest brand-new'.split(' '))
/** After "new" they make a name, or mean something else. */
const NOT_NEW = new Set(
  'york zealand delhi jersey orleans mexico hampshire south haven country countries market markets business'.split(' '),
)
const MONTHS = 'january february march april may june july august september october november december'.split(' ')

export function timeAt(
  tokens: readonly Token[],
  words: readonly string[],
  from: number,
  today: string,
): Period | undefined {
  const word = words[from] ?? ''
  const next = words[from + 1] ?? ''
  if (VAGUE.has(word) && !(word === 'new' && NOT_NEW.has(next))) {
    return { length: 1, withinDays: NEW_DAYS, vague: true }
  }
  const start = ['in', 'during', 'within', 'since', 'from', 'for'].includes(word) ? from + 1 : from
  const the = words[start] === 'the' ? 1 : 0
  if (words[start + the] === 'this' || words[start + the] === 'current') {
    const since = beginning(words[start + the + 1] ?? '', today)
    if (since !== undefined) return { length: start + the + 2 - from, since }
  }
  if (word === 'ytd') return { length: 1, since: `${today.slice(0, 4)}-01-01` }
  const dated = start > from && word !== 'for' ? monthOrYear(words, from, start, today) : undefined
  if (dated) return dated
  const read = periodAt(tokens, word === 'within' ? start : from)
  if (read?.bound?.name !== 'withinDays') return undefined
  return { length: read.length + (word === 'within' ? 1 : 0), withinDays: read.bound.value }
}

/** `since March`, `since 2026-03-01`, `in 2026`, `in March 2026`. A month without a year is the latest one. */
function monthOrYear(words: readonly string[], from: number, start: number, today: string): Period | undefined {
  const first = words[start] ?? ''
  const open = words[from] === 'since' || words[from] === 'from'
  if (/^(19|20|21)\d\d-\d\d-\d\d$/.test(first) && open) return { length: start + 1 - from, since: first }
  if (isYear(first)) return bounds(`${first}-01-01`, `${Number(first) + 1}-01-01`, open, start + 1 - from)
  const quarter = /^q([1-4])$/.exec(first)?.[1]
  if (quarter !== undefined) {
    const [begins, months] = [3 * Number(quarter) - 3, Number(today.slice(5, 7)) - 1]
    const of = Number(today.slice(0, 4)) - (begins <= months ? 0 : 1)
    return bounds(monthStart(of, begins), monthStart(of, begins + 3), open, start + 1 - from)
  }
  const month = MONTHS.findIndex((name) => first === name || (name.slice(0, 3) === first && first !== 'may'))
  if (month < 0) return undefined
  const stated = words[start + 1] ?? ''
  const now = { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) - 1 }
  const year = isYear(stated) ? Number(stated) : month <= now.month ? now.year : now.year - 1
  const length = start + (isYear(stated) ? 2 : 1) - from
  return bounds(monthStart(year, month), monthStart(year, month + 1), open, length)
}

function bounds(since: string, before: string, open: boolean, length: number): Period {
  return open ? { length, since } : { length, since, before }
}

function monthStart(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

/** The first day of the current week, month, quarter or year. Weeks begin on Monday. */
function beginning(unit: string, today: string): string | undefined {
  const day = new Date(`${today}T00:00:00Z`)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  if (unit === 'year') return monthStart(year, 0)
  if (unit === 'quarter') return monthStart(year, month - (month % 3))
  if (unit === 'month') return monthStart(year, month)
  if (unit !== 'week') return undefined
  const sinceMonday = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - sinceMonday * 86_400_000).toISOString().slice(0, 10)
}
