// The jobs of a page, and what identifies them.

import { hash } from 'node:crypto'
import { readDomain, registrableDomain } from '../../../meaning/companies/index.ts'
import { isPoolTitle } from '../../../meaning/titles/index.ts'
import type { VisitContext } from '../collector.ts'
import type { BoardJob } from '../job-boards/board-job.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { type Json, manyOf, objectOf, wordsIn } from '../job-boards/read-json.ts'
import { identifierOf, jobOfPosting } from '../job-boards/schema-job.ts'
import { sharesName } from '../owner-names.ts'
import type { JobPage } from './read-page.ts'

export interface FoundJob {
  readonly job: Omit<BoardJob, 'id'>
  /** What may identify it, most reliable first. */
  readonly names: readonly string[]
  /** Its title and places. */
  readonly words: string
}

/** A list may show one job today and two tomorrow: only the page of a single job identifies it by its URL. */
export function jobsOn({ postings }: JobPage, pageUrl: string, context: VisitContext, isList: boolean): FoundJob[] {
  return postings.flatMap((posting) => {
    const job = jobOfPosting({ ...posting, url: absolute(posting.url, pageUrl) })
    if (!job || isPoolTitle(job.title) || isOver(posting, context.now) || isOfOther(posting, context)) return []
    const url = job.url ?? (postings.length === 1 ? pageUrl : undefined)
    const address = isList ? job.url : url
    const names = [identifierOf(posting), address && hashOf(address)].filter((name) => name !== undefined)
    return [{ job: { ...job, url }, names, words: hashOf(JSON.stringify([job.title, job.places])) }]
  })
}

export const hashOf = (text: string) => hash('sha1', text, 'base64url')

function absolute(address: unknown, pageUrl: string): unknown {
  return typeof address === 'string' && address !== '' ? URL.parse(address, pageUrl)?.href : undefined
}

/**
 * Some websites use the same identifier or URL for all or many of their jobs: then it identifies none. Two may be a
 * translation.
 */
export function withIds(found: readonly FoundJob[]): BoardJob[] {
  const uses = new Map<string, { jobs: number; readonly titles: Set<string> }>()
  for (const { job, names } of found) {
    for (const name of new Set(names)) {
      const use = uses.get(name) ?? { jobs: 0, titles: new Set<string>() }
      uses.set(name, { jobs: use.jobs + 1, titles: use.titles.add(job.title) })
    }
  }
  const isOwn = (name: string) => {
    const { jobs = 0, titles } = uses.get(name) ?? {}
    return titles?.size === 1 || (titles?.size === 2 && jobs < found.length)
  }
  return found.map(({ job, names, words }) => ({ ...job, id: names.find(isOwn) ?? words }))
}

/** When the next of the page's jobs ends. */
export function endOf({ postings }: JobPage, now: number): number {
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

/** The site of an organization. A social network profile or an article doesn't identify the employer. */
function siteIn(address: unknown): string | undefined {
  const read = typeof address === 'string' ? readDomain(address) : undefined
  const site = read && 'domain' in read ? registrableDomain(read.domain) : undefined
  return site !== undefined && /^wiki(?:pedia|data)\.org$/.test(site) ? undefined : site
}
