import { NativeSelect } from '@mantine/core'
import { type contract, type ReplyOf, SORTS } from '../../../contract.ts'
import typography from '../../../parts/typography.module.css'
import { texts } from '../texts.ts'
import { CompanyFilters } from './CompanyFilters.tsx'
import styles from './SearchFilters.module.css'
import { rowOptions, type SearchForm } from './search-form.ts'

interface SearchFiltersProps {
  readonly form: SearchForm
  readonly change: (changes: Partial<SearchForm>) => void
  readonly catalogue: ReplyOf<typeof contract.exploreFilters> | undefined
  /** Undefined: not known yet. */
  readonly companiesLeft: number | undefined
  /** Keyed by the API's field name. */
  readonly errors: ReadonlyMap<string, string>
}

export function SearchFilters({ form, change, catalogue, companiesLeft, errors }: SearchFiltersProps) {
  return (
    <fieldset className={styles.filters}>
      <legend className={typography.visuallyHidden}>{texts.filters.legend}</legend>
      <CompanyFilters form={form} change={change} catalogue={catalogue} errors={errors} />
      <div className={styles.pair}>
        <NativeSelect
          label={texts.filters.sort}
          value={form.sort}
          onChange={(event) => change({ sort: event.currentTarget.value })}
          data={SORTS.map((sort) => ({ value: sort, label: texts.filters.sorts[sort] }))}
        />
        <NativeSelect
          label={texts.filters.rows}
          value={form.rows}
          onChange={(event) => change({ rows: event.currentTarget.value })}
          data={rowOptions(form.rows, companiesLeft)}
        />
      </div>
    </fieldset>
  )
}
