// A board of Oracle Recruiting Cloud is identified by its host and site: `acme.fa.us2.oraclecloud.com:CX_1`. Paging is
// a part of the query parameter `finder`. A site that doesn't exist shows no jobs, so an empty board is complete only
// if jobs were seen there before. Texts are on the page of each job. The feed is not documented.

import { type Ask, VisitFailure } from '../collector.ts'
import { askFeed } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, joinPages, MAX_JOBS, placeOf, readEntries } from '../job-boards/board-job.ts'
import { boardName, pathOf } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import type { JobDetail } from '../job-boards/job-details.ts'
import { employmentOf, workplaceOf } from '../job-boards/job-words.ts'
import {
  countIn,
  countryIn,
  idIn,
  type Json,
  listOf,
  objectOf,
  promisedList,
  readJson,
  wordsIn,
} from '../job-boards/read-json.ts'

const PAGE_SIZE = 200

export const oracle = boardCollector({
  name: 'oracle',
  title: 'Oracle Recruiting job board',
  isUndocumented: true,
  boardOf(url) {
    const path = pathOf(url)
    if (path[0] !== 'hcmUI' || path[1] !== 'CandidateExperience') return undefined
    const at = path.indexOf('sites')
    const site = at === -1 ? undefined : boardName(path[at + 1])
    return site === undefined || /[ .]/.test(site) ? undefined : `${url.hostname}:${site}`
  },
  async read(board, { ask, seenBefore = false }) {
    const pages: OraclePage[] = []
    const ids = new Set<string>()
    for (let offset = 0; offset < MAX_JOBS; offset += PAGE_SIZE) {
      const page = await askList(ask, board, offset)
      const isNew = page.ids.some((id) => !ids.has(id))
      if (isNew || offset === 0) pages.push(page)
      for (const id of page.ids) ids.add(id)
      if (!isNew || page.entries < PAGE_SIZE || ids.size >= (page.total ?? MAX_JOBS)) break
    }
    const joined = joinPages(pages)
    // A job added or removed between two pages shifts the others.
    const isWhole = pages.every(({ total }) => (total ?? joined.entries) === ids.size)
    const exists = ids.size > 0 || seenBefore
    return { ...joined, isPartial: joined.isPartial || !isWhole || !exists }
  },
  async readDetail(job, board, ask) {
    const { host, site } = siteOf(board)
    const finder = `finder=ById;Id=%22${encodeURIComponent(job.id)}%22,siteNumber=${site}`
    const url = `https://${host}/hcmRestApi/resources/latest/recruitingCEJobRequisitionDetails?onlyData=true&expand=all&${finder}`
    return readOracleDetail((await askFeed(ask, url)).text, job)
  },
})

function siteOf(board: string): { readonly host: string; readonly site: string } {
  const [host = '', site = ''] = board.split(':')
  return { host, site: encodeURIComponent(site) }
}

interface OraclePage extends BoardPage {
  /** Of all entries, including those that aren't openings. */
  readonly ids: readonly string[]
}

async function askList(ask: Ask, board: string, offset: number): Promise<OraclePage> {
  const { host, site } = siteOf(board)
  const finder = `finder=findReqs;siteNumber=${site},limit=${PAGE_SIZE},offset=${offset}`
  const url = `https://${host}/hcmRestApi/resources/latest/recruitingCEJobRequisitions?onlyData=true&expand=requisitionList.secondaryLocations&${finder}`
  return readOracle((await askFeed(ask, url)).text, board)
}

export function readOracle(text: string, board: string): OraclePage {
  const document = objectOf(readJson(text, 'The board'))
  const [found = {}] = promisedList(document.items, 'The board')
  const entries = promisedList(found.requisitionList ?? [], 'The board')
  const page = readEntries(entries, (entry) => jobOf(entry, board), { total: countIn(found.TotalJobsCount) })
  return { ...page, ids: entries.flatMap(({ Id }) => idIn(Id) ?? []) }
}

function jobOf(entry: Json, board: string): BoardJob | undefined {
  const [id, title] = [idIn(entry.Id), wordsIn(entry.Title)]
  if (id === undefined || title === undefined) return undefined
  const { host, site } = siteOf(board)
  const others = listOf(entry.secondaryLocations).map(objectOf)
  return {
    id,
    title,
    department: wordsIn(entry.JobFamily),
    places: [
      placeOf(wordsIn(entry.PrimaryLocation), countryIn(entry.PrimaryLocationCountry)),
      ...others.map(({ Name, CountryCode }) => placeOf(wordsIn(Name), countryIn(CountryCode))),
    ],
    workplace: workplaceOf(entry.WorkplaceType),
    employment: employmentOf(entry.JobSchedule),
    postedAt: boardTime(entry.PostedDate),
    url: `https://${host}/hcmUI/CandidateExperience/en/sites/${site}/job/${encodeURIComponent(id)}`,
  }
}

export function readOracleDetail(text: string, listed: BoardJob): JobDetail {
  const document = objectOf(readJson(text, 'The page of a job'))
  if (Array.isArray(document.items) && document.items.length === 0)
    throw new VisitFailure('missing', 'The job is no longer posted')
  const job = objectOf(listOf(document.items)[0] ?? document)
  const title = wordsIn(job.Title)
  if (title === undefined) throw new VisitFailure('invalid_response', 'The page of a job has no title')
  const [main, ...others] = listed.places
  const country = countryIn(job.PrimaryLocationCountry) ?? main?.country
  const texts = [job.ExternalDescriptionStr, job.ExternalResponsibilitiesStr, job.ExternalQualificationsStr]
  return {
    title,
    places: [placeOf(main?.location ?? wordsIn(job.PrimaryLocation), country), ...others],
    workplace: workplaceOf(job.WorkplaceType),
    employment: employmentOf(job.JobSchedule),
    postedAt: boardTime(job.ExternalPostedStartDate),
    description: texts.filter((each) => typeof each === 'string').join('\n'),
  }
}
