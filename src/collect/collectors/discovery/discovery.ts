// Finds a company's job board on its own pages.

import { boardKey } from '../board-key.ts'
import { CAREER_PATHS } from '../career-paths.ts'
import {
  type Answer,
  type Ask,
  type Collector,
  type FoundBoard,
  type ReadBoard,
  type Snapshot,
  type VisitContext,
  VisitFailure,
} from '../collector.ts'
import { organizationOf } from '../home-page/organization.ts'
import { jobLinks } from '../job-posting/job-links.ts'
import { postingsTarget } from '../job-posting/job-posting.ts'
import { postingsOn } from '../job-posting/read-page.ts'
import { type Claimant, fitsDomain } from '../owner-names.ts'
import { readWebPage, type WebPage } from '../web-page/read-page.ts'
import { askIfThere, followMoved, siteOf } from '../web-page/website.ts'
import { readBoardPage, redirectedPage } from './board-page.ts'
import { type BoardAt, boardPageUrl, boardsOn, type LinkedBoard, ownCareerSite } from './boards-on-page.ts'
import { careerLinks } from './career-links.ts'
import { type BoardClaim, isNamedByFeed, proveBoard } from './prove-board.ts'

/** Careers pages to request, besides the usual addresses. */
const MAX_LINKED_PAGES = 4
/** Pages of single jobs to request, to see whether a list's jobs have data. */
const MAX_JOB_PAGES = 3
/** Boards to check for one company. A page with more is a portfolio's. */
const MAX_BOARDS = 10

/** Pages of jobs to request, to determine a board's owner. */
const MAX_DETAILS = 2

interface SitePage {
  readonly url: string
  readonly page: WebPage
}

interface CareerPages {
  readonly pages: readonly SitePage[]
  /** Careers pages that redirect to another site immediately. */
  readonly redirects: readonly { readonly from: string; readonly to: URL }[]
}

/** What discovery finds along the way. */
interface Findings {
  readonly read: ReadBoard[]
  /** Pages and boards that may answer next time. */
  readonly failures: VisitFailure[]
  /** Careers pages linked from the home page that can't or may not be read. Without them nothing is known. */
  readonly unread: VisitFailure[]
}

interface Seen {
  readonly found: LinkedBoard
  readonly page: string
  readonly onCareersPage: boolean
}

/** `boardAt` knows the boards of all systems by their links. */
export function boardDiscovery(collectors: readonly Collector[], boardAt: BoardAt): Collector {
  return {
    name: 'discovery',
    title: 'Where the company has its jobs',
    every: 'month',
    types: [],
    async visit(domain, context) {
      const home = await askHome(context, domain)
      const movedTo = home.movedTo === undefined ? undefined : siteOf(home.movedTo)
      if (movedTo !== undefined) return { signals: [], complete: false, movedTo }
      const homePage: SitePage = { url: home.url, page: readWebPage(home.text, home.url) }
      const findings: Findings = { read: [], failures: [], unread: [] }
      const { name, isNameStated = false, aliases } = context.company
      const domains = [domain, ...aliases]
      const careers = await careerPages(homePage, domains, askOwnPages(context), findings)
      const company = organizationOf(homePage.page, home.url)
      const stated = [company.name ?? '', isNameStated ? name : ''].filter((each) => fitsDomain(each, domains))
      const claimant: Claimant = { names: isNameStated ? stated : [name, ...stated], domains }
      const boards = await findBoards(homePage, careers, claimant, context, findings)
      const { read, failures, unread } = findings
      const [failure] = failures
      const [reason] = [...failures, ...unread]
      if (reason && boards.length === 0) throw reason
      return {
        ...{ signals: [], complete: failure === undefined, company, boards },
        ...(failure && { failure }),
        ...(read.length > 0 && { read }),
      }
    },
  }

  async function findBoards(
    home: SitePage,
    careers: CareerPages,
    claimant: Claimant,
    context: VisitContext,
    findings: Findings,
  ): Promise<FoundBoard[]> {
    const own = await findOwnSite(collectors, careers.pages, claimant, context, findings)
    if (own) return [own]
    const seen = [
      ...careers.pages.flatMap(({ page, url }) => seenOn(page, url, true)),
      ...careers.redirects.flatMap(({ from, to }) => seenBehind(from, to)),
      ...seenOn(home.page, home.url, false),
    ]
    const distinct = [...new Map(seen.toReversed().map((each) => [keyOf(each.found), each])).values()].reverse()
    return distinct.length === 0
      ? ownPostings(careers.pages, context, findings.failures)
      : proveBoards(distinct, claimant, context, findings)
  }

  function seenBehind(from: string, to: URL): Seen[] {
    const at = boardAt(to)
    return at ? [{ found: { ...at, link: to }, page: from, onCareersPage: true }] : []
  }

  function seenOn(page: WebPage, url: string, onCareersPage: boolean): Seen[] {
    return boardsOn(page, boardAt).map((found) => ({ found, page: url, onCareersPage }))
  }
}

/** A board that is the company's own careers site. */
async function findOwnSite(
  collectors: readonly Collector[],
  pages: readonly SitePage[],
  claimant: Claimant,
  context: VisitContext,
  { read, failures }: Findings,
): Promise<FoundBoard | undefined> {
  const sites = new Map<string, { readonly own: LinkedBoard; readonly url: string }>()
  for (const { page, url } of pages) {
    const own = ownCareerSite(page, url, collectors)
    if (own && !sites.has(keyOf(own))) sites.set(keyOf(own), { own, url })
  }
  for (const { own, url } of sites.values()) {
    const shown = await readBoard(own, claimant, context)
    if (shown instanceof VisitFailure) failures.push(shown)
    else if (shown.exists) {
      keep(own, shown, read)
      return foundBoard(own, url, { proven: true, why: `${url} is the board itself, on the company’s own site.` })
    }
  }
  return undefined
}

/** A board is read only where the careers pages show no other. */
async function proveBoards(
  seen: readonly Seen[],
  claimant: Claimant,
  context: VisitContext,
  { read, failures }: Findings,
): Promise<FoundBoard[]> {
  const onCareers = seen.filter(({ onCareersPage }) => onCareersPage)
  const boardsThere = onCareers.map(({ found: { collector, board } }) => `${collector.title} ${board}`)
  const boards: FoundBoard[] = []
  for (const { found, page, onCareersPage } of seen.slice(0, MAX_BOARDS)) {
    const isCandidate = onCareersPage && onCareers.length === 1
    const shown = isCandidate ? await readBoard(found, claimant, context) : { exists: undefined }
    if (shown instanceof VisitFailure) {
      failures.push(shown)
      continue
    }
    keep(found, shown, read)
    const { collector, board } = found
    const claim = { page, onCareersPage, boardsThere, system: collector.name, board, ...shown }
    boards.push(foundBoard(found, page, proveBoard(claim, claimant)))
  }
  return boards
}

/** A website without a home page may still have a careers page. */
async function askHome(context: VisitContext, domain: string): Promise<Answer> {
  const answer = await askIfThere(context, domain, '/')
  return answer ?? { status: 200, contentType: '', text: '', url: `https://${domain}/` }
}

/** Pages may redirect to another domain of the company. */
function askOwnPages({ ask, company }: VisitContext): Ask {
  return (request) => followMoved(company, (to = request.url) => ask({ ...request, url: to }))
}

const mayAnswerLater = ({ reason }: VisitFailure) => reason === 'unavailable'

const keyOf = ({ collector, board }: LinkedBoard) => boardKey(collector.name, board)

function keep({ collector, board }: LinkedBoard, { snapshot }: Pick<ShownBoard, 'snapshot'>, read: ReadBoard[]): void {
  // Boards that can only be read in part are left to their first visit.
  if (snapshot && !snapshot.continues) read.push({ collector: collector.name, board, snapshot })
}

function foundBoard(
  { collector, board }: LinkedBoard,
  page: string,
  proof: Pick<FoundBoard, 'proven' | 'why' | 'unsigned'>,
): FoundBoard {
  return { collector: collector.name, board, page, ...proof }
}

/** Pages about the company's jobs. The usual addresses are tried only if the home page leads nowhere. */
async function careerPages(
  home: SitePage,
  domains: readonly string[],
  ask: Ask,
  { failures, unread }: Findings,
): Promise<CareerPages> {
  const pages = new Map<string, SitePage>()
  const redirects: { from: string; to: URL }[] = []
  const asked = new Set([home.url])
  const read = async (url: string, isLinkedFromHome = false) => {
    if (asked.has(url)) return
    asked.add(url)
    const page = await pageOrFailure(url, ask)
    if (page instanceof VisitFailure) {
      if (mayAnswerLater(page)) failures.push(page)
      else if (page.reason !== 'missing' && isLinkedFromHome) unread.push(page)
    } else if (page instanceof URL) redirects.push({ from: url, to: page })
    else if (page.url !== home.url) pages.set(page.url, page)
  }
  const isFound = () => pages.size > 0 || redirects.length > 0
  for (const url of careerLinks(home.page, home.url, domains).slice(0, 2)) await read(url.href, true)
  for (const path of CAREER_PATHS) if (!isFound()) await read(new URL(path, home.url).href)
  // The list of jobs is often one page further.
  for (const first of [...pages.values()]) {
    const further = careerLinks(first.page, first.url, domains).slice(0, 2)
    for (const url of further) if (pages.size < MAX_LINKED_PAGES) await read(url.href)
  }
  return { pages: [...pages.values()], redirects }
}

/** A URL: the page redirects to another site. */
async function pageOrFailure(url: string, ask: Ask): Promise<SitePage | URL | VisitFailure> {
  try {
    const answer = await ask({ url, kind: 'page' })
    if (answer.movedTo !== undefined) return new URL(answer.movedTo)
    return { url: answer.url, page: readWebPage(answer.text, answer.url) }
  } catch (error) {
    if (!(error instanceof VisitFailure) || error.reason === 'limited') throw error
    return error.redirectsTo === undefined ? error : new URL(error.redirectsTo)
  }
}

interface ShownBoard extends Pick<BoardClaim, 'exists' | 'boardName' | 'facts'> {
  readonly snapshot?: Snapshot | undefined
}

/** What the board says about itself: in its feed, else on its page for people. A failure: it may answer next time. */
async function readBoard(
  found: LinkedBoard,
  claimant: Claimant,
  context: VisitContext,
): Promise<ShownBoard | VisitFailure> {
  const { collector, board } = found
  const { system } = collector
  const ask: Ask = (request) => context.ask(system === undefined ? request : { ...request, system })
  let snapshot: Snapshot | undefined
  try {
    snapshot = await collector.visit(board, {
      ...context,
      ask,
      seenBefore: false,
      basis: undefined,
      maxDetails: MAX_DETAILS,
    })
  } catch (error) {
    if (!(error instanceof VisitFailure) || error.reason === 'limited') throw error
    if (error.reason === 'missing') return { exists: false }
    if (mayAnswerLater(error)) return error
  }
  const exists = snapshot && (snapshot.complete || snapshot.signals.length > 0) ? true : undefined
  const boardName = snapshot?.boardName
  const url = isNamedByFeed(boardName, claimant) ? undefined : boardPageUrl(found)
  const facts = url === undefined ? undefined : await boardPageFacts(url, ask)
  if (facts instanceof VisitFailure) return facts
  return { exists, boardName, facts, snapshot }
}

async function boardPageFacts(url: string, ask: Ask): Promise<BoardClaim['facts'] | VisitFailure> {
  const page = await pageOrFailure(url, ask)
  if (page instanceof VisitFailure) return mayAnswerLater(page) ? page : undefined
  return page instanceof URL ? redirectedPage(page) : readBoardPage(page.page, page.url)
}

/**
 * Jobs as structured data on the company's own pages: on a list of jobs, or on the pages of single jobs that it links.
 * A page of one job may be among the careers pages. It disappears with the job, so the page that leads to the most jobs
 * comes first.
 */
async function ownPostings(
  careers: readonly SitePage[],
  context: VisitContext,
  failures: VisitFailure[],
): Promise<FoundBoard[]> {
  const ask = askOwnPages(context)
  const read = new Map(careers.map((each) => [each.url, each]))
  const lists = careers.map((list) => {
    const links = jobLinks(
      list.page.links.map(({ url }) => url),
      list.url,
    ).map(({ href }) => href)
    return { list, links, jobs: links.length + postingsOn(list.page).length }
  })
  for (const { list, links } of lists.sort((a, b) => b.jobs - a.jobs)) {
    // Titles of jobs are longer than "benefits" and "teams".
    const asked = links.filter((url) => !read.has(url)).sort((a, b) => b.length - a.length)
    const known = [list.url, ...links.filter((url) => read.has(url))]
    for (const url of [...known, ...asked.slice(0, MAX_JOB_PAGES)]) {
      const job = read.get(url) ?? (await pageOrFailure(url, ask))
      if (job instanceof VisitFailure && mayAnswerLater(job)) failures.push(job)
      if (job instanceof VisitFailure || job instanceof URL) continue
      if (postingsOn(job.page).length === 0) continue
      const why = `${job.url} has JobPosting data.`
      const board = postingsTarget(context.company.domain, list.url)
      return [{ collector: 'job-posting', board, page: list.url, proven: true, why }]
    }
  }
  return []
}
