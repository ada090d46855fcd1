// https://developer.personio.de/docs/retrieving-open-job-positions. A board is identified by its host. An unknown name
// redirects to a marketing page, which is a failure like any redirect of a feed.
//
// Every answer lists all positions, but only the texts in the language that is asked for. Most boards write English or German.

import { askFeed } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, inOrder, readEntries } from '../job-boards/board-job.ts'
import { boardHost } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { employmentOf, workplaceInWords } from '../job-boards/job-words.ts'
import { idIn, wordsIn } from '../job-boards/read-json.ts'
import { childrenOf, readXml, textIn, type XmlElement } from '../job-boards/read-xml.ts'

export const personio = boardCollector({
  name: 'personio',
  title: 'Personio job board',
  boardOf: (url) => boardHost(url, /^([a-z0-9-]+)\.jobs\.personio\.(?:com|de)$/),
  pageOf: (board) => `https://${board}/`,
  async read(board, { ask }) {
    const readIn = async (language: string) => {
      const { text } = await askFeed(ask, `https://${board}/xml?language=${language}`, { accept: XML })
      return readPersonio(text, board)
    }
    const page = await readIn('en')
    if (page.jobs.every(({ description }) => description !== '')) return page
    const german = new Map((await readIn('de')).jobs.map(({ id, description }) => [id, description]))
    return { ...page, jobs: page.jobs.map((job) => ({ ...job, description: job.description || german.get(job.id) })) }
  },
})

const XML = 'application/xml, text/xml'

/** `host` is where the jobs' pages are. */
export function readPersonio(text: string, host: string): BoardPage {
  const positions = childrenOf(readXml(text, 'workzag-jobs'), 'position')
  // A group has jobs of several companies on one board: then it belongs to none of them.
  const names = new Set(positions.map((position) => wordsIn(textIn(position, 'subcompany'))))
  const [name] = names.size === 1 ? names : []
  return readEntries(positions, (position) => jobOf(position, host), { name })
}

function jobOf(position: XmlElement, host: string): BoardJob | undefined {
  const [id, title] = [idIn(textIn(position, 'id')), wordsIn(textIn(position, 'name'))]
  if (id === undefined || title === undefined) return undefined
  const office = wordsIn(textIn(position, 'office'))
  const others = childrenOf(position, 'additionalOffices')
    .flatMap((list) => childrenOf(list, 'office'))
    .flatMap((each) => wordsIn(each.text) ?? [])
  return {
    id,
    title,
    department: wordsIn(textIn(position, 'department')) ?? wordsIn(textIn(position, 'recruitingCategory')),
    places: [
      ...(office === undefined ? [] : [{ location: office }]),
      ...inOrder(others.map((location) => ({ location }))),
    ],
    workplace: workplaceInWords(office),
    employment: employmentOfPosition(textIn(position, 'employmentType'), textIn(position, 'schedule')),
    postedAt: boardTime(textIn(position, 'createdAt')),
    url: `https://${host}/job/${encodeURIComponent(id)}`,
    description: descriptionOf(position),
  }
}

/** `permanent` says less than the schedule, everything else more. */
function employmentOfPosition(type: string | undefined, schedule: string | undefined) {
  return type === 'permanent' ? employmentOf(schedule, type) : employmentOf(type?.replace('_', ' '), schedule)
}

function descriptionOf(position: XmlElement): string {
  return childrenOf(position, 'jobDescriptions')
    .flatMap((list) => childrenOf(list, 'jobDescription'))
    .filter((part) => textIn(part, 'value')?.trim())
    .map((part) => `<h3>${textIn(part, 'name') ?? ''}</h3>${textIn(part, 'value')}`)
    .join('\n')
}
