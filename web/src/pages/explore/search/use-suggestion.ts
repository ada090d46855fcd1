// Replaces a value that occurs nowhere with a suggested one.

import type { FoundPageReply } from '../../../contract.ts'
import type { CompanyForm } from './company-form.ts'
import type { SearchForm } from './search-form.ts'

type Warning = NonNullable<FoundPageReply['warnings']>[number]

const wordsOf = (text: string) => [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)]

/** Finds the words of a value however they are spelled: `hubspot crm` matches `HubSpot-CRM`. Includes quotes. */
function placeOf(value: string, query: string): { start: number; end: number } | undefined {
  const wanted = wordsOf(value).map(([word]) => word)
  const words = wordsOf(query)
  const at = words.findIndex((_, from) => wanted.every((word, i) => words[from + i]?.[0] === word))
  const [first, last] = [words[at], words[at + wanted.length - 1]]
  if (!first || !last || wanted.length === 0) return undefined
  const [start, end] = [first.index, last.index + last[0].length]
  return { start: query[start - 1] === '"' ? start - 1 : start, end: query[end] === '"' ? end + 1 : end }
}

const quoted = (value: string) => (/^[\p{L}\p{N}_-]+$/u.test(value) ? value : JSON.stringify(value))

/** Leaves the query unchanged if it doesn't contain the value. */
function queryWith(query: string, { value }: Warning, suggestion: string): string {
  const place = placeOf(value, query)
  return place ? query.slice(0, place.start) + quoted(suggestion) + query.slice(place.end) : query
}

export function filtersWith(form: CompanyForm, { field, value }: Warning, suggestion: string): Partial<CompanyForm> {
  const key = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_')
  if (field !== 'industries') return {}
  return { industries: [...new Set(form.industries.map((each) => (key(each) === key(value) ? suggestion : each)))] }
}

export function formWithSuggestion(form: SearchForm, warning: Warning, suggestion: string): SearchForm {
  const changes =
    warning.field === 'signal_query'
      ? { query: queryWith(form.query, warning, suggestion) }
      : filtersWith(form, warning, suggestion)
  return { ...form, page: '1', ...changes }
}
