// https://developers.smartrecruiters.com/docs/posting-api. An unknown name answers 200 with no jobs, so an empty board
// proves nothing: it is complete only if jobs were seen there before.

import { VisitFailure } from '../collector.ts'
import { askFeed } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, joinPages, MAX_JOBS, placeOf, readEntries } from '../job-boards/board-job.ts'
import { boardName, pathOf } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { employmentOf, workplaceByFlags } from '../job-boards/job-words.ts'
import {
  countIn,
  countryIn,
  idIn,
  type Json,
  objectOf,
  promisedList,
  readJson,
  wordsIn,
} from '../job-boards/read-json.ts'

const PAGE_SIZE = 100

export const smartrecruiters = boardCollector({
  name: 'smartrecruiters',
  title: 'SmartRecruiters job board',
  boardOf(url) {
    const [first, second, third] = pathOf(url)
    if (/^(?:jobs|careers)\.smartrecruiters\.com$/.test(url.hostname)) return boardName(first, OWN_PATHS)
    const isFeed = url.hostname === 'api.smartrecruiters.com' && first === 'v1' && second === 'companies'
    return isFeed ? boardName(third) : undefined
  },
  pageOf: (board) => `https://careers.smartrecruiters.com/${encodeURIComponent(board)}`,
  async read(board, { ask, seenBefore = false }) {
    const pages: SmartrecruitersPage[] = []
    let entries = 0
    let total = Number.POSITIVE_INFINITY
    while (entries < total && entries < MAX_JOBS) {
      const list = `https://api.smartrecruiters.com/v1/companies/${encodeURIComponent(board)}/postings`
      const { text } = await askFeed(ask, `${list}?limit=${PAGE_SIZE}&offset=${entries}`)
      const page = readSmartrecruiters(text)
      pages.push(page)
      entries += page.entries
      total = page.total
      if (page.entries === 0) break
    }
    // A job added or removed between two pages shifts the others: one of them appears twice or not at all.
    const ids = new Set(pages.flatMap((page) => page.ids))
    const whole = ids.size === total && pages.every((page) => page.total === total && !page.isPartial)
    const exists = total > 0 || seenBefore
    const joined = joinPages(pages)
    return { ...joined, isPartial: joined.isPartial || !whole || !exists }
  },
})

const OWN_PATHS = ['sr-jobs', 'oneclick-ui', 'my-applications', 'job-api', 'static', 'favicon.ico']

interface SmartrecruitersPage extends BoardPage {
  readonly total: number
  /** Of all entries, including those that aren't openings. */
  readonly ids: readonly (string | undefined)[]
}

export function readSmartrecruiters(text: string): SmartrecruitersPage {
  const document = objectOf(readJson(text, 'The board'))
  const total = countIn(document.totalFound)
  if (total === undefined) throw new VisitFailure('invalid_response', 'The board does not say how many jobs it has')
  const entries = promisedList(document.content, 'The board')
  const name = wordsIn(objectOf(entries[0]?.company).name)
  return { ...readEntries(entries, jobOf, { name }), total, ids: entries.map(({ id }) => idIn(id)) }
}

function jobOf(entry: Json): BoardJob | 'skip' | undefined {
  const [id, title] = [idIn(entry.id), wordsIn(entry.name)]
  if (id === undefined || title === undefined) return undefined
  if (entry.visibility !== undefined && entry.visibility !== 'PUBLIC') return 'skip'
  const { city, region, fullLocation, country: code, remote, hybrid } = objectOf(entry.location)
  const words = joined([city, region]) ?? joined(wordsIn(fullLocation)?.split(',') ?? [])
  const country = countryIn(code)
  const company = idIn(objectOf(entry.company).identifier)
  return {
    id,
    title,
    department: wordsIn(objectOf(entry.department).label) ?? wordsIn(objectOf(entry.function).label),
    places: [placeOf(words, country)],
    workplace: workplaceByFlags(remote, hybrid),
    employment: employmentOf(objectOf(entry.typeOfEmployment).label),
    postedAt: boardTime(entry.releasedDate),
    url: company === undefined ? undefined : `https://jobs.smartrecruiters.com/${encodeURIComponent(company)}/${id}`,
    requisition: idIn(entry.refNumber),
  }
}

/** A missing part is empty: "Dubai, , United Arab Emirates". */
function joined(parts: readonly unknown[]): string | undefined {
  return wordsIn(parts.flatMap((part) => wordsIn(part) ?? []).join(', '))
}
