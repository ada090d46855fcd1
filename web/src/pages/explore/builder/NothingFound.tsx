import { useApiQuery } from '../../../api/queries.ts'
import { type ClauseReply, contract, type LooseningReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { NO_FILTERS } from '../search/company-form.ts'
import { SuggestionButton } from '../search/SuggestionButton.tsx'
import type { SearchForm } from '../search/search-form.ts'
import { texts as exploreTexts } from '../texts.ts'
import { chipAt, chipWords, conditionWords, placesOf } from './chips.ts'
import { formName, formWith } from './filter-chips.ts'
import styles from './NothingFound.module.css'
import { texts } from './texts.ts'
import { countedSearch, namesCompanies } from './use-counts.ts'

interface NothingFoundProps {
  /** The search that was run. */
  readonly form: SearchForm
  readonly clauses: readonly ClauseReply[]
  readonly onUse: (form: SearchForm) => void
}

const { nothing } = texts

/** Names the weakest part of a search that finds nothing, and what finds companies instead. Free. */
export function NothingFound({ form, clauses, onUse }: NothingFoundProps) {
  const { data: read } = useApiQuery(contract.readQuery, { body: { text: form.query } })
  const { data, error } = useApiQuery(contract.loosenSearch, { body: countedSearch(form.query, form) })
  const [terms, stated] = [read?.terms ?? [], read?.stated ?? undefined]
  if (!data && !error) return <EmptyState title={nothing.title}>{nothing.looking}</EmptyState>
  const { weakest = null, total = 0, loosenings = [] } = data ?? {}
  const places = placesOf(terms)
  const chipOf = (index: number | undefined) => {
    const place = index === undefined ? undefined : places[index]
    return place && chipAt(terms, place)
  }
  const isOutside = total > 0 && namesCompanies(form)
  const everywhere: SearchForm = { ...form, page: '1', domains: '', domainsNot: '', list: '' }
  const weak = chipOf(weakest?.chip)
  const reason = isOutside
    ? nothing.outside(total)
    : weak && weakest && places.length > 1
      ? nothing.weakest(chipWords(weak, clauses), weakest.companies)
      : loosenings.length > 0
        ? ''
        : nothing.hint
  const use = (loosening: LooseningReply) => {
    const { kind, text, filter } = loosening
    const kept = text === form.query ? form : { ...formWith(form, stated), query: text }
    const name = filter === undefined ? undefined : formName(filter)
    // A filter that only the sentence states goes with the sentence.
    const all = kind === 'filter' ? { ...formWith(form, stated), query: stated ? text : form.query } : kept
    onUse({ ...all, page: '1', ...(name && name in NO_FILTERS && { [name]: NO_FILTERS[name] }) })
  }
  const label = (loosening: LooseningReply): string => {
    const { kind, chip: index, condition, days = 0, filter = '', companies } = loosening
    const chip = chipOf(index)
    if (kind === 'filter') return nothing.without(filterName(filter), companies)
    if (kind === 'longer') return (condition === undefined ? nothing.longerGap : nothing.longer)(days, companies)
    const fields = clauses.find(({ type }) => type === chip?.type)?.fields ?? []
    const part = condition === undefined ? undefined : chip?.conditions[condition]
    const what = part ? conditionWords(part, fields) : chip ? chipWords(chip, clauses) : ''
    return (kind === 'only' ? nothing.only : nothing.without)(what, companies)
  }
  return (
    <EmptyState
      title={nothing.title}
      action={
        <ul className={classes(layout.row, styles.choices)}>
          {isOutside && (
            <li>
              <SuggestionButton onClick={() => onUse(everywhere)}>{nothing.everywhere(total)}</SuggestionButton>
            </li>
          )}
          {loosenings.map((each) => (
            <li key={`${each.kind} ${each.text} ${each.filter}`}>
              <SuggestionButton onClick={() => use(each)}>{label(each)}</SuggestionButton>
            </li>
          ))}
        </ul>
      }
    >
      {reason} {(isOutside || loosenings.length > 0) && nothing.free}
    </EmptyState>
  )
}

const filterName = (filter: string) =>
  (exploreTexts.explanation.filters as Readonly<Record<string, string>>)[filter] ?? filter
