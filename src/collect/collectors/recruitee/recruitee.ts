// A Recruitee board is identified by its host. Custom domains answer the same path.

import { askFeed, UPDATED_AT } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, inOrder, type Place, placeOf, readEntries } from '../job-boards/board-job.ts'
import { boardHost } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { employmentOf, workplaceByFlags } from '../job-boards/job-words.ts'
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

export const recruitee = boardCollector({
  name: 'recruitee',
  title: 'Recruitee job board',
  boardOf: (url) => boardHost(url, /^([a-z0-9-]+)\.recruitee\.com$/),
  pageOf: (board) => `https://${board}/`,
  async read(board, { ask }) {
    const { text } = await askFeed(ask, `https://${board}/api/offers/`, { volatile: UPDATED_AT })
    return readRecruitee(text)
  },
})

export function readRecruitee(text: string): BoardPage {
  const entries = promisedList(objectOf(readJson(text, 'The board')).offers, 'The board')
  return readEntries(entries, jobOf, { name: wordsIn(entries[0]?.company_name) })
}

function jobOf(entry: Json): BoardJob | 'skip' | undefined {
  const [id, title] = [idIn(entry.id), wordsIn(entry.title)]
  if (id === undefined || title === undefined) return undefined
  if (entry.status !== undefined && entry.status !== 'published') return 'skip'
  const main = placeIn(entry)
  return {
    id,
    title,
    department: wordsIn(entry.department),
    places: [main, ...inOrder(listOf(entry.locations).map(objectOf).map(placeIn))],
    workplace: workplaceByFlags(entry.remote, entry.hybrid, entry.on_site),
    employment: employmentOf(entry.employment_type_code),
    postedAt: boardTime(entry.published_at),
    url: urlIn(entry.careers_url),
    description: [entry.description, '<h3>Requirements</h3>', entry.requirements]
      .filter((part) => typeof part === 'string')
      .join('\n'),
  }
}

function placeIn({ city, country, country_code: code }: Json): Place {
  const location = wordsIn(city) ?? wordsIn(country)
  const known = countryIn(code) ?? countryIn(country)
  return placeOf(location, known)
}
