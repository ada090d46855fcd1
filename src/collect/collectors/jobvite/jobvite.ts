// A Jobvite board is one page with all jobs, or with the first of each category. The rest is on the page of each job. Nothing
// of it is documented.

import { boardCollector } from '../job-boards/board-collector.ts'
import type { BoardJob, BoardPage } from '../job-boards/board-job.ts'
import { boardName, pathOf } from '../job-boards/board-links.ts'
import { wordsIn } from '../job-boards/read-json.ts'
import { askList, askPosting, readLinks } from '../page-boards/page-board.ts'
import type { PageLink } from '../web-page/read-page.ts'

/** What every page of the system has. */
const MARK = 'jv-'

export const jobvite = boardCollector({
  name: 'jobvite',
  title: 'Jobvite job board',
  isUndocumented: true,
  boardOf(url) {
    if (url.hostname !== 'jobs.jobvite.com') return undefined
    const path = pathOf(url)
    return boardName(path[path[0] === 'careers' ? 1 : 0], OWN_PATHS)
  },
  async read(board, { ask, seenBefore = false }) {
    const url = `https://jobs.jobvite.com/${encodeURIComponent(board)}/jobs`
    const page = readJobvite(await askList(ask, url, MARK), url, board)
    return { ...page, isPartial: page.isPartial || (page.entries === 0 && !seenBefore) }
  },
  readDetail: ({ url = '' }, _board, ask) => askPosting(ask, url),
})

const OWN_PATHS = ['support', 'privacy', 'static', '__assets__', 'favicon.ico']

export function readJobvite(html: string, pageUrl: string, board: string): BoardPage {
  const { links, ...page } = readLinks(html, pageUrl, (link) => jobOf(link, board))
  // "Show more" of a category: not all of its jobs are here.
  const hasMore = links.some(({ url }) => url.pathname.endsWith('/search') && url.searchParams.has('c'))
  return { ...page, isPartial: page.isPartial || hasMore }
}

function jobOf({ url, text }: PageLink, board: string): BoardJob | undefined {
  const path = pathOf(url)
  const [name, word, id] = path[0] === 'careers' ? path.slice(1) : path
  const title = wordsIn(text)
  if (name?.toLowerCase() !== board.toLowerCase() || word !== 'job' || title === undefined) return undefined
  return id !== undefined && /^[A-Za-z0-9]{1,20}$/.test(id)
    ? { id, title, places: [], url: `https://${url.hostname}${url.pathname}` }
    : undefined
}
