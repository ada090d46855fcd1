// Career pages whose jobs are schema.org data. The target is a company's domain, for the first of the usual addresses that
// answers, or a page without its scheme and with escaped slashes (`acme.example%2Fteam`). Jobs are on that page, or on pages of
// the same site that it links to. Those pages are read once a week, and when the list has changed.

import { hash } from 'node:crypto'
import { normaliseDomain, readDomain, registrableDomain } from '../../companies/index.ts'
import { CAREER_PATHS } from '../career-paths.ts'
import { type Answer, type Collector, MAX_TARGET, type VisitContext, VisitFailure } from '../collector.ts'
import { JOB_CONFIDENCE } from '../confidences.ts'
import { sharesName } from '../discovery/prove-board.ts'
import { type BoardJob, withoutRepeats } from '../job-boards/board-job.ts'
import { boardSnapshot } from '../job-boards/board-snapshot.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { isProspectTitle } from '../job-boards/job-words.ts'
import { type Json, manyOf, objectOf, wordsIn } from '../job-boards/read-json.ts'
import { identifierOf, jobOfPosting } from '../job-boards/schema-job.ts'
import { followMoved, siteOf } from '../web-page/website.ts'
import { type JobPage, readJobPage } from './read-page.ts'

/** At two seconds a page, a visit ends within five minutes. */
const MAX_PAGES = 150
/** A week: visits are a day apart, more or less. */
const PAGES_LAST_SECONDS = 6.5 * 86_400

export const jobPosting: Collector = {
  name: 'job-posting',
  title: 'Jobs on the company’s own pages',
  every: 'day',
  types: ['hiring'],
  // No link names it: it is visited only where discovery has found such data.
  boardOf: () => undefined,
  async visit(target, context) {
    const list = await firstPage(target, context)
    const jobs: FoundJob[] = []
    const lists = new Map<string, URL>([[list.url, new URL(list.url)]])
    const pages = new Map<string, URL>()
    const listed = new Set<string>()
    const alreadyRead = new Set<string>()
    let complete = true
    let until = Number.POSITIVE_INFINITY
    const read = ({ text, url }: Answer, isList: boolean) => {
      const page = readJobPage(text, url)
      // Links with and without a parameter may lead to one page, and those of jobs that are over back to the list.
      const content = JSON.stringify([folderOf(new URL(url)), page.postings])
      if (!alreadyRead.has(content)) jobs.push(...jobsOn(page, url, context, isList))
      alreadyRead.add(content)
      until = Math.min(until, endOf(page, context.now))
      if (!isList) return
      if (page.isPartial) complete = false
      const before = pages.size + listed.size
      for (const posting of page.postings) listed.add(JSON.stringify(posting))
      const further = new Set(furtherPages(page.links, list.url))
      for (const link of jobLinks(page.links, list.url)) if (!further.has(link)) pages.set(link.href, link)
      // Some lists link a next page without end, or every order and filter: a page that shows no other job leads nowhere.
      if (lists.size > 1 && pages.size + listed.size === before) return
      for (const link of further) lists.set(link.href, link)
    }
    let asked = 0
    const readAll = async (urls: ReadonlyMap<string, URL>, isList: boolean) => {
      for (const url of urls.values()) {
        if (url.href === list.url) continue
        if (++asked > MAX_PAGES) {
          complete = false
          break
        }
        const answer = await pageOrGone(url, context)
        if (answer === 'failed') complete = false
        if (typeof answer !== 'string') read(answer, isList)
      }
    }
    read(list, true)
    await readAll(lists, true)
    const basis = hashOf(JSON.stringify([[...listed], [...pages.keys()]].map((each) => each.sort())))
    if (complete && basis === context.basis)
      throw new VisitFailure('not_modified', 'The list of jobs is the same as last time.')
    await readAll(pages, false)
    // Without a single job nothing is proven: the data may have moved, or never was there.
    const shown = { board: target, jobs: withoutRepeats(withIds(jobs)), complete: complete && jobs.length > 0, until }
    const snapshot = await boardSnapshot(
      { ...shown, listUrl: list.url, confidence: JOB_CONFIDENCE.jobPosting },
      context,
    )
    if (pages.size === 0) return snapshot
    return { ...snapshot, basis, until: Math.min(snapshot.until ?? until, context.now + PAGES_LAST_SECONDS) }
  },
}

async function firstPage(target: string, { ask, company }: VisitContext): Promise<Answer> {
  const place = decodeURIComponent(target)
  const urls = place.includes('/') ? [`https://${place}`] : CAREER_PATHS.map((path) => `https://${place}${path}`)
  let missing: unknown
  for (const url of urls) {
    try {
      const answer = await followMoved(company, (to = url) => ask({ url: to, kind: 'page' }))
      if (answer.movedTo === undefined) return answer
    } catch (error) {
      if (!(error instanceof VisitFailure && error.reason === 'missing')) throw error
      missing = error
    }
  }
  throw missing ?? new VisitFailure('missing', `${target} has no page with jobs`)
}

/** A page that fails leaves the others standing. A host that asks to wait ends the visit. */
async function pageOrGone(url: URL, { ask }: VisitContext): Promise<Answer | 'gone' | 'failed'> {
  try {
    return await ask({ url: url.href, kind: 'page' })
  } catch (error) {
    if (!(error instanceof VisitFailure) || error.reason === 'limited') throw error
    return error.reason === 'missing' ? 'gone' : 'failed'
  }
}

const JOB_PATH = /\/(?:jobs?|careers?|positions?|openings?|vacanc(?:y|ies)|stellen|karriere|emplois?|roles?)\/[^/]/i

/** Links to further pages of the list: `?page=2`, `/page/2`. */
function furtherPages(links: readonly URL[], listUrl: string): URL[] {
  const list = new URL(listUrl)
  const folder = folderOf(list)
  return links.filter((url) => {
    if (url.hostname !== list.hostname || !folderOf(url).startsWith(folder)) return false
    const rest = folderOf(url).slice(folder.length)
    return rest === ''
      ? /[?&](?:page|paged|pg|seite|offset|start)=\d+(?:&|$)/i.test(url.search)
      : /^page\/\d+\/$/.test(rest)
  })
}

const folderOf = ({ pathname }: URL) => pathname.replace(/\/*$/, '/')

const FILE = /\.(?:pdf|docx?|odt|rtf|xlsx?|pptx?|zip|jpe?g|png|gif|svg|webp|mp4|ics)$/i
const FORM = /\/(?:apply|application|bewerben|bewerbung|postuler|solliciteren)\/?$/i

/**
 * Links to pages of single jobs: below the list, or in a folder of jobs on the same host. Files are none, nor is the form of a
 * job that is linked too: many may not be read, or are too large, and no visit would be complete.
 */
export function jobLinks(links: readonly URL[], listUrl: string): URL[] {
  const list = new URL(listUrl)
  const folder = folderOf(list)
  // Below the home page is everything, below the root of careers.acme.example are jobs.
  const isHome = folder === '/' && normaliseDomain(list.hostname) === siteOf(list)
  const paths = new Set(links.map(({ pathname }) => pathname.replace(/\/$/, '')))
  return links.filter(
    (url) =>
      url.hostname === list.hostname &&
      url.pathname !== list.pathname &&
      !FILE.test(url.pathname) &&
      !(FORM.test(url.pathname) && paths.has(url.pathname.replace(FORM, ''))) &&
      ((!isHome && url.pathname.startsWith(folder) && url.pathname !== folder) || JOB_PATH.test(url.pathname)),
  )
}

interface FoundJob {
  readonly job: Omit<BoardJob, 'id'>
  /** What may tell it from others, the surest first. */
  readonly names: readonly string[]
  /** Its title and places. */
  readonly words: string
}

/** A list may show one job today and two tomorrow: only the page of a single job tells which job it is by its URL. */
function jobsOn({ postings }: JobPage, pageUrl: string, context: VisitContext, isList = false): FoundJob[] {
  return postings.flatMap((posting) => {
    const job = jobOfPosting({ ...posting, url: absolute(posting.url, pageUrl) })
    if (!job || isProspectTitle(job.title) || isOver(posting, context.now) || isOfOther(posting, context)) return []
    const url = job.url ?? (postings.length === 1 ? pageUrl : undefined)
    const address = isList ? job.url : url
    const names = [identifierOf(posting), address && hashOf(address)].filter((name) => name !== undefined)
    return [{ job: { ...job, url }, names, words: hashOf(JSON.stringify([job.title, job.places])) }]
  })
}

const hashOf = (text: string) => hash('sha1', text, 'base64url')

function absolute(address: unknown, pageUrl: string): unknown {
  return typeof address === 'string' && address !== '' ? URL.parse(address, pageUrl)?.href : undefined
}

/**
 * Some websites state the same identifier or URL in all their jobs, or in many: then it names none of them. In two it may be
 * a translation.
 */
function withIds(found: readonly FoundJob[]): BoardJob[] {
  const titles = new Map<string, Set<string>>()
  for (const { job, names } of found)
    for (const name of names) titles.set(name, (titles.get(name) ?? new Set()).add(job.title))
  const isOwn = (name: string) => {
    const { size = 0 } = titles.get(name) ?? {}
    return size === 1 || (size === 2 && found.some(({ names }) => !names.includes(name)))
  }
  return found.map(({ job, names, words }) => ({ ...job, id: names.find(isOwn) ?? words }))
}

/** When the next of the page's jobs is over. */
function endOf({ postings }: JobPage, now: number): number {
  return Math.min(...postings.map(lastsUntil).filter((end) => end >= now))
}

function isOver(posting: Json, now: number): boolean {
  return lastsUntil(posting) < now
}

/** A day without a time lasts until it ends, in any time zone. */
function lastsUntil({ validThrough }: Json): number {
  return (boardTime(validThrough) ?? Number.POSITIVE_INFINITY) + 2 * 86_400
}

/** A page may show jobs of clients or of a portfolio. */
function isOfOther({ hiringOrganization }: Json, { company }: VisitContext): boolean {
  const { sameAs, name } = objectOf(manyOf(hiringOrganization)[0])
  const sites = manyOf(sameAs).flatMap((address) => siteIn(address) ?? [])
  const domains = [company.domain, ...company.aliases]
  if (sites.length === 0 || sites.some((site) => domains.includes(site))) return false
  return !sharesName(wordsIn(name) ?? '', { names: [company.name], domains })
}

/** The site of an organization. A profile at a social network or an article says nothing about whose the jobs are. */
function siteIn(address: unknown): string | undefined {
  const read = typeof address === 'string' ? readDomain(address) : undefined
  const site = read && 'domain' in read ? registrableDomain(read.domain) : undefined
  return site !== undefined && /^wiki(?:pedia|data)\.org$/.test(site) ? undefined : site
}

/** The target for a page with jobs. */
export function postingsTarget(domain: string, page: string): string {
  const { host, pathname, search } = new URL(page)
  // The other usual addresses are asked only while this one does not exist.
  if (host === domain && pathname === CAREER_PATHS[0] && search === '') return domain
  const target = encodeURIComponent(host + pathname + search)
  return target.length <= MAX_TARGET ? target : encodeURIComponent(host + pathname)
}
