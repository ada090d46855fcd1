// https://github.com/lever/postings-api. The EU has its own host with its own names: such a board is `eu:NAME`.

import { askBoard } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, inOrder, placeOf, readEntries } from '../job-boards/board-job.ts'
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

const HOST = /^(?:jobs|api)(\.eu)?\.lever\.co$/

export const lever = boardCollector({
  name: 'lever',
  title: 'Lever job board',
  boardOf(url) {
    const host = HOST.exec(url.hostname)
    const [first, second, third] = pathOf(url)
    const isFeed = url.hostname.startsWith('api.')
    const name = boardName(isFeed ? (first === 'v0' && second === 'postings' ? third : undefined) : first)
    return !host || name === undefined ? undefined : `${host[1] === undefined ? '' : 'eu:'}${name}`
  },
  pageOf(board) {
    const host = board.startsWith('eu:') ? 'jobs.eu.lever.co' : 'jobs.lever.co'
    return `https://${host}/${encodeURIComponent(board.replace(/^eu:/, ''))}`
  },
  async read(board, { ask }) {
    const host = board.startsWith('eu:') ? 'api.eu.lever.co' : 'api.lever.co'
    const { text } = await askBoard(
      ask,
      board.replace(/^eu:/, ''),
      (name) => `https://${host}/v0/postings/${encodeURIComponent(name)}?mode=json`,
    )
    return readLever(text)
  },
})

export function readLever(text: string): BoardPage {
  return readEntries(promisedList(readJson(text, 'The board'), 'The board'), jobOf)
}

function jobOf(entry: Json): BoardJob | undefined {
  const [id, title] = [idIn(entry.id), wordsIn(entry.text)]
  if (id === undefined || title === undefined) return undefined
  const { location, allLocations, department, team, commitment } = objectOf(entry.categories)
  const main = wordsIn(location)
  const country = countryIn(entry.country)
  // The country is that of the main place.
  const others = listOf(allLocations).flatMap((each) => wordsIn(each) ?? [])
  return {
    id,
    title,
    department: wordsIn(department) ?? wordsIn(team),
    places: [
      placeOf(main, country),
      ...inOrder(others.filter((each) => each !== main).map((each) => ({ location: each }))),
    ],
    workplace: workplaceOf(entry.workplaceType),
    employment: employmentOf(commitment),
    postedAt: boardTime(entry.createdAt),
    url: urlIn(entry.hostedUrl),
    description: descriptionOf(entry),
  }
}

function descriptionOf({ description, lists, additional }: Json): string {
  const sections = listOf(lists)
    .map(objectOf)
    .map(({ text, content }) => `<h3>${htmlIn(text)}</h3><ul>${htmlIn(content)}</ul>`)
  return [htmlIn(description), ...sections, '<h3></h3>', htmlIn(additional)].join('\n')
}

function htmlIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
