// The search form's values, as they are in the form and in the URL. Opening a URL fills the form and doesn't run the
// search: a search is charged, so the user starts it.

import { type ExploreSearchBody, SORTS } from '../../../contract.ts'
import { type CompanyForm, companyFilters, formUrl, NO_FILTERS, parseForm } from './company-form.ts'

export interface SearchForm extends CompanyForm {
  readonly query: string
  readonly sort: string
  readonly rows: string
  readonly page: string
}

const ROW_OPTIONS = [1, 5, 10, 25, 50]
const MAX_ROWS = 50

/** The usual page sizes, the chosen one, and the one that uses up the records that are left. */
export function rowOptions(chosen: string, companiesLeft: number | undefined): string[] {
  const last = companiesLeft !== undefined && companiesLeft > 0 && companiesLeft < MAX_ROWS ? [companiesLeft] : []
  return [...new Set([...ROW_OPTIONS, ...last, Number(chosen)])].sort((a, b) => a - b).map(String)
}

const DEFAULTS: SearchForm = { query: '', ...NO_FILTERS, sort: SORTS[0], rows: '10', page: '1' }

export function parseSearchForm(params: URLSearchParams): SearchForm {
  const form = parseForm(params, DEFAULTS)
  return { ...form, sort: SORTS.find((sort) => sort === form.sort) ?? DEFAULTS.sort }
}

export const searchUrl = (form: SearchForm) => formUrl('/explore', form, DEFAULTS)

/** A search with these filters, for a link. It doesn't run: a search is charged. */
export const searchUrlOf = (query: string, filters: CompanyForm) => searchUrl({ ...DEFAULTS, query, ...filters })

/** The API's request body, without empty filters. */
export function searchBody(form: SearchForm): ExploreSearchBody {
  const { query, sort, rows, page } = form
  return {
    signal_query: query,
    ...companyFilters(form),
    ...(sort !== DEFAULTS.sort && { sort: sort as (typeof SORTS)[number] }),
    page: Number(page),
    pageSize: Number(rows),
    explain: true,
  }
}
