import { jobFunction } from './shared-fields.ts'
import type { TypeDeclaration } from './type-declaration.ts'

export const velocity = {
  type: 'velocity',
  description:
    'Clearly more jobs were opened in 30 days than the company’s own baseline, and more than in the same days of the year before.',
  otherNames: ['hiring_velocity', 'hiring velocity'],
  exampleLabel: 'Opened 14 sales jobs in 30 days, 3.2 times its own baseline, 6 in the same days of the year before',
  lifetime: { kind: 'act' },
  staysNewsDays: 0,
  grouping: 'none',
  aboutJobs: true,
  fields: [
    {
      name: 'windowDays',
      kind: 'integer',
      label: 'Window',
      description: 'The number of days counted.',
      independent: true,
      example: 30,
    },
    {
      name: 'opened',
      kind: 'integer',
      label: 'Opened',
      description: 'Jobs opened in the window.',
      independent: true,
      example: 14,
    },
    {
      name: 'baseline',
      kind: 'number',
      label: 'Baseline',
      description: 'Jobs expected in the window, based on the 90 days before it.',
      independent: true,
      example: 4.3,
    },
    {
      name: 'ratio',
      kind: 'number',
      label: 'Ratio',
      description: 'Opened divided by baseline.',
      independent: true,
      example: 3.2,
    },
    {
      name: 'yearBefore',
      kind: 'integer',
      label: 'Year before',
      description: 'Jobs opened in the same 30 days of the year before. Absent if no source knew the company then.',
      independent: true,
      example: 6,
    },
    jobFunction,
  ],
} as const satisfies TypeDeclaration
