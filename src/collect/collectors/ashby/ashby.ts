// https://developers.ashbyhq.com/docs/public-job-posting-api. Names may hold spaces and dots.

import { askBoard } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, inOrder, type Place, placeOf, readEntries } from '../job-boards/board-job.ts'
import { boardName, pathOf } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { employmentOf, workplaceOf } from '../job-boards/job-words.ts'
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

export const ashby = boardCollector({
  name: 'ashby',
  title: 'Ashby job board',
  boardOf(url) {
    const [first, second, third] = pathOf(url)
    if (url.hostname === 'jobs.ashbyhq.com') return boardName(first, ['api', '_next', 'static', 'meeting'])
    const isFeed = url.hostname === 'api.ashbyhq.com' && first === 'posting-api' && second === 'job-board'
    return isFeed ? boardName(third) : undefined
  },
  pageOf: (board) => `https://jobs.ashbyhq.com/${encodeURIComponent(board)}`,
  async read(board, { ask }) {
    const { text } = await askBoard(
      ask,
      board,
      (name) => `https://api.ashbyhq.com/posting-api/job-board/${encodeURIComponent(name)}?includeCompensation=true`,
    )
    return readAshby(text)
  },
})

export function readAshby(text: string): BoardPage {
  return readEntries(promisedList(objectOf(readJson(text, 'The board')).jobs, 'The board'), jobOf)
}

function jobOf(entry: Json): BoardJob | 'skip' | undefined {
  const [id, title] = [idIn(entry.id), wordsIn(entry.title)]
  if (id === undefined || title === undefined) return undefined
  // An unlisted job is shown only to those who have its link.
  if (entry.isListed !== true) return 'skip'
  return {
    id,
    title,
    department: wordsIn(entry.department) ?? wordsIn(entry.team),
    places: [placeIn(entry), ...inOrder(listOf(entry.secondaryLocations).map(objectOf).map(placeIn))],
    // `isRemote` is true for hybrid jobs too: it counts only if nothing else is stated.
    workplace: workplaceOf(entry.workplaceType) ?? (entry.isRemote === true ? 'remote' : undefined),
    employment: employmentOf(entry.employmentType),
    postedAt: boardTime(entry.publishedAt),
    url: urlIn(entry.jobUrl),
    description: typeof entry.descriptionHtml === 'string' ? entry.descriptionHtml : undefined,
  }
}

/** The address of a further place isn't wrapped in `postalAddress`. */
function placeIn({ location, address }: Json): Place {
  const words = wordsIn(location)
  const { postalAddress = address } = objectOf(address)
  const country = countryIn(objectOf(postalAddress).addressCountry)
  return placeOf(words, country)
}
