// Maps the words of boards to the closed sets of a job.

import { fold, wordsOf } from '../../../platform/text/normalise-text.ts'

export type Workplace = 'onsite' | 'hybrid' | 'remote'
export type Employment = 'full_time' | 'part_time' | 'contract' | 'temporary' | 'internship'

const WORKPLACES: ReadonlyMap<string, Workplace> = new Map<string, Workplace>([
  ['onsite', 'onsite'],
  ['inoffice', 'onsite'],
  ['office', 'onsite'],
  ['none', 'onsite'],
  ['hybrid', 'hybrid'],
  ['temporary', 'hybrid'],
  ['remote', 'remote'],
  ['fully', 'remote'],
  ['fullyremote', 'remote'],
  ['telecommute', 'remote'],
])

/** A value such as `OnSite`, `on-site`, `fully`. What a board leaves unspecified is absent. */
export function workplaceOf(value: unknown): Workplace | undefined {
  return typeof value === 'string' && value.length < 40 ? WORKPLACES.get(wordsOf(value).join('')) : undefined
}

/** Of several flags hybrid wins: some boards call a hybrid job remote too. */
export function workplaceByFlags(remote: unknown, hybrid: unknown, onsite?: unknown): Workplace | undefined {
  if (hybrid === true) return 'hybrid'
  if (remote === true) return onsite === true ? 'hybrid' : 'remote'
  return onsite === true ? 'onsite' : undefined
}

/** For boards that state it only in the text of a place: "Remote - Germany", "Berlin (hybrid)". */
export function workplaceInWords(location: string | undefined): Workplace | undefined {
  const words = wordsOf(location ?? '')
  if (words.includes('hybrid')) return 'hybrid'
  return words.includes('remote') || words.join(' ').includes('home office') ? 'remote' : undefined
}

const EMPLOYMENTS: readonly [RegExp, Employment][] = [
  [/\bintern(?:ship)?s?\b|praktik|\bstage\b|stagiair|apprentic|\btrainee\b|\bco ?op\b/, 'internship'],
  // A choice includes full time: "full-or-part-time", "Voll- oder Teilzeit".
  [
    /\bfull(?: ?time)?\b.{0,100}\bpart ?time\b|\bpart(?: ?time)?\b.{0,100}\bfull ?time\b|voll.{0,100}teilzeit|teilzeit.{0,100}vollzeit/,
    'full_time',
  ],
  [/\bpart ?time\b|\bparttime\b|teilzeit|temps partiel|deeltijd|working student|werkstudent|\bminijob\b/, 'part_time'],
  [/\btemp(?:orary)?\b|fixed ?term|\bseasonal\b|befristet|\bcdd\b|\bper ?diem\b/, 'temporary'],
  [/\bcontract(?:or)?\b|freelance|\b1099\b|\bconsultant\b/, 'contract'],
  [/\bfull ?time\b|\bfulltime\b|vollzeit|temps plein|voltijd|\bpermanent\b|\bregular\b|\bcdi\b/, 'full_time'],
]

/** Words such as `FullTime`, `Full-time`, `fulltime_permanent`, `Contract`. The first that is named decides. */
export function employmentOf(...values: readonly unknown[]): Employment | undefined {
  for (const value of values) {
    if (typeof value !== 'string' || value.length > 100) continue
    const text = fold(value.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).replace(/[^\p{L}\p{N}]+/gu, ' ')
    const found = EMPLOYMENTS.find(([pattern]) => pattern.test(text))
    if (found) return found[1]
  }
  return undefined
}
