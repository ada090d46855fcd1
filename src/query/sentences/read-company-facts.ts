// Facts about the company that have words of their own: its domain, the kind of employer, the AI adoption score, its size.

import { accountDomains } from '../../meaning/companies/index.ts'
import { knowsTool } from '../../meaning/tools/index.ts'
import { excerpt, invalidQuery, spanBetween } from '../tree/errors.ts'
import { EMPLOYER_NOUNS } from './company-words.ts'
import { headAt } from './heads.ts'
import { SKILL_NOUNS, toolLengthAt } from './read-object.ts'
import { quantityAt } from './sentence-numbers.ts'
import type { SentenceState } from './sentence-state.ts'
import { JOB_NOUNS, PAGES } from './signal-words.ts'

const ASKED_ABOUT = /^(is|does|has|did|do|was|at|of|by)$/

/** "Is acme.example hiring", "what does acme.example use", "jobs at acme.example". A tool's name can look like a domain. */
export function readDomain(state: SentenceState): boolean {
  const { word, words, at, current } = state
  if (!DOMAIN.test(word) || PAGES.at(words, at) || !accountDomains(word)?.length) return false
  const before = words[at - 1] ?? ''
  const isSubject = !current && !state.hasPending && isSubjectAt(words, at)
  const inList = state.sawDomain && /^(and|or|,)$/.test(before)
  if (!ASKED_ABOUT.test(before) && (knowsTool(word) || !(isSubject || inList))) return false
  // "Users of customer.io" are those of a tool.
  if (current && current.type !== 'hiring' && current.object.length === 0) return false
  if (knowsTool(word) && (current || state.hasPending || /^(of|by)$/.test(before))) return false
  state.filters.add('domains', word)
  state.sawDomain = true
  dropPreposition(state)
  return aboutCompany(state, 1)
}

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/

/** "acme.example hiring", "acme.example and globex.example jobs". */
function isSubjectAt(words: readonly string[], at: number): boolean {
  let end = at + 1
  while (/^(and|or|,)$/.test(words[end] ?? '') && DOMAIN.test(words[end + 1] ?? '')) end += 2
  return headAt(words, end) !== undefined || JOB_NOUNS.has(words[end] ?? '')
}

/** "SDR jobs at acme.example": the preposition is no part of the title. */
function dropPreposition({ current }: SentenceState): void {
  if (/^(at|by|from|with|of)$/.test(current?.object.at(-1) ?? '')) current?.object.pop()
}

const WITHOUT = new Set(['no', 'not', 'without', 'without any', 'but no', 'but not', 'excluding', 'except', 'ignoring'])

/** "Staffing agencies hiring nurses", "direct employers", "hiring nurses, no agencies". */
export function readEmployerKind(state: SentenceState): boolean {
  const without = state.phraseLength(WITHOUT)
  const kind = EMPLOYER_NOUNS.at(state.words, state.at + without)
  if (!kind) return false
  const { current } = state
  // "Hiring agencies" may be agencies or a job; "jobs at agencies" is plain.
  const ofClause = current && !state.aboutCompany && !/^(at|by|from|with|,)$/.test(state.words[state.at - 1] ?? '')
  if (without === 0 && ofClause) return false
  if (without === 0) {
    state.filters.add('employerKind', kind.value)
    dropPreposition(state)
  } else if (kind.value === 'direct') return false
  else state.filters.add('employerKind', 'direct', 'unknown')
  if (without === 0 && state.hasPending) state.readCompanyWords(true)
  const { aboutCompany: was } = state
  aboutCompany(state, without + kind.length)
  // "No agencies" narrows the companies, and the clause continues.
  if (without > 0 && current) state.aboutCompany = was
  return true
}

function aboutCompany(state: SentenceState, length: number): true {
  state.isSentence = true
  state.sawCompany = true
  state.aboutCompany = true
  return state.take(length)
}

/** "With an AI adoption score above 60". The filter is a minimum. */
export function readAdoptionScore(state: SentenceState): boolean {
  let end = state.at
  if (state.words[end] === 'ai') end++
  if (state.words[end] === 'adoption') end++
  if (!/^scor(e|es|ing)$/.test(state.words[end] ?? '')) return false
  end++
  while (/^(of|is|that|was)$/.test(state.words[end] ?? '')) end++
  const found = quantityAt(state.words, end, false)
  if (found?.kind !== 'number') return false
  end += found.length
  const [low, high] = found.bounds
  const minimum = Number(low?.value)
  const first = state.tokens[state.at]
  const last = state.tokens[end - 1]
  if (high || low?.sign.startsWith('<') || !(minimum <= 100)) {
    if (!first || !last) return false
    const text = state.tokens.slice(state.at, end).map((token) => token.text)
    throw invalidQuery(
      `${excerpt(text.join(' '))} is not understood: only a minimum score from 0 to 100 can be asked for.`,
      spanBetween(first, last),
      { expected: ['a minimum, such as an AI adoption score of at least 40'] },
    )
  }
  state.filters.setScore(minimum)
  dropPreposition(state)
  const on = /^on (ai adoption|ai)$/
  for (const length of [3, 2]) if (on.test(state.words.slice(end, end + length).join(' '))) end += length
  return aboutCompany(state, end - state.at)
}

const SIZES = new Set(
  'small smaller tiny mid-size mid-sized midsize midsized medium medium-sized large larger big'.split(' '),
)

/** "Small companies under 50 people": the number defines small. Without one, the word is not understood. */
export function readSize(state: SentenceState): boolean {
  const { words, current } = state
  if (!SIZES.has(state.word) || (current && !state.aboutCompany)) return false
  const hasNumber = words.some((_, at) => quantityAt(words, at, false)?.kind === 'employees')
  return hasNumber ? state.take(1) : false
}

const TOOLS = /^(tools?|software|stack|tech|technology|technologies|products?|platforms?)$/

/** "What does acme.example use", "which CRM does acme.example use": the question comes first. */
export function readUseAtEnd(state: SentenceState): boolean {
  const { word, words, at } = state
  if (!state.sawDomain || state.current || at !== words.length - 1 || !/^(use|using|run|running|on)$/.test(word)) {
    return false
  }
  const objects = state.takePending().filter((object) => !object.every((each) => TOOLS.test(each)))
  state.begin('tool').objects.splice(0, 1, ...(objects.length > 0 ? objects : [[]]))
  return state.take(1)
}

/** "What tools does acme.example use": the noun names no clause. */
export function readToolQuestion(state: SentenceState): boolean {
  if (state.current || !/^(what|which)$/.test(state.word)) return false
  let end = state.at + 1
  while (TOOLS.test(state.words[end] ?? '')) end++
  const asks = /^(does|do|is)$/.test(state.words[end] ?? '') && DOMAIN.test(state.words[end + 1] ?? '')
  return asks ? state.take(end - state.at) : false
}

const KNOWING = new Set([
  ...['who know', 'that know', 'who knows', 'knowing', 'who can use', 'with experience in', 'experienced in'],
  ...['experienced with', 'who understand', 'skilled in', 'familiar with'],
])

/** "Hiring people who know Snowflake", "engineers experienced in Kubernetes": the tool is words of the job. */
export function readKnownTool(state: SentenceState): boolean {
  const { current, words } = state
  const length = state.phraseLength(KNOWING) || Number(state.word === 'with')
  if (length === 0 || current?.type !== 'hiring' || state.aboutCompany) return false
  const from = state.at + length
  const tool = toolLengthAt(words, from)
  const skills = SKILL_NOUNS.has(words[from + tool] ?? '')
  if (tool === 0 || (state.word === 'with' && length === 1 && !skills)) return false
  current.texts.push(words.slice(from, from + tool))
  state.isSentence = true
  return state.take(length + tool + Number(skills))
}

const PEOPLE = new Set('anyone anybody everyone everybody someone somebody people those'.split(' '))

const SHOPS = new Set('shops stores merchants'.split(' '))

/** "Anyone who uses HubSpot", "shops on Shopify" are companies. */
export function readAnyone(state: SentenceState): boolean {
  const { current, word, words, at } = state
  const next = /^(who|that)$/.test(words[at + 1] ?? '') ? at + 2 : at + 1
  const isShop = SHOPS.has(word) && headAt(words, next)?.head === 'uses'
  if (current || state.hasPending || !(isShop || PEOPLE.has(word))) return false
  if (next === at + 1 && words[next] !== 'else' && !headAt(words, next)) return false
  state.isSentence = true
  state.sawCompany = true
  return state.take(words[at + 1] === 'else' ? 2 : 1)
}
