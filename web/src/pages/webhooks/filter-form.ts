// The filter of a webhook as it is typed.

import type { WebhookReply } from '../../contract.ts'
import { type CompanyForm, companyFilters, NO_FILTERS } from '../explore/company-form.ts'

type Filter = NonNullable<WebhookReply['filter']>

export interface FilterForm {
  readonly signals: string
  readonly company: CompanyForm
  /** Company filters that this form doesn't offer. They were set on the command line, and stay. */
  readonly others: Readonly<Record<string, unknown>>
  readonly onceDays: string
}

export const NO_FILTER: FilterForm = { signals: '', company: NO_FILTERS, others: {}, onceDays: '' }

export function formOfFilter(filter: WebhookReply['filter']): FilterForm {
  const {
    countries,
    employeesMin,
    employeesMax,
    fundingStages,
    industries,
    employerKind,
    watched,
    adoptionScoreMin,
    ...others
  } = (filter?.company ?? {}) as Record<string, unknown>
  const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  const text = (value: unknown) => (value === undefined ? '' : String(value))
  return {
    signals: filter?.signals ?? '',
    company: {
      ...NO_FILTERS,
      countries: list(countries),
      employeesMin: text(employeesMin),
      employeesMax: text(employeesMax),
      stages: list(fundingStages),
      industries: list(industries),
      kinds: list(employerKind),
      watched: list(watched),
      scoreMin: text(adoptionScoreMin),
      list: filter?.list ?? '',
    },
    others,
    onceDays: text(filter?.onceDays),
  }
}

/** Null: nothing is filtered. */
export function filterOfForm({ signals, company, others, onceDays }: FilterForm): Filter | null {
  const { list, ...facts } = companyFilters(company)
  const companies = { ...others, ...facts }
  const filter: Filter = {
    ...(signals.trim() !== '' && { signals: signals.trim() }),
    ...(Object.keys(companies).length > 0 && { company: companies }),
    ...(list !== undefined && { list }),
    ...(onceDays !== '' && { onceDays: Number(onceDays) }),
  }
  return Object.keys(filter).length > 0 ? filter : null
}
