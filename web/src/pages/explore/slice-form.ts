// The filters of a slice's page, as they are in the form and in the URL.

import type { SliceSearchQuery } from '../../contract.ts'
import { type CompanyForm, companyFilters, formUrl, NO_FILTERS, parseForm } from './company-form.ts'

export interface SliceForm extends CompanyForm {
  readonly rows: string
  readonly page: string
}

const DEFAULTS: SliceForm = { ...NO_FILTERS, rows: '10', page: '1' }

export const parseSliceForm = (params: URLSearchParams) => parseForm(params, DEFAULTS)

export const slicePath = (slug: string) => `/explore/slices/${encodeURIComponent(slug)}`

export const sliceUrl = (slug: string, form: SliceForm) => formUrl(slicePath(slug), form, DEFAULTS)

/** The API wants a filter with a slice. A score of 0 or more is one that every company passes. */
export function sliceQuery(slice: string, form: SliceForm): SliceSearchQuery {
  const filters = Object.entries(companyFilters(form)).map(([name, value]) => [name, String(value)])
  return {
    slice,
    ...(filters.length === 0 && { scoreMin: '0' }),
    ...(Object.fromEntries(filters) as Partial<SliceSearchQuery>),
    page: form.page,
    pageSize: form.rows,
  }
}
