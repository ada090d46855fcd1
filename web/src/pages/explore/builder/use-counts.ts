import { useDebouncedValue } from '@mantine/hooks'
import { useApiQuery } from '../../../api/queries.ts'
import { type CountedSearchBody, contract, type ReplyOf } from '../../../contract.ts'
import { type CompanyForm, companyFilters } from '../search/company-form.ts'

export type Counts = ReplyOf<typeof contract.countClauses>

const COUNT_DELAY_MS = 400
const MAX_EMPLOYEES = 2_147_483_647

/** A search without what names companies: counts are never about one of them. */
export function countedSearch(query: string, form: CompanyForm): CountedSearchBody {
  const { domains: _, domainsNot: __, list: ___, ...filters } = companyFilters(form)
  return { signal_query: query, ...filters }
}

export const namesCompanies = ({ domains, domainsNot, list }: CompanyForm) =>
  domains.trim() !== '' || domainsNot.trim() !== '' || list !== ''

/** How many companies match now, a moment after the last change. Free. Undefined: not known. */
export function useCounts(query: string, form: CompanyForm, isReady: boolean): Counts | undefined {
  const body = countedSearch(query, form)
  const { employeesMin = 0, employeesMax = 0, adoptionScoreMin = 0 } = body
  const isValid = Math.max(employeesMin, employeesMax) <= MAX_EMPLOYEES && adoptionScoreMin <= 100
  const wanted = JSON.stringify(body)
  const [settled] = useDebouncedValue(wanted, COUNT_DELAY_MS)
  const isCounted = isReady && isValid && settled === wanted && query.trim() !== ''
  const { data } = useApiQuery(
    contract.countClauses,
    { body: JSON.parse(settled) as CountedSearchBody },
    { enabled: isCounted },
  )
  return isCounted ? data : undefined
}
