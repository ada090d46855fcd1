import { Button } from '@mantine/core'
import { type FormEvent, type RefObject, useEffect, useId, useRef } from 'react'
import type { contract, ErrorDetail, ReplyOf } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { CopyButton } from '../../../parts/copying/CopyButton.tsx'
import layout from '../../../parts/layout.module.css'
import typography from '../../../parts/typography.module.css'
import { FilterChips } from '../builder/FilterChips.tsx'
import { LiveTotal } from '../builder/LiveTotal.tsx'
import { QueryBuilder } from '../builder/QueryBuilder.tsx'
import type { Chips } from '../builder/use-chips.ts'
import { type Counts, namesCompanies } from '../builder/use-counts.ts'
import { SearchCost } from '../costs/SearchCost.tsx'
import { searchCurl } from '../curl.ts'
import { texts } from '../texts.ts'
import { CompanyFilters } from './CompanyFilters.tsx'
import { ExampleQueries } from './ExampleQueries.tsx'
import styles from './ExplorePage.module.css'
import { QueryField } from './QueryField.tsx'
import filterStyles from './SearchFilters.module.css'
import { SearchOrder } from './SearchOrder.tsx'
import { type SearchForm, searchBody } from './search-form.ts'

interface SearchPanelProps {
  readonly form: SearchForm
  readonly change: (changes: Partial<SearchForm>) => void
  readonly chips: Chips
  readonly counts: Counts | undefined
  readonly catalogue: ReplyOf<typeof contract.exploreFilters> | undefined
  /** Errors in fields of the form. */
  readonly details: readonly ErrorDetail[]
  readonly isBusy: boolean
  readonly companiesLeft: number | undefined
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly onSearch: () => void
  readonly searchButton: RefObject<HTMLButtonElement | null>
}

/** The query as chips and as text, the filters, and the button that runs them. */
export function SearchPanel(props: SearchPanelProps) {
  const { form, change, chips, counts, catalogue, details, isOpen, onToggle, onSearch } = props
  const costId = useId()
  const filtersId = useId()
  const filterOf = (id: string) => catalogue?.filters.find((filter) => filter.id === id)
  const clauses = filterOf('signal_query')?.clauses ?? []
  const errors = new Map(details.map(({ field, message }) => [field, message]))
  const showsFilters = isOpen || [...errors.keys()].some((name) => name !== 'signal_query')
  return (
    <div className={classes(layout.panel, styles.search)}>
      <QueryBuilder
        chips={chips}
        isEmpty={form.query.trim() === ''}
        clauses={clauses}
        places={filterOf('countries')?.values ?? []}
        counts={counts?.counts?.clauses}
      />
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          onSearch()
        }}
        noValidate
        aria-label={texts.page.form}
      >
        <QueryLine {...props} clauses={clauses} costId={costId} />
        <div className={classes(layout.row, layout.between)}>
          <FilterChips
            form={form}
            change={change}
            stated={chips.stated}
            isOpen={showsFilters}
            onToggle={() => onToggle(!showsFilters)}
            panelId={filtersId}
          />
          <div className={classes(layout.row, styles.options)}>
            <SearchOrder form={form} change={change} companiesLeft={props.companiesLeft} />
            <CopyButton text={searchCurl(searchBody(form))} label={texts.page.copyCurl} name={texts.page.command} />
          </div>
        </div>
        {showsFilters && (
          <fieldset id={filtersId} className={filterStyles.filters}>
            <legend className={typography.visuallyHidden}>{texts.filters.legend}</legend>
            <CompanyFilters form={form} change={change} catalogue={catalogue} errors={errors} />
          </fieldset>
        )}
        <div className={layout.row}>
          <LiveTotal counts={counts} isEverywhere={namesCompanies(form)} />
          <SearchCost id={costId} rows={Number(form.rows)} />
        </div>
      </form>
    </div>
  )
}

interface QueryLineProps extends SearchPanelProps {
  readonly clauses: Parameters<typeof QueryField>[0]['clauses']
  readonly costId: string
}

/** The query's text and the button next to it. */
function QueryLine(props: QueryLineProps) {
  const { form, change, chips, clauses, costId, details, isBusy, onSearch, searchButton } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const error = details.find((detail) => detail.field === 'signal_query')
  useCaretAfter(isBusy ? undefined : error, field)
  const type = (query: string) => {
    chips.drop()
    change({ query })
  }
  return (
    <div className={styles.field}>
      <QueryField
        isCompact
        value={form.query}
        onChange={type}
        onRun={onSearch}
        clauses={clauses}
        error={error}
        field={field}
      >
        {form.query === '' && (
          <ExampleQueries
            onChoose={(query) => {
              type(query)
              field.current?.focus()
            }}
          />
        )}
      </QueryField>
      <Button ref={searchButton} type="submit" aria-disabled={isBusy} data-disabled={isBusy} aria-describedby={costId}>
        {isBusy ? texts.page.searching : texts.page.search}
      </Button>
    </div>
  )
}

/** Puts the caret after a new error, so that the user can continue typing there. */
function useCaretAfter(error: ErrorDetail | undefined, field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (error?.position === undefined) return
    field.current?.focus()
    const end = error.position + (error.length ?? 0)
    field.current?.setSelectionRange(end, end)
  }, [error, field])
}
