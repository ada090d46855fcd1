import { companyDomain, country, isTrue, known } from './cells.ts'
import type { Preset, PresetRow } from './preset.ts'

/** Its levels. We have no `staff`. */
const SENIORITIES: Readonly<Record<string, string>> = {
  c_level: 'c_level',
  senior: 'senior',
  mid_level: 'mid',
  junior: 'junior',
}

export const theirstackJobs: Preset = {
  name: 'theirstack-jobs',
  title: 'TheirStack jobs',
  knownFrom: "TheirStack's API reference of a job",
  fields: [
    { name: 'id', headers: ['id', 'job_id'], becomes: 'key', required: true },
    { name: 'title', headers: ['job_title'], becomes: 'jobTitle and label', required: true },
    { name: 'postedAt', headers: ['date_posted'], becomes: 'occurredAt', required: true },
    { name: 'domain', headers: ['company_domain', 'company_object.domain'], becomes: 'company', required: true },
    { name: 'company', headers: ['company_name', 'company_object.name', 'company'], becomes: 'companyName' },
    { name: 'url', headers: ['final_url', 'url'], becomes: 'url and jobUrl' },
    { name: 'place', headers: ['long_location', 'short_location', 'location'], becomes: 'location' },
    { name: 'country', headers: ['country_code', 'country'], becomes: 'country' },
    { name: 'remote', headers: ['remote'], becomes: 'workplaceType' },
    { name: 'hybrid', headers: ['hybrid'], becomes: 'workplaceType' },
    { name: 'seniority', headers: ['seniority'], becomes: 'seniority' },
    { name: 'closedAt', headers: ['closed_at'], becomes: 'status and closedAt' },
  ],
  marks: ['date_posted'],
  linesOf: jobLines,
}

function jobLines({ text, date }: PresetRow) {
  const read = companyDomain(text('domain'))
  if ('problem' in read) return read.problem
  const closedAt = date('closedAt')
  const url = text('url')
  return [
    known({
      record: 'signal',
      type: 'hiring',
      company: known({ domain: read.domain, name: text('company') }),
      source: 'TheirStack',
      key: text('id'),
      occurredAt: date('postedAt'),
      confidence: 0.8,
      label: `Hiring: ${text('title')}`,
      ...(closedAt !== '' && { status: 'closed', closedAt }),
      jobTitle: text('title'),
      url,
      jobUrl: url,
      location: text('place'),
      country: country(text('country')),
      workplaceType: isTrue(text('remote')) ? 'remote' : isTrue(text('hybrid')) ? 'hybrid' : undefined,
      seniority: SENIORITIES[text('seniority').toLowerCase()],
    }),
  ]
}
