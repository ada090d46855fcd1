// The public schema properties of a company. Dossiers, search and slices show the same ones.

import { Type } from 'typebox'
import { EMPLOYER_KINDS, FUNDING_STAGES } from './declarations.ts'

export const COMPANY_PROPERTIES = {
  id: Type.String({
    format: 'uuid',
    description: 'Stable. The same as `company.id` in webhook events.',
    examples: ['228e30f0-b309-8056-9a02-48b39bce5609'],
  }),
  name: Type.String({ examples: ['Northwind'] }),
  domain: Type.String({ examples: ['northwind.example'] }),
  logo: Type.Union([Type.String(), Type.Null()], { description: 'A URL, or null if there is none.' }),
  hqCountry: Type.String({
    pattern: '^[A-Z]{2}$',
    description: 'The country of the headquarters, ISO 3166-1 alpha-2; `ZZ` if unknown.',
    examples: ['DE'],
  }),
  employeeCount: Type.Integer({ minimum: 0, description: '0 if unknown.', examples: [240] }),
  fundingStage: Type.Enum([...FUNDING_STAGES], { type: 'string', examples: ['series_a'] }),
  industry: Type.String({ description: 'A slug, or `unknown`.', examples: ['logistics_software'] }),
  employerKind: Type.Enum([...EMPLOYER_KINDS], {
    type: 'string',
    description: "Whose jobs the company's are: its own (`direct`), or those of an agency's or marketplace's clients.",
    examples: ['direct'],
  }),
}

/** A company of the demo world, so the examples can be tried. */
export const EXAMPLE_COMPANY = {
  id: '228e30f0-b309-8056-9a02-48b39bce5609',
  name: 'Northwind',
  domain: 'northwind.example',
  logo: null,
  hqCountry: 'DE',
  employeeCount: 240,
  fundingStage: 'series_a',
  industry: 'logistics_software',
  employerKind: 'direct',
}
