import { type CompanyFacts, EMPLOYER_KINDS, FUNDING_STAGES } from './declarations.ts'

/** A field of a company record. The kinds are the same as for a signal's fields. */
export interface CompanyField {
  readonly name: Exclude<keyof CompanyFacts, 'domain'> | 'aliases' | 'mergedInto'
  readonly kind: 'text' | 'country' | 'integer' | 'enum' | 'slug' | 'url' | 'domain' | 'domains'
  readonly label: string
  readonly description: string
  readonly values?: readonly string[]
  readonly max?: number
  /** Only a company record can have it, not the company of a signal. */
  readonly recordOnly?: true
  readonly example: string | number | readonly string[]
}

/** The fields of a company besides its domain, in the order of the documentation. */
export const COMPANY_FIELDS: readonly CompanyField[] = [
  {
    name: 'name',
    kind: 'text',
    label: 'Name',
    description: 'Required for a new company.',
    example: 'Northwind',
  },
  {
    name: 'hqCountry',
    kind: 'country',
    label: 'Country',
    description: 'The country of the headquarters; ZZ for unknown.',
    example: 'DE',
  },
  {
    name: 'employeeCount',
    kind: 'integer',
    label: 'Employees',
    description: 'The number of employees; 0 for unknown.',
    // The maximum of the database column.
    max: 2_147_483_647,
    example: 240,
  },
  {
    name: 'fundingStage',
    kind: 'enum',
    label: 'Funding stage',
    description: 'The latest funding stage.',
    values: FUNDING_STAGES,
    example: 'series_a',
  },
  {
    name: 'industry',
    kind: 'slug',
    label: 'Industry',
    description: 'What the company does.',
    example: 'logistics_software',
  },
  {
    name: 'logo',
    kind: 'url',
    label: 'Logo',
    description: 'The address of the logo.',
    example: 'https://northwind.example/logo.svg',
  },
  {
    name: 'website',
    kind: 'url',
    label: 'Website',
    description: 'The address of the website.',
    example: 'https://northwind.example',
  },
  {
    name: 'employerKind',
    kind: 'enum',
    label: 'Employer kind',
    description: "Whether its jobs are its own, or an agency's or a marketplace's.",
    values: EMPLOYER_KINDS,
    example: 'direct',
  },
  {
    name: 'parent',
    kind: 'domain',
    label: 'Parent',
    description: 'The domain of the group that it belongs to. It is shown and changes no count.',
    example: 'northwind-group.example',
  },
  {
    name: 'aliases',
    kind: 'domains',
    label: 'Aliases',
    description: 'Other domains of the company. They are added to those that are known.',
    recordOnly: true,
    example: ['northwind-logistics.example'],
  },
  {
    name: 'mergedInto',
    kind: 'domain',
    label: 'Merged into',
    description: 'The domain of the company that it has become part of.',
    recordOnly: true,
    example: 'contoso.example',
  },
]
