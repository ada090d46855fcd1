// What a job title says: function, seniority, and whether the job is about AI. A field that the words don't decide
// stays absent, because a guess would look like a fact. `ai` is true or absent: a title without AI says little about
// the job.
//
// A title is read segment by segment ("Engineer, Sales Tools" is engineering: the first segment that names a function
// decides). Within a segment the longest phrase wins. Of equally long ones, the last wins where the head of a compound
// comes last (English, German, Dutch: "Sales Recruiter" recruits), and the first where it comes first (French, Spanish,
// Portuguese, Italian, Polish: "Développeur marketing" develops). A general word, such as "operations" or "consultant",
// counts only if the segment says nothing else.
//
// The phrases are data: one file for each language in languages/. A title may mix languages, and usually does: the words of
// all languages are known, and words spelled alike are read in the language that knows most words of the title.

import type { JobFunction, Seniority } from '../../closed-sets/signals.ts'
import { runsBeginnerProgramme } from './beginner-programmes.ts'
import { type FoundPhrase, findPhrases } from './find-phrases.ts'
import {
  aiPhrases,
  functionPhrases,
  languageOf,
  notAiPhrases,
  notSeniorityPhrases,
  seniorityPhrases,
} from './languages.ts'
import { segmentsOf } from './segments.ts'

export interface TitleReading {
  readonly function?: JobFunction
  readonly seniority?: Seniority
  readonly ai?: true
}

/** The department is used only if the title doesn't give the function. */
export function readTitle(title: string, department = ''): TitleReading {
  const segments = segmentsOf(title)
  const language = languageOf(segments)
  const jobFunction = functionOf(segments, language) ?? functionInDepartment(department)
  const seniority = seniorityOf(segments, language)
  return {
    ...(jobFunction && { function: jobFunction }),
    ...(seniority && { seniority }),
    ...(isAboutAi(segments, language, jobFunction, /,\s*IA\b/.test(title)) && { ai: true }),
  }
}

/** Every function and every level that the words name, not only those that decide: `sales marketing` names two functions. */
export function namedInTitle(text: string): {
  readonly function: readonly JobFunction[]
  readonly seniority: readonly Seniority[]
} {
  const segments = segmentsOf(text)
  const language = languageOf(segments)
  const functions = segments.flatMap((words) => {
    const found = findPhrases(words, functionPhrases, language)
    const specific = found.filter(({ entry }) => !entry.general)
    return (specific.length > 0 ? specific : found).map(({ entry }) => entry.value)
  })
  return { function: functions, seniority: segments.flatMap((words) => levelsIn(words, language)) }
}

type Segments = readonly (readonly string[])[]

function functionInDepartment(department: string): JobFunction | undefined {
  const segments = segmentsOf(department)
  return functionOf(segments, languageOf(segments))
}

function functionOf(segments: Segments, language: string): JobFunction | undefined {
  let general: JobFunction | undefined
  for (const words of segments) {
    const found = findPhrases(words, functionPhrases, language)
    const best = strongest(found.filter(({ entry }) => !entry.general))
    if (best) return best.entry.value
    general ??= strongest(found)?.entry.value
  }
  return general
}

function strongest(found: readonly FoundPhrase<JobFunction>[]): FoundPhrase<JobFunction> | undefined {
  let best: FoundPhrase<JobFunction> | undefined
  for (const phrase of found) {
    const heavier = phrase.weight > (best?.weight ?? 0)
    const equal = phrase.weight === best?.weight
    if (heavier || (equal && !best?.entry.headFirst)) best = phrase
  }
  return best
}

/** From the level that decides first to the one that decides last: "Senior Director" is a director, "Junior Manager" junior. */
const DECIDES: Readonly<Record<Seniority, number>> = {
  intern: 1,
  c_level: 2,
  vp: 3,
  director: 4,
  junior: 5,
  manager: 6,
  lead: 7,
  senior: 8,
  mid: 9,
}

/**
 * The first segment that names a level decides: "Engineer, Office of the CEO" is no CEO. But a segment that only names
 * a chief repeats the title: "Technischer Leiter / CTO".
 */
function seniorityOf(segments: Segments, language: string): Seniority | undefined {
  if (
    segments.some((words) => words.length === 1 && seniorityPhrases.at(words, 0, language)?.entry.value === 'c_level')
  ) {
    return 'c_level'
  }
  for (const words of segments) {
    const [first] = levelsIn(words, language).sort((a, b) => DECIDES[a] - DECIDES[b])
    if (first) return first
  }
  return undefined
}

function levelsIn(words: readonly string[], language: string): Seniority[] {
  const blocked = new Set(
    findPhrases(words, notSeniorityPhrases, language).flatMap(({ at, length }) => range(at, length)),
  )
  // What follows "assistant to" is another person's level.
  const end = words.findIndex((word, at) => REPORTS_TO.some(([one, other]) => word === one && words[at + 1] === other))
  const levels = findPhrases(words, seniorityPhrases, language)
    .filter(({ at, length }) => (end < 0 || at < end) && !range(at, length).some((word) => blocked.has(word)))
    .map(({ entry }) => entry.value)
  const isBeginner = (level: Seniority) => level === 'intern' || level === 'junior'
  return levels.some(isBeginner) && runsBeginnerProgramme(words) ? levels.filter((level) => !isBeginner(level)) : levels
}

const REPORTS_TO = [
  ['assistant', 'to'],
  ['reporting', 'to'],
  ['to', 'the'],
  ['assistenz', 'der'],
  ['assistant', 'of'],
] as const

function range(at: number, length: number): number[] {
  return Array.from({ length }, (_, i) => at + i)
}

/** These sell, support or recruit for AI. Their titles name the product, not the work. */
const SELLS: ReadonlySet<JobFunction> = new Set([
  'sales',
  'marketing',
  'customer_success',
  'support',
  'people',
  'finance',
  'legal',
  'other',
])

/**
 * AI in the segment that names the job counts, AI after it is mostly a team or a product: it counts for those who build.
 * For those who sell, only the fixed names of roles that work with AI count, such as AI SDR.
 */
function isAboutAi(segments: Segments, language: string, jobFunction: JobFunction | undefined, iowa: boolean): boolean {
  const sells = jobFunction !== undefined && SELLS.has(jobFunction)
  return segments.some((words) => {
    const blocked = new Set(findPhrases(words, notAiPhrases, language).flatMap(({ at, length }) => range(at, length)))
    return findPhrases(words, aiPhrases, language).some(
      ({ at, length, entry }) =>
        (entry.value === 'role' || !sells) &&
        !blocked.has(at) &&
        // "Des Moines, IA" is in Iowa.
        !(iowa && length === 1 && words[at] === 'ia'),
    )
  })
}
