import { roundFields } from './shared-fields.ts'
import type { TypeDeclaration } from './type-declaration.ts'

export const funding = {
  type: 'funding',
  description: 'A round was raised.',
  otherNames: ['raised', 'raises', 'fundraising', 'raised funding'],
  exampleLabel: 'Raised a Series A of $12M',
  lifetime: { kind: 'act' },
  staysNewsDays: 60,
  grouping: 'rounds',
  takesAmounts: true,
  fields: [
    ...roundFields,
    {
      name: 'partial',
      kind: 'boolean',
      label: 'Partial',
      description: 'The amount is what was raised so far, as in a regulatory filing. The round may be larger.',
      independent: true,
      example: true,
    },
  ],
} as const satisfies TypeDeclaration
