// How board systems answer whose lists say little: the rest stands on the page of each job.

import { type Board, type Body, isoTime, json, type PostedJob } from '../../src/demo/board-server/formats.ts'

const NO_PAGE = { status: 404 } as const

const WORKPLACES = { onsite: 'On-site', hybrid: 'Hybrid', remote: 'Remote' } as const

const placesOf = ({ location, otherLocations = [] }: PostedJob) => [location, ...otherLocations]

/** A list says at most this total, and begins again with its first page beyond it. */
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
