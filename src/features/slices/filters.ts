// What slice search takes beside the filters of a company.

import { Type } from 'typebox'
import type { Filter } from '../search/index.ts'

const score = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 100, description, examples: [example] })

export const SLICE_FILTERS = {
  scoreMin: {
    schema: score('The least score of a row: how strongly the company is in the slice.', 60),
    label: 'Slice score, at least',
    type: 'number',
    match: "The row's score is that or higher.",
    operators: ['>='],
  },
  scoreMax: {
    schema: score('The greatest score of a row.', 95),
    label: 'Slice score, at most',
    type: 'number',
    match: "The row's score is that or lower.",
    operators: ['<='],
  },
} as const satisfies Record<string, Filter>

/** Which slice: no filter, but what the filters filter. */
export const SLICE_PARAMETER = {
  // No length: a slug that is too long is an unknown one.
  schema: Type.String({
    description: 'The slug of a slice.',
    examples: ['ai-sdr-hiring'],
  }),
  label: 'Slice',
  type: 'enum',
  match: 'The companies are those of this slice.',
  operators: [],
} as const satisfies Filter
