import { type Static, Type } from 'typebox'
import { MISTAKEN_NAMES } from '../../http/index.ts'
import { COMPANY_PROPERTIES, EXAMPLE_COMPANY } from '../../meaning/companies/schema.ts'
import { REPORTED_TYPES } from '../../meaning/types/index.ts'
import {
  COMPANY_FILTERS,
  MISTAKEN_SLICE_NAMES,
  optionalSchemas,
  PAGE_COUNTS,
  PAGE_SIZE_DEFAULT,
  PAGING,
  REMARKS,
} from '../../search/index.ts'
import { SLICE_FILTERS, SLICE_PARAMETER } from './filters.ts'

export const SliceQuery = Type.Object(
  {
    slice: SLICE_PARAMETER.schema,
    ...optionalSchemas(SLICE_FILTERS),
    ...optionalSchemas(COMPANY_FILTERS),
    ...PAGING,
  },
  { additionalProperties: false, [MISTAKEN_NAMES]: MISTAKEN_SLICE_NAMES },
)

/** At least one of them must be given. */
export const FILTER_NAMES = [...Object.keys(SLICE_FILTERS), ...Object.keys(COMPANY_FILTERS)]

const SliceRowSchema = Type.Object(
  {
    companyId: COMPANY_PROPERTIES.id,
    name: COMPANY_PROPERTIES.name,
    score: Type.Number({ minimum: 0, maximum: 100, description: 'How strongly the company matches the slice.' }),
    domain: COMPANY_PROPERTIES.domain,
    hqCountry: COMPANY_PROPERTIES.hqCountry,
    employeeCount: COMPANY_PROPERTIES.employeeCount,
    enteredAt: Type.String({
      format: 'date-time',
      description:
        'When the company entered the slice: for each matching clause the oldest match in the window, and the latest of these.',
    }),
    windowEndsAt: Type.String({
      format: 'date-time',
      description: 'The last day on which the company is in the slice unless something new happens.',
    }),
  },
  { title: 'SliceRow', additionalProperties: true },
)

const { id, name, domain, hqCountry, employeeCount } = EXAMPLE_COMPANY

export const SlicePageSchema = Type.Object(
  {
    data: Type.Array(SliceRowSchema, {
      description: 'Highest score first. Ties are in the order in which companies were added.',
    }),
    pagination: Type.Object(PAGE_COUNTS, { title: 'Pagination' }),
    ...REMARKS,
    notFed: Type.Optional(
      Type.Array(Type.Enum([...REPORTED_TYPES], { type: 'string' }), {
        description:
          'Only if no company is found: the signal types that the slice needs, but that are neither delivered nor monitored. Absent if there are none.',
      }),
    ),
  },
  {
    title: 'SliceSearchResponse',
    examples: [
      {
        data: [
          {
            companyId: id,
            name,
            score: 63.2,
            domain,
            hqCountry,
            employeeCount,
            enteredAt: '2026-11-03T00:00:00.000Z',
            windowEndsAt: '2026-12-18T00:00:00.000Z',
          },
        ],
        pagination: { page: 1, pageSize: PAGE_SIZE_DEFAULT, total: 1, totalPages: 1 },
        unknownDomains: ['customer.example'],
      },
    ],
  },
)

export type SliceRequest = Static<typeof SliceQuery>
export type SliceReply = Static<typeof SlicePageSchema>
