// The filter of a webhook, as typed.

import type { WebhookReply } from '../../../contract.ts'
import { type CompanyForm, companyFilters, companyFormOf, NO_FILTERS } from '../../explore/search/company-form.ts'

type Filter = NonNullable<WebhookReply['filter']>

export interface FilterForm {
  readonly signals: string
  readonly company: CompanyForm
  readonly onceDays: string
}

export const NO_FILTER: FilterForm = { signals: '', company: NO_FILTERS, onceDays: '' }

export function formOfFilter(filter: WebhookReply['filter']): FilterForm {
  return {
    signals: filter?.signals ?? '',
    company: companyFormOf(filter?.company ?? {}, filter?.list),
    onceDays: filter?.onceDays === undefined ? '' : String(filter.onceDays),
  }
}

/** Null: nothing is filtered. */
export function filterOfForm({ signals, company, onceDays }: FilterForm): Filter | null {
  const { list, ...companies } = companyFilters(company)
  const filter: Filter = {
    ...(signals.trim() !== '' && { signals: signals.trim() }),
    ...(Object.keys(companies).length > 0 && { company: companies }),
    ...(list !== undefined && { list }),
    ...(onceDays !== '' && { onceDays: Number(onceDays) }),
  }
  return Object.keys(filter).length > 0 ? filter : null
}
