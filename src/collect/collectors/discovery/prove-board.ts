// Whether a board is the company's. A link alone is no proof: investors link the boards of their portfolio, agencies those of
// their clients, parents those of their subsidiaries.

import { registrableDomain } from '../../../meaning/companies/index.ts'
import { wordsOf } from '../../../platform/normalise-text.ts'

export interface Claimant {
  /** All names and domains that the company is known by. */
  readonly names: readonly string[]
  readonly domains: readonly string[]
}

export interface BoardClaim {
  /** The page of the company's site that leads to the board. */
  readonly page: string
  /** The page is about the company's jobs, not only its home page. */
  readonly onCareersPage: boolean
  /** Every board that careers pages of the company lead to, this one included. */
  readonly boardsThere: readonly string[]
  /** False: nobody has a board of this name. Undefined: it could not be read. */
  readonly exists: boolean | undefined
  /** The name that the board itself shows. */
  readonly boardName?: string | undefined
  /** Domains that the board's own page links to. */
  readonly backLinks: readonly string[]
}

export interface Proof {
  readonly proven: boolean
  /** In words, for an operator. */
  readonly why: string
}

export function proveBoard(claim: BoardClaim, company: Claimant): Proof {
  const { page, onCareersPage, boardsThere, exists, boardName, backLinks } = claim
  const no = (why: string): Proof => ({ proven: false, why })
  if (exists === false) return no(`${page} leads to it, but there is no such board.`)
  if (!onCareersPage) return no(`${page} leads to it, and that is no careers page.`)
  if (boardsThere.length > 1) return no(`${page} leads to ${boardsThere.length} boards: ${boardsThere.join(', ')}.`)
  if (boardName !== undefined && sharesName(boardName, company)) {
    return { proven: true, why: `${page} leads to it, and it calls itself “${boardName}”.` }
  }
  const back = backLinks.find((domain) => company.domains.includes(domain))
  if (back !== undefined) return { proven: true, why: `${page} leads to it, and it links back to ${back}.` }
  if (exists === undefined) return no(`${page} leads to it, but it could not be read.`)
  if (boardName === undefined) return no(`${page} leads to it, but it does not say whose it is.`)
  return no(`${page} leads to it, but it calls itself “${boardName}”.`)
}

const LEGAL_FORMS = new Set(
  `inc incorporated ltd limited llc llp gmbh mbh ag se sa sas sarl bv nv ab oy asa aps kg co corp corporation company group
  holding holdings plc pty srl spa ug ev the`.split(/\s+/),
)
const BOARD_WORDS = new Set('careers career jobs job board karriere stellen at hiring openings vacatures'.split(' '))
/** A shorter name is too common to be shared by its beginning alone: "Zip" is not "Zip Water". */
const MIN_SHARED = 4

/** Whether a name that a board shows is one of the company's: the same, the beginning of it, or the label of its domain. */
export function sharesName(boardName: string, { names, domains }: Claimant): boolean {
  const shown = nameWords(boardName)
  if (shown.length === 0) return false
  const labels = domains.map((domain) => registrableDomain(domain).split('.', 1)[0]?.replaceAll('-', '') ?? '')
  if (labels.includes(shown.join('')) || domains.includes(boardName.trim().toLowerCase())) return true
  return names.some((name) => {
    const own = nameWords(name)
    if (own.join('') === shown.join('')) return own.length > 0
    const [shorter, longer] = own.length < shown.length ? [own, shown] : [shown, own]
    const begins = shorter.length > 0 && shorter.every((word, i) => word === longer[i])
    return begins && shorter.join('').length >= MIN_SHARED
  })
}

/**
 * Whether a name that a website states may be that of its owner: its domain says the same, in part or by initials. A page of an
 * agency or a parent, and one that was copied, may state the name of another company.
 */
export function fitsDomain(name: string, domains: readonly string[]): boolean {
  const words = nameWords(name)
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

function nameWords(text: string): readonly string[] {
  const words = wordsOf(text).filter((word) => !BOARD_WORDS.has(word))
  const own = words.filter((word) => !LEGAL_FORMS.has(word))
  return own.length > 0 ? own : words
}
