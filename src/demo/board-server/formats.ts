// Job boards as three of the real systems publish them. The demo serves these on loopback, so that collecting can be seen
// working on a machine without internet.

import { escapeHtml } from '../../platform/text/escape-html.ts'

export interface PostedJob {
  /** Digits. */
  readonly id: string
  readonly title: string
  readonly department?: string
  readonly location?: string
  readonly otherLocations?: readonly string[]
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  readonly workplace?: 'onsite' | 'hybrid' | 'remote'
  readonly employment?: 'full_time' | 'part_time' | 'contract' | 'temporary' | 'internship'
  /** Unix seconds. */
  readonly postedAt: number
  /** The opening, if it has several posts. */
  readonly requisition?: string
  /** HTML. */
  readonly description?: string
}

export interface Board {
  /** As in its address. */
  readonly name: string
  /** As it shows itself. */
  readonly company: string
  readonly jobs: readonly PostedJob[]
}

export interface Body {
  readonly type: string
  readonly text: string
}

export function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}

export function json(value: unknown): Body {
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(value) }
}

/** Its descriptions are escaped twice, and `updated_at` changes for no reason. */
export function greenhouse({ name, company, jobs }: Board, now: number): Body {
  return json({
    jobs: jobs.map((job) => ({
      absolute_url: `https://job-boards.greenhouse.io/${name}/jobs/${job.id}`,
      internal_job_id: Number(job.requisition ?? job.id),
      location: { name: job.location ?? '' },
      id: Number(job.id),
      updated_at: isoTime(now),
      title: job.title,
      company_name: `${company} `,
      first_published: isoTime(job.postedAt),
      content: escapeHtml(job.description ?? ''),
      departments: job.department === undefined ? [] : [{ id: 1, name: job.department }],
      offices: [],
    })),
    meta: { total: jobs.length },
  })
}

const LEVER_WORKPLACES = { onsite: 'on-site', hybrid: 'hybrid', remote: 'remote' } as const

export function lever({ name, jobs }: Board, host = 'jobs.lever.co'): Body {
  return json(
    jobs.map((job) => ({
      id: job.id,
      text: job.title,
      categories: {
        commitment: job.employment?.replace('_', '-') ?? 'Full-time',
        department: job.department,
        location: job.location,
        allLocations: [job.location, ...(job.otherLocations ?? [])],
      },
      country: job.country ?? null,
      workplaceType: job.workplace === undefined ? 'unspecified' : LEVER_WORKPLACES[job.workplace],
      createdAt: job.postedAt * 1_000,
      description: job.description ?? '',
      lists: [],
      hostedUrl: `https://${host}/${name}/${job.id}`,
    })),
  )
}

export function personio({ company, jobs }: Board): Body {
  const positions = jobs.map(
    (job) => `<position>
  <id>${job.id}</id>
  <subcompany>${escapeHtml(company)}</subcompany>
  <office>${escapeHtml(job.location ?? '')}</office>
  <additionalOffices>${(job.otherLocations ?? []).map((office) => `<office>${escapeHtml(office)}</office>`).join('')}</additionalOffices>
  <department>${escapeHtml(job.department ?? '')}</department>
  <name>${escapeHtml(job.title)}</name>
  <jobDescriptions><jobDescription><name>Your tasks</name><value><![CDATA[${job.description ?? ''}]]></value></jobDescription></jobDescriptions>
  <employmentType>${job.employment === 'internship' ? 'intern' : 'permanent'}</employmentType>
  <schedule>${job.employment === 'part_time' ? 'part-time' : 'full-time'}</schedule>
  <createdAt>${isoTime(job.postedAt).slice(0, 19)}+0000</createdAt>
</position>`,
  )
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<workzag-jobs>\n${positions.join('\n')}\n</workzag-jobs>\n`
  return { type: 'text/xml; charset=utf-8', text }
}
