import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/queries.ts'
import { contract } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { CopyButton } from '../../../parts/copying/CopyButton.tsx'
import layout from '../../../parts/layout.module.css'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { NoApiAccess } from '../../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { Page } from '../../../parts/Page.tsx'
import { rememberPage } from '../../../routing/last-page.ts'
import { navigate, useHash, useSearchParams } from '../../../routing/location.ts'
import { useCan } from '../../../session.ts'
import { SaveSearch } from '../../alerts/SaveSearch.tsx'
import { isAllowanceError } from '../costs/is-allowance-error.ts'
import { SearchCost } from '../costs/SearchCost.tsx'
import { useAllowance } from '../costs/use-allowance.ts'
import { useMeteredQuery } from '../costs/use-metered-query.ts'
import { searchCurl } from '../curl.ts'
import { ResultsArea } from '../ResultsArea.tsx'
import { texts } from '../texts.ts'
import { companyFilters, withoutDomains } from './company-form.ts'
import { ExampleQueries } from './ExampleQueries.tsx'
import { QueryField } from './QueryField.tsx'
import { SearchFilters } from './SearchFilters.tsx'
import { SearchRemarks } from './SearchRemarks.tsx'
import { SearchResults } from './SearchResults.tsx'
import { SearchStart } from './SearchStart.tsx'
import { parseSearchForm, type SearchForm, searchBody, searchUrl } from './search-form.ts'
import { filtersWith, queryWith } from './use-suggestion.ts'

export function ExplorePage() {
  const can = useCan()
  return (
    <Page title={texts.page.title} lead={texts.page.lead}>
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
  const { data: catalogue } = useApiQuery(contract.exploreFilters, {})
  const { result, run } = useMeteredQuery(contract.exploreCompanies, { body: searchBody(submitted) })
  const { data, error, isFetching, dataUpdatedAt } = result
  const { allowance } = useAllowance()
  const isForAlert = useHash() === 'new-alert'

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
    formUrl.current = searchUrl(next)
    navigate(formUrl.current)
    await run({ body: searchBody(next) })
  }
  const change = (changes: Partial<SearchForm>) => setForm((before) => ({ ...before, page: '1', ...changes }))
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
      <form
        className={classes(layout.panel, layout.padded, layout.stack)}
        onSubmit={search}
        noValidate
        aria-label={texts.page.form}
      >
        <QueryField
          value={form.query}
          onChange={(query) => change({ query })}
          onRun={search}
          clauses={catalogue?.filters.find(({ id }) => id === 'signal_query')?.clauses ?? []}
          error={queryError}
          field={field}
        >
          {form.query === '' && (
            <ExampleQueries
              onChoose={(query) => {
                change({ query })
                field.current?.focus()
              }}
            />
          )}
        </QueryField>
        <SearchFilters
          form={form}
          change={change}
          catalogue={catalogue}
          companiesLeft={allowance?.you.remaining}
          errors={fieldErrors}
        />
        <SearchCost id={costId} rows={Number(form.rows)} />
        <div className={layout.row}>
          <Button type="submit" aria-disabled={isFetching} data-disabled={isFetching} aria-describedby={costId}>
            {isFetching ? texts.page.searching : texts.page.search}
          </Button>
          <CopyButton text={searchCurl(searchBody(form))} label={texts.page.copyCurl} name={texts.page.command} />
        </div>
      </form>
      <ResultsArea isBusy={isFetching}>
        {data && unchanged && (
          <div className={layout.row}>
            <SaveSearch query={submitted.query} filters={companyFilters(submitted)} name={submitted.query} />
          </div>
        )}
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
          />
        ) : (
          !error && <SearchStart filled={submitted.query !== ''} />
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
