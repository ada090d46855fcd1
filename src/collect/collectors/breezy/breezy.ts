// A Breezy board is identified by its host. An unknown name redirects, and 403 means too many requests. Its feed has no
// texts and is not documented.

import { askFeed } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, placeOf, readEntries } from '../job-boards/board-job.ts'
import { boardHost } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { employmentOf, workplaceInWords } from '../job-boards/job-words.ts'
import {
  countryIn,
  idIn,
  type Json,
  manyOf,
  objectOf,
  promisedList,
  readJson,
  urlIn,
  wordsIn,
} from '../job-boards/read-json.ts'

export const breezy = boardCollector({
  name: 'breezy',
  title: 'Breezy job board',
  isUndocumented: true,
  boardOf: (url) => boardHost(url, /^([a-z0-9-]+)\.breezy\.hr$/),
  async read(board, { ask }) {
    const { text } = await askFeed(ask, `https://${board}/json`, { statuses: { 403: 'limited' } })
    return readBreezy(text)
  },
})

export function readBreezy(text: string): BoardPage {
  const entries = promisedList(readJson(text, 'The board'), 'The board')
  return readEntries(entries, jobOf, { name: wordsIn(objectOf(entries[0]?.company).name) })
}

function jobOf(entry: Json): BoardJob | undefined {
  const [id, title] = [idIn(entry.id), wordsIn(entry.name)]
  if (id === undefined || title === undefined) return undefined
  const main = objectOf(entry.location)
  const others = manyOf(entry.locations).map(objectOf)
  const places = [main, ...others].map((place) =>
    placeOf(wordsIn(place.city) ?? wordsIn(place.name), countryIn(objectOf(place.country).id)),
  )
  return {
    id,
    title,
    department: wordsIn(entry.department),
    places,
    workplace: main.is_remote === true ? 'remote' : workplaceInWords(wordsIn(main.name)),
    employment: employmentOf(objectOf(entry.type).name, objectOf(entry.type).id),
    postedAt: boardTime(entry.published_date),
    url: urlIn(entry.url),
  }
}
