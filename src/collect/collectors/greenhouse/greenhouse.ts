// https://developers.greenhouse.io/job-board.html. Boards of the EU answer on the same host.

import { askBoard, UPDATED_AT } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, type Place, readEntries } from '../job-boards/board-job.ts'
import { boardName, pathOf } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { employmentOf, workplaceInWords, workplaceOf } from '../job-boards/job-words.ts'
import {
  countIn,
  idIn,
  type Json,
  listOf,
  objectOf,
  promisedList,
  readJson,
  urlIn,
  wordsIn,
} from '../job-boards/read-json.ts'

const PAGES = /^(?:job-)?boards(?:\.eu)?\.greenhouse\.io$/
const FEEDS = /^(?:boards-)?api(?:\.eu)?\.greenhouse\.io$/

export const greenhouse = boardCollector({
  name: 'greenhouse',
  title: 'Greenhouse job board',
  boardOf(url) {
    const [first, second, third] = pathOf(url)
    if (FEEDS.test(url.hostname)) return first === 'v1' && second === 'boards' ? boardName(third) : undefined
    if (!PAGES.test(url.hostname)) return undefined
    return boardName(first === 'embed' ? url.searchParams.get('for') : first, ['robots.txt', 'favicon.ico'])
  },
  pageOf: (board) => `https://job-boards.greenhouse.io/${encodeURIComponent(board)}`,
  async read(board, { ask }) {
    const { text } = await askBoard(
      ask,
      board,
      (name) => `https://boards-api.greenhouse.io/v1/boards/${encodeURIComponent(name)}/jobs?content=true`,
      { volatile: UPDATED_AT },
    )
    return readGreenhouse(text)
  },
})

/** Posts, each with its own id. Posts of one opening share `internal_job_id`; a prospect post has none. */
export function readGreenhouse(text: string): BoardPage {
  const document = objectOf(readJson(text, 'The board'))
  const entries = promisedList(document.jobs, 'The board')
  return readEntries(entries, jobOf, {
    total: countIn(objectOf(document.meta).total),
    name: wordsIn(entries[0]?.company_name),
  })
}

function jobOf(entry: Json): BoardJob | 'skip' | undefined {
  const [id, title] = [idIn(entry.id), wordsIn(entry.title)]
  if (id === undefined || title === undefined) return undefined
  if (entry.internal_job_id === null) return 'skip'
  const location = wordsIn(objectOf(entry.location).name)
  return {
    id,
    title,
    department: wordsIn(objectOf(listOf(entry.departments)[0]).name),
    places: placesIn(location),
    workplace: workplaceInWords(location),
    employment: employmentOf(employmentField(entry)),
    postedAt: boardTime(entry.first_published),
    url: urlIn(entry.absolute_url),
    requisition: idIn(entry.internal_job_id),
    description: typeof entry.content === 'string' ? entry.content : undefined,
    isEscaped: true,
  }
}

/** One text may name several places: "London, UK; Berlin, Germany". The word "Hybrid" next to a place isn't one. */
function placesIn(location = ''): Place[] {
  const parts = location.split(/[;|•]/).flatMap((part) => wordsIn(part) ?? [])
  const named = parts.filter((part) => workplaceOf(part) === undefined)
  return (named.length > 0 ? named : parts.slice(0, 1)).map((part) => ({ location: part }))
}

/** Boards may show fields of their own. */
function employmentField({ metadata }: Json): unknown {
  const isEmployment = ({ name }: Json) => typeof name === 'string' && /^employment type$/i.test(name)
  return listOf(metadata).map(objectOf).find(isEmployment)?.value
}
