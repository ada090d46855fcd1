// Whether a board is the company's. A link is not proof: investors link the boards of their portfolio, agencies those
// of their clients, parents those of their subsidiaries. A wrong board is worse than a missing one, so any counter-evidence
// leaves the decision to an operator.

import { type Claimant, fitsDomain } from '../owner-names.ts'
import { type Judgement, judgeName, judgeTitle } from './board-names.ts'
import type { BoardPageFacts } from './board-page.ts'
import { coreOf, type OwnForms, ownForms, slugForms } from './name-forms.ts'

export interface BoardClaim {
  /** The page of the company's site that leads to the board. */
  readonly page: string
  /** The page is about the company's jobs, not only its home page. */
  readonly onCareersPage: boolean
  /** Every board that careers pages of the company lead to, this one included. */
  readonly boardsThere: readonly string[]
  readonly system: string
  readonly board: string
  /** False: there is no board of this name. Undefined: it could not be read. */
  readonly exists: boolean | undefined
  /** The name in the board's feed. */
  readonly boardName?: string | undefined
  /** Undefined: its page for people was not requested, or can't be read. */
  readonly facts?: BoardPageFacts | undefined
}

export interface Proof {
  readonly proven: boolean
  /** In words, for an operator. */
  readonly why: string
  /** The board was read, and it doesn't name its owner: a team owner may decide. */
  readonly unsigned?: boolean
}

/** A shorter name in an address is often an everyday word, and another company's board. */
const MIN_SLUG = 4

export function proveBoard(claim: BoardClaim, company: Claimant): Proof {
  const { page, onCareersPage, boardsThere, exists } = claim
  const no = (why: string): Proof => ({ proven: false, why: `${page} leads to it, ${why}` })
  if (exists === false) return no('but there is no such board.')
  if (!onCareersPage) return no('and that is no careers page.')
  if (boardsThere.length > 1)
    return { proven: false, why: `${page} leads to ${boardsThere.length} boards: ${boardsThere.join(', ')}.` }
  const { proven, why, unsigned } = judgeOwner(claim, company)
  if (proven) return { proven, why: `${page} leads to it, and ${why}` }
  if (exists === undefined && claim.boardName === undefined) return no('but it could not be read.')
  return { ...no(`but ${why}`), ...(unsigned && { unsigned }) }
}

/**
 * Whether the feed is enough to tell whose it is: then its page need not be requested. Namesakes have another domain.
 */
export function isNamedByFeed(boardName: string | undefined, company: Claimant): boolean {
  if (boardName === undefined) return false
  return (
    judgeName(boardName, { ...ownForms(company), names: [], whole: new Set(), all: ownForms(company).labels }) === 'own'
  )
}

function judgeOwner({ system, board, exists, boardName, facts }: BoardClaim, company: Claimant): Proof {
  const own = ownForms(company)
  const byFeed = boardName === undefined ? undefined : judgeName(boardName, own)
  const byPage = facts && judgePage(facts, own, system)
  const names = [boardName, ...(facts?.titles ?? []), ...(facts?.employers ?? [])].filter((name) => name !== undefined)
  const stated = (wanted: Judgement) =>
    names.find((name) => (name === boardName ? judgeName(name, own) : judgeTitle(name, own, system)) === wanted)
  const elsewhere = facts && siteElsewhere(facts, names, company)
  if (elsewhere !== undefined) return { proven: false, why: `it is the board of ${elsewhere}.` }
  const slugs = slugForms(board)
  const slug = slugs.find((each) => each.length >= MIN_SLUG && own.whole.has(each))
  const called = { proven: true, why: `it calls itself “${stated('own')}”.` }
  if (byFeed === 'own' && byPage !== 'other') return called
  if (byPage === 'own' && (byFeed === undefined || byFeed === 'similar' || slug !== undefined)) return called
  const back = facts?.sites.find((site) => company.domains.includes(site))
  const isAgainst = [byFeed, byPage].some((each) => each === 'other' || each === 'mixed')
  if (back !== undefined && (facts?.sites.length === 1 || !isAgainst))
    return { proven: true, why: `it links back to ${back}.` }
  const hasOwnSlug = slug !== undefined || slugs.some((each) => own.all.has(coreOf(each)))
  const similar = stated('similar')
  // A title may be that of a namesake: “Acme Freight Tools”.
  if (!isAgainst && byFeed !== undefined && similar !== undefined && hasOwnSlug)
    return { proven: true, why: `it calls itself “${similar}”, at an address with the company’s name (${board}).` }
  if (exists && byFeed === undefined && byPage !== 'other' && byPage !== 'similar' && slug !== undefined)
    return { proven: true, why: `it is the only one there, at an address with the company’s name (${board}).` }
  const name = stated('other') ?? stated('mixed') ?? similar
  if (name !== undefined) return { proven: false, why: `it calls itself “${name}”.` }
  // What could not be read may name the owner.
  return { proven: false, why: 'it does not say whose it is.', unsigned: exists === true && facts !== undefined }
}

/** A board with jobs of several employers is a group's or an agency's. */
function judgePage({ titles, employers }: BoardPageFacts, own: OwnForms, system: string): Judgement {
  const jobs = new Set(employers.map((name) => judgeName(name, own)))
  const shown = new Set(titles.map((title) => judgeTitle(title, own, system)))
  if (jobs.has('other')) return 'other'
  if (shown.has('own') && shown.has('other')) return 'mixed'
  for (const each of ['other', 'mixed', 'similar'] as const) if (shown.has(each) && !shown.has('own')) return each
  if (jobs.has('similar')) return 'similar'
  return shown.has('own') || jobs.has('own') ? 'own' : undefined
}

/** The site of a namesake: what the jobs say, or the only kind of link that has the board's name. */
function siteElsewhere(facts: BoardPageFacts, names: readonly string[], { domains }: Claimant): string | undefined {
  const { employerSites, sites } = facts
  if (employerSites.length > 0)
    return employerSites.some((site) => domains.includes(site)) ? undefined : employerSites[0]
  if (sites.some((site) => domains.includes(site))) return undefined
  return sites.find((site) => names.some((name) => fitsDomain(name, [site])))
}
