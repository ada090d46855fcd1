// How each board system answers, by host and path. Unknown names get what the real system gives them.

import {
  type Board,
  type Body,
  greenhouse,
  isoTime,
  json,
  lever,
  type PostedJob,
  personio,
} from '../../src/demo/board-server/formats.ts'
import {
  bamboohrJob,
  bamboohrList,
  oracleJob,
  oracleList,
  ripplingJob,
  ripplingList,
  workdayJob,
  workdayList,
} from './detail-board-formats.ts'
import {
  icimsJob,
  icimsList,
  jobPosting,
  jobviteJob,
  jobviteList,
  PAYLOCITY_UUID,
  paylocityJob,
  paylocityList,
} from './page-board-formats.ts'

export type { Board, PostedJob } from '../../src/demo/board-server/formats.ts'
export { jobPosting, PAYLOCITY_UUID } from './page-board-formats.ts'

export const BOARD_SYSTEMS = [
  'greenhouse',
  'lever',
  'ashby',
  'smartrecruiters',
  'workable',
  'recruitee',
  'personio',
  'teamtailor',
  'workday',
  'pinpoint',
  'bamboohr',
  'rippling',
  'breezy',
  'oracle',
  'icims',
  'jobvite',
  'paylocity',
] as const
export type BoardSystem = (typeof BOARD_SYSTEMS)[number]

interface NoPage {
  readonly status: number
  /** Where it redirects to. */
  readonly to?: string
}

export interface Asked {
  readonly system: BoardSystem
  /** Lever's EU boards are `eu:NAME`. */
  readonly board: string
  /** `sent` is the body of the request. A status: the board has no such page. */
  readonly write: (board: Board, url: URL, now: number, sent: string) => Body | NoPage
}

const PATHS: readonly (Asked & { readonly host: RegExp; readonly path: RegExp })[] = [
  feed('greenhouse', /^boards-api\.greenhouse\.io$/, /^\/v1\/boards\/([^/]+)\/jobs$/, (board, url, now) =>
    url.searchParams.get('content') === 'true' ? greenhouse(board, now) : greenhouse(withoutTexts(board), now),
  ),
  feed('lever', /^api\.lever\.co$/, /^\/v0\/postings\/([^/]+)$/, (board, url) => lever(sliceOf(board, url))),
  feed('lever', /^api\.eu\.lever\.co$/, /^\/v0\/postings\/([^/]+)$/, (board, url) =>
    lever(sliceOf(board, url), 'jobs.eu.lever.co'),
  ),
  feed('ashby', /^api\.ashbyhq\.com$/, /^\/posting-api\/job-board\/([^/]+)$/, ashby),
  feed('smartrecruiters', /^api\.smartrecruiters\.com$/, /^\/v1\/companies\/([^/]+)\/postings$/, smartrecruiters),
  feed('workable', /^apply\.workable\.com$/, /^\/api\/v1\/widget\/accounts\/([^/]+)$/, workable),
  feed('recruitee', /^(.+)\.recruitee\.com$/, /^\/api\/offers\/$/, recruitee),
  feed('personio', /^(.+)\.jobs\.personio\.(?:com|de)$/, /^\/xml$/, personio),
  feed('teamtailor', /^(.+)\.teamtailor\.com$/, /^\/jobs\.json$/, teamtailor),
  feed('workday', /^(.+)\.wd5\.myworkdayjobs\.com$/, /^\/wday\/cxs\/([^/]+)\/External\/jobs$/, workdayList),
  feed('workday', /^(.+)\.wd5\.myworkdayjobs\.com$/, /^\/wday\/cxs\/([^/]+)\/External\/job\/.+$/, workdayJob),
  feed('pinpoint', /^(.+)\.pinpointhq\.com$/, /^\/postings\.json$/, pinpoint),
  feed('bamboohr', /^(.+)\.bamboohr\.com$/, /^\/careers\/list$/, bamboohrList),
  feed('bamboohr', /^(.+)\.bamboohr\.com$/, /^\/careers\/\d+\/detail$/, bamboohrJob),
  feed('rippling', /^api\.rippling\.com$/, /^\/platform\/api\/ats\/v1\/board\/([^/]+)\/jobs$/, ripplingList),
  feed('rippling', /^api\.rippling\.com$/, /^\/platform\/api\/ats\/v1\/board\/([^/]+)\/jobs\/[^/]+$/, ripplingJob),
  feed('breezy', /^(.+)\.breezy\.hr$/, /^\/json$/, breezy),
  feed('oracle', /^(.+)\.fa\.us2\.oraclecloud\.com$/, /^\/hcmRestApi\/.+\/recruitingCEJobRequisitions$/, oracleList),
  feed(
    'oracle',
    /^(.+)\.fa\.us2\.oraclecloud\.com$/,
    /^\/hcmRestApi\/.+\/recruitingCEJobRequisitionDetails$/,
    oracleJob,
  ),
  feed('icims', /^(.+)\.icims\.com$/, /^\/jobs\/search$/, icimsList),
  feed('icims', /^(.+)\.icims\.com$/, /^\/jobs\/\d+\/[^/]+\/job$/, icimsJob),
  feed('jobvite', /^jobs\.jobvite\.com$/, /^\/([^/]+)\/jobs$/, jobviteList),
  feed('jobvite', /^jobs\.jobvite\.com$/, /^\/([^/]+)\/job\/[^/]+$/, jobviteJob),
  feed(
    'paylocity',
    /^recruiting\.paylocity\.com$/,
    new RegExp(`^/recruiting/jobs/All/${PAYLOCITY_UUID}$`),
    paylocityList,
  ),
  feed('paylocity', /^recruiting\.paylocity\.com$/, /^\/Recruiting\/Jobs\/Details\/\d+$/, paylocityJob),
]

function feed(system: BoardSystem, host: RegExp, path: RegExp, write: Asked['write']) {
  return { system, board: '', host, path, write }
}

export function boardAsked(url: URL): Asked | undefined {
  for (const { system, host, path, write } of PATHS) {
    const [byHost, byPath] = [host.exec(url.hostname), path.exec(url.pathname)]
    if (!byHost || !byPath) continue
    const name = decodeURIComponent(byPath[1] ?? byHost[1] ?? 'acme')
    return { system, board: url.hostname === 'api.eu.lever.co' ? `eu:${name}` : name, write }
  }
  return undefined
}

/** The answer to an unknown name. */
export function unknownBoard({ system, write }: Asked, url: URL, now: number): Body | NoPage {
  if (system === 'bamboohr') return { status: 302, to: 'https://www.bamboohr.com/' }
  if (system === 'breezy') return { status: 302, to: 'https://breezy.hr/' }
  if (system === 'workday') return { status: 406 }
  if (system === 'smartrecruiters' || system === 'oracle')
    return write({ name: 'nobody', company: '', jobs: [] }, url, now, '')
  if (system === 'personio') return { status: 307, to: 'https://www.personio.com/product/recruiting/' }
  return { status: 404 }
}

function withoutTexts(board: Board): Board {
  return { ...board, jobs: board.jobs.map(({ description: _, ...job }) => job) }
}

function sliceOf(board: Board, url: URL): Board {
  const skip = Number(url.searchParams.get('skip') ?? 0)
  const limit = Number(url.searchParams.get('limit') ?? board.jobs.length)
  return { ...board, jobs: board.jobs.slice(skip, skip + limit) }
}

const ASHBY_WORKPLACES = { onsite: 'OnSite', hybrid: 'Hybrid', remote: 'Remote' } as const
const ASHBY_EMPLOYMENT = {
  full_time: 'FullTime',
  part_time: 'PartTime',
  contract: 'Contract',
  temporary: 'Temporary',
  internship: 'Intern',
} as const

function ashby({ name, jobs }: Board): Body {
  return json({
    jobs: jobs.map((job) => ({
      id: job.id,
      title: job.title,
      department: job.department,
      team: job.department,
      employmentType: ASHBY_EMPLOYMENT[job.employment ?? 'full_time'],
      location: job.location,
      secondaryLocations: (job.otherLocations ?? []).map((location) => ({ location })),
      publishedAt: isoTime(job.postedAt).replace('Z', '+00:00'),
      isListed: true,
      isRemote: job.workplace === 'remote' || job.workplace === 'hybrid',
      workplaceType: job.workplace === undefined ? null : ASHBY_WORKPLACES[job.workplace],
      address: { postalAddress: { addressCountry: job.country } },
      jobUrl: `https://jobs.ashbyhq.com/${encodeURIComponent(name)}/${job.id}`,
      descriptionHtml: job.description ?? '',
    })),
    apiVersion: '1',
  })
}

function smartrecruiters({ name, company, jobs }: Board, url: URL): Body {
  const offset = Number(url.searchParams.get('offset') ?? 0)
  const limit = Math.min(100, Number(url.searchParams.get('limit') ?? 10))
  return json({
    offset,
    limit,
    totalFound: jobs.length,
    content: jobs.slice(offset, offset + limit).map((job) => ({
      id: job.id,
      name: job.title,
      refNumber: job.requisition ?? `REF${job.id}`,
      company: { identifier: name, name: company },
      releasedDate: isoTime(job.postedAt),
      location: {
        city: job.location,
        country: job.country?.toLowerCase(),
        remote: job.workplace === 'remote',
        hybrid: job.workplace === 'hybrid',
        fullLocation: job.location,
      },
      department: job.department === undefined ? {} : { id: '1', label: job.department },
      typeOfEmployment: { label: (job.employment ?? 'full_time').replace('_', '-') },
      visibility: 'PUBLIC',
      creator: { name: 'Human Resources' },
    })),
  })
}

/** Repeats a job for each of its places. */
function workable({ company, jobs }: Board): Body {
  return json({
    name: company,
    jobs: jobs.flatMap((job) =>
      [job.location, ...(job.otherLocations ?? [])].map((city) => ({
        title: job.title,
        shortcode: job.id,
        telecommuting: job.workplace === 'remote',
        department: job.department,
        employment_type: job.employment?.replace('_', '-'),
        url: `https://apply.workable.com/j/${job.id}`,
        published_on: isoTime(job.postedAt).slice(0, 10),
        city,
        locations: [{ countryCode: job.country, city, region: null, hidden: false }],
        description: job.description ?? '',
      })),
    ),
  })
}

function recruitee({ name, company, jobs }: Board, _url: URL, now: number): Body {
  return json({
    offers: jobs.map((job) => ({
      id: Number(job.id),
      title: job.title,
      department: job.department,
      company_name: company,
      city: job.location,
      country_code: job.country,
      location: job.location,
      locations: [job.location, ...(job.otherLocations ?? [])].map((city) => ({ city, country_code: job.country })),
      remote: job.workplace === 'remote',
      hybrid: job.workplace === 'hybrid',
      on_site: job.workplace === 'onsite',
      employment_type_code: job.employment === 'part_time' ? 'parttime' : 'fulltime_permanent',
      published_at: recruiteeTime(job.postedAt),
      updated_at: recruiteeTime(now),
      careers_url: `https://${name}.recruitee.com/o/${job.id}`,
      mailbox_email: `job.${job.id}@${name}.recruitee.com`,
      status: 'published',
      description: job.description ?? '',
      requirements: '',
    })),
  })
}

function recruiteeTime(seconds: number): string {
  return `${isoTime(seconds).slice(0, 19).replace('T', ' ')} UTC`
}

function teamtailor({ name, company, jobs }: Board): Body {
  return json({
    version: 'https://jsonfeed.org/version/1.1',
    title: company,
    home_page_url: `https://${name}.teamtailor.com/jobs`,
    items: jobs.map((job) => ({
      id: `uuid-${job.id}`,
      title: job.title,
      url: `https://${name}.teamtailor.com/jobs/${job.id}-job`,
      date_published: isoTime(job.postedAt).replace('.000Z', '+01:00'),
      content_html: job.description ?? '',
      _jobposting: jobPosting(job),
    })),
  })
}

/** One place, and no date. */
function pinpoint({ name, jobs }: Board): Body {
  return json({
    data: jobs.map((job) => ({
      id: job.id,
      title: job.title,
      path: `/en/postings/${job.id}`,
      url: `https://${name}.pinpointhq.com/en/postings/${job.id}`,
      description: '<p>About us</p>',
      key_responsibilities_header: 'What you will do',
      key_responsibilities: job.description ?? '',
      employment_type: job.employment,
      workplace_type: job.workplace,
      job: { id: `job-${job.id}`, requisition_id: null, department: { id: '1', name: job.department } },
      location: { id: '1', name: job.location },
    })),
  })
}

function breezy({ name, company, jobs }: Board): Body {
  const placeOf = (city: string | undefined, job: PostedJob) => ({
    ...{ city, name: city, country: { name: job.country, id: job.country } },
    is_remote: job.workplace === 'remote',
  })
  return json(
    jobs.map((job) => ({
      id: job.id,
      friendly_id: `${job.id}-job`,
      name: job.title,
      url: `https://${name}.breezy.hr/p/${job.id}-job`,
      published_date: isoTime(job.postedAt),
      type: { id: 'fullTime', name: 'Full-Time' },
      location: placeOf(job.location, job),
      locations: (job.otherLocations ?? []).map((city) => placeOf(city, job)),
      department: job.department,
      company: { name: company, friendly_id: name },
    })),
  )
}
