// Puts a suggested value in the place of one that occurs nowhere.

import type { FoundPageReply } from '../../contract.ts'
import type { CompanyForm } from './company-form.ts'

type Warning = NonNullable<FoundPageReply['warnings']>[number]

/** The value as words, however they were written: `hubspot crm` stands for `HubSpot-CRM`. */
function patternOf(value: string): RegExp {
  const words = value.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return new RegExp(`"?(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])"?`, 'iu')
}

const quoted = (value: string) => (/^[\p{L}\p{N}_-]+$/u.test(value) ? value : JSON.stringify(value))

/** The query is unchanged if it doesn't have the value as it is written. */
export function queryWith(query: string, { value }: Warning, suggestion: string): string {
  return query.replace(patternOf(value), () => quoted(suggestion))
}

export function filtersWith(form: CompanyForm, { field, value }: Warning, suggestion: string): Partial<CompanyForm> {
  const key = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_')
  if (field !== 'industries') return {}
  return { industries: [...new Set(form.industries.map((each) => (key(each) === key(value) ? suggestion : each)))] }
}
