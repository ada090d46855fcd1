// A posted title contains more than the name of the job: requisition codes, the job's own place, remote or on site, and
// gender markers. They don't belong to the title, so two posts that differ only in them have the same title.
//
// A part is in brackets, or between dashes, bars, commas and colons. It is removed if all of it is such a mark. The
// result is never empty: a title of only marks stays as it is.

import { LruMap } from '../../platform/lru-map.ts'
import { fold, wordsOf } from '../../platform/text/normalise-text.ts'
import { allPlaceKeys } from '../places/index.ts'
import { isCode, withoutNamedCodes } from './requisition-codes.ts'

export interface JobPlace {
  /** As posted. Of several places, one per line. */
  readonly location?: string
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
}

/** Without one of these a title has no mark. */
const MAY_HAVE_MARKS = /[([{|/,;:@#–—•·]|\s-\s|\d{3}|gender|geschlecht/i

const cache = new LruMap<string, string>(20_000)

/** The title without codes, its own place, its workplace and marks of gender. */
export function cleanTitle(title: string, { location = '', country = '' }: JobPlace = {}): string {
  if (!MAY_HAVE_MARKS.test(title)) return title
  const key = `${title}\n${country}\n${location}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const isMark = markTest(location, country)
  const coded = withoutNamedCodes(title)
  const text = withoutCityBesideGenders(coded, location).replace(BARE_GENDERS, ' ').replace(GENDER_WORDS, ' ')
  const clean = withoutParts(text, isMark) || title
  cache.set(key, clean)
  return clean
}

const BRACKETS = /([([{])([^()[\]{}]{0,100})([)\]}])/g
/** A dash separates only next to a space: "Front-End" is one word. A colon separates before a space. */
const SEPARATORS = /(\s{1,3}[-–—~•·/]{1,3}\s{1,3}|\s{0,3}[|–—]\s{0,3}|[,;:]\s|[,;]|\s@\s)/

type PartTest = (part: string, before: string | undefined) => boolean

/** The text without the parts that pass the test, each of which may check the part before it. */
export function withoutParts(text: string, isMark: PartTest): string {
  const bare = text.replace(BRACKETS, (whole, open: string, inner: string, close: string) => {
    const parts = inner.split(/[,;|]/)
    const left = parts.filter((part, at) => part.trim() !== '' && !isMark(part, parts[at - 1]))
    if (left.length === parts.length) return whole
    return left.length === 0 ? ' ' : open + left.join(',').trim() + close
  })
  const pieces = bare.split(SEPARATORS)
  let kept = ''
  for (let at = 0; at < pieces.length; at += 2) {
    const part = pieces[at] ?? ''
    if (part.trim() === '' || isMark(part, pieces[at - 2])) continue
    kept += (kept === '' ? '' : (pieces[at - 1] ?? '')) + part
  }
  return kept
    .replace(/\s{1,20}/g, ' ')
    .replace(/ (?=[,;:])/g, '')
    .trim()
}

function markTest(location: string, country: string): PartTest {
  const own = allPlaceKeys(location.replaceAll('\n', ';'))
  if (country !== '') own.add(country)
  return (part, before) => isGenders(part) || isCode(part) || isOwnPlace(part, before, own)
}

/**
 * Next to a mark of gender the city has no separator: "Koch Ulm (m/w/d)", "Koch (m/w/d) Ulm". A country stays, because a
 * "Country Manager Germany" is one.
 */
function withoutCityBesideGenders(title: string, location: string): string {
  if (location === '') return title
  const mark = title.match(GENDER_MARK)
  if (!mark) return title
  const own = allPlaceKeys(location.replaceAll('\n', ';'))
  const isOwnCity = (words: readonly string[]) => {
    const keys = allPlaceKeys(words.join(' '))
    return keys.size > 0 && ![...keys].every((key) => /^[A-Z]{2}$/.test(key)) && keys.isSubsetOf(own)
  }
  const at = mark.index ?? 0
  const [before, after] = [title.slice(0, at), title.slice(at + mark[0].length)]
  const following = after.match(AFTER_MARK)?.[0] ?? ''
  const isCityAfter = isOwnCity(namedPlace(following.trim().split(/\s+/)))
  const words = before.trim().split(/\s+/)
  const cityWords = [3, 2, 1].find((count) => count < words.length && isOwnCity(words.slice(-count))) ?? 0
  const kept = cityWords === 0 ? before : withoutPreposition(words.slice(0, -cityWords)).join(' ')
  return `${kept || before} ${mark[0]} ${isCityAfter ? after.slice(following.length) : after}`
}

const PREPOSITIONS: ReadonlySet<string> = new Set('in im raum region standort te regio omgeving a w'.split(' '))
const namedPlace = (words: readonly string[]) => (PREPOSITIONS.has(fold(words[0] ?? '')) ? words.slice(1) : words)
const withoutPreposition = (words: readonly string[]) =>
  PREPOSITIONS.has(fold(words.at(-1) ?? '')) ? words.slice(0, -1) : words

/** Two letters are a team more often than a country: IT, HR, QA. These are countries. */
const COUNTRY_LETTERS: ReadonlySet<string> = new Set('us uk gb de at ch fr nl es be pl pt dk se'.split(' '))
const WORKPLACES =
  /(?<![\p{L}\p{N}])(?:100\s?%|(?:fully|full|flexible|partly|teilweise)(?=\s(?:remote|hybrid))|remote(?: (?:work|working|first|only|friendly|ok|possible|moglich|job))?|remoto|hybrid(?:e|o)?|ibrido|on-?site|in-?office|vor ort|home-? ?office|work from home|wfh|anywhere|teletravail|teletrabajo|teletrabalho|praca zdalna|zdalnie|thuiswerken)(?![\p{L}\p{N}])/gu

function isOwnPlace(part: string, before: string | undefined, own: ReadonlySet<string>): boolean {
  const folded = fold(part)
  const place = folded
    .replace(WORKPLACES, ' ')
    .replace(/(?<![\p{L}\p{N}])(?:in|or|and|oder|und|ou|et|based)(?![\p{L}\p{N}])/gu, ';')
  const keys = allPlaceKeys(place)
  if (keys.size === 0) return wordsOf(folded).length > wordsOf(place).length
  const letters = wordsOf(folded).join('')
  // "Austin, TX": the letters belong to the place before them.
  if (letters.length === 2 && !COUNTRY_LETTERS.has(letters) && !(before && isOwnPlace(before, undefined, own)))
    return false
  return keys.isSubsetOf(own)
}

/** `m/w/d`, `f/m/x`, `h/f`, `k/m`, without brackets. */
const BARE_GENDERS =
  /(?<![\p{L}\p{N}&])(?:[mwfhxkv]\s?[/|]\s?[mwfhvk](?:\s?[/|]\s?[dxi*a]{1,2}){0,2}|d\s?[/|]\s?[mwf]\s?[/|]\s?[mwf])(?![\p{L}\p{N}/])/giu
/** The same, with or without brackets. */
const GENDER_MARK =
  /[([]?(?<![\p{L}\p{N}&])(?:[mwfhxkv]\s?[/|]\s?[mwfhvk](?:\s?[/|]\s?[dxi*a]{1,2}){0,2}|d\s?[/|]\s?[mwf]\s?[/|]\s?[mwf])(?![\p{L}\p{N}/])[)\]]?/iu
const AFTER_MARK = /^[^-–—|,;:([/@]{1,60}/u
const GENDER_WORDS =
  /(?<![\p{L}\p{N}])(?:all[- ]genders?|(?:f[uü]r )?alle geschlechter|tous genres|tous les genres)(?![\p{L}\p{N}])/giu
const GENDER_LETTERS: ReadonlySet<string> = new Set(
  `m w f d x h v i k g n a all alle any fur div divers diverse gender genders geschlechter genres male female mann frau
  mannlich weiblich man woman tous todos todas`.split(/\s+/),
)
const ONE_WORD_GENDERS: ReadonlySet<string> = new Set('gn mwd wmd mfd fmd mwx wmx mfx'.split(' '))

/** In brackets: `m/w/d`, `gn`, `all genders`. A single letter may be a level: "Engineer (I)". */
function isGenders(part: string): boolean {
  const words = wordsOf(part)
  if (words.length === 1) return ONE_WORD_GENDERS.has(words[0] ?? '')
  return words.length > 1 && words.length < 8 && words.every((word) => GENDER_LETTERS.has(word))
}
