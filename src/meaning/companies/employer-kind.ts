import type { EmployerKind } from '../../closed-sets/signals.ts'
import { wordsOf } from '../../platform/text/normalise-text.ts'
import kinds from './employer-kinds.json' with { type: 'json' }

interface DescribedCompany {
  readonly name: string
  readonly industry: string
  /** As a company record states it. */
  readonly employerKind: EmployerKind
}

const DETECTED = ['agency', 'marketplace'] as const

/**
 * What a company record states, else what name and industry make certain, else unknown. A maker of software for recruiters
 * is no recruiter, so a name with such a word decides nothing.
 */
export function shownEmployerKind({ name, industry, employerKind }: DescribedCompany): EmployerKind {
  if (employerKind !== 'unknown') return employerKind
  const byIndustry = DETECTED.find((kind) => kinds[kind].industries.includes(industry))
  if (byIndustry) return byIndustry
  const words = ` ${wordsOf(name).join(' ')} `
  if (kinds.notIfNamed.some((word) => words.includes(` ${word} `))) return 'unknown'
  return DETECTED.find((kind) => kinds[kind].nameWords.some((word) => words.includes(` ${word} `))) ?? 'unknown'
}

/** Jobs that an agency or a marketplace posts are those of its clients. */
export function postsOwnJobs(kind: EmployerKind): boolean {
  return kind !== 'agency' && kind !== 'marketplace'
}
