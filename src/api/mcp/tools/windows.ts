import { Type } from 'typebox'
import { answerRequest, listOf, pageCost } from '../../../search/index.ts'
import { nameOf, readSliceSearch, requireSlice, SliceQuery } from '../../slices/index.ts'
import { PRICE, priced } from '../price.ts'
import { callerOf, tool } from '../tool.ts'
import { REMARKS, shownRemarks } from './shapes.ts'

const DEFAULT_ROWS = 5

export const listBuyingWindows = tool({
  name: 'list_buying_windows',
  title: 'List the named buying windows',
  description: 'The slices for companies_in_window: what each finds, and why now. Price: 1 request.',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    windows: Type.Array(
      Type.Object({ slice: Type.String(), label: Type.String(), thesis: Type.String(), days: Type.Integer() }),
    ),
    ...PRICE,
  }),
  hasOutsideText: false,
  run: (_input, call) =>
    priced(call, {}, async () => {
      const slices = await call.parts.slices.current()
      const windows = slices.map((slice) => ({
        slice: nameOf(slice),
        label: slice.definition.label,
        thesis: slice.definition.thesis,
        days: slice.definition.windowDays,
      }))
      return { cost: {}, output: { windows } }
    }),
})

const { page, pageSize: _pageSize, ...filters } = SliceQuery.properties

export const companiesInWindow = tool({
  name: 'companies_in_window',
  title: 'Companies in a buying window',
  description:
    'The companies of a slice, best first, with when they entered and when the window ends. At least one filter besides slice. Price: 1 request and 1 record per row; from page 2 also 1 page turn.',
  input: Type.Object(
    {
      ...filters,
      page,
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: `Default ${DEFAULT_ROWS}.` })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    total: Type.Integer(),
    page: Type.Integer(),
    companies: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        domain: Type.String(),
        country: Type.String(),
        employees: Type.Integer(),
        score: Type.Number(),
        enteredOn: Type.String(),
        endsOn: Type.String(),
      }),
    ),
    notFed: Type.Optional(Type.Array(Type.String(), { description: 'Needed, but not monitored.' })),
    ...REMARKS,
    ...PRICE,
  }),
  hasOutsideText: true,
  run: (input, call) => {
    const { slug, page: wanted, asked, scores } = readSliceSearch({ pageSize: DEFAULT_ROWS, ...input })
    const { slices, slicePages, clock, read, searchCaches } = call.parts
    return priced(call, pageCost(wanted, 1), async () => {
      const slice = await requireSlice(slices, slug)
      const list = await listOf(searchCaches.lists, call.account.teamId, asked)
      const offset = (wanted.page - 1) * wanted.pageSize
      const window = { asOf: await clock.now(), offset, limit: wanted.pageSize }
      const { result, remarks } = await answerRequest(
        read,
        searchCaches.values,
        { asked, list, tools: slice.tools },
        (filters) => slicePages.page(slice, { ...filters, ...scores }, window, callerOf(call)),
        (page) => page,
      )
      const { rows, total } = result
      const notFed = total === 0 ? await slicePages.notFed(slice) : []
      const companies = rows.map((row) => ({
        id: row.companyId,
        name: row.name,
        domain: row.domain,
        country: row.hqCountry,
        employees: row.employeeCount,
        score: row.score,
        enteredOn: dayOf(row.enteredAt),
        endsOn: dayOf(row.windowEndsAt),
      }))
      return {
        cost: pageCost(wanted, rows.length),
        output: {
          total,
          page: wanted.page,
          companies,
          ...(notFed.length > 0 && { notFed }),
          ...shownRemarks(remarks),
        },
      }
    })
  },
})

function dayOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 10)
}
