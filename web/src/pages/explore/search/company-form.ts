// The company filters of a form, as they are in the form and in the URL.

import { EMPLOYER_KINDS, type ExploreSearchBody, FUNDING_STAGES, REPORTED_TYPES } from '../../../contract.ts'

/** As typed. Numbers are strings, because a half-typed number isn't a number yet. Domains are the pasted text. */
export interface CompanyForm {
  readonly countries: readonly string[]
  readonly countriesNot: readonly string[]
  readonly employeesMin: string
  readonly employeesMax: string
  readonly stages: readonly string[]
  readonly industries: readonly string[]
  readonly kinds: readonly string[]
  readonly watched: readonly string[]
  readonly domains: string
  readonly domainsNot: string
  /** The name of a list; empty for none. */
  readonly list: string
  readonly scoreMin: string
}

export const NO_FILTERS: CompanyForm = {
  countries: [],
  countriesNot: [],
  employeesMin: '',
  employeesMax: '',
  stages: [],
  industries: [],
  kinds: [],
  watched: [],
  domains: '',
  domainsNot: '',
  list: '',
  scoreMin: '',
}

const MAX_ROWS = 50
type FormValues = Readonly<Record<string, string | readonly string[]>>

/** The fields of a form from the URL. A field that isn't there has its default value. */
export function parseForm<Form extends CompanyForm & { rows: string; page: string }>(
  params: URLSearchParams,
  defaults: Form,
): Form {
  const entries = Object.entries(defaults as unknown as FormValues).map(([name, fallback]) => {
    const value = params.get(name)
    if (value === null) return [name, fallback]
    return [name, typeof fallback === 'string' ? value : value.split(',').filter(Boolean)]
  })
  const form = Object.fromEntries(entries) as unknown as Form
  return {
    ...form,
    stages: form.stages.filter((stage) => (FUNDING_STAGES as readonly string[]).includes(stage)),
    kinds: form.kinds.filter((kind) => (EMPLOYER_KINDS as readonly string[]).includes(kind)),
    watched: form.watched.filter((type) => (REPORTED_TYPES as readonly string[]).includes(type)),
    rows: /^[1-9]\d?$/.test(form.rows) && Number(form.rows) <= MAX_ROWS ? form.rows : defaults.rows,
    page: /^[1-9]\d{0,2}$/.test(form.page) ? form.page : defaults.page,
  }
}

/** Without the fields that have their default value. */
export function formUrl<Form extends object>(path: string, form: Form, defaults: Form): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(form as FormValues)) {
    if (String(value) !== String((defaults as FormValues)[name])) params.set(name, String(value))
  }
  const search = params.toString()
  return `${path}${search && `?${search}`}`
}

/** Pasted domains are separated by spaces, commas, semicolons or line breaks. */
export const splitDomains = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

export function withoutDomains(form: CompanyForm, dropped: readonly string[]): Partial<CompanyForm> {
  const rest = (text: string) =>
    splitDomains(text)
      .filter((domain) => !dropped.includes(domain))
      .join('\n')
  return { domains: rest(form.domains), domainsNot: rest(form.domainsNot) }
}

type CompanyFilters = Omit<ExploreSearchBody, 'signal_query' | 'sort' | 'explain' | 'page' | 'pageSize'>

/** The API's filters, without empty ones. */
export function companyFilters(form: CompanyForm): CompanyFilters {
  const { countries, countriesNot, industries, employeesMin, employeesMax, scoreMin } = form
  const [domains, domainsNot] = [splitDomains(form.domains), splitDomains(form.domainsNot)]
  return {
    ...(countries.length > 0 && { countries: [...countries] }),
    ...(countriesNot.length > 0 && { countriesNot: [...countriesNot] }),
    ...(employeesMin !== '' && { employeesMin: Number(employeesMin) }),
    ...(employeesMax !== '' && { employeesMax: Number(employeesMax) }),
    ...(form.stages.length > 0 && { fundingStages: [...form.stages] as (typeof FUNDING_STAGES)[number][] }),
    ...(industries.length > 0 && { industries: [...industries] }),
    ...(form.kinds.length > 0 && { employerKind: [...form.kinds] as (typeof EMPLOYER_KINDS)[number][] }),
    ...(form.watched.length > 0 && { watched: [...form.watched] as (typeof REPORTED_TYPES)[number][] }),
    ...(domains.length > 0 && { domains }),
    ...(domainsNot.length > 0 && { domainsNot }),
    ...(form.list !== '' && { list: form.list }),
    ...(scoreMin !== '' && { adoptionScoreMin: Number(scoreMin) }),
  }
}

/** Turns saved filters into a form: the inverse of `companyFilters`. */
export function companyFormOf(
  filters: Readonly<Record<string, unknown>>,
  list: string | null | undefined,
): CompanyForm {
  const words = (name: string) => {
    const value = filters[name]
    return Array.isArray(value) ? value.map(String) : []
  }
  const text = (name: string) => (filters[name] === undefined ? '' : String(filters[name]))
  return {
    countries: words('countries'),
    countriesNot: words('countriesNot'),
    employeesMin: text('employeesMin'),
    employeesMax: text('employeesMax'),
    stages: words('fundingStages'),
    industries: words('industries'),
    kinds: words('employerKind'),
    watched: words('watched'),
    domains: words('domains').join('\n'),
    domainsNot: words('domainsNot').join('\n'),
    list: list ?? '',
    scoreMin: text('adoptionScoreMin'),
  }
}
