// A Paylocity board is a page with all jobs as data of a script. Their texts are on the page of each job. Nothing of it is
// documented. A board is identified by a UUID.

import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, placeOf, readEntries } from '../job-boards/board-job.ts'
import { pathOf } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { workplaceInWords } from '../job-boards/job-words.ts'
import { countryIn, idIn, type Json, objectOf, promisedList, readJson, wordsIn } from '../job-boards/read-json.ts'
import { askList, askPosting } from '../page-boards/page-board.ts'

const HOST = 'recruiting.paylocity.com'
/** Precedes the data. */
const MARK = 'window.pageData = '
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const paylocity = boardCollector({
  name: 'paylocity',
  title: 'Paylocity job board',
  isUndocumented: true,
  boardOf(url) {
    const [first, second, third, fourth = ''] = pathOf(url).map((part) => part.toLowerCase())
    const isList = first === 'recruiting' && second === 'jobs' && (third === 'all' || third === 'list')
    return url.hostname === HOST && isList && UUID.test(fourth) ? fourth : undefined
  },
  async read(board, { ask }) {
    return readPaylocity(await askList(ask, `https://${HOST}/recruiting/jobs/All/${board}`, MARK))
  },
  async readDetail({ url = '' }, _board, ask) {
    const { employment, description, isEscaped } = await askPosting(ask, url)
    return { employment, description, ...(isEscaped && { isEscaped }) }
  },
})

export function readPaylocity(html: string): BoardPage {
  const start = html.indexOf(MARK) + MARK.length
  const script = html.slice(start, html.indexOf('</script>', start))
  const document = objectOf(readJson(script.slice(0, script.lastIndexOf('}') + 1), 'The data of the board'))
  return readEntries(promisedList(document.Jobs, 'The board'), jobOf, { name: wordsIn(document.ModuleTitle) })
}

function jobOf(entry: Json): BoardJob | 'skip' | undefined {
  const [id, title] = [idIn(entry.JobId), wordsIn(entry.JobTitle)]
  if (id === undefined || title === undefined) return undefined
  if (entry.IsInternal === true) return 'skip'
  const { City, State, Country } = objectOf(entry.JobLocation)
  const place = [City, State].flatMap((part) => wordsIn(part) ?? []).join(', ')
  return {
    id,
    title,
    department: wordsIn(entry.HiringDepartment),
    places: [placeOf(wordsIn(place) ?? wordsIn(entry.LocationName), countryIn(Country))],
    workplace: entry.IsRemote === true ? 'remote' : workplaceInWords(wordsIn(entry.LocationName)),
    postedAt: boardTime(entry.PublishedDate),
    url: `https://${HOST}/Recruiting/Jobs/Details/${encodeURIComponent(id)}`,
  }
}
