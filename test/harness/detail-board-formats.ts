// How board systems answer whose lists say little: the rest is on the page of each job.

import { type Board, type Body, isoTime, json, type PostedJob } from '../../src/demo/board-server/formats.ts'

const NO_PAGE = { status: 404 } as const

const WORKPLACES = { onsite: 'On-site', hybrid: 'Hybrid', remote: 'Remote' } as const

const placesOf = ({ location, otherLocations = [] }: PostedJob) => [location, ...otherLocations]

/** A list states at most this total, and restarts with its first page beyond it. */
const WORKDAY_MAX = 2_000

/** Jobs are in the family of their department. */
export function workdayList({ jobs }: Board, _url: URL, now: number, sent: string): Body | typeof NO_PAGE {
  if (sent === '') return NO_PAGE
  const { appliedFacets, limit, offset } = JSON.parse(sent) as {
    appliedFacets: { jobFamilyGroup?: string[] }
    limit: number
    offset: number
  }
  const [family] = appliedFacets.jobFamilyGroup ?? []
  const found = family === undefined ? jobs : jobs.filter(({ department }) => department === family)
  const from = offset >= WORKDAY_MAX ? 0 : offset
  const families = [...new Set(jobs.flatMap(({ department }) => department ?? []))]
  return json({
    // Later pages don't say how many there are.
    total: offset === 0 ? Math.min(found.length, WORKDAY_MAX) : 0,
    jobPostings: found.slice(from, from + Math.min(limit, 20)).map((job) => ({
      title: job.title,
      externalPath: workdayPath(job),
      locationsText: job.otherLocations?.length ? `${placesOf(job).length} Locations` : job.location,
      postedOn: `Posted ${Math.floor((now - job.postedAt) / 86_400)} Days Ago`,
      bulletFields: [job.id],
    })),
    facets: [
      {
        facetParameter: 'jobFamilyGroup',
        descriptor: 'Job Category',
        values: families.map((each) => ({
          descriptor: each,
          id: each,
          count: jobs.filter(({ department }) => department === each).length,
        })),
      },
    ],
    userAuthenticated: false,
  })
}

const workdayPath = ({ id, title }: PostedJob) => `/job/Somewhere/${title.replace(/[^A-Za-z]+/g, '-')}_${id}`

export function workdayJob({ name, jobs }: Board, url: URL): Body | typeof NO_PAGE {
  const job = jobs.find((each) => url.pathname.endsWith(workdayPath(each)))
  if (!job) return NO_PAGE
  return json({
    jobPostingInfo: {
      id: `internal-${job.id}`,
      title: job.title,
      jobDescription: job.description ?? '',
      location: job.location,
      additionalLocations: job.otherLocations,
      postedOn: 'Posted 30+ Days Ago',
      startDate: isoTime(job.postedAt).slice(0, 10),
      timeType: job.employment === 'part_time' ? 'Part time' : 'Full time',
      jobReqId: job.requisition ?? job.id,
      country: { descriptor: job.country === 'DE' ? 'Germany' : job.country, id: 'x' },
      remoteType: job.workplace === undefined ? undefined : WORKPLACES[job.workplace],
      externalUrl: `https://${name}.wd5.myworkdayjobs.com/External${workdayPath(job)}`,
    },
    hiringOrganization: { name: `US01 ${name}`, url: '' },
  })
}

const departmentOf = ({ department }: PostedJob) => (department === undefined ? null : department)

const LOCATION_TYPES = { onsite: '0', remote: '1', hybrid: '2' } as const

function bamboohrFields(job: PostedJob) {
  return {
    jobOpeningName: job.title,
    departmentLabel: departmentOf(job),
    employmentStatusLabel: job.employment === 'part_time' ? 'Part-Time' : 'Full-Time',
    location: { city: job.location ?? null, state: null },
    atsLocation: { country: null, state: null, province: null, city: null },
    isRemote: null,
    locationType: job.workplace === undefined ? null : LOCATION_TYPES[job.workplace],
  }
}

export function bamboohrList({ jobs }: Board): Body {
  return json({
    meta: { totalCount: jobs.length },
    result: jobs.map((job) => ({ id: job.id, ...bamboohrFields(job) })),
  })
}

export function bamboohrJob({ jobs }: Board, url: URL): Body | typeof NO_PAGE {
  const job = jobs.find(({ id }) => url.pathname === `/careers/${id}/detail`)
  if (!job) return NO_PAGE
  const fields = bamboohrFields(job)
  const jobOpening = {
    ...fields,
    location: { ...fields.location, addressCountry: job.country === 'DE' ? 'Germany' : job.country },
    datePosted: isoTime(job.postedAt).slice(0, 10),
    description: job.description ?? '',
  }
  return json({ result: { jobOpening, formFields: {} } })
}

/** One row for each place. */
export function ripplingList({ name, jobs }: Board): Body {
  const rows = jobs.flatMap((job) => placesOf(job).map((label = 'Anywhere') => ({ job, label })))
  return json(
    rows.map(({ job, label }) => ({
      uuid: job.id,
      name: job.title,
      department: { id: departmentOf(job), label: departmentOf(job) },
      url: `https://ats.rippling.com/${name}/jobs/${job.id}`,
      workLocation: { label: ripplingPlace(job, label), id: label },
    })),
  )
}

const ripplingPlace = ({ workplace }: PostedJob, place: string) =>
  workplace === 'remote' ? `Remote (${place})` : place

export function ripplingJob({ jobs }: Board, url: URL): Body | typeof NO_PAGE {
  const job = jobs.find(({ id }) => url.pathname.endsWith(`/jobs/${id}`))
  if (!job) return NO_PAGE
  return json({
    uuid: job.id,
    name: job.title,
    description: { company: '<p>We are hiring.</p>', role: job.description ?? '' },
    workLocations: placesOf(job).map((place = 'Anywhere') => ripplingPlace(job, place)),
    employmentType: { label: 'SALARIED_FT', id: 'Salaried, full-time' },
    createdOn: isoTime(job.postedAt),
  })
}

/** Paging is inside `finder`. */
export function oracleList({ jobs }: Board, url: URL): Body {
  const finder = url.searchParams.get('finder') ?? ''
  const numberOf = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(finder)?.[1] ?? 0)
  const [offset, limit] = [numberOf('offset'), numberOf('limit')]
  const requisitionList = jobs.slice(offset, offset + limit).map((job) => ({
    Id: job.id,
    Title: job.title,
    PostedDate: isoTime(job.postedAt).slice(0, 10),
    PrimaryLocation: job.location,
    PrimaryLocationCountry: job.country,
    ShortDescriptionStr: '',
    secondaryLocations: (job.otherLocations ?? []).map((Name) => ({ Name, CountryCode: job.country })),
  }))
  return json({ items: [{ TotalJobsCount: jobs.length, requisitionList }], count: 1, hasMore: false })
}

export function oracleJob({ jobs }: Board, url: URL): Body {
  const id = /Id="([^"]+)"/.exec(url.searchParams.get('finder') ?? '')?.[1]
  const items = jobs
    .filter((job) => job.id === id)
    .map((job) => ({
      Id: job.id,
      Title: job.title,
      ExternalDescriptionStr: job.description ?? '',
      PrimaryLocation: job.location,
      PrimaryLocationCountry: job.country,
      WorkplaceType: job.workplace === undefined ? null : WORKPLACES[job.workplace],
      ExternalPostedStartDate: isoTime(job.postedAt).replace('.000Z', '+00:00'),
    }))
  return json({ items, count: items.length })
}
