import { type Static, Type } from 'typebox'
import { validationFailed } from '../../../http/index.ts'
import { knowsTool } from '../../../meaning/tools/index.ts'
import { SIGNAL_TYPES } from '../../../meaning/types/index.ts'
import {
  answerRequest,
  COMPANY_FILTERS,
  findPage,
  listOf,
  optionalSchemas,
  pageCost,
  readSearch,
  SearchBody,
  withReasons,
} from '../../../search/index.ts'
import { PRICE, priced } from '../price.ts'
import { callerOf, tool } from '../tool.ts'
import { CompanyRow, REMARKS, reasonOf, shownRemarks, understoodText } from './shapes.ts'

const DEFAULT_ROWS = 5

const Input = Type.Object(
  {
    signal_query: Type.Optional(
      Type.String({
        description: 'A sentence, or such as hiring(title ~ "AI SDR") AND funding_ai. See explain_query.',
      }),
    ),
    hiringFor: Type.Optional(Type.String({ description: 'Words of a job title.' })),
    usesTool: Type.Optional(Type.String({ description: 'A product, such as HubSpot.' })),
    fundedWithinDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
    ...optionalSchemas(COMPANY_FILTERS),
    sort: SearchBody.properties.sort,
    page: SearchBody.properties.page,
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: `Default ${DEFAULT_ROWS}.` })),
  },
  { additionalProperties: false },
)

export const findCompanies = tool({
  name: 'find_companies',
  title: 'Find companies by their buying signals',
  description: `Companies whose signals (${SIGNAL_TYPES.join(', ')}) match now, with why each matched. Give signal_query, or the plain filters, or both. Price: 1 request and 1 record per row; from page 2 also 1 page turn.`,
  input: Input,
  output: Type.Object({
    total: Type.Integer(),
    page: Type.Integer(),
    understoodAs: Type.String(),
    companies: Type.Array(CompanyRow),
    ...REMARKS,
    ...PRICE,
  }),
  hasOutsideText: true,
  run: (input, call) => {
    const { hiringFor, usesTool, fundedWithinDays, pageSize = DEFAULT_ROWS, ...filters } = input
    const { engine, searchCaches, clock, read } = call.parts
    const body = { ...filters, signal_query: queryOf(input), pageSize }
    const search = readSearch(body, searchCaches.values.readContext())
    const { page, asked, understood, ...rest } = search
    return priced(call, pageCost(page, 1), async () => {
      const asOf = await clock.now()
      const list = await listOf(searchCaches.lists, call.account.teamId, asked)
      const { result, remarks } = await answerRequest(
        read,
        searchCaches.values,
        { ...search, list },
        (filters) =>
          findPage(engine, searchCaches.rows, searchCaches.companies, { ...rest, filters, asOf }, callerOf(call)),
        ({ found }) => found,
      )
      const { found, companies, reasons } = result
      const rows = companies.map(({ id, name, domain, hqCountry, employeeCount, signals, notLooked }) => ({
        id,
        name,
        domain,
        country: hqCountry,
        employees: employeeCount,
        why: signals.map(reasonOf),
        ...(notLooked && { notLooked }),
      }))
      const output = {
        total: found.total,
        page: page.page,
        understoodAs: understoodText(search.query, understood),
        companies: rows,
        ...shownRemarks(withReasons(remarks, reasons)),
      }
      return { cost: pageCost(page, rows.length), output }
    })
  },
})

/** The plain filters as clauses, joined with the query by AND. Only filters of the company: any signal. */
function queryOf({ signal_query, hiringFor, usesTool, fundedWithinDays, ...filters }: Static<typeof Input>): string {
  const parts = [
    ...(signal_query?.trim() ? [`(${signal_query})`] : []),
    ...(hiringFor ? [`hiring(title ~ ${words(hiringFor)})`] : []),
    ...(usesTool ? [`tool(name${knowsTool(usesTool) ? ':' : ' ~'} ${words(usesTool)})`] : []),
    ...(fundedWithinDays ? [`(funding:${fundedWithinDays}d OR funding_ai:${fundedWithinDays}d)`] : []),
  ]
  if (parts.length === 1 && signal_query) return signal_query
  if (parts.length > 0) return parts.join(' AND ')
  if (Object.keys(filters).some((name) => name in COMPANY_FILTERS)) return 'any'
  throw validationFailed([{ field: 'signal_query', message: 'Give signal_query, or at least one filter' }])
}

function words(text: string): string {
  return `"${text.replace(/["\\]/g, ' ')}"`
}
