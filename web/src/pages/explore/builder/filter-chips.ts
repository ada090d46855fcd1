// The company filters of the form as chips, each with the form without it.

import { slugWords } from '../../../contract.ts'
import { SIGNAL_TYPE_NAMES, type SignalType } from '../../../parts/words/signal-types.ts'
import { type CompanyForm, NO_FILTERS, splitDomains } from '../search/company-form.ts'
import { countryName } from '../search/format-company.ts'
import { texts as exploreTexts } from '../texts.ts'
import { texts } from './texts.ts'
import type { StatedFilters } from './use-chips.ts'

export interface FilterChip {
  readonly key: string
  readonly name: string
  readonly without: Partial<CompanyForm>
}

const LISTS = ['countries', 'countriesNot', 'stages', 'industries', 'kinds', 'watched'] as const
type ListName = (typeof LISTS)[number]

const kindName = (kind: string) =>
  (exploreTexts.filters.employerKinds as Readonly<Record<string, string>>)[kind] ?? kind
const WORDS: Readonly<Record<ListName, (value: string) => string>> = {
  countries: countryName,
  countriesNot: (value) => texts.filters.not(countryName(value)),
  stages: slugWords,
  industries: slugWords,
  kinds: kindName,
  watched: (type) => texts.filters.watched(SIGNAL_TYPE_NAMES[type as SignalType] ?? type),
}

export function filterChips(form: CompanyForm): FilterChip[] {
  const lists = LISTS.flatMap((list) =>
    form[list].map((value) => ({
      key: `${list} ${value}`,
      name: WORDS[list](value),
      without: { [list]: form[list].filter((each) => each !== value) },
    })),
  )
  const { employeesMin, employeesMax, scoreMin, list, domains, domainsNot } = form
  const one = (field: keyof CompanyForm, name: string): FilterChip[] =>
    form[field].length === 0 ? [] : [{ key: field, name, without: { [field]: NO_FILTERS[field] } }]
  return [
    ...lists,
    ...one('employeesMin', texts.filters.least(employeesMin)),
    ...one('employeesMax', texts.filters.most(employeesMax)),
    ...one('scoreMin', texts.filters.score(scoreMin)),
    ...one('list', texts.filters.list(list)),
    ...one('domains', texts.filters.domains(splitDomains(domains).length)),
    ...one('domainsNot', texts.filters.domainsNot(splitDomains(domainsNot).length)),
  ]
}

/** The form's names of the API's filters. */
const FORM_NAMES: Readonly<Record<string, keyof CompanyForm>> = {
  fundingStages: 'stages',
  employerKind: 'kinds',
  adoptionScoreMin: 'scoreMin',
}

export const formName = (filter: string) => FORM_NAMES[filter] ?? (filter as keyof CompanyForm)

/** What a sentence states, in words. */
export function statedWords(stated: StatedFilters): string[] {
  return filterChips(formWith(NO_FILTERS, stated)).map(({ name }) => name)
}

/** The form with the filters that a sentence stated, when the sentence is replaced. A filter that was chosen stays. */
export function formWith<Form extends CompanyForm>(form: Form, stated: StatedFilters | undefined): Form {
  const added = Object.entries(stated ?? {}).flatMap(([filter, value]) => {
    const name = formName(filter)
    if (!(name in NO_FILTERS) || form[name].length > 0) return []
    const isText = typeof NO_FILTERS[name] === 'string'
    return [[name, isText ? [value].flat().join('\n') : [value].flat().map(String)]]
  })
  return { ...form, ...Object.fromEntries(added) }
}
