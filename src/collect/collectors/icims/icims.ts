// An iCIMS board is identified by its host. Its list is paged without a total: it ends with a page that shows no new
// job. The rest is on the page of each job. Nothing of it is documented.

import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, joinPages, MAX_JOBS } from '../job-boards/board-job.ts'
import { boardHost } from '../job-boards/board-links.ts'
import { wordsIn } from '../job-boards/read-json.ts'
import { askList, askPosting, readLinks } from '../page-boards/page-board.ts'
import type { PageLink } from '../web-page/read-page.ts'

/** Of 20 jobs and more. */
const MAX_PAGES = 200
/** What every page of the system has. */
const MARK = 'iCIMS_'

export const icims = boardCollector({
  name: 'icims',
  title: 'iCIMS job board',
  isUndocumented: true,
  boardOf: (url) => boardHost(url, /^([a-z0-9-]+)\.icims\.com$/),
  async read(board, { ask, seenBefore = false }) {
    const pages: BoardPage[] = []
    const ids = new Set<string>()
    let isEnded = false
    while (!isEnded && pages.length < MAX_PAGES && ids.size < MAX_JOBS) {
      const url = `https://${board}/jobs/search?ss=1&in_iframe=1&pr=${pages.length}`
      const page = readIcims(await askList(ask, url, MARK), url)
      isEnded = page.ids.every((id) => ids.has(id))
      for (const id of page.ids) ids.add(id)
      pages.push(page)
    }
    const joined = joinPages(pages)
    const exists = ids.size > 0 || seenBefore
    return { ...joined, isPartial: joined.isPartial || !isEnded || !exists }
  },
  readDetail: ({ url = '' }, _board, ask) => askPosting(ask, `${url}?in_iframe=1`),
})

export function readIcims(html: string, pageUrl: string) {
  return readLinks(html, pageUrl, jobOf)
}

function jobOf({ url, text }: PageLink): BoardJob | undefined {
  const id = /^\/jobs\/(\d{1,20})\/[^/]+\/job$/.exec(url.pathname)?.[1]
  // The title is preceded by a tooltip with the number and a label for screen readers.
  const title = wordsIn(
    text
      .split('Job Title')
      .at(-1)
      ?.replace(/^\s*\d{1,20} - /, ''),
  )
  return id === undefined || title === undefined
    ? undefined
    : { id, title, places: [], url: `https://${url.hostname}${url.pathname}` }
}
