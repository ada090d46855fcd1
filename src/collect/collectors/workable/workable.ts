// The feed of Workable's widget. It repeats a job for each of its countries.

import { askBoard } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, inOrder, type Place, placeOf, readEntries } from '../job-boards/board-job.ts'
import { boardHost, boardName, pathOf } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { employmentOf } from '../job-boards/job-words.ts'
import {
  countryIn,
  idIn,
  type Json,
  listOf,
  objectOf,
  promisedList,
  readJson,
  urlIn,
  wordsIn,
} from '../job-boards/read-json.ts'

const OLD_HOST = /^([a-z0-9-]+)\.workable\.com$/

export const workable = boardCollector({
  name: 'workable',
  title: 'Workable job board',
  boardOf(url) {
    const path = pathOf(url)
    if (url.hostname === 'apply.workable.com') {
      return path.slice(0, 4).join('/') === 'api/v1/widget/accounts'
        ? boardName(path[4])
        : boardName(path[0], ['api', 'j', 'static', 'assets', 'favicon.ico'])
    }
    return boardHost(url, OLD_HOST)?.split('.')[0]
  },
  pageOf: (board) => `https://apply.workable.com/${encodeURIComponent(board)}/`,
  async read(board, { ask }) {
    const { text } = await askBoard(
      ask,
      board,
      (name) => `https://apply.workable.com/api/v1/widget/accounts/${encodeURIComponent(name)}?details=true`,
    )
    return readWorkable(text)
  },
})

export function readWorkable(text: string): BoardPage {
  const document = objectOf(readJson(text, 'The board'))
  const page = readEntries(promisedList(document.jobs, 'The board'), jobOf, { name: wordsIn(document.name) })
  return { ...page, jobs: page.jobs.map((job) => ({ ...job, places: inOrder(job.places) })) }
}

function jobOf(entry: Json): BoardJob | undefined {
  const [id, title] = [idIn(entry.shortcode), wordsIn(entry.title)]
  if (id === undefined || title === undefined) return undefined
  const listed = listOf(entry.locations)
    .map(objectOf)
    .filter(({ hidden }) => hidden !== true)
  return {
    id,
    title,
    department: wordsIn(entry.department) ?? wordsIn(entry.function),
    places: (listed.length > 0 ? listed : [entry]).map(placeIn),
    workplace: entry.telecommuting === true ? 'remote' : undefined,
    employment: employmentOf(entry.employment_type),
    postedAt: boardTime(entry.published_on),
    url: urlIn(entry.url),
    description: typeof entry.description === 'string' ? entry.description : undefined,
  }
}

function placeIn({ city, region, state, country, countryCode }: Json): Place {
  const words = wordsIn(city) ?? wordsIn(region) ?? wordsIn(state) ?? wordsIn(country)
  const code = countryIn(countryCode) ?? countryIn(country)
  return placeOf(words, code)
}
