import { type CompanyFacts, FUNDING_STAGES } from './declarations.ts'

/** One fact of a company as a source writes it. The kinds are those of a signal's own fields. */
export interface CompanyField {
  readonly name: Exclude<keyof CompanyFacts, 'domain'>
  readonly kind: 'text' | 'country' | 'integer' | 'enum' | 'slug' | 'url'
  readonly label: string
  readonly description: string
  readonly values?: readonly string[]
  readonly most?: number
  readonly example: string | number
}

/** What may be said of a company besides its domain, in the order in which it is stored and documented. */
export const COMPANY_FIELDS: readonly CompanyField[] = [
  {
    name: 'name',
    kind: 'text',
    label: 'Name',
    description: 'Needed once: a company without a name is not made.',
    example: 'Northwind',
  },
  {
    name: 'hqCountry',
    kind: 'country',
    label: 'Country',
    description: 'The country of its headquarters; ZZ for unknown.',
    example: 'DE',
  },
  {
    name: 'employeeCount',
    kind: 'integer',
    label: 'Employees',
    description: 'How many people work there; 0 for unknown.',
    // What the column holds.
    most: 2_147_483_647,
    example: 240,
  },
  {
    name: 'fundingStage',
    kind: 'enum',
    label: 'Funding stage',
    description: 'How far it is funded.',
    values: FUNDING_STAGES,
    example: 'series_a',
  },
  { name: 'industry', kind: 'slug', label: 'Industry', description: 'What it does.', example: 'logistics_software' },
  {
    name: 'logo',
    kind: 'url',
    label: 'Logo',
    description: 'Where its logo is.',
    example: 'https://northwind.example/logo.svg',
  },
  { name: 'website', kind: 'url', label: 'Website', description: 'Its website.', example: 'https://northwind.example' },
]
