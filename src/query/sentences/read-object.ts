// What the words next to a verb or noun mean: the job, the tool, the page.

import { knowsTool } from '../../meaning/tools/index.ts'
import { quote } from '../parse/values.ts'
import { bareWords, type ClauseDraft, type Conditions } from './clause-draft.ts'
import {
  AI_WORDS,
  CATEGORIES,
  FUNCTIONS,
  LEADER_LEVELS,
  LEADERS,
  LEVELS,
  launchedAt,
  PEOPLE,
  WORKERS,
} from './signal-words.ts'

/** Words at the beginning of an object that add nothing. */
const LEADING = new Set(
  'a an the their its own some any more open additional active current new for our other various currently as of'.split(
    ' ',
  ),
)
export const SKILL_NOUNS = new Set(['skills', 'skill', 'experience', 'knowledge', 'expertise'])
/** Words after a tool's name that add nothing. */
const AFTER_TOOL = new Set('software platform tool tools product products stack instance'.split(' '))

export function readObject(words: readonly string[], draft: ClauseDraft): Conditions {
  const object = withoutLeading(words)
  if (object.length === 0) return new Map()
  switch (draft.type) {
    case 'hiring':
      return readJob(object, draft.afterPreposition || draft.isSentence)
    case 'velocity':
      return readPart(object)
    case 'tool':
      return readToolObject(object)
    case 'web':
      return readPage(object)
    default:
      return new Map([['text ~', [bareWords(object)]]])
  }
}

function withoutLeading(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => !LEADING.has(word.toLowerCase()))
  return from < 0 ? [] : words.slice(from)
}

const lowerOf = (words: readonly string[]) => words.map((word) => word.toLowerCase())

/** A job: a part of the company, a level, AI, or the words of its title. */
export function readJob(words: readonly string[], isPart = false): Conditions {
  const lower = lowerOf(words)
  if (lower[0] === 'first' || (lower[0] === 'very' && lower[1] === 'first')) {
    const rest = withoutLeading(words.slice(lower[0] === 'first' ? 1 : 2))
    return new Map([...(rest.length > 0 ? readJob(rest, isPart) : []), ['first:', ['true']]])
  }
  const last = lower.at(-1) ?? ''
  if (SKILL_NOUNS.has(last) && knowsTool(words.slice(0, -1).join(' '))) {
    return new Map([['text ~', [bareWords(words.slice(0, -1))]]])
  }
  // "Head of people" is one job.
  const people = lower.length > 1 && PEOPLE.has(last) && lower.at(-2) !== 'of'
  const core = people ? lower.slice(0, -1) : lower
  if (core.length === 1 && PEOPLE.has(core[0] ?? '')) return new Map()
  if (AI_WORDS.has(core.join(' ')) || core.join(' ') === 'ai/ml') return new Map([['ai:', ['true']]])
  const worker = WORKERS.of(core)
  if (worker) return new Map([['function:', [worker]]])
  const part = FUNCTIONS.of(core)
  if (part && (people || isPart)) return new Map([['function:', [part]]])
  if (LEADERS.has(last)) {
    const led = FUNCTIONS.of(lower.slice(0, -1))
    if (led) return partAndLevel(led, LEADER_LEVELS)
  }
  const level = LEVELS.at(lower, 0)
  if (level && level.length === core.length) return new Map([['seniority:', [level.value]]])
  if (level) {
    const rest = core.slice(level.length)
    const of = WORKERS.of(rest) ?? (people ? FUNCTIONS.of(rest) : undefined)
    if (of) return partAndLevel(of, [level.value])
  }
  const trailing = LEVELS.of(core.slice(-1))
  const before = trailing ? FUNCTIONS.of(core.slice(0, -1)) : undefined
  if (trailing && before) return partAndLevel(before, [trailing])
  return new Map([['text ~', [bareWords(people && !part ? words.slice(0, -1) : words)]]])
}

function partAndLevel(part: string, levels: readonly string[]): Conditions {
  return new Map<string, readonly string[]>([
    ['function:', [part]],
    ['seniority:', levels],
  ])
}

function readPart(words: readonly string[]): Conditions {
  const core = lowerOf(words).filter((word) => !PEOPLE.has(word))
  if (core.length === 0) return new Map()
  const part = FUNCTIONS.of(core) ?? WORKERS.of(core)
  return part ? new Map([['function:', [part]]]) : new Map([['text ~', [bareWords(core)]]])
}

export function readToolObject(words: readonly string[]): Conditions {
  const lower = lowerOf(words)
  const whole = lower.join(' ')
  if (
    AI_WORDS.has(whole) ||
    /^(ai|artificial intelligence|genai|generative ai) (tools?|software|products?)$/.test(whole)
  ) {
    return new Map([['ai:', ['true']]])
  }
  const category = CATEGORIES.of(lower)
  if (category && !knowsTool(words.join(' '))) return new Map([['category:', [category]]])
  const last = lower.at(-1) ?? ''
  const trimmed = (AFTER_TOOL.has(last) || SKILL_NOUNS.has(last)) && words.length > 1 ? words.slice(0, -1) : words
  const name = trimmed.join(' ')
  if (!knowsTool(name)) {
    const categoryOfTrimmed = CATEGORIES.of(lowerOf(trimmed))
    return categoryOfTrimmed
      ? new Map([['category:', [categoryOfTrimmed]]])
      : new Map([['name ~', [bareWords(trimmed)]]])
  }
  return new Map([['name:', [/^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u.test(name) ? name : quote(name)]]])
}

function readPage(words: readonly string[]): Conditions {
  const kind = launchedAt(lowerOf(words), 0)
  return kind ? new Map([['kind:', [kind.value]]]) : new Map([['text ~', [bareWords(words)]]])
}

/** The longest name of a known tool that begins here, in words. */
export function toolLengthAt(words: readonly string[], from: number): number {
  for (let length = Math.min(4, words.length - from); length > 0; length--) {
    if (knowsTool(words.slice(from, from + length).join(' '))) return length
  }
  return 0
}

/** Whether words without a verb name a job: "part-time accountants", "salespeople". */
export function isJobTitle(words: readonly string[]): boolean {
  const lower = lowerOf(words)
  if (LEADERS.has(lower.at(-1) ?? '') && FUNCTIONS.of(lower.slice(0, -1))) return true
  return WORKERS.of(lower) !== undefined || LEVELS.of(lower) === 'intern'
}
