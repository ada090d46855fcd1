// Whether a name on a board or a website is a company's.

import { nameWords, registrableDomain } from '../../meaning/companies/index.ts'
import { wordsOf } from '../../platform/text/normalise-text.ts'

export interface Claimant {
  /** All names and domains that the company is known by. */
  readonly names: readonly string[]
  readonly domains: readonly string[]
}

const BOARD_WORDS = new Set('careers career jobs job board karriere stellen at hiring openings vacatures'.split(' '))
/** A shorter name is too common to match by its beginning only: "Zip" is not "Zip Water". */
const MIN_SHARED = 4

/** Whether a name that a board shows is one of the company's: the same, the beginning of it, or the label of its domain. */
export function sharesName(boardName: string, { names, domains }: Claimant): boolean {
  const shown = shownWords(boardName)
  if (shown.length === 0) return false
  const labels = domains.map((domain) => registrableDomain(domain).split('.', 1)[0]?.replaceAll('-', '') ?? '')
  if (labels.includes(shown.join('')) || domains.includes(boardName.trim().toLowerCase())) return true
  return names.some((name) => {
    const own = shownWords(name)
    if (own.join('') === shown.join('')) return own.length > 0
    const [shorter, longer] = own.length < shown.length ? [own, shown] : [shown, own]
    const begins = shorter.length > 0 && shorter.every((word, i) => word === longer[i])
    return begins && shorter.join('').length >= MIN_SHARED
  })
}

/**
 * Whether a name on a website may be its owner's: the domain matches it, in part or by initials. A page of an agency or
 * a parent, or a copied one, may state another company's name.
 */
export function fitsDomain(name: string, domains: readonly string[]): boolean {
  const words = shownWords(name)
  const whole = words.join('')
  const initials = words.map(([first]) => first).join('')
  return domains.some((domain) => {
    const label = registrableDomain(domain).split('.', 1)[0]?.replaceAll('-', '') ?? ''
    const contains = (longer: string, shorter: string) => shorter.length >= 3 && longer.includes(shorter)
    return (
      contains(label, whole) ||
      contains(whole, label) ||
      words.some((word) => word.length >= MIN_SHARED && label.includes(word)) ||
      (initials.length > 1 && initials === label)
    )
  })
}

function shownWords(text: string): readonly string[] {
  return nameWords(
    wordsOf(text)
      .filter((word) => !BOARD_WORDS.has(word))
      .join(' '),
  )
}
