// A Teamtailor board is identified by its host. Most use a custom domain, which answers the same paths. Its JSON Feed
// is read, or its RSS if there is none. Both identify a job by the number in its link.

import { type Ask, VisitFailure } from '../collector.ts'
import { askFeed } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import {
  type BoardJob,
  type BoardPage,
  inOrder,
  joinPages,
  MAX_JOBS,
  placeOf,
  readEntries,
} from '../job-boards/board-job.ts'
import { boardHost } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import { workplaceOf } from '../job-boards/job-words.ts'
import {
  countryIn,
  idIn,
  type Json,
  objectOf,
  promisedList,
  readJson,
  urlIn,
  wordsIn,
} from '../job-boards/read-json.ts'
import { childrenOf, readXml, textIn, type XmlElement } from '../job-boards/read-xml.ts'
import { identifierOf, jobOfPosting } from '../job-boards/schema-job.ts'

const MAX_PAGES = 50

export const teamtailor = boardCollector({
  name: 'teamtailor',
  title: 'Teamtailor job board',
  boardOf: (url) => boardHost(url, /^([a-z0-9-]+)(?:\.(?:na|au|eu))?\.teamtailor\.com$/),
  pageOf: (board) => `https://${board}/`,
  read: (board, { ask }) => readBoard(ask, board),
})

async function readBoard(ask: Ask, board: string): Promise<BoardPage> {
  const pages: TeamtailorPage[] = []
  let next: string | undefined = `https://${board}/jobs.json`
  let jobs = 0
  try {
    while (next !== undefined && pages.length < MAX_PAGES && jobs < MAX_JOBS) {
      const page: TeamtailorPage = readTeamtailor((await askFeed(ask, next)).text)
      pages.push(page)
      jobs += page.jobs.length
      next = page.next !== undefined && new URL(page.next).hostname === board ? page.next : undefined
    }
  } catch (error) {
    const noFeed = error instanceof VisitFailure && error.reason === 'missing' && pages.length === 0
    if (!noFeed) throw error
    const { text } = await askFeed(ask, `https://${board}/jobs.rss`, { accept: 'application/rss+xml, application/xml' })
    return readTeamtailorRss(text)
  }
  const joined = joinPages(pages)
  return { ...joined, isPartial: joined.isPartial || pages.at(-1)?.next !== undefined }
}

type TeamtailorPage = BoardPage & { readonly next?: string | undefined }

export function readTeamtailor(text: string): TeamtailorPage {
  const document = objectOf(readJson(text, 'The feed'))
  const page = readEntries(promisedList(document.items, 'The feed'), jobOfItem, { name: wordsIn(document.title) })
  return { ...page, next: urlIn(document.next_url) }
}

function jobOfItem(item: Json): BoardJob | undefined {
  const posting = objectOf(item._jobposting)
  const description = [item.content_html, posting.description].find((text) => typeof text === 'string')
  const job = jobOfPosting({ ...posting, title: item.title ?? posting.title, description })
  const id = identifierOf(posting) ?? numberInLink(item.url) ?? idIn(item.id)
  if (job === undefined || id === undefined) return undefined
  return {
    ...job,
    id,
    postedAt: boardTime(item.date_published) ?? job.postedAt,
    url: urlIn(item.url) ?? job.url,
  }
}

function readTeamtailorRss(text: string): BoardPage {
  const [channel] = childrenOf(readXml(text, 'rss'), 'channel')
  if (!channel) throw new VisitFailure('invalid_response', 'The feed has no channel')
  return readEntries(childrenOf(channel, 'item'), jobOfRss, { name: wordsIn(textIn(channel, 'title')) })
}

function jobOfRss(item: XmlElement): BoardJob | undefined {
  const link = textIn(item, 'link')?.trim()
  const [id, title] = [numberInLink(link), wordsIn(textIn(item, 'title'))]
  if (id === undefined || title === undefined) return undefined
  const places = childrenOf(item, 'tt:locations')
    .flatMap((list) => childrenOf(list, 'tt:location'))
    .map((place) => {
      const location = wordsIn(textIn(place, 'tt:city')) ?? wordsIn(textIn(place, 'tt:name'))
      const country = countryIn(textIn(place, 'tt:country'))
      return placeOf(location, country)
    })
  return {
    id,
    title,
    department: wordsIn(textIn(item, 'tt:department')),
    places: inOrder(places),
    workplace: workplaceOf(textIn(item, 'remoteStatus')),
    postedAt: boardTime(textIn(item, 'pubDate')),
    url: urlIn(link),
    description: textIn(item, 'description'),
  }
}

function numberInLink(link: unknown): string | undefined {
  return typeof link === 'string' ? /\/jobs\/(\d{1,20})(?:-|$)/.exec(link)?.[1] : undefined
}
