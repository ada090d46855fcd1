// How boards answer that are pages for people: a list of links, and pages of single jobs with structured data.

import { type Board, type Body, isoTime, type PostedJob } from '../../src/demo/board-server/formats.ts'

const NO_PAGE = { status: 404 } as const
const ICIMS_PAGE_SIZE = 20

/** As in `application/ld+json` of a page. */
export function jobPosting(job: PostedJob) {
  return {
    '@context': 'http://schema.org/',
    '@type': 'JobPosting',
    title: job.title,
    identifier: { '@type': 'PropertyValue', name: 'Board', value: job.id },
    datePosted: isoTime(job.postedAt),
    employmentType: job.employment?.toUpperCase(),
    ...(job.workplace === 'remote' && { jobLocationType: 'TELECOMMUTE' }),
    jobLocation: [job.location, ...(job.otherLocations ?? [])].map((addressLocality) => ({
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality, addressCountry: job.country },
    })),
    description: job.description ?? '',
  }
}

function page(text: string): Body {
  return { type: 'text/html; charset=utf-8', text: `<!doctype html>\n<html><body>${text}</body></html>` }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The page of a job. */
function posting(job: PostedJob | undefined): Body | typeof NO_PAGE {
  if (!job) return NO_PAGE
  const data = JSON.stringify(jobPosting(job)).replaceAll('<', '\\u003c')
  return page(`<h1>${escaped(job.title)}</h1><script type="application/ld+json">${data}</script>`)
}

export function icimsList({ name, jobs }: Board, url: URL): Body {
  const from = Number(url.searchParams.get('pr')) * ICIMS_PAGE_SIZE
  const items = jobs.slice(from, from + ICIMS_PAGE_SIZE).map((job) => {
    const link = `https://${name}.icims.com/jobs/${job.id}/the-job/job?in_iframe=1`
    const title = `<span class="sr-only field-label">Job Title</span><h3>${escaped(job.title)}</h3>`
    return `<li class="iCIMS_JobCardItem"><a href="${link}" class="iCIMS_Anchor">${title}</a></li>`
  })
  return page(`<div class="iCIMS_JobsTable"><ul>${items.join('')}</ul></div>`)
}

export function icimsJob({ jobs }: Board, url: URL): Body | typeof NO_PAGE {
  return posting(jobs.find(({ id }) => url.pathname.split('/')[2] === id))
}

export function jobviteList({ name, jobs }: Board): Body {
  const row = (job: PostedJob) =>
    `<tr><td><a href="/${name}/job/${job.id}">${escaped(job.title)}</a></td><td class="jv-job-list-location">${job.location}</td></tr>`
  return page(`<table class="jv-job-list">${jobs.map(row).join('')}</table>`)
}

export function jobviteJob({ jobs }: Board, url: URL): Body | typeof NO_PAGE {
  return posting(jobs.find(({ id }) => url.pathname.endsWith(`/${id}`)))
}

/** Of the board that is called acme. */
export const PAYLOCITY_UUID = '211e692d-c45a-4e3a-ae01-3e497af97929'

export function paylocityList({ company, jobs }: Board): Body {
  const data = {
    Jobs: jobs.map((job) => ({
      JobId: Number(job.id),
      JobTitle: job.title,
      LocationName: job.workplace === 'hybrid' ? 'Hybrid' : job.location,
      PublishedDate: isoTime(job.postedAt).replace('.000Z', '+00:00'),
      Description: '',
      IsInternal: false,
      HiringDepartment: job.department ?? null,
      JobLocation: { City: job.location, State: null, Country: job.country },
      IsRemote: job.workplace === 'remote',
    })),
    ModuleTitle: company,
  }
  return page(`<script>\nwindow.pageData = ${JSON.stringify(data).replaceAll('<', '\\u003c')};\n</script>`)
}

export function paylocityJob({ jobs }: Board, url: URL): Body | typeof NO_PAGE {
  return posting(jobs.find(({ id }) => url.pathname.endsWith(`/${id}`)))
}
