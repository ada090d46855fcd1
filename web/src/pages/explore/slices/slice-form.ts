// The filters of a slice's page, as they are in the form and in the URL.

import type { SliceSearchQuery, SliceSummaryReply } from '../../../contract.ts'
import { type CompanyForm, companyFilters, formUrl, NO_FILTERS, parseForm } from '../search/company-form.ts'

export interface SliceForm extends CompanyForm {
  /** Only for a template. */
  readonly tool: string
  readonly rows: string
  readonly page: string
}

const DEFAULTS: SliceForm = { tool: '', ...NO_FILTERS, rows: '10', page: '1' }

export const parseSliceForm = (params: URLSearchParams) => parseForm(params, DEFAULTS)

export const slicePath = (slug: string) => `/windows/${encodeURIComponent(slug)}`

export const sliceUrl = (slug: string, form: SliceForm) => formUrl(slicePath(slug), form, DEFAULTS)

/** The API requires a filter with a slice. A minimum score of 0 is one that every company passes. */
export function sliceQuery({ slug, tool }: SliceSummaryReply, form: SliceForm): SliceSearchQuery {
  const filters = Object.entries(companyFilters(form)).map(([name, value]) => [name, String(value)])
  return {
    slice: tool === undefined ? slug : `${slug}:${form.tool.trim() || tool}`,
    ...(filters.length === 0 && { scoreMin: '0' }),
    ...(Object.fromEntries(filters) as Partial<SliceSearchQuery>),
    page: form.page,
    pageSize: form.rows,
  }
}

/** The filters of a search for the companies of a slice: those that the slice implies, and those of the form. */
export function sliceFilters(implied: Readonly<Record<string, readonly string[]>>, form: SliceForm) {
  const { watched = [], ...chosen } = companyFilters(form)
  const looked = [...new Set([...(implied.watched ?? []), ...watched])]
  return { ...implied, ...chosen, ...(looked.length > 0 && { watched: looked }) }
}
