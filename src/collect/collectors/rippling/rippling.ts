// A Rippling board lists a job once for each of its places. Its date and text are on its own page. The feed is not documented.

import { VisitFailure } from '../collector.ts'
import { askBoard, askFeed } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, inOrder, placeOf, readEntries } from '../job-boards/board-job.ts'
import { boardName, pathOf } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import type { JobDetail } from '../job-boards/job-details.ts'
import { employmentOf, workplaceInWords } from '../job-boards/job-words.ts'
import { idIn, type Json, listOf, objectOf, promisedList, readJson, urlIn, wordsIn } from '../job-boards/read-json.ts'

const API = 'https://api.rippling.com/platform/api/ats/v1/board'

const listUrl = (board: string) => `${API}/${encodeURIComponent(board)}/jobs`

export const rippling = boardCollector({
  name: 'rippling',
  title: 'Rippling job board',
  isUndocumented: true,
  boardOf(url) {
    const path = pathOf(url)
    if (url.hostname === 'ats.rippling.com') return boardName(path[LANGUAGE.test(path[0] ?? '') ? 1 : 0], OWN_PATHS)
    const isFeed = url.hostname === 'api.rippling.com' && url.pathname.startsWith('/platform/api/ats/v1/board/')
    return isFeed ? boardName(path[5]) : undefined
  },
  async read(board, { ask }) {
    const { text } = await askBoard(ask, board, listUrl)
    return readRippling(text)
  },
  async readDetail({ id }, board, ask) {
    const { text } = await askFeed(ask, `${listUrl(board)}/${encodeURIComponent(id)}`)
    return readRipplingDetail(text)
  },
})

const LANGUAGE = /^[a-z]{2}-[A-Z]{2}$/
const OWN_PATHS = ['api', 'static', '_next', 'favicon.ico']

/** The order in which places are listed may change. */
export function readRippling(text: string): BoardPage {
  const page = readEntries(promisedList(readJson(text, 'The board'), 'The board'), jobOf)
  const jobs = page.jobs.map((job) => {
    const places = inOrder(job.places)
    const workplaces = new Set(places.map(({ location }) => workplaceInWords(location)))
    return { ...job, places, workplace: workplaces.size === 1 ? [...workplaces][0] : undefined }
  })
  return { ...page, jobs }
}

function jobOf(entry: Json): BoardJob | undefined {
  const [id, title] = [idIn(entry.uuid), wordsIn(entry.name)]
  if (id === undefined || title === undefined) return undefined
  const place = wordsIn(objectOf(entry.workLocation).label)
  return {
    id,
    title,
    department: wordsIn(objectOf(entry.department).label),
    places: place === undefined ? [] : [placeOf(place, undefined)],
    url: urlIn(entry.url),
  }
}

export function readRipplingDetail(text: string): JobDetail {
  const job = objectOf(readJson(text, 'The page of a job'))
  const title = wordsIn(job.name)
  if (title === undefined) throw new VisitFailure('invalid_response', 'The page of a job has no title')
  const { label, id } = objectOf(job.employmentType)
  const places = listOf(job.workLocations).flatMap((place) => wordsIn(place) ?? [])
  return {
    title,
    places: inOrder(places.map((place) => placeOf(place, undefined))),
    employment: employmentOf(id, label),
    postedAt: boardTime(job.createdOn),
    description: descriptionOf(job.description),
  }
}

/** The part about the company is under every job, and says nothing about this one. */
function descriptionOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : objectOf(value).role
  return typeof text === 'string' ? text : undefined
}
