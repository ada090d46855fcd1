// Career pages whose jobs are schema.org data. The target is a company's domain, for the first of the usual addresses that
// answers, or a page without its scheme and with escaped slashes (`acme.example%2Fteam`). Jobs are on that page, or on pages of
// the same site that it links to. Those pages are read once a week, and when the list has changed.

import { CAREER_PATHS } from '../career-paths.ts'
import { type Answer, type Collector, MAX_TARGET, type VisitContext, VisitFailure } from '../collector.ts'
import { JOB_CONFIDENCE } from '../confidences.ts'
import { withoutRepeats } from '../job-boards/board-job.ts'
import { boardSnapshot } from '../job-boards/board-snapshot.ts'
import { followMoved } from '../web-page/website.ts'
import { withIds } from './found-jobs.ts'
import { JobSite } from './job-site.ts'

/** About a week: visits are roughly a day apart. */
const PAGES_LAST_SECONDS = 6.5 * 86_400

export const jobPosting: Collector = {
  name: 'job-posting',
  title: 'Jobs on the company’s own pages',
  every: 'day',
  types: ['hiring'],
  // No link identifies it: visited only where discovery has found such data.
  boardOf: () => undefined,
  async visit(target, context) {
    const list = await firstPage(target, context)
    const site = new JobSite(list, context)
    await site.readLists()
    const { basis, hasPages } = site
    if (site.isComplete && basis === context.basis)
      throw new VisitFailure('not_modified', 'The list of jobs is the same as last time.')
    await site.readPages()
    const { jobs, isComplete, until } = site
    const snapshot = boardSnapshot(
      {
        board: target,
        jobs: withoutRepeats(withIds(jobs)),
        // Without a single job nothing is proven: the data may have moved, or never existed.
        complete: isComplete && jobs.length > 0,
        until,
        listUrl: list.url,
        confidence: JOB_CONFIDENCE.jobPosting,
      },
      context,
    )
    if (!hasPages) return snapshot
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

/** The target for a page with jobs. */
export function postingsTarget(domain: string, page: string): string {
  const { host, pathname, search } = new URL(page)
  // The other usual addresses are tried only if this one does not exist.
  if (host === domain && pathname === CAREER_PATHS[0] && search === '') return domain
  const target = encodeURIComponent(host + pathname + search)
  return target.length <= MAX_TARGET ? target : encodeURIComponent(host + pathname)
}
