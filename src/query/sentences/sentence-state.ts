// The state of reading one sentence: the clauses so far, and words that precede the clause they belong to.

import type { Token } from '../parse/lexer.ts'
import { excerpt, invalidQuery, spanBetween } from '../tree/errors.ts'
import type { ClauseType } from '../tree/tree.ts'
import { ClauseDraft, type Joint } from './clause-draft.ts'
import { companyWordAt, FilterDraft, type ListFilter } from './company-filters.ts'
import { ALSO_FUNCTIONS } from './company-words.ts'
import type { Bound } from './sentence-numbers.ts'
import type { Period } from './sentence-times.ts'
import type { SentenceWords } from './sentence-tokens.ts'

export interface ReadContext {
  /** The UTC day of the request, YYYY-MM-DD. */
  readonly today: string
  /** Whether companies of this industry are known. */
  readonly isIndustry: (slug: string) => boolean
}

export class SentenceState {
  readonly tokens: readonly Token[]
  readonly words: readonly string[]
  readonly context: ReadContext
  readonly filters = new FilterDraft()
  readonly drafts: ClauseDraft[] = []
  at = 0
  current: ClauseDraft | undefined
  /** Positions of unassigned words. An "or" or "and" between them starts a new list. */
  pending: number[][] = [[]]
  pendingJoint: 'and' | 'or' = 'and'
  time: Period | undefined
  amounts: readonly Bound[] = []
  counts: readonly Bound[] = []
  jobConditions: (readonly [string, string])[] = []
  places: string[] = []
  texts: string[][] = []
  closed = false
  /** Whether the next round is one that is only talked about. */
  rumour = false
  negated = false
  joint: Joint = 'and'
  /** After a company noun, "in Germany" is about the company. */
  aboutCompany = false
  sawCompany = false
  sawDomain = false
  aiCompany: Token | undefined
  /** Where the last place went, for "or Austria". */
  addPlaces: ((values: readonly string[]) => void) | undefined
  failed = false
  /** Whether the text has more than names of types and words to search for. */
  isSentence: boolean

  constructor({ tokens, words, hasContraction }: SentenceWords, context: ReadContext) {
    this.isSentence = hasContraction
    this.tokens = tokens
    this.words = words
    this.context = context
  }

  get word(): string {
    return this.words[this.at] ?? ''
  }

  get ended(): boolean {
    return this.at >= this.words.length
  }

  get hasPending(): boolean {
    return this.pending.some((list) => list.length > 0)
  }

  /** Takes words, which have been understood. */
  take(count: number): true {
    this.at += count
    return true
  }

  /** The longest phrase of the set that begins here, in words; 0 if none does. */
  phraseLength(phrases: { has(phrase: string): boolean }, at = this.at): number {
    for (let length = 3; length > 0; length--) {
      if (at + length <= this.words.length && phrases.has(this.words.slice(at, at + length).join(' '))) return length
    }
    return 0
  }

  /** Begins a clause, with the words before it. */
  begin(type: ClauseType): ClauseDraft {
    const draft = new ClauseDraft(type, this.negated, this.joint)
    this.drafts.push(draft)
    this.current = draft
    this.negated = false
    this.joint = 'and'
    this.aboutCompany = false
    this.addPlaces = undefined
    if (this.time) draft.setTime(this.time)
    this.time = undefined
    if (type === 'funding') {
      draft.compare('amount', this.amounts)
      this.amounts = []
      if (this.rumour) draft.add('rumour:', 'true')
      this.rumour = false
    }
    if (type === 'hiring') this.#addJobConditions(draft)
    return draft
  }

  #addJobConditions(draft: ClauseDraft): void {
    draft.compare('count', this.counts)
    for (const [field, value] of this.jobConditions) draft.add(field, value)
    if (this.places.length > 0) draft.add('country:', ...this.places)
    draft.texts.push(...this.texts)
    draft.closed = this.closed
    this.counts = []
    this.jobConditions = []
    this.places = []
    this.texts = []
    this.closed = false
  }

  /** "And", "but not": the next words begin another clause. */
  endClause(joint: Joint): void {
    this.current = undefined
    this.joint = joint
    this.addPlaces = undefined
  }

  /** The unassigned words, as objects of the clause that begins. */
  takePending(): string[][] {
    const lists = this.pending.filter((list) => list.length > 0)
    this.pending = [[]]
    return lists.map((list) => list.map((at) => this.words[at] ?? ''))
  }

  /**
   * Reads the words before a company noun or a verb as facts about the company. Other words stay pending. Without a
   * noun, a word that is also a part of a company is no such fact: "legal hiring" is about jobs.
   */
  readCompanyWords(hasNoun: boolean): void {
    const positions = this.pending.flat()
    const lists = this.pending
    const rest: number[] = []
    for (let i = 0; i < positions.length; ) {
      const at = positions[i] as number
      const end = (positions.at(-1) as number) + 1
      const words = this.words.slice(0, end)
      const found = companyWordAt(this.tokens.slice(0, end), words, at, this.context.isIndustry)
      const isOther =
        !hasNoun && (found?.filter !== 'industries' || ALSO_FUNCTIONS.has(words.slice(at, at + found.length).join(' ')))
      if (!found || isOther) {
        rest.push(at)
        i++
        continue
      }
      if (found.filter === 'ai') this.aiCompany = this.tokens[at]
      else if (found.filter !== 'nothing') this.filters.add(found.filter as ListFilter, ...found.values)
      i += found.length
    }
    this.pending =
      lists.length > 1 && rest.length > 0 ? lists.map((list) => list.filter((at) => rest.includes(at))) : [rest]
  }

  /** A word that could only be a fact about the company, but isn't one, would find nothing. */
  rejectPending(): void {
    const positions = this.pending.flat()
    const [first, last] = [this.tokens[positions[0] ?? -1], this.tokens[positions.at(-1) ?? -1]]
    if (!first || !last) return
    const text = positions.map((at) => this.tokens[at]?.text).join(' ')
    throw notUnderstood(text, spanBetween(first, last))
  }
}

export function notUnderstood(text: string, at: { readonly position: number; readonly length: number }): Error {
  return invalidQuery(`${excerpt(text)} is not understood. It is not a known industry, country or funding stage.`, at, {
    expected: [
      'an industry, such as fintech',
      'a country',
      'a stage, such as series B',
      'employees, such as 50 to 200 employees',
    ],
  })
}
