// A Workday board is identified by its tenant, data centre and site: `acme.wd5.External`. The list is a search of 20
// jobs a page, without dates and countries. Its total never exceeds 2,000: larger boards are read by job family. Some
// boards restart with the first page after their last. The feed is not documented.

import { type Ask, VisitFailure } from '../collector.ts'
import { askFeed } from '../job-boards/ask-board.ts'
import { boardCollector } from '../job-boards/board-collector.ts'
import { type BoardJob, type BoardPage, joinPages, MAX_JOBS, placeOf, readEntries } from '../job-boards/board-job.ts'
import { boardName, pathOf } from '../job-boards/board-links.ts'
import { boardTime } from '../job-boards/board-time.ts'
import type { JobDetail } from '../job-boards/job-details.ts'
import { employmentOf, workplaceInWords, workplaceOf } from '../job-boards/job-words.ts'
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

const PAGE_SIZE = 20
/** The maximum total. */
const MAX_TOTAL = 2_000
const MAX_FAMILIES = 100
const FAMILIES = 'jobFamilyGroup'

export const workday = boardCollector({
  name: 'workday',
  title: 'Workday job board',
  isUndocumented: true,
  boardOf(url) {
    const [, tenant, centre] = HOST.exec(url.hostname) ?? []
    if (tenant === undefined || centre === undefined) return undefined
    const path = pathOf(url)
    const site = path[0] === 'wday' ? path[1] === 'cxs' && path[3] : path[LANGUAGE.test(path[0] ?? '') ? 1 : 0]
    return site && !site.includes('.') && boardName(site) ? `${tenant}.${centre}.${site}` : undefined
  },
  async read(board, { ask }) {
    const site = siteOf(board)
    const first = await askList(ask, site, {}, 0)
    if (first.total < MAX_TOTAL) return readList(ask, site, {}, first)
    const families = first.families.slice(0, MAX_FAMILIES)
    const lists: WorkdayList[] = []
    for (const family of families) lists.push(await readList(ask, site, { [FAMILIES]: [family] }))
    const joined = joinPages([...lists, first])
    // The board doesn't state its total. If jobs of the first page are in no family, some are left out.
    const listed = new Set(lists.flatMap(({ ids }) => ids))
    const isPartial = first.families.length > MAX_FAMILIES || first.ids.some((id) => !listed.has(id))
    return { ...joined, isPartial: joined.isPartial || isPartial || lists.length === 0 }
  },
  async readDetail({ url = '' }, board, ask) {
    const { host, tenant, site } = siteOf(board)
    const path = new URL(url).pathname.slice(`/${site}`.length)
    const { text } = await askFeed(ask, `https://${host}/wday/cxs/${tenant}/${site}${path}`)
    return readWorkdayDetail(text)
  },
})

const HOST = /^([a-z0-9_-]+)\.(wd\d{1,4})\.myworkdayjobs\.com$/
const LANGUAGE = /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/

interface WorkdaySite {
  readonly host: string
  readonly tenant: string
  readonly site: string
}

function siteOf(board: string): WorkdaySite {
  const [tenant = '', centre = '', site = ''] = board.split('.')
  return { host: `${tenant}.${centre}.myworkdayjobs.com`, tenant, site: encodeURIComponent(site) }
}

type Facets = Readonly<Record<string, readonly string[]>>

interface WorkdayPage extends BoardPage {
  readonly total: number
  /** Of all entries, including those that aren't openings. */
  readonly ids: readonly string[]
  readonly families: readonly string[]
}

type WorkdayList = BoardPage & Pick<WorkdayPage, 'ids'>

async function askList(ask: Ask, site: WorkdaySite, facets: Facets, offset: number): Promise<WorkdayPage> {
  const body = JSON.stringify({ appliedFacets: facets, limit: PAGE_SIZE, offset, searchText: '' })
  const { text } = await askFeed(ask, `https://${site.host}/wday/cxs/${site.tenant}/${site.site}/jobs`, {
    body,
    // The tenant doesn't exist.
    statuses: { 406: 'missing' },
    volatile: 'postedOn',
  })
  return readWorkday(text, `https://${site.host}/${site.site}`)
}

/** Only the first page has the total. */
async function readList(ask: Ask, site: WorkdaySite, facets: Facets, given?: WorkdayPage): Promise<WorkdayList> {
  const first = given ?? (await askList(ask, site, facets, 0))
  const pages = [first]
  const ids = new Set(first.ids)
  for (let offset = PAGE_SIZE; offset < Math.min(first.total, MAX_JOBS); offset += PAGE_SIZE) {
    const page = await askList(ask, site, facets, offset)
    const isNew = page.ids.some((id) => !ids.has(id))
    if (!isNew) break
    pages.push(page)
    for (const id of page.ids) ids.add(id)
  }
  const joined = joinPages(pages)
  const isWhole = ids.size === first.total && first.total < MAX_TOTAL
  return { ...joined, isPartial: joined.isPartial || !isWhole, ids: [...ids] }
}

export function readWorkday(text: string, boardUrl: string): WorkdayPage {
  const document = objectOf(readJson(text, 'The board'))
  const total = countIn(document.total)
  if (total === undefined) throw new VisitFailure('invalid_response', 'The board does not say how many jobs it has')
  const entries = promisedList(document.jobPostings, 'The board')
  const page = readEntries(entries, (entry) => jobOf(entry, boardUrl))
  const families = listOf(document.facets)
    .map(objectOf)
    .filter(({ facetParameter }) => facetParameter === FAMILIES)
    .flatMap(({ values }) => listOf(values))
    .flatMap((value) => idIn(objectOf(value).id) ?? [])
  const ids = entries.flatMap((entry) => idOf(entry) ?? [])
  return { ...page, total, ids, families: [...new Set(families)] }
}

function jobOf(entry: Json, boardUrl: string): BoardJob | undefined {
  const [id, title] = [idOf(entry), wordsIn(entry.title)]
  if (id === undefined || title === undefined) return undefined
  const location = wordsIn(entry.locationsText)
  return {
    id,
    title,
    // "3 Locations" is not a place. The job's own page lists them.
    places: location === undefined || /^\d+ \p{L}+$/u.test(location) ? [] : [placeOf(location, undefined)],
    url: boardUrl + String(entry.externalPath),
  }
}

/** The number at the end of the path: the words before it change with the title and the place of the job. */
function idOf({ externalPath }: Json): string | undefined {
  if (typeof externalPath !== 'string' || !externalPath.startsWith('/') || !URL.canParse(`https://x${externalPath}`))
    return undefined
  const name = externalPath.slice(externalPath.lastIndexOf('/') + 1)
  return idIn(/_([A-Za-z]{0,6}[_-]?\d[A-Za-z0-9-]{0,60})$/.exec(name.slice(-80))?.[1] ?? name.slice(-80))
}

export function readWorkdayDetail(text: string): JobDetail {
  const job = objectOf(objectOf(readJson(text, 'The page of a job')).jobPostingInfo)
  const title = wordsIn(job.title)
  if (title === undefined) throw new VisitFailure('invalid_response', 'The page of a job has no title')
  const main = wordsIn(job.location)
  const others = listOf(job.additionalLocations).flatMap((place) => wordsIn(place) ?? [])
  const country = countryIn(objectOf(job.country).descriptor)
  return {
    title,
    places: [placeOf(main, country), ...others.sort().map((place) => placeOf(place, undefined))],
    workplace: workplaceOf(job.remoteType) ?? workplaceInWords(wordsIn(job.remoteType)),
    employment: employmentOf(job.timeType),
    postedAt: boardTime(job.startDate),
    requisition: idIn(job.jobReqId),
    description: typeof job.jobDescription === 'string' ? job.jobDescription : undefined,
  }
}
