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

/** How many companies match now, a moment after the last change. Free. `counts` is undefined while they aren't known. */
export function useCounts(text: string, form: CompanyForm, isReady: boolean) {
  const body = countedSearch(text, form)
  const { employeesMin = 0, employeesMax = 0, adoptionScoreMin = 0 } = body
  const isValid = Math.max(employeesMin, employeesMax) <= MAX_EMPLOYEES && adoptionScoreMin <= 100
  const wanted = JSON.stringify(body)
  const [settled] = useDebouncedValue(wanted, COUNT_DELAY_MS)
  const isCounted = isReady && isValid && settled === wanted && text.trim() !== ''
  const query = useApiQuery(
    contract.countClauses,
    { body: JSON.parse(settled) as CountedSearchBody },
    { enabled: isCounted },
  )
  return { counts: isCounted ? query.data : undefined, query }
}
