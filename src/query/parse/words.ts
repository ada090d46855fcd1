// Plain words in a query. Next to a type they narrow it: `hiring sdr` is `hiring:sdr`. People also write sentences,
// such as `companies hiring in Germany last 30 days`, which are understood if they are plain. A word that looks like an
// operator, a number or a filter is rejected with advice: a search for that word would find nothing.

import { REGIONS, regionName } from '../../meaning/companies/index.ts'
import { isLastingType } from '../../meaning/types/index.ts'
import { companyFact } from '../tree/company-facts.ts'
import { excerpt, invalidQuery, type Span, spanBetween } from '../tree/errors.ts'
import { hasAmount } from '../tree/fields.ts'
import type { ClauseType } from '../tree/tree.ts'
import type { Token, Value } from './lexer.ts'
import { rejectOpposites } from './opposites.ts'
import { countryAt, MAX_COUNTRY_WORDS, noCountry, rejectContinent, rejectMisspelt } from './places.ts'
import { amountOf, daysOfUnit, isDuration, isYear, readDays, readTime } from './times.ts'
import { quote } from './values.ts'

/** Adjacent bare words and their context. */
export interface WordRun {
  readonly tokens: readonly Token[]
  /** `any` for words without a type. */
  readonly type: ClauseType
  /** Whether `(conditions)` could follow at the first word, because the type is directly before it. */
  readonly afterType: boolean
  /** Whether a type follows the last word. */
  readonly beforeType: boolean
}

export interface Bound {
  readonly name: 'withinDays' | 'since' | 'before'
  readonly value: number
  readonly span: Span
}

export interface ReadWords {
  /** The words to search for. All words of one value are searched in one field. */
  readonly texts: readonly (readonly Value[])[]
  readonly bounds: readonly Bound[]
  readonly countries: readonly string[]
  /** Whether the words mean that it has ended, as in `closed jobs`. */
  readonly ended?: Span
}

const NOUNS = ['companies', 'company', 'startups', 'startup', 'firms', 'businesses', 'organizations', 'accounts']
const OPENERS = new Set([
  ...NOUNS,
  ...['show', 'find', 'get', 'list', 'me', 'all', 'the', 'that', 'who', 'which', 'are', 'select', 'where', 'open'],
])
/** Words after a type that add nothing, as in `hiring for an SDR`. */
export const ARTICLES: ReadonlySet<string> = new Set([
  ...[
    'for',
    'a',
    'an',
    'the',
    'with',
    'where',
    'like',
    'is',
    'contains',
    'containing',
    'matching',
    'including',
    'about',
  ],
])
const CLOSERS = new Set([...NOUNS, 'now', 'currently', 'actively'])
/** Words before a type that only connect it to the text before them. */
const JOINING = new Set([
  ...OPENERS,
  ...CLOSERS,
  'active',
  'current',
  'with',
  'plus',
  'but',
  'while',
  'also',
  'is',
  'have',
  'has',
])
const NEGATIONS = new Set(['without', 'except', 'excluding'])
const ENDED = new Set(['closed', 'ended', 'expired', 'filled'])
/** Words that make it part of a title: `closed source`, `closed loop`. */
const NOT_ENDED_BEFORE = new Set(['source', 'loop', 'end'])
const WORKPLACES = new Set(['remote', 'hybrid', 'onsite'])

export function readWords(run: WordRun): ReadWords {
  const tokens = withoutFillers(run)
  const groups: Token[][] = [[]]
  const bounds: Bound[] = []
  const countries: string[] = []
  const ended = endedAt(run, tokens)
  for (let i = ended ? 1 : 0; i < tokens.length; ) {
    const read = readAt(run, tokens, i)
    if (read.bound) bounds.push(read.bound)
    if (read.countries) countries.push(...read.countries)
    if (read.newGroup) groups.push([])
    if (read.word) groups.at(-1)?.push(read.word)
    if (read.ownGroup) groups.push([])
    i += read.length
  }
  const texts = groups.filter((group) => group.length > 0).map((group) => [valueFrom(group)])
  return { texts, bounds, countries: [...new Set(countries)], ...(ended && { ended }) }
}

/** `closed jobs`, `closed sales roles`, `jobs closed last 30 days`. After the type, only a time may follow. */
function endedAt(run: WordRun, tokens: readonly Token[]): Span | undefined {
  const [first, next] = tokens
  if (!first || !ENDED.has(first.text.toLowerCase())) return undefined
  if (!isLastingType(run.type)) return undefined
  if (next && NOT_ENDED_BEFORE.has(next.text.toLowerCase())) return undefined
  const alone = !next || periodAt(tokens, 1)?.length === tokens.length - 1
  return alone || (run.beforeType && !run.afterType) ? spanOf(first) : undefined
}

interface Read {
  readonly length: number
  readonly word?: Token
  readonly bound?: Bound
  readonly countries?: readonly string[]
  /** Starts another text before the word, or after it. */
  readonly newGroup?: boolean
  readonly ownGroup?: boolean
}

function readAt(run: WordRun, tokens: readonly Token[], at: number): Read {
  const token = tokens[at] as Token
  const word = token.text.toLowerCase()
  const next = tokens[at + 1]
  const attach = (condition: string) => (run.afterType && token === run.tokens[0] ? [`(${condition})`] : [])
  rejectOperatorWords(run, tokens, at)
  rejectOpposites(tokens, at, run.type === 'hiring' ? attach : () => [])
  rejectNumbers(run, tokens, at, attach)
  const bound = periodAt(tokens, at) ?? dateAt(tokens, at)
  if (bound) return bound
  rejectVagueTimes(token, next, attach)
  if (run.type === 'tool' && word === 'in' && next?.text.toLowerCase() === 'use') return { length: 2 }
  const preposition = word === 'in' || ((word === 'based' || word === 'located') && next?.text.toLowerCase() === 'in')
  if (preposition || word === 'from') {
    const from = at + (word === 'in' || word === 'from' ? 1 : 2)
    const place = placeAfter(run, tokens, at, from, attach)
    if (place) return place
    // The place is often in a different field from the other words.
    if (preposition && tokens[from]) return { length: from - at, newGroup: true }
  }
  const country = bareCountry(run, tokens, at)
  if (country) return country
  if (run.type === 'hiring' && WORKPLACES.has(word)) return { length: 1, newGroup: true, word: token, ownGroup: true }
  return { length: 1, word: token }
}

/** `last 30 days`, `in the past month`, `30 days`, `30d`, `today`. */
export function periodAt(tokens: readonly Token[], from: number): Read | undefined {
  let at = from
  const word = (offset = 0) => tokens[at + offset]?.text.toLowerCase() ?? ''
  if (['in', 'over', 'during', 'for', 'from', 'since'].includes(word()) && tokens[at + 1]) at++
  if (word() === 'the') at++
  const relative = ['last', 'past', 'previous'].includes(word())
  if (relative) at++
  else if (at > from && !isDuration(word())) return undefined
  const first = tokens[at]
  if (!first) return undefined
  const found = (days: number, length: number): Read => {
    const end = at + length
    const span = spanBetween(tokens[from] as Token, tokens[end - 1] as Token)
    return { length: end - from, bound: { name: 'withinDays', value: days, span } }
  }
  if (isDuration(first.text)) return found(readDays({ raw: first.text, quoted: false, ...spanOf(first) }), 1)
  if (word() === 'today') return found(0, 1)
  if (word() === 'yesterday') return found(1, 1)
  const amount = amountOf(word())
  const unit = daysOfUnit(word(1))
  if (amount !== undefined && unit !== undefined && (relative || word() !== 'a')) {
    return found(
      readDays({ raw: `${amount * unit}d`, quoted: false, ...spanBetween(first, tokens[at + 1] as Token) }),
      2,
    )
  }
  const single = relative ? daysOfUnit(word()) : undefined
  return single === undefined ? undefined : found(single, 1)
}

/** `since 2026-01-31`, `before 2026-01-31`. */
function dateAt(tokens: readonly Token[], at: number): Read | undefined {
  const [token, date] = [tokens[at] as Token, tokens[at + 1]]
  const name = { since: 'since', after: 'since', from: 'since', before: 'before', until: 'before' }[
    token.text.toLowerCase()
  ] as Bound['name'] | undefined
  if (!name || !date || !/^\d{4}-\d{1,2}-\d{1,2}/.test(date.text)) {
    if (token.text.toLowerCase() !== 'since') return undefined
    throw invalidQuery('Write the day after since as YYYY-MM-DD.', date ? spanBetween(token, date) : token, {
      expected: ['since 2026-01-31', quote(token.text)],
    })
  }
  const value = readTime({ raw: date.text, quoted: false, ...spanOf(date) })
  return { length: 2, bound: { name, value, span: spanBetween(token, date) } }
}

function rejectVagueTimes(token: Token, next: Token | undefined, attach: (condition: string) => string[]): void {
  const word = token.text.toLowerCase()
  const unit = word === 'this' && next ? daysOfUnit(next.text) : undefined
  const days = unit ?? (word === 'recently' || word === 'lately' ? 30 : undefined)
  if (days === undefined) return
  const at = unit === undefined || !next ? token : spanBetween(token, next)
  throw invalidQuery('Say how many days back, such as 30d.', at, {
    expected: [`${days}d`],
    suggestions: [...attach(`within: ${days}d`), `last ${days} days`],
  })
}

/** Country names that mean something else just as often. */
const AMBIGUOUS: ReadonlyMap<string, string> = new Map([
  ['it', 'function: it'],
  ['ca', 'location ~ california'],
  ['georgia', 'location ~ georgia'],
])

function placeAfter(
  run: WordRun,
  tokens: readonly Token[],
  at: number,
  from: number,
  attach: (condition: string) => string[],
): Read | undefined {
  const [preposition, first] = [tokens[at] as Token, tokens[from]]
  if (!first) return undefined
  const skip = first.text.toLowerCase() === 'the' ? 1 : 0
  const place = countryAt(tokens, from + skip, false)
  const named = tokens[from + skip] ?? first
  const whole = spanBetween(preposition, tokens[from + skip + (place?.length ?? 1) - 1] ?? first)
  const ofCompany = preposition.text.toLowerCase() !== 'in' || isCompany(run, preposition)
  if (!place) {
    const region = regionName(named.text)
    if (region !== undefined) {
      if (run.type !== 'hiring' || ofCompany) throw noCountry(run.type, region, whole, isWholeText(tokens, at, whole))
      return { length: from + skip + 1 - at, countries: REGIONS[region] ?? [] }
    }
    rejectContinent(named, whole)
    if (preposition.text.toLowerCase() !== 'from') rejectMisspelt(preposition, named, attach)
    return undefined
  }
  const other = AMBIGUOUS.get(named.text.toLowerCase())
  if (other !== undefined && place.length === 1) {
    if (named.text === 'it') return undefined
    throw invalidQuery(`${named.text} can be a country, or ${other}. Say which.`, whole, {
      expected: [`country: ${place.code}`, other],
      suggestions: [...attach(`country: ${place.code}`), ...attach(other)],
    })
  }
  if (run.type !== 'hiring' || ofCompany) {
    throw noCountry(run.type, place.code, whole, isWholeText(tokens, at, whole))
  }
  return { length: from + skip + place.length - at, countries: [place.code] }
}

function isWholeText(tokens: readonly Token[], at: number, span: Span): boolean {
  return at === 0 && span.length >= spanBetween(tokens[0] as Token, tokens.at(-1) as Token).length
}

/** `companies in Germany` is about the company, `hiring in Germany` about the job. */
function isCompany({ tokens, afterType }: WordRun, preposition: Token): boolean {
  const before = tokens[tokens.indexOf(preposition) - 1]
  return !afterType && before !== undefined && NOUNS.includes(before.text.toLowerCase())
}

/**
 * `hiring Germany`, `Germany hiring`: a country at one end of the words. A region must be the only word: "Head of Sales
 * EMEA" is a title.
 */
function bareCountry(run: WordRun, tokens: readonly Token[], at: number): Read | undefined {
  const region = tokens.length === 1 ? regionName(tokens[0]?.text ?? '') : undefined
  if (region !== undefined && run.type === 'hiring') return { length: 1, countries: REGIONS[region] ?? [] }
  if (at > 0 && at < tokens.length - MAX_COUNTRY_WORDS) return undefined
  const place = countryAt(tokens, at, true)
  if (!place || (at > 0 && at + place.length < tokens.length)) return undefined
  const whole = spanBetween(tokens[at] as Token, tokens[at + place.length - 1] as Token)
  if (run.type === 'hiring') return { length: place.length, countries: [place.code] }
  if (run.type === 'any' && place.length < tokens.length) return undefined
  throw noCountry(run.type, place.code, whole, place.length === tokens.length)
}

/** Words that mean an operator of the language. */
function rejectOperatorWords(run: WordRun, tokens: readonly Token[], at: number): void {
  const token = tokens[at] as Token
  const word = token.text.toLowerCase()
  const last = at === tokens.length - 1
  if (NEGATIONS.has(word) || (word === 'no' && last && run.beforeType)) {
    const message = `${excerpt(token.text)} is not an operator. To exclude signals, write NOT.`
    throw invalidQuery(message, token, { expected: ['NOT'], suggestions: last && !run.beforeType ? [] : ['NOT'] })
  }
  const next = tokens[at + 1]
  if (word === 'followed' && next?.text.toLowerCase() === 'by') {
    throw invalidQuery('For a sequence, write THEN.', spanBetween(token, next), {
      expected: ['THEN'],
      suggestions: run.beforeType || at + 2 < tokens.length ? ['THEN'] : [],
    })
  }
  if ((word === 'after' || word === 'before') && last && run.beforeType) {
    throw invalidQuery('For a sequence, write the earlier signal, THEN, and the later one.', token, {
      expected: ['funding THEN hiring'],
    })
  }
}

/** A number among words is a count, an amount, a number of employees or a time, hardly a word to search for. */
function rejectNumbers(
  run: WordRun,
  tokens: readonly Token[],
  at: number,
  attach: (condition: string) => string[],
): void {
  const token = tokens[at] as Token
  const words = tokens.slice(at, at + 4).map(({ text }) => text.toLowerCase())
  const text = words.join(' ')
  const span = (length: number) => spanBetween(token, tokens[at + length - 1] as Token)
  const [comparison = ''] =
    /^(more than|at least|over|above|less than|fewer than|under|below|up to) (?=[$\d])/.exec(text) ?? []
  const skipped = comparison === '' ? 0 : comparison.trim().split(' ').length
  const digits = words[skipped] ?? ''
  const number = /^\$?(\d+(?:\.\d+)?)([kmb]|mn|bn)?\+?$/.exec(digits)
  if (!number) return
  const after = words[skipped + 1] ?? ''
  const sign = /^(less|fewer|under|below)/.test(comparison)
    ? '<'
    : /^up/.test(comparison)
      ? '<='
      : /^(more|over|above)/.test(comparison)
        ? '>'
        : '>='
  if (/^(employees?|headcount|people|fte|ftes)$/.test(after)) {
    throw companyFact('employees', span(skipped + 2), sign, number[1]) as Error
  }
  const scaled = /^(thousand|million|millions|mn|billion|billions|bn)$/.test(after)
  const money = digits.startsWith('$') || number[2] !== undefined || scaled
  if (hasAmount(run.type) && money) {
    const value = `${digits.replace('+', '')}${scaled ? ` ${after}` : ''}`
    throw invalidQuery(
      'To compare the amount of a round, use the condition amount.',
      span(skipped + (scaled ? 2 : 1)),
      {
        expected: [`amount ${sign} ${value}`],
        suggestions: attach(`amount ${sign} ${value}`),
      },
    )
  }
  const first = at === 0
  if (first && run.type !== 'any' && /^\d+\+?$/.test(digits) && (skipped > 0 || digits.endsWith('+'))) {
    throw invalidQuery('To compare the number of signals, use the condition count.', span(skipped + 1), {
      expected: [`count ${sign} ${number[1]}`],
      suggestions: attach(`count ${sign} ${number[1]}`),
    })
  }
  if (tokens.length === 1 && run.type !== 'any' && /^\d+$/.test(digits)) throw loneNumber(run, token, attach)
}

function loneNumber({ type }: WordRun, token: Token, attach: (condition: string) => string[]): Error {
  const [n, quoted] = [token.text, quote(token.text)]
  const year = isYear(n)
  const conditions = year ? [`since: ${n}-01-01, before: ${Number(n) + 1}-01-01`] : [`within: ${n}d`, `count >= ${n}`]
  const message = `${excerpt(n)} can be a time or a number of signals. Say which, or put it in quotes to search for it.`
  return invalidQuery(message, token, {
    expected: conditions.map((condition) => `${type}(${condition})`),
    suggestions: [...conditions.flatMap(attach), quoted],
  })
}

/** Drops the words of a sentence that aren't about a signal. Never drops all of them, unless a type is next to them. */
function withoutFillers(run: WordRun): readonly Token[] {
  const words = run.tokens.map(({ text }) => text.toLowerCase())
  let [start, end] = [0, words.length]
  const alone = run.type === 'any' && !run.afterType && !run.beforeType
  const opens =
    !alone ||
    NOUNS.includes(words.find((word) => !['show', 'find', 'get', 'list', 'me', 'all', 'the'].includes(word)) ?? '')
  if (run.beforeType) while (end > start && JOINING.has(words[end - 1] ?? '')) end--
  if (!run.afterType && opens) while (start < end && opensSentence(words, start)) start++
  while (end - start > (alone ? 1 : 0) && CLOSERS.has(words[end - 1] ?? '')) end--
  if (run.afterType || start > 0) while (end - start > 1 && ARTICLES.has(words[start] ?? '')) start++
  if (start < end || !alone) return run.tokens.slice(start, end)
  const whole = spanBetween(run.tokens[0] as Token, run.tokens.at(-1) as Token)
  throw invalidQuery('Every query selects companies. Say which signals they must have.', whole, {
    expected: ['a clause'],
    suggestions: ['hiring', 'any'],
  })
}

/** `open roles`, but not `open source`. */
function opensSentence(words: readonly string[], at: number): boolean {
  return OPENERS.has(words[at] ?? '') && !(words[at] === 'open' && ['source', 'ai'].includes(words[at + 1] ?? ''))
}

function valueFrom(tokens: readonly Token[]): Value {
  const span = spanBetween(tokens[0] as Token, tokens.at(-1) as Token)
  return { raw: tokens.map(({ text }) => text).join(' '), quoted: false, ...span }
}

function spanOf({ position, length }: Span): Span {
  return { position, length }
}
