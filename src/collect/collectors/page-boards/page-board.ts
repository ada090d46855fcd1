// Boards that are pages for people: a list of links, and the page of each job with schema.org JobPosting data. They obey
// robots.txt as any page does.

import { type Ask, VisitFailure } from '../collector.ts'
import { type BoardJob, type BoardPage, readEntries } from '../job-boards/board-job.ts'
import type { JobDetail } from '../job-boards/job-details.ts'
import { jobOfPosting } from '../job-boards/schema-job.ts'
import { postingsOn } from '../job-posting/read-page.ts'
import { type PageLink, readWebPage } from '../web-page/read-page.ts'

/**
 * The HTML of a page. A truncated page, or one without the words that all pages of the system have, isn't a list of
 * jobs.
 */
export async function askList(ask: Ask, url: string, mark: string): Promise<string> {
  const { text } = await ask({ url, kind: 'page' })
  if (!/<\/html>/i.test(text.slice(-1_000)))
    throw new VisitFailure('invalid_response', `The page of ${new URL(url).hostname} ended half way`)
  if (!text.includes(mark))
    throw new VisitFailure('invalid_response', `The page of ${new URL(url).hostname} is no list of jobs`)
  return text
}

interface LinkedJobs extends BoardPage {
  /** Of all entries, including those that aren't openings. */
  readonly ids: readonly string[]
  readonly links: readonly PageLink[]
}

/** The jobs that a list links to. `read` gives undefined for other links. */
export function readLinks(html: string, pageUrl: string, read: (link: PageLink) => BoardJob | undefined): LinkedJobs {
  const { links, isPartial } = readWebPage(html, pageUrl)
  const byId = new Map<string, BoardJob>()
  for (const link of links) {
    const job = read(link)
    if (job && !byId.has(job.id)) byId.set(job.id, job)
  }
  const page = readEntries([...byId.values()], (job) => job)
  return { ...page, isPartial: page.isPartial || isPartial, links, ids: [...byId.keys()] }
}

/** The JobPosting data of a job's page. The link stays that of the list. */
export async function askPosting(ask: Ask, url: string): Promise<JobDetail> {
  const answer = await ask({ url, kind: 'page' })
  const [posting] = postingsOn(readWebPage(answer.text, answer.url))
  const job = posting && jobOfPosting(posting)
  if (!job) throw new VisitFailure('invalid_response', 'The page of a job has no JobPosting data')
  const { url: _, ...detail } = job
  return detail
}
