// Whether a board is the company's. A link alone is no proof: investors link the boards of their portfolio, agencies those of
// their clients, parents those of their subsidiaries.

import { type Claimant, sharesName } from '../owner-names.ts'

export interface BoardClaim {
  /** The page of the company's site that leads to the board. */
  readonly page: string
  /** The page is about the company's jobs, not only its home page. */
  readonly onCareersPage: boolean
  /** Every board that careers pages of the company lead to, this one included. */
  readonly boardsThere: readonly string[]
  /** False: there is no board of this name. Undefined: it could not be read. */
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
