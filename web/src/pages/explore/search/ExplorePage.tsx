import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/queries.ts'
import { contract } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { CopyButton } from '../../../parts/copying/CopyButton.tsx'
import layout from '../../../parts/layout.module.css'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { MissingParts } from '../../../parts/notes/MissingParts.tsx'
import { NoApiAccess } from '../../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { Page } from '../../../parts/Page.tsx'
import typography from '../../../parts/typography.module.css'
import { rememberPage } from '../../../routing/last-page.ts'
import { navigate, useHash, useSearchParams } from '../../../routing/location.ts'
import { useCan } from '../../../session.ts'
import { SaveSearch } from '../../alerts/SaveSearch.tsx'
import { searchName } from '../builder/chips.ts'
import { FilterChips } from '../builder/FilterChips.tsx'
import { formWith } from '../builder/filter-chips.ts'
import { LiveTotal } from '../builder/LiveTotal.tsx'
import { NothingFound } from '../builder/NothingFound.tsx'
import { QueryBuilder } from '../builder/QueryBuilder.tsx'
import { useChips } from '../builder/use-chips.ts'
import { namesCompanies, useCounts } from '../builder/use-counts.ts'
import { isAllowanceError } from '../costs/is-allowance-error.ts'
import { SearchCost } from '../costs/SearchCost.tsx'
import { useAllowance } from '../costs/use-allowance.ts'
import { useMeteredQuery } from '../costs/use-metered-query.ts'
import { searchCurl } from '../curl.ts'
import { ResultsArea } from '../ResultsArea.tsx'
import { texts } from '../texts.ts'
import { CompanyFilters } from './CompanyFilters.tsx'
import { companyFilters, withoutDomains } from './company-form.ts'
import { ExampleQueries } from './ExampleQueries.tsx'
import styles from './ExplorePage.module.css'
import { QueryField } from './QueryField.tsx'
import filterStyles from './SearchFilters.module.css'
import { SearchOrder } from './SearchOrder.tsx'
import { SearchRemarks } from './SearchRemarks.tsx'
import { SearchResults } from './SearchResults.tsx'
import { SearchStart } from './SearchStart.tsx'
import { parseSearchForm, type SearchForm, searchBody, searchUrl } from './search-form.ts'
import { filtersWith, queryWith } from './use-suggestion.ts'

export function ExplorePage() {
  const can = useCan()
  const [params] = useSearchParams()
  return (
    <Page title={texts.page.title} lead={params.get('query') ? undefined : texts.page.lead} isDense>
      {can('exploreCompanies') ? <Explore /> : <NoApiAccess />}
    </Page>
  )
}

function Explore() {
  const [params] = useSearchParams()
  /** The search in the URL: the last one that was run, or the one from a link. */
  const submitted = parseSearchForm(params)
  const [form, setForm] = useState(submitted)
  const field = useRef<HTMLTextAreaElement>(null)
  const costId = useId()
  const filters = useApiQuery(contract.exploreFilters, {})
  const catalogue = filters.data
  const { result, run } = useMeteredQuery(contract.exploreCompanies, { body: searchBody(submitted) })
  const { data, error, isFetching, dataUpdatedAt } = result
  const { allowance, query: allowanceQuery } = useAllowance()
  const isForAlert = useHash() === 'new-alert'
  const [isOpen, setShowsFilters] = useState(false)
  const filtersId = useId()
  const searchButton = useRef<HTMLButtonElement>(null)
  const filterOf = (id: string) => catalogue?.filters.find((filter) => filter.id === id)
  const clauses = filterOf('signal_query')?.clauses ?? []
  const places = filterOf('countries')?.values ?? []
  const chips = useChips(form.query, (query, stated) =>
    setForm((before) => ({ ...formWith(before, stated), query, page: '1' })),
  )
  const { counts, query: countsQuery } = useCounts(form.query, form, !chips.isOld && chips.problem === undefined)

  // When the user goes back or forward, the form follows the URL.
  const url = searchUrl(submitted)
  const formUrl = useRef(url)
  useEffect(() => {
    rememberPage(url, texts.page.title)
    if (formUrl.current === url) return
    formUrl.current = url
    setForm(parseSearchForm(new URLSearchParams(location.search)))
  }, [url])

  const submit = async (next: SearchForm) => {
    if (isFetching) return
    setForm(next)
    setShowsFilters(false)
    formUrl.current = searchUrl(next)
    navigate(formUrl.current)
    await run({ body: searchBody(next) })
  }
  const loosen = (next: SearchForm) => {
    chips.drop()
    setForm(next)
    searchButton.current?.focus()
  }
  const change = (changes: Partial<SearchForm>) => setForm((before) => ({ ...before, page: '1', ...changes }))
  const typeQuery = (query: string) => {
    chips.drop()
    change({ query })
  }
  const search = (event?: FormEvent) => {
    event?.preventDefault()
    void submit({ ...form, page: '1' })
  }

  // An error belongs to the search that was run. It is hidden once the form has changed.
  const unchanged = searchUrl({ ...form, page: submitted.page }) === url
  const details = unchanged && error instanceof ApiError ? error.details : []
  const queryError = details.find((detail) => detail.field === 'signal_query')
  const fieldErrors = new Map(details.map(({ field: name, message }) => [name, message]))
  const shownInFields = details.length > 0 && details.every(({ field: name }) => FIELDS_WITH_ERRORS.has(name))

  const showsFilters = isOpen || [...fieldErrors.keys()].some((name) => name !== 'signal_query')

  // Puts the caret after the error, so that the user can continue typing there.
  const newError = isFetching ? undefined : queryError
  useEffect(() => {
    if (newError?.position === undefined) return
    field.current?.focus()
    const end = newError.position + (newError.length ?? 0)
    field.current?.setSelectionRange(end, end)
  }, [newError])

  return (
    <>
      {isForAlert && <Note>{texts.start.newAlert}</Note>}
      <div className={classes(layout.panel, styles.search)}>
        <QueryBuilder
          chips={chips}
          isEmpty={form.query.trim() === ''}
          clauses={clauses}
          places={places}
          counts={counts?.counts?.clauses}
        />
        <form className={styles.form} onSubmit={search} noValidate aria-label={texts.page.form}>
          <div className={styles.field}>
            <QueryField
              isCompact
              value={form.query}
              onChange={typeQuery}
              onRun={search}
              clauses={clauses}
              error={queryError}
              field={field}
            >
              {form.query === '' && (
                <ExampleQueries
                  onChoose={(query) => {
                    typeQuery(query)
                    field.current?.focus()
                  }}
                />
              )}
            </QueryField>
            <Button
              ref={searchButton}
              type="submit"
              aria-disabled={isFetching}
              data-disabled={isFetching}
              aria-describedby={costId}
            >
              {isFetching ? texts.page.searching : texts.page.search}
            </Button>
          </div>
          <div className={classes(layout.row, layout.between)}>
            <FilterChips
              form={form}
              change={change}
              stated={chips.stated}
              isOpen={showsFilters}
              onToggle={() => setShowsFilters(!showsFilters)}
              panelId={filtersId}
            />
            <div className={classes(layout.row, styles.options)}>
              <SearchOrder form={form} change={change} companiesLeft={allowance?.you.remaining} />
              <CopyButton text={searchCurl(searchBody(form))} label={texts.page.copyCurl} name={texts.page.command} />
            </div>
          </div>
          {showsFilters && (
            <fieldset id={filtersId} className={filterStyles.filters}>
              <legend className={typography.visuallyHidden}>{texts.filters.legend}</legend>
              <CompanyFilters form={form} change={change} catalogue={catalogue} errors={fieldErrors} />
            </fieldset>
          )}
          <div className={layout.row}>
            <LiveTotal counts={counts} isEverywhere={namesCompanies(form)} />
            <SearchCost id={costId} rows={Number(form.rows)} />
          </div>
        </form>
      </div>
      <MissingParts queries={[filters, chips.query, countsQuery, allowanceQuery]} />
      <ResultsArea isBusy={isFetching}>
        {error && !isFetching && unchanged && !shownInFields && (
          <ErrorNote title={isAllowanceError(error) ? texts.page.tooFewLeft : texts.page.searchError} error={error} />
        )}
        <SearchRemarks
          remarks={isFetching ? undefined : data}
          onUse={(warning, suggestion) =>
            setForm((before) => ({
              ...before,
              page: '1',
              ...(warning.field === 'signal_query'
                ? { query: queryWith(before.query, warning, suggestion) }
                : filtersWith(before, warning, suggestion)),
            }))
          }
          onRemove={(unknown) => change(withoutDomains(form, unknown))}
        />
        {data || isFetching ? (
          <SearchResults
            at={dataUpdatedAt}
            results={isFetching ? undefined : data}
            rows={Number(submitted.rows)}
            search={searchBody(submitted)}
            goToPage={(page) => submit({ ...submitted, page: String(page) })}
            action={
              unchanged && (
                <SaveSearch
                  label={texts.page.save}
                  query={submitted.query}
                  filters={companyFilters(submitted)}
                  name={searchName(submitted.query, chips.isOld ? undefined : chips.terms, clauses)}
                />
              )
            }
            nothing={<NothingFound form={submitted} clauses={clauses} onUse={loosen} />}
          />
        ) : (
          !error && <SearchStart isLink={submitted.query !== ''} isFilled={form.query.trim() !== ''} />
        )}
      </ResultsArea>
    </>
  )
}

/** The API's fields whose errors are shown next to their input. */
const FIELDS_WITH_ERRORS = new Set([
  'signal_query',
  'countries',
  'countriesNot',
  'fundingStages',
  'industries',
  'employerKind',
  'watched',
  'domains',
  'domainsNot',
  'list',
  'employeesMin',
  'employeesMax',
  'adoptionScoreMin',
])
