import type { EmployerKind } from '../../closed-sets/signals.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { wordsOf } from '../../platform/text/normalise-text.ts'
import kinds from './employer-kinds.json' with { type: 'json' }

interface DescribedCompany {
  readonly name: string
  readonly industry: string
  /** As a company record states it. */
  readonly employerKind: EmployerKind
  /** As the operator decided. */
  readonly operatorKind?: EmployerKind | null
  /** As its jobs show. */
  readonly textsKind?: EmployerKind | null
  readonly textsWhy?: string | null
}

export interface DecidedKind {
  readonly kind: EmployerKind
  /** In a sentence. Null if the kind is unknown. */
  readonly reason: string | null
}

const NAMES: Readonly<Record<EmployerKind, string>> = {
  direct: 'a direct employer',
  agency: 'an agency',
  marketplace: 'a marketplace',
  unknown: 'of no known kind',
}

const DETECTED = ['agency', 'marketplace'] as const

/**
 * What the operator decided, else what a company record states, else what industry and name make certain, else what its jobs
 * show, else unknown. A maker of software for recruiters is not a recruiter, so those words in a name are ignored.
 */
export function decideEmployerKind(company: DescribedCompany): DecidedKind {
  const { name, industry, employerKind, operatorKind, textsKind, textsWhy } = company
  if (operatorKind) return { kind: operatorKind, reason: `The operator decided that it is ${NAMES[operatorKind]}.` }
  if (employerKind !== 'unknown')
    return { kind: employerKind, reason: `A company record states that it is ${NAMES[employerKind]}.` }
  const byIndustry = DETECTED.find((kind) => kinds[kind].industries.includes(industry))
  if (byIndustry) return { kind: byIndustry, reason: `Its industry is ${industry}.` }
  const { decided, isConsultancy } = readName(name)
  if (decided) return decided
  // A consultancy sends its own people to clients: it buys like any employer.
  if (textsKind && !isConsultancy && !kinds.consultancy.industries.includes(industry)) {
    return { kind: textsKind, reason: textsWhy ?? null }
  }
  return { kind: 'unknown', reason: null }
}

interface ReadName {
  readonly decided: DecidedKind | undefined
  readonly isConsultancy: boolean
}

/** The kind of a company is needed several times in each of its batches. */
const names = new LruMap<string, ReadName>(20_000)

function readName(name: string): ReadName {
  const known = names.get(name)
  if (known) return known
  const words = ` ${wordsOf(name).join(' ')} `
  const has = (word: string) => words.includes(` ${word} `)
  const read = {
    decided: kinds.notIfNamed.some(has) ? undefined : kindInWords(has),
    isConsultancy: kinds.consultancy.nameWords.some(has),
  }
  names.set(name, read)
  return read
}

function kindInWords(has: (word: string) => boolean): DecidedKind | undefined {
  for (const kind of DETECTED) {
    const word = kinds[kind].nameWords.find(has)
    if (word !== undefined) return { kind, reason: `Its name says "${word}".` }
  }
  return undefined
}

export function shownEmployerKind(company: DescribedCompany): EmployerKind {
  return decideEmployerKind(company).kind
}

/** Jobs that an agency or a marketplace posts are those of its clients. */
export function postsOwnJobs(kind: EmployerKind): boolean {
  return kind !== 'agency' && kind !== 'marketplace'
}
