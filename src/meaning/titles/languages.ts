// Reads languages/*.json: what the words of a job title mean, by language.
//
//   functions       function → phrases
//   general         function → phrases that count only if the segment says nothing else
//   seniority       level → phrases
//   notSeniority    phrases whose "manager", "lead" or "chief" is no level
//   ai              phrases about AI
//   aiRoles         names of roles that work with AI although their function sells
//   notAi           phrases that look like AI and are not
//   small           small words that only this language has: "für", "del"
//   headFirst       whether the head of a compound comes first ("Ingénieur logiciel")

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JOB_FUNCTIONS, type JobFunction, SENIORITIES, type Seniority } from '../../closed-sets/signals.ts'
import { fold } from '../../platform/text/normalise-text.ts'
import { type Entry, Phrases } from './find-phrases.ts'

type Lists = Readonly<Record<string, readonly string[]>>

interface Language {
  readonly headFirst?: boolean
  readonly functions?: Lists
  readonly general?: Lists
  readonly seniority?: Lists
  readonly notSeniority?: readonly string[]
  readonly ai?: readonly string[]
  readonly aiRoles?: readonly string[]
  readonly notAi?: readonly string[]
  readonly small?: readonly string[]
}

export const functionPhrases = new Phrases<JobFunction>()
export const seniorityPhrases = new Phrases<Seniority>()
export const notSeniorityPhrases = new Phrases<true>()
export const aiPhrases = new Phrases<'topic' | 'role'>()
export const notAiPhrases = new Phrases<true>()

/** The words of all phrases by language, with how much each says about the language of a title. */
const vocabulary = new Map<string, Map<string, number>>()

/** A small word is better evidence of the language than a technical term, which is often English. */
const SMALL_WORD = 2

const folder = join(import.meta.dirname, 'languages')

function loadLanguages(): void {
  // English first: words spelled alike are read as English.
  const files = readdirSync(folder).sort(
    (a, b) => Number(b === 'en.json') - Number(a === 'en.json') || (a < b ? -1 : 1),
  )
  for (const file of files) addLanguage(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Language, file)
}

function addLanguage(language: Language, file: string): void {
  const { headFirst = false, functions = {}, general = {}, seniority = {} } = language
  const name = file.replace('.json', '')
  const entry = <Value>(value: Value, isGeneral = false): Entry<Value> => ({
    value,
    general: isGeneral,
    headFirst,
    language: name,
  })
  addVocabulary(name, language)
  addLists(functionPhrases, functions, JOB_FUNCTIONS, file, (value) => entry(value))
  addLists(functionPhrases, general, JOB_FUNCTIONS, file, (value) => entry(value, true))
  addLists(seniorityPhrases, seniority, SENIORITIES, file, (value) => entry(value))
  for (const phrase of language.notSeniority ?? []) notSeniorityPhrases.add(normalise(phrase), entry(true))
  for (const phrase of language.aiRoles ?? []) aiPhrases.add(normalise(phrase), entry('role'))
  for (const phrase of language.ai ?? []) aiPhrases.add(normalise(phrase), entry('topic'))
  for (const phrase of language.notAi ?? []) notAiPhrases.add(normalise(phrase), entry(true))
}

function addVocabulary(name: string, { functions = {}, general = {}, seniority = {}, small = [] }: Language): void {
  const words = new Map<string, number>()
  for (const phrase of [functions, general, seniority].flatMap((lists) => Object.values(lists).flat())) {
    for (const word of normalise(phrase).split(' ')) words.set(word.replaceAll('*', ''), 1)
  }
  for (const word of small) words.set(normalise(word), SMALL_WORD)
  vocabulary.set(name, words)
}

/**
 * The language that knows the most words of a title. English, unless another one knows more. Every title is read with it, so
 * the first one loads the languages: most commands read none.
 */
export function languageOf(segments: readonly (readonly string[])[]): string {
  if (vocabulary.size === 0) loadLanguages()
  let best = { language: 'en', score: 0 }
  for (const [language, words] of vocabulary) {
    let score = 0
    for (const segment of segments) for (const word of segment) score += words.get(word) ?? 0
    if (score > best.score) best = { language, score }
  }
  return best.language
}

function addLists<Value extends string>(
  phrases: Phrases<Value>,
  lists: Lists,
  values: readonly Value[],
  file: string,
  entryOf: (value: Value) => Entry<Value>,
): void {
  for (const [name, list] of Object.entries(lists)) {
    const value = values.find((each) => each === name)
    if (!value) throw new Error(`${file}: ${name} is none of ${values.join(', ')}`)
    for (const phrase of list) phrases.add(normalise(phrase), entryOf(value))
  }
}

/** Like the words of a title, but with the `*` of a compound. */
function normalise(phrase: string): string {
  return (fold(phrase).match(/\*?[\p{L}\p{N}]+(?:\+\+|#)?\*?/gu) ?? []).join(' ')
}
