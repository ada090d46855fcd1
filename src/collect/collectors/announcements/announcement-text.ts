// A sentence in the form that the rules read: folded words, with `N` for every amount, `WE` for every name of the company, and
// the signs that divide it.

import { nameWords } from '../../../meaning/companies/index.ts'
import { fold, wordsOf } from '../../../platform/text/normalise-text.ts'
import { amountsIn, type Money } from './money.ts'

export interface ReadCompany {
  readonly name: string
  readonly domain: string
  readonly aliases: readonly string[]
}

export interface Segment {
  /** As it was written. */
  readonly sentence: string
  readonly text: string
  /** The nth is the nth `N` of the text. */
  readonly amounts: readonly Money[]
}

const MAX_SENTENCE = 600
const MAX_SENTENCES = 6
const MAX_TEXT = 3_000

/** Words that many names begin with. On their own they are not a name. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `the new open first next blue green red black smart digital data cloud cyber deep health home seed growth capital venture
  ventures fund invest team global group north south east west euro europe american national united general super meta micro
  bank energy power solar clean food money pay good great best just data labs tech technologies software systems`.split(
    /\s+/,
  ),
)
const MIN_NAME = 3

/** The names that the company goes by, as words, longest first. */
export function ownNames({ name, domain, aliases }: ReadCompany): readonly string[] {
  const names = new Set<string>()
  const words = wordsOf(name)
  const bare = nameWords(name)
  for (const each of [words, bare]) {
    names.add(each.join(' '))
    if (each.length > 1) names.add(each.join(''))
  }
  const [first = ''] = bare
  if (first.length > MIN_NAME && !COMMON_WORDS.has(first)) names.add(first)
  for (const each of [domain, ...aliases]) {
    const label = wordsOf(each.split('.', 1)[0] ?? '')
    names.add(label.join(' ')).add(wordsOf(each).join(' '))
  }
  return [...names].filter((each) => each.length >= MIN_NAME).sort((a, b) => b.length - a.length)
}

export function segmentOf(sentence: string, names: readonly string[]): Segment {
  const folded = fold(sentence.slice(0, MAX_SENTENCE)).replace(/\s+/g, ' ')
  const amounts = amountsIn(folded)
  let marked = ''
  let from = 0
  for (const { at, end } of amounts) {
    marked += `${folded.slice(from, at)} N `
    from = end
  }
  marked += folded.slice(from)
  let text = ` ${(marked.match(/[\p{L}\p{N}]+|[,;:?!()|–—]| - /gu) ?? []).map((word) => word.trim().replace(/^[–—-]$/, '|')).join(' ')} `
  for (const name of names) text = text.replaceAll(` ${name} `, ' WE ')
  return { sentence: sentence.trim(), text, amounts }
}

/** A full stop after these doesn't end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:mio|mrd|mln|mn|tsd|inc|ltd|corp|co|dr|mr|ms|mrs|st|no|nr|approx|ca|bzw|z\.b|u\.s|rs|cr|e\.g|i\.e|vs|jr|prof|dipl)\.$/i

/** The first sentences of a text. */
export function sentencesIn(text: string): readonly string[] {
  const sentences: string[] = []
  let current = ''
  for (const part of text.slice(0, MAX_TEXT).split(/(?<=[.!?])\s+|\n+/)) {
    current = current === '' ? part : `${current} ${part}`
    if (ABBREVIATION.test(current.slice(-12))) continue
    if (current.trim() !== '') sentences.push(current)
    current = ''
    if (sentences.length === MAX_SENTENCES) return sentences
  }
  if (current.trim() !== '') sentences.push(current)
  return sentences
}
