// The parameters of slice search besides the company filters.

import { Type } from 'typebox'
import { NAMES_A_RESOURCE } from '../../http/index.ts'
import type { Filter } from '../../search/index.ts'

const score = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 100, description, examples: [example] })

export const SLICE_FILTERS = {
  scoreMin: {
    schema: score('The minimum score of a row. The score says how strongly the company matches the slice.', 20),
    label: 'Minimum slice score',
    type: 'number',
    match: "The row's score is at least this.",
    operators: ['>='],
  },
  scoreMax: {
    schema: score('The maximum score of a row.', 95),
    label: 'Maximum slice score',
    type: 'number',
    match: "The row's score is at most this.",
    operators: ['<='],
  },
} as const satisfies Record<string, Filter>

/** The slice to search. It doesn't count as a filter. */
export const SLICE_PARAMETER = {
  // No maximum length: a slug that is too long is simply unknown.
  schema: Type.String({
    description:
      'The slug of a slice. A slice that is a template takes the name of any tool after a colon: `tool-displacement:hubspot`, `tool-displacement:salesforce`.',
    examples: ['ai-sdr-hiring'],
    [NAMES_A_RESOURCE]: true,
  }),
  label: 'Slice',
  type: 'enum',
  match: 'The company is in this slice.',
  operators: [],
} as const satisfies Filter
