import { SENIORITIES } from '../../closed-sets/signals.ts'
import { jobFunction } from './shared-fields.ts'
import type { TypeDeclaration } from './type-declaration.ts'

const WORKPLACE_TYPES = ['onsite', 'hybrid', 'remote'] as const
const EMPLOYMENT_TYPES = ['full_time', 'part_time', 'contract', 'temporary', 'internship'] as const
const AI_SOURCES = ['title', 'description'] as const

export const hiring = {
  type: 'hiring',
  description: 'A job was posted.',
  otherNames: ['jobs', 'hire', 'hires', 'vacancies', 'openings', 'roles', 'positions', 'looking for'],
  exampleLabel: 'Hiring: AI SDR',
  labelOf: (text) => `Hiring ${text('jobTitle')}${text('location') && ` in ${text('location')}`}`,
  lifetime: { kind: 'opening', expiresAfterDays: 60 },
  staysNewsDays: 0,
  grouping: 'jobs',
  readsWords: 'of-job',
  aboutJobs: true,
  fields: [
    {
      name: 'jobTitle',
      queryName: 'title',
      kind: 'text',
      label: 'Job title',
      description:
        'The title without requisition codes, place of the job, gender markers and name of the employer. The label has what was posted.',
      required: true,
      example: 'AI SDR',
    },
    jobFunction,
    {
      name: 'seniority',
      kind: 'enum',
      label: 'Seniority',
      description: 'The level of the role.',
      values: SENIORITIES,
      example: 'senior',
    },
    {
      name: 'department',
      kind: 'text',
      label: 'Department',
      description: "The department in the company's own words.",
      example: 'Revenue',
    },
    {
      name: 'location',
      kind: 'text',
      label: 'Location',
      description: 'Where the job is.',
      independent: true,
      example: 'Berlin',
    },
    {
      name: 'country',
      kind: 'country',
      label: 'Country',
      description: 'The country of the job.',
      independent: true,
      example: 'DE',
    },
    {
      name: 'workplaceType',
      kind: 'enum',
      label: 'Workplace',
      description: 'On site, hybrid or remote.',
      values: WORKPLACE_TYPES,
      independent: true,
      example: 'remote',
    },
    {
      name: 'employmentType',
      kind: 'enum',
      label: 'Employment',
      description: 'The kind of contract.',
      values: EMPLOYMENT_TYPES,
      independent: true,
      example: 'full_time',
    },
    {
      name: 'jobUrl',
      kind: 'url',
      label: 'Job URL',
      description: 'Where the job is posted.',
      example: 'https://jobs.northwind.example/ai-sdr',
    },
    {
      name: 'requisition',
      kind: 'note',
      label: 'Requisition',
      description: "The source's id for the opening, if it posts one opening in several places.",
      example: 'R-4711',
    },
    {
      name: 'forClient',
      kind: 'note',
      label: 'For a client',
      description:
        'The words that say that the job is at a client of the company, as agencies post them, or of others, as marketplaces do.',
      example: 'Our client, a leading logistics firm, is looking for an Account Executive.',
    },
    {
      name: 'employer',
      kind: 'note',
      label: 'Employer',
      description: 'The employer that the post names, if it is not the company.',
      example: 'Globex',
    },
    {
      name: 'locations',
      kind: 'texts',
      label: 'Locations',
      description: 'Every place of an opening that is posted in several.',
      computed: true,
      independent: true,
      example: ['Berlin', 'London'],
    },
    {
      name: 'countries',
      kind: 'countries',
      label: 'Countries',
      description: 'The countries of an opening that is posted in several. `country` finds each of them.',
      computed: true,
      independent: true,
      example: ['DE', 'GB'],
    },
    { name: 'ai', kind: 'boolean', label: 'AI', description: 'Whether the job is about AI.', example: true },
    {
      name: 'aiFrom',
      kind: 'enum',
      label: 'AI by',
      description: 'What says that the job is about AI: its title or its description.',
      values: AI_SOURCES,
      example: 'title',
    },
    {
      name: 'first',
      kind: 'boolean',
      label: 'First in its function',
      description:
        'The first known job of its function at a company with at most 250 employees whose jobs were monitored for a year before.',
      computed: true,
      independent: true,
      example: true,
    },
    {
      name: 'newCountry',
      kind: 'boolean',
      label: 'First in its country',
      description:
        'The first known job in its country, not that of the headquarters, at a company whose jobs were monitored for a year before.',
      computed: true,
      independent: true,
      example: true,
    },
    {
      name: 'opensCountry',
      kind: 'boolean',
      label: 'Opens a country',
      description:
        'One of at least two jobs in a new country, or that of who is to lead the country. Interns, beginners and temporary jobs open none.',
      computed: true,
      independent: true,
      example: true,
    },
  ],
} as const satisfies TypeDeclaration
