// Which clause begins at a word of a sentence.

import { ROUNDS } from './company-words.ts'
import { toolLengthAt } from './read-object.ts'
import { quantityAt } from './sentence-numbers.ts'
import { CATEGORIES, FUNCTIONS, FUNDING_NOUNS, type Head, JOB_NOUNS, launchedAt, PAGES, VERBS } from './signal-words.ts'

export interface FoundHead {
  readonly head: Head
  /** In words. */
  readonly length: number
}

/** Words that begin a clause only if a tool, a page, jobs or money follow them. */
const WEAK = new Set(
  'with have has having on without no got own there received secured announced landed completed'.split(' '),
)
const MONEY_VERBS = new Set('closed got received secured announced landed completed got bagged won'.split(' '))
const ARTICLES = new Set(
  'a an the their its own any some new open active fresh recent more several multiple all of seen had have been are'.split(
    ' ',
  ),
)
const STOPS = new Set(
  'and or but then , ; in while after before that who which using hiring raised last past since'.split(' '),
)
const MAX_AHEAD = 7

export function headAt(words: readonly string[], at: number): FoundHead | undefined {
  const verb = VERBS.at(words, at)
  const word = words[at] ?? ''
  const from = skipArticles(words, at + (verb?.length ?? 1))
  if (MONEY_VERBS.has(word) && isMoneyAt(words, from)) return { head: 'funding', length: 1 }
  if (verb && fits(verb.value, words, at, from)) return { head: refined(verb.value, words, from), length: verb.length }
  return WEAK.has(word) ? weakHead(words, at) : undefined
}

/** Some verbs mean several things. What follows decides. */
function fits(head: Head, words: readonly string[], at: number, from: number): boolean {
  const word = words[at] ?? ''
  switch (head) {
    case 'launched':
      return launchedAt(words, from) !== undefined
    case 'removed':
      return PAGES.at(words, from) !== undefined
    case 'team growth':
      if (FUNCTIONS.at(words, from) && word !== 'doubling') return true
      return words
        .slice(from, from + 5)
        .some((each) => /^(teams?|hiring|headcount|department|recruiting|staff)$/.test(each))
    case 'asked':
      return toolLengthAt(words, from) > 0
    case 'dropped':
      return !['left', 'quit', 'sunset'].includes(word) || toolLengthAt(words, from) > 0
    case 'adopted':
      return (
        !['bought', 'moved', 'introduced', 'rolled'].includes(word) || isToolAt(words, from) || isPageAt(words, from)
      )
    case 'rumour':
      return !words.slice(at, from).some((each) => /^(for|of)$/.test(each)) || isMoneyAt(words, from)
    case 'uses':
      if (word === 'that')
        return isToolAt(words, from) || isToolAt(words, afterCount(words, at + 2)) || isPageAt(words, from)
      return from < words.length
    case 'hiring':
      return !['posted', 'posting', 'advertising'].includes(word) || hasJobNoun(words, from)
    default:
      return true
  }
}

/** "Rolled out an AI feature" is about a page, "using a chatbot" too. */
function refined(head: Head, words: readonly string[], from: number): Head {
  if (head === 'adopted' && isPageAt(words, from)) return 'launched'
  if (head === 'adopted' && launchedAt(words, from) && words.some((word) => /^(websites?|site|homepage)$/.test(word))) {
    return 'launched'
  }
  return head
}

function weakHead(words: readonly string[], at: number): FoundHead | undefined {
  // "Their own chatbot" is no verb.
  if (words[at] === 'own' && /^(their|its|our|your|an?|the)$/.test(words[at - 1] ?? '')) return undefined
  const from = skipArticles(words, at + 1)
  if (words[at] === 'on') return toolLengthAt(words, from) > 0 ? { head: 'uses', length: 1 } : undefined
  const number = quantityAt(words, from, false)
  if (number?.kind === 'employees') return undefined
  if (hasJobNoun(words, from)) return { head: 'hiring', length: 1 }
  if (isToolAt(words, from) || isToolAt(words, afterCount(words, at + 1)) || isPageAt(words, from))
    return { head: 'uses', length: 1 }
  return isMoneyAt(words, from) ? { head: 'funding', length: 1 } : undefined
}

/** "With at least 3 AI tools": the tools come after their number. */
function afterCount(words: readonly string[], from: number): number {
  const number = quantityAt(words, from, false)
  return number?.kind === 'number' ? from + number.length : from
}

export function isToolAt(words: readonly string[], at: number): boolean {
  const ai = words[at] === 'ai' && /^(tools?|software)$/.test(words[at + 1] ?? '')
  return ai || CATEGORIES.at(words, at) !== undefined || toolLengthAt(words, at) > 0
}

export function isPageAt(words: readonly string[], at: number): boolean {
  return PAGES.at(words, at) !== undefined
}

function isMoneyAt(words: readonly string[], at: number): boolean {
  const round = ROUNDS.at(words, at)
  const amount = quantityAt(words, at, false)
  const noun = [words[at], words[at + 1], words[at + (amount?.length ?? 0)]]
  return round !== undefined || amount?.kind === 'amount' || noun.some((word) => FUNDING_NOUNS.has(word ?? ''))
}

function hasJobNoun(words: readonly string[], from: number): boolean {
  for (let i = from; i < Math.min(words.length, from + MAX_AHEAD); i++) {
    if (JOB_NOUNS.has(words[i] ?? '')) return true
    if (STOPS.has(words[i] ?? '')) return false
  }
  return false
}

export function skipArticles(words: readonly string[], from: number): number {
  let at = from
  while (ARTICLES.has(words[at] ?? '')) at++
  return at
}
