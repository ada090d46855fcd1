import { NativeSelect } from '@mantine/core'
import { SORTS } from '../../../contract.ts'
import { texts } from '../texts.ts'
import styles from './SearchFilters.module.css'
import { rowOptions, type SearchForm } from './search-form.ts'

interface SearchOrderProps {
  readonly form: SearchForm
  readonly change: (changes: Partial<SearchForm>) => void
  /** Undefined: not known yet. */
  readonly companiesLeft: number | undefined
}

/** The order of the results, and how many are on a page. */
export function SearchOrder({ form, change, companiesLeft }: SearchOrderProps) {
  return (
    <div className={styles.order}>
      <NativeSelect
        className={styles.beside}
        size="xs"
        label={texts.filters.sort}
        value={form.sort}
        onChange={(event) => change({ sort: event.currentTarget.value })}
        data={SORTS.map((sort) => ({ value: sort, label: texts.filters.sorts[sort] }))}
      />
      <NativeSelect
        className={styles.beside}
        size="xs"
        label={texts.filters.rows}
        value={form.rows}
        onChange={(event) => change({ rows: event.currentTarget.value })}
        data={rowOptions(form.rows, companiesLeft)}
      />
    </div>
  )
}
