// Finds the names of the catalogue of tools in a sentence. A name must be written as a name: with the capitals of the
// catalogue at the beginning of each word, whatever follows them ("Hubspot"), and acronyms in capitals.

import { LruMap } from '../../platform/lru-map.ts'
import { nameKey, type ToolFamily, type ToolProduct, toolEdition, toolList } from '../tools/index.ts'
import { CLEAR_IN_JOBS, CLEAR_IN_PLACE, UNCLEAR_IN_JOBS } from './tool-names.ts'

export interface NamedTool {
  /** The slug of the product or family. */
  readonly slug: string
  /** As the catalogue writes it. */
  readonly name: string
  readonly vendor: string
  readonly family: string
  /** A family has those of its main products. */
  readonly categories: readonly string[]
  readonly websites: readonly string[]
}

export interface FoundTool {
  readonly tool: NamedTool
  /** In characters. */
  readonly at: number
  readonly end: number
}

interface Spelling {
  readonly tool: NamedTool
  readonly text: string
  /** An everyday word: it needs another tool next to it. */
  readonly needsCompany: boolean
  /** It may not begin a sentence: "React quickly to incidents". */
  readonly notFirst: boolean
  /** Where work is done in it, it needs no other tool. */
  readonly clearInPlace: boolean
}

const MAX_WORDS = 6
const MIN_KEY = 3
/** May be between the words of one name. */
const GAP = /^(?: |[-.’'+:;]|\/| & | \/ )$/
/** May be between two entries of a list. */
const LIST_GAP = /^\s*(?:[,/|+&]|,?\s?(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub)\s)\s*(?:and |or |und |oder )?$/i

let spellings = new Map<string, Spelling>()
let firstWords = new Set<string>()
let edition = -1

function loadNames(): void {
  if (edition === toolEdition()) return
  edition = toolEdition()
  spellings = new Map()
  const { families, products } = toolList()
  for (const product of products) add(product, product.product, [product.category], product.everyday === true)
  for (const family of families) add(family, family.family, family.mainCategories ?? [], false)
  firstWords = new Set([...spellings.values()].map(({ text }) => wordsAt(text)[0]?.key ?? ''))
}

function add(entry: ToolFamily | ToolProduct, slug: string, categories: readonly string[], everyday: boolean): void {
  const { name, vendor, family, aliases = [], hosts } = entry
  const tool = { slug, name, vendor, family, categories, websites: hosts?.website ?? [] }
  for (const text of [name, ...aliases]) {
    const key = nameKey(text)
    if (key.length < MIN_KEY || spellings.has(key)) continue
    const isOneWord = wordsAt(text).length === 1
    const unclear = UNCLEAR_IN_JOBS.has(key) || (isOneWord && everyday && !CLEAR_IN_JOBS.has(key))
    spellings.set(key, {
      tool,
      text,
      needsCompany: unclear,
      notFirst: isOneWord && (everyday || unclear),
      clearInPlace: CLEAR_IN_PLACE.has(key),
    })
  }
}

interface Word {
  readonly key: string
  readonly at: number
  readonly end: number
}

function wordsAt(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    words.push({ key: keyOf(match[0]), at: match.index, end: match.index + match[0].length })
  }
  return words
}

/** Cached keys of words: a language has few, and they recur all the time. */
const keys = new LruMap<string, string>(20_000)
const MAX_KEPT_WORD = 30

function keyOf(word: string): string {
  const known = keys.get(word)
  if (known !== undefined) return known
  const key = nameKey(word)
  // A copy: a slice would keep the whole text in memory.
  if (word.length <= MAX_KEPT_WORD) keys.set(Buffer.from(word).toString(), key)
  return key
}

/** The tools that a sentence names, in order. The longest name wins: "HubSpot Marketing Hub" is not HubSpot. */
export function findTools(sentence: string): FoundTool[] {
  loadNames()
  const words = wordsAt(sentence)
  const found: (FoundTool & { spelling: Spelling })[] = []
  for (let at = 0; at < words.length; at++) {
    if (!firstWords.has(words[at]?.key ?? '')) continue
    const match = longestAt(sentence, words, at)
    if (!match) continue
    found.push(match)
    at += match.words - 1
  }
  return found.filter((each) => !each.spelling.needsCompany || hasCompany(sentence, each, found))
}

function longestAt(sentence: string, words: readonly Word[], at: number) {
  const start = words[at] as Word
  let key = ''
  let match: (FoundTool & { spelling: Spelling; words: number }) | undefined
  for (let length = 1; length <= MAX_WORDS && at + length <= words.length; length++) {
    const word = words[at + length - 1] as Word
    const before = words[at + length - 2]
    if (length > 1 && before && !GAP.test(sentence.slice(before.end, word.at))) break
    key += word.key
    const spelling = spellings.get(key)
    if (!spelling || !isWrittenAs(sentence.slice(start.at, word.end), spelling.text)) continue
    if (spelling.notFirst && at === 0 && !/^\s*(?:,|\/|\.js\b)/.test(sentence.slice(word.end))) continue
    match = { tool: spelling.tool, at: start.at, end: word.end, spelling, words: length }
  }
  return match
}

/** Capitals at the beginning of words as in the catalogue. An acronym is in capitals as a whole. */
function isWrittenAs(text: string, name: string): boolean {
  const [written, wanted] = [text.match(/[\p{L}\p{N}]+/gu) ?? [], name.match(/[\p{L}\p{N}]+/gu) ?? []]
  const isAcronym = /^\P{Ll}+$/u.test(name) && name.length <= 5
  if (isAcronym) return text === name
  return wanted.length === written.length
    ? wanted.every((word, i) => !/^\p{Lu}/u.test(word) || /^[\p{Lu}\p{N}]/u.test(written[i] ?? ''))
    : /^[\p{Lu}\p{N}]/u.test(text) || !/^\p{Lu}/u.test(name)
}

/** "In Linear, you …", "from Lever to Ashby"; not "in Linear Algebra", "a Front of House manager". */
const WORK_BEFORE =
  /(?:^|[\s(])(?:in|into|via|from|to|en|dans|voor|pour|por|bij|naar|van|nel|no|pelo|para o|by|with|mit|par|door|con|met|w) $/i
const NAME_ENDS = /^(?:$|[.,;:!?)]|\s[-–—]\s|\s(?!(?:of|de|di|der|des|end|line|row)\s)\p{Ll})/u

function isInPlace(sentence: string, { at, end, spelling }: FoundTool & { spelling: Spelling }): boolean {
  return (
    spelling.clearInPlace &&
    WORK_BEFORE.test(sentence.slice(Math.max(0, at - 12), at)) &&
    NAME_ENDS.test(sentence.slice(end, end + 8))
  )
}

/** A name next to it in a list is unambiguous. */
function hasCompany(
  sentence: string,
  found: FoundTool & { spelling: Spelling },
  all: readonly (FoundTool & { spelling: Spelling })[],
): boolean {
  if (isInPlace(sentence, found)) return true
  const at = all.findIndex((each) => each.at === found.at)
  for (const step of [-1, 1]) {
    for (let i = at + step; i >= 0 && i < all.length; i += step) {
      const [left, right] = step < 0 ? [all[i], all[i + 1]] : [all[i - 1], all[i]]
      if (!left || !right || !LIST_GAP.test(sentence.slice(left.end, right.at))) break
      const other = all[i]
      if (other && (!other.spelling.needsCompany || isInPlace(sentence, other))) return true
    }
  }
  return false
}
