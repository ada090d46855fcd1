// Career pages whose jobs are schema.org data. The target is a company's domain, or a page without its scheme and with escaped
// slashes (`acme.example%2Fteam`). Jobs are on that page, or on pages of the same site that it links to.

import { hash } from 'node:crypto'
import { registrableDomain } from '../../companies/index.ts'
import { CAREER_PATHS } from '../career-paths.ts'
import { type Answer, type Ask, type Collector, type Snapshot, type VisitContext, VisitFailure } from '../collector.ts'
import { JOB_CONFIDENCE } from '../confidences.ts'
import { careerLinks } from '../discovery/career-links.ts'
import { type BoardJob, withoutRepeats } from '../job-boards/board-job.ts'
import { boardSnapshot } from '../job-boards/board-snapshot.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { isProspectTitle } from '../job-boards/job-words.ts'
import { type Json, objectOf, wordsIn } from '../job-boards/read-json.ts'
import { identifierOf, jobOfPosting } from '../job-boards/schema-job.ts'
import { readWebPage } from '../web-page/read-page.ts'
import { type JobPage, readJobPage } from './read-page.ts'

/** At two seconds a page, a visit ends within two minutes. */
const MAX_PAGES = 50
const MAX_CAREER_LINKS = 3

export const jobPosting: Collector = {
  name: 'job-posting',
  title: 'Jobs on the company’s own pages',
  every: 'day',
  types: ['hiring'],
  // No link names it: it is visited only where discovery has found such data.
  boardOf: () => undefined,
  async visit(target, context) {
    const list = await firstPage(target, context)
    const page = readJobPage(list.text, list.url)
    const detail = detailLinks(page, list.url)
    let complete = !page.isPartial && detail.length <= MAX_PAGES
    const jobs = jobsOn(page, list.url, context)
    for (const url of detail.slice(0, MAX_PAGES)) {
      const answer = await pageOrGone(url, context)
      if (answer === 'failed') complete = false
      if (typeof answer === 'string') continue
      jobs.push(...jobsOn(readJobPage(answer.text, answer.url), answer.url, context))
    }
    return snapshotOf(target, jobs, complete, context)
  },
}

/** Without a single job nothing is proven: the data may have moved, or never was there. */
function snapshotOf(target: string, jobs: BoardJob[], complete: boolean, context: VisitContext): Promise<Snapshot> {
  return boardSnapshot(
    {
      board: target,
      jobs: withoutRepeats(jobs),
      complete: complete && jobs.length > 0,
      confidence: JOB_CONFIDENCE.jobPosting,
    },
    context,
  )
}

/** The page that shows jobs, or links to them: at the usual addresses, or where the home page leads. */
async function firstPage(target: string, { ask }: VisitContext): Promise<Answer> {
  const place = decodeURIComponent(target)
  if (place.includes('/')) return ask({ url: `https://${place}`, kind: 'page' })
  const pages: Answer[] = []
  for (const path of CAREER_PATHS) {
    const page = await pageOrMissing(`https://${target}${path}`, ask)
    if (page && showsJobs(page)) return page
    if (page) pages.push(page)
  }
  const home = await pageOrMissing(`https://${target}/`, ask)
  const links = home ? careerLinks(readWebPage(home.text, home.url), home.url) : []
  for (const url of links.slice(0, MAX_CAREER_LINKS)) {
    const page = await pageOrMissing(url.href, ask)
    if (page && showsJobs(page)) return page
    if (page) pages.push(page)
  }
  if (!pages[0]) throw new VisitFailure('missing', `${target} has no page with jobs`)
  return pages[0]
}

async function pageOrMissing(url: string, ask: Ask): Promise<Answer | undefined> {
  try {
    const answer = await ask({ url, kind: 'page' })
    return answer.movedTo === undefined ? answer : undefined
  } catch (error) {
    if (error instanceof VisitFailure && error.reason === 'missing') return undefined
    throw error
  }
}

function showsJobs({ text, url }: Answer): boolean {
  const page = readJobPage(text, url)
  return page.postings.length > 0 || detailLinks(page, url).length > 0
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

/** Links to pages of single jobs: below the list, or in a folder of jobs on the same host. */
function detailLinks({ links }: JobPage, listUrl: string): URL[] {
  const list = new URL(listUrl)
  const folder = list.pathname.replace(/\/*$/, '/')
  return links.filter(
    (url) =>
      url.hostname === list.hostname &&
      url.pathname !== list.pathname &&
      ((folder !== '/' && url.pathname.startsWith(folder) && url.pathname !== folder) || JOB_PATH.test(url.pathname)),
  )
}

function jobsOn({ postings }: JobPage, pageUrl: string, context: VisitContext): BoardJob[] {
  return postings.flatMap((posting) => {
    const job = jobOfPosting(posting)
    if (!job || isProspectTitle(job.title) || isOver(posting, context.now) || isOfOther(posting, context)) return []
    const url = job.url ?? (postings.length === 1 ? pageUrl : undefined)
    const id = identifierOf(posting) ?? (url === undefined ? undefined : hash('sha1', url, 'base64url'))
    return id === undefined ? [] : [{ ...job, id, url }]
  })
}

function isOver({ validThrough }: Json, now: number): boolean {
  const end = boardTime(validThrough)
  // A day without a time lasts until it ends, in any time zone.
  return end !== undefined && end + 2 * 86_400 < now
}

/** A page may show jobs of clients or of a portfolio. */
function isOfOther({ hiringOrganization }: Json, { company }: VisitContext): boolean {
  const { sameAs, name } = objectOf(hiringOrganization)
  if (typeof sameAs !== 'string' || !URL.canParse(sameAs)) return false
  const host = new URL(sameAs).hostname
  const domain = registrableDomain(host) ?? host
  const isProfile = /(?:linkedin|facebook|twitter|x|instagram|wikipedia|crunchbase|xing)\.(?:com|org)$/.test(domain)
  const own = [company.domain, ...company.aliases].includes(domain)
  return !own && !isProfile && wordsIn(name)?.toLowerCase() !== company.name.toLowerCase()
}

/** The target for a page with jobs. */
export function postingsTarget(domain: string, page: string): string {
  const { host, pathname } = new URL(page)
  const isUsual = host === domain && (CAREER_PATHS as readonly string[]).includes(pathname)
  return isUsual ? domain : encodeURIComponent(host + pathname)
}
