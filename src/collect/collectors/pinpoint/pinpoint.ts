// https://developers.pinpointhq.com: a public feed with everything but the date of a post. A board is identified by its
// host.

import { askFeed } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, placeOf, readEntries } from '../job-boards/board-job.ts'
import { boardHost } from '../job-boards/board-links.ts'
import { employmentOf, workplaceOf } from '../job-boards/job-words.ts'
import { idIn, type Json, objectOf, promisedList, readJson, urlIn, wordsIn } from '../job-boards/read-json.ts'

export const pinpoint = boardCollector({
  name: 'pinpoint',
  title: 'Pinpoint job board',
  boardOf: (url) => boardHost(url, /^([a-z0-9-]+)\.pinpointhq\.com$/),
  async read(board, { ask }) {
    const { text } = await askFeed(ask, `https://${board}/postings.json`)
    return readPinpoint(text, board)
  },
})

export function readPinpoint(text: string, board: string): BoardPage {
  const document = objectOf(readJson(text, 'The board'))
  return readEntries(promisedList(document.data, 'The board'), (entry) => jobOf(entry, board))
}

function jobOf(entry: Json, board: string): BoardJob | undefined {
  const [id, title] = [idIn(entry.id), wordsIn(entry.title)]
  if (id === undefined || title === undefined) return undefined
  const job = objectOf(entry.job)
  const department = wordsIn(objectOf(job.department).name) ?? wordsIn(objectOf(entry.department).name)
  const path = typeof entry.path === 'string' ? URL.parse(entry.path, `https://${board}`)?.href : undefined
  return {
    id,
    title,
    department,
    places: [placeOf(wordsIn(objectOf(entry.location).name), undefined)],
    workplace: workplaceOf(entry.workplace_type),
    employment: employmentOf(entry.employment_type, entry.employment_type_text),
    url: urlIn(entry.url) ?? urlIn(path),
    // An opening may be posted in several places.
    requisition: idIn(job.requisition_id) ?? idIn(job.id),
    description: descriptionOf(entry),
  }
}

/** Without the benefits, which say nothing about the work. */
function descriptionOf(entry: Json): string {
  const textOf = (name: string) => (typeof entry[name] === 'string' ? (entry[name] as string) : '')
  const section = (name: string) => `<h3>${textOf(`${name}_header`)}</h3>${textOf(name)}`
  return [textOf('description'), section('key_responsibilities'), section('skills_knowledge_expertise')].join('\n')
}
