import { INSTRUMENTS } from '../../closed-sets/signals.ts'
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
  readsWords: 'of-round',
  takesAmounts: true,
  fields: [
    ...roundFields,
    {
      name: 'instrument',
      kind: 'enum',
      label: 'Instrument',
      description:
        'The kind of money, read from the round or the label if the source leaves it out. Only equity counts as a round in slices, scores and the stage.',
      values: INSTRUMENTS,
      example: 'equity',
    },
    {
      name: 'rumour',
      kind: 'boolean',
      label: 'Rumour',
      description:
        'The round is only talked about or planned. Read from the label if the source leaves it out, absent otherwise. Clauses leave rumours out unless they say otherwise.',
      example: false,
    },
    {
      name: 'partial',
      kind: 'boolean',
      label: 'Partial',
      description: 'The amount is what was raised so far, as in a regulatory filing. The round may be larger.',
      independent: true,
      example: true,
    },
    {
      name: 'evidence',
      kind: 'note',
      label: 'Evidence',
      description: 'The sentence that announces the round, if the company announced it.',
      independent: true,
      example: 'Acme has raised a $12M Series A led by Northwind Ventures.',
    },
  ],
} as const satisfies TypeDeclaration
