// A BambooHR board is identified by its host. An unknown name redirects, or shows an empty board, so an empty one is
// complete only if jobs were seen there before. The date, the country and the text of a job are on its own page. The
// feed is not documented.

import { VisitFailure } from '../collector.ts'
import { askFeed } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, type Place, placeOf, readEntries } from '../job-boards/board-job.ts'
import { boardHost } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import type { JobDetail } from '../job-boards/job-details.ts'
import { employmentOf, type Workplace } from '../job-boards/job-words.ts'
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

export const bamboohr = boardCollector({
  name: 'bamboohr',
  title: 'BambooHR job board',
  isUndocumented: true,
  boardOf: (url) => boardHost(url, /^([a-z0-9-]+)\.bamboohr\.com$/),
  async read(board, { ask, seenBefore = false }) {
    const { text } = await askFeed(ask, `https://${board}/careers/list`)
    const page = readBamboohr(text, board)
    return { ...page, isPartial: page.isPartial || (page.entries === 0 && !seenBefore) }
  },
  async readDetail({ id }, board, ask) {
    const { text } = await askFeed(ask, `https://${board}/careers/${encodeURIComponent(id)}/detail`)
    return readBamboohrDetail(text)
  },
})

export function readBamboohr(text: string, board: string): BoardPage {
  const document = objectOf(readJson(text, 'The board'))
  const total = countIn(objectOf(document.meta).totalCount)
  return readEntries(promisedList(document.result, 'The board'), (entry) => jobOf(entry, board), { total })
}

function jobOf(entry: Json, board: string): BoardJob | undefined {
  const [id, title] = [idIn(entry.id), wordsIn(entry.jobOpeningName)]
  if (id === undefined || title === undefined) return undefined
  return {
    id,
    title,
    department: wordsIn(entry.departmentLabel),
    places: placesOf(entry),
    workplace: WORKPLACES.get(String(entry.locationType)),
    employment: employmentOf(entry.employmentStatusLabel),
    url: `https://${board}/careers/${encodeURIComponent(id)}`,
  }
}

const WORKPLACES: ReadonlyMap<string, Workplace> = new Map<string, Workplace>([
  ['0', 'onsite'],
  ['1', 'remote'],
  ['2', 'hybrid'],
])

export function readBamboohrDetail(text: string): JobDetail {
  const job = objectOf(objectOf(objectOf(readJson(text, 'The page of a job')).result).jobOpening)
  const title = wordsIn(job.jobOpeningName)
  if (title === undefined) throw new VisitFailure('invalid_response', 'The page of a job has no title')
  return {
    title,
    department: wordsIn(job.departmentLabel),
    places: placesOf(job),
    workplace: WORKPLACES.get(String(job.locationType)),
    employment: employmentOf(job.employmentStatusLabel),
    postedAt: boardTime(job.datePosted),
    description: typeof job.description === 'string' ? job.description : undefined,
  }
}

/** The office, or where applicants may live. Only one of them is filled in. */
function placesOf({ location, atsLocation }: Json): Place[] {
  const [office, area] = [objectOf(location), objectOf(atsLocation)]
  const parts = (...names: readonly unknown[]) => wordsIn(names.flatMap((each) => wordsIn(each) ?? []).join(', '))
  const words = parts(office.city, office.state) ?? parts(area.city, area.state ?? area.province)
  const countryText = wordsIn(office.addressCountry) ?? wordsIn(area.country)
  const place = placeOf(words ?? countryText, countryIn(countryText))
  return place.location === undefined && place.country === undefined ? [] : [place]
}
