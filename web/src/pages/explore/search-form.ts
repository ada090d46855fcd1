// The search form's values, as they are in the form and in the URL. Opening a URL fills the form and doesn't run the
// search: a search is charged, so the user starts it.

import { type ExploreSearchBody, FUNDING_STAGES, SORTS } from '../../contract.ts'

/** As typed. Numbers are strings, because a half-typed number is not a number yet. */
export interface SearchForm {
  readonly query: string
  readonly countries: readonly string[]
  readonly employeesMin: string
  readonly employeesMax: string
  readonly stages: readonly string[]
  readonly industries: readonly string[]
  readonly scoreMin: string
  readonly sort: string
  readonly rows: string
  readonly page: string
}

const ROW_OPTIONS = [1, 5, 10, 25, 50]
const MAX_ROWS = 50

/** The usual page sizes, the chosen one, and the one that uses up the records that are left. */
export function rowOptions(chosen: string, recordsLeft: number | undefined): string[] {
  const last = recordsLeft !== undefined && recordsLeft > 0 && recordsLeft < MAX_ROWS ? [recordsLeft] : []
  return [...new Set([...ROW_OPTIONS, ...last, Number(chosen)])].sort((a, b) => a - b).map(String)
}

const DEFAULTS: SearchForm = {
  query: '',
  countries: [],
  employeesMin: '',
  employeesMax: '',
  stages: [],
  industries: [],
  scoreMin: '',
  sort: SORTS[0],
  rows: '10',
  page: '1',
}
const FIELD_NAMES = Object.keys(DEFAULTS) as (keyof SearchForm)[]

export function parseSearchForm(params: URLSearchParams): SearchForm {
  const entries = FIELD_NAMES.map((name) => {
    const [value, fallback] = [params.get(name), DEFAULTS[name]]
    if (value === null) return [name, fallback]
    return [name, typeof fallback === 'string' ? value : value.split(',').filter(Boolean)]
  })
  const form = Object.fromEntries(entries) as unknown as SearchForm
  return {
    ...form,
    stages: form.stages.filter((stage) => (FUNDING_STAGES as readonly string[]).includes(stage)),
    sort: SORTS.find((sort) => sort === form.sort) ?? DEFAULTS.sort,
    rows: /^[1-9]\d?$/.test(form.rows) && Number(form.rows) <= MAX_ROWS ? form.rows : DEFAULTS.rows,
    page: /^[1-9]\d{0,2}$/.test(form.page) ? form.page : DEFAULTS.page,
  }
}

/** Without the fields that have their default value. */
export function searchUrl(form: SearchForm): string {
  const params = new URLSearchParams()
  for (const name of FIELD_NAMES) {
    const [value, fallback] = [form[name], DEFAULTS[name]].map(String)
    if (value !== undefined && value !== fallback) params.set(name, value)
  }
  const search = params.toString()
  return `/explore${search && `?${search}`}`
}

/** The API's request body, without empty filters. */
export function searchBody(form: SearchForm): ExploreSearchBody {
  const { countries, industries, employeesMin, employeesMax, scoreMin, sort, rows, page } = form
  return {
    signal_query: form.query,
    ...(countries.length > 0 && { countries: [...countries] }),
    ...(employeesMin !== '' && { employeesMin: Number(employeesMin) }),
    ...(employeesMax !== '' && { employeesMax: Number(employeesMax) }),
    ...(form.stages.length > 0 && { fundingStages: [...form.stages] as (typeof FUNDING_STAGES)[number][] }),
    ...(industries.length > 0 && { industries: [...industries] }),
    ...(scoreMin !== '' && { adoptionScoreMin: Number(scoreMin) }),
    ...(sort !== DEFAULTS.sort && { sort: sort as (typeof SORTS)[number] }),
    page: Number(page),
    pageSize: Number(rows),
    explain: true,
  }
}

let lastUrl = '/explore'

export function rememberSearchUrl(url: string): void {
  lastUrl = url
}

/** The last search, for the link back from a dossier. */
export const lastSearchUrl = () => lastUrl
