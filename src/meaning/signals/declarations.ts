// The declaration of a signal. Ingest validates against this table, the API's schemas and the filter catalogue are
// generated from it, and the query language takes its fields from it. A field added here is known everywhere.

import { JOB_FUNCTIONS, SENIORITIES, type SignalType } from '../../closed-sets/signals.ts'
import type { FieldDeclaration } from './field-declaration.ts'

export {
  JOB_FUNCTIONS,
  type JobFunction,
  SENIORITIES,
  type Seniority,
  SIGNAL_TYPES,
  type SignalType,
} from '../../closed-sets/signals.ts'
export { canBeStated, type FieldDeclaration, type FieldKind } from './field-declaration.ts'

/** The service derives these from the other types. A derived signal never triggers a derivation. */
export const DERIVED_TYPES = ['funding_ai', 'velocity'] as const satisfies readonly SignalType[]

export const SIGNAL_STATUSES = ['active', 'closed', 'retracted'] as const
export type SignalStatus = (typeof SIGNAL_STATUSES)[number]

const WORKPLACE_TYPES = ['onsite', 'hybrid', 'remote'] as const
const EMPLOYMENT_TYPES = ['full_time', 'part_time', 'contract', 'temporary', 'internship'] as const
export const WEB_KINDS = [
  'ai_product_page',
  'ai_feature',
  'ai_chat_widget',
  'llms_txt',
  'mcp_endpoint',
  'ai_crawler_policy',
] as const
/** A first look gives `in_use` or `up`: it was there before anybody looked, so it is no news. */
const TOOL_CHANGES = ['adopted', 'in_use', 'dropped'] as const
const WEB_CHANGES = ['launched', 'up', 'removed'] as const
const AI_SOURCES = ['title', 'description'] as const

interface TypeDeclaration {
  readonly type: SignalType
  readonly label: string
  readonly description: string
  readonly fields: readonly FieldDeclaration[]
}

const fundingFields = [
  { name: 'round', kind: 'slug', label: 'Round', description: 'The kind of round.', example: 'series_a' },
  {
    name: 'amountUsd',
    queryName: 'amount',
    kind: 'integer',
    label: 'Amount',
    description: 'The amount raised, in whole US dollars.',
    example: 12_000_000,
  },
  {
    name: 'amountOriginal',
    kind: 'note',
    label: 'Original amount',
    description: 'The amount in the currency of the source, if that is not the US dollar.',
    example: 'EUR 11000000',
  },
  {
    name: 'investors',
    kind: 'texts',
    label: 'Investors',
    description: 'Who invested.',
    example: ['Northwind Ventures'],
  },
  {
    name: 'announcedOn',
    kind: 'date',
    label: 'Announced on',
    description: 'The day of the announcement.',
    example: '2026-05-04',
  },
] as const satisfies readonly FieldDeclaration[]

const jobFunction = {
  name: 'function',
  kind: 'enum',
  label: 'Function',
  description: 'The part of the company that the job belongs to.',
  values: JOB_FUNCTIONS,
  example: 'sales',
} as const satisfies FieldDeclaration

export const SIGNAL_DECLARATIONS: Readonly<Record<SignalType, TypeDeclaration>> = {
  hiring: {
    type: 'hiring',
    label: 'Hiring',
    description: 'A job was posted.',
    fields: [
      {
        name: 'jobTitle',
        queryName: 'title',
        kind: 'text',
        label: 'Job title',
        description: 'The title as posted.',
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
      { name: 'location', kind: 'text', label: 'Location', description: 'Where the job is.', example: 'Berlin' },
      { name: 'country', kind: 'country', label: 'Country', description: 'The country of the job.', example: 'DE' },
      {
        name: 'workplaceType',
        kind: 'enum',
        label: 'Workplace',
        description: 'On site, hybrid or remote.',
        values: WORKPLACE_TYPES,
        example: 'remote',
      },
      {
        name: 'employmentType',
        kind: 'enum',
        label: 'Employment',
        description: 'The kind of contract.',
        values: EMPLOYMENT_TYPES,
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
        name: 'locations',
        kind: 'texts',
        label: 'Locations',
        description: 'Every place of an opening that is posted in several.',
        computed: true,
        example: ['Berlin', 'London'],
      },
      {
        name: 'countries',
        kind: 'countries',
        label: 'Countries',
        description: 'The countries of an opening that is posted in several. `country` finds each of them.',
        computed: true,
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
        description: 'The first known job of its function at a company that was looked at for a year before.',
        computed: true,
        example: true,
      },
      {
        name: 'newCountry',
        kind: 'boolean',
        label: 'First in its country',
        description: 'The first known job in its country at a company that was looked at for a year before.',
        computed: true,
        example: true,
      },
    ],
  },
  funding: {
    type: 'funding',
    label: 'Funding',
    description: 'A round was raised.',
    fields: [
      ...fundingFields,
      {
        name: 'partial',
        kind: 'boolean',
        label: 'Partial',
        description: 'The amount is what was raised so far, as in a regulatory filing. The round may be larger.',
        example: true,
      },
    ],
  },
  funding_ai: {
    type: 'funding_ai',
    label: 'Funding plus AI',
    description: 'A round was raised by a company that shows evidence of AI.',
    fields: [
      ...fundingFields,
      {
        name: 'evidence',
        kind: 'texts',
        label: 'Evidence',
        description: 'The signals or words that show AI.',
        example: ['tool: OpenAI API'],
      },
    ],
  },
  web: {
    type: 'web',
    label: 'Website AI',
    description: 'AI was seen on the company’s website.',
    fields: [
      {
        name: 'kind',
        kind: 'enum',
        label: 'Kind',
        description: 'What was seen.',
        values: WEB_KINDS,
        required: true,
        example: 'ai_product_page',
      },
      {
        name: 'pageUrl',
        kind: 'url',
        label: 'Page URL',
        description: 'Where it was seen.',
        example: 'https://northwind.example/ai',
      },
      { name: 'vendor', kind: 'text', label: 'Vendor', description: 'Who makes it.', example: 'Intercom' },
      {
        name: 'change',
        kind: 'enum',
        label: 'Change',
        description: 'Launched, up since before anybody looked, or removed.',
        values: WEB_CHANGES,
        default: 'launched',
        example: 'launched',
      },
    ],
  },
  tool: {
    type: 'tool',
    label: 'Tool adoption',
    description: 'A tool was adopted or dropped.',
    fields: [
      {
        name: 'tool',
        queryName: 'name',
        kind: 'text',
        label: 'Tool',
        description: "The tool's name, as the source writes it.",
        required: true,
        example: 'HubSpot CRM',
      },
      {
        name: 'product',
        kind: 'slug',
        label: 'Product',
        description: 'The product in the catalogue of tools. Absent if the name is of a family, or unknown.',
        readFrom: 'tool',
        example: 'hubspot_crm',
      },
      {
        name: 'family',
        kind: 'slug',
        label: 'Family',
        description: 'The family of products that the tool belongs to, in the catalogue of tools.',
        readFrom: 'tool',
        example: 'hubspot',
      },
      {
        name: 'category',
        kind: 'slug',
        label: 'Category',
        description: 'What the tool is for.',
        example: 'crm',
      },
      { name: 'vendor', kind: 'text', label: 'Vendor', description: 'Who makes it.', example: 'HubSpot' },
      { name: 'ai', kind: 'boolean', label: 'AI', description: 'Whether the tool is an AI tool.', example: false },
      {
        name: 'change',
        kind: 'enum',
        label: 'Change',
        description: 'Adopted, in use since before anybody looked, or dropped.',
        values: TOOL_CHANGES,
        default: 'adopted',
        example: 'adopted',
      },
      {
        name: 'evidence',
        kind: 'note',
        label: 'Evidence',
        description: 'The sentence that names the tool, if a job description does.',
        example: 'Keep our HubSpot CRM clean and build reports in it.',
      },
    ],
  },
  velocity: {
    type: 'velocity',
    label: 'Hiring velocity',
    description: 'Clearly more jobs were opened in 30 days than the company’s own baseline.',
    fields: [
      {
        name: 'windowDays',
        kind: 'integer',
        label: 'Window',
        description: 'The number of days counted.',
        example: 30,
      },
      {
        name: 'opened',
        kind: 'integer',
        label: 'Opened',
        description: 'Jobs opened in the window.',
        example: 14,
      },
      {
        name: 'baseline',
        kind: 'number',
        label: 'Baseline',
        description: 'Jobs expected in the window, based on the 90 days before it.',
        example: 4.3,
      },
      { name: 'ratio', kind: 'number', label: 'Ratio', description: 'Opened divided by baseline.', example: 3.2 },
      jobFunction,
    ],
  },
}

export type FieldValue = string | number | boolean | readonly string[]
