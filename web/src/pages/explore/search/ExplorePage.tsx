import { useRef, useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, type ErrorDetail } from '../../../contract.ts'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { MissingParts } from '../../../parts/notes/MissingParts.tsx'
import { NoApiAccess } from '../../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { Page } from '../../../parts/Page.tsx'
import { useHash, useSearchParams } from '../../../routing/location.ts'
import { useUrlForm } from '../../../routing/use-url-form.ts'
import { useCan } from '../../../session.ts'
import { SaveSearch } from '../../alerts/SaveSearch.tsx'
import { searchName } from '../builder/chips.ts'
import { formWith } from '../builder/filter-chips.ts'
import { NothingFound } from '../builder/NothingFound.tsx'
import { useChips } from '../builder/use-chips.ts'
import { useCounts } from '../builder/use-counts.ts'
import { isAllowanceError } from '../costs/is-allowance-error.ts'
import { useAllowance } from '../costs/use-allowance.ts'
import { useMeteredQuery } from '../costs/use-metered-query.ts'
import { ResultsArea } from '../ResultsArea.tsx'
import { texts } from '../texts.ts'
import { companyFilters, withoutDomains } from './company-form.ts'
import { SearchPanel } from './SearchPanel.tsx'
import { SearchRemarks } from './SearchRemarks.tsx'
import { SearchResults } from './SearchResults.tsx'
import { SearchStart } from './SearchStart.tsx'
import { parseSearchForm, type SearchForm, searchBody, searchUrl } from './search-form.ts'
import { formWithSuggestion } from './use-suggestion.ts'

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
  const { submitted, form, setForm, change, open, unchanged } = useUrlForm(parseSearchForm, searchUrl, texts.page.title)
  const filters = useApiQuery(contract.exploreFilters, {})
  const { result, run } = useMeteredQuery(contract.exploreCompanies, { body: searchBody(submitted) })
  const { data, error, isFetching, dataUpdatedAt } = result
  const { allowance, query: allowanceQuery } = useAllowance()
  const isForAlert = useHash() === 'new-alert'
  const [isOpen, setOpen] = useState(false)
  const searchButton = useRef<HTMLButtonElement>(null)
  const clauses = filters.data?.filters.find(({ id }) => id === 'signal_query')?.clauses ?? []
  const chips = useChips(form.query, (query, stated) =>
    setForm((before) => ({ ...formWith(before, stated), query, page: '1' })),
  )
  const { counts, query: countsQuery } = useCounts(form.query, form, !chips.isOld && chips.problem === undefined)
  const submit = async (next: SearchForm) => {
    if (isFetching) return
    setOpen(false)
    open(next)
    await run({ body: searchBody(next) })
  }
  const loosen = (next: SearchForm) => {
    chips.drop()
    setForm(next)
    searchButton.current?.focus()
  }
  const details = unchanged && error instanceof ApiError ? error.details : []

  return (
    <>
      {isForAlert && <Note>{texts.start.newAlert}</Note>}
      <SearchPanel
        form={form}
        change={change}
        chips={chips}
        counts={counts}
        catalogue={filters.data}
        details={details}
        isBusy={isFetching}
        companiesLeft={allowance?.you.remaining}
        isOpen={isOpen}
        onToggle={setOpen}
        onSearch={() => void submit({ ...form, page: '1' })}
        searchButton={searchButton}
      />
      <MissingParts queries={[filters, chips.query, countsQuery, allowanceQuery]} />
      <ResultsArea isBusy={isFetching}>
        {error && !isFetching && unchanged && !areInFields(details) && (
          <ErrorNote title={isAllowanceError(error) ? texts.page.tooFewLeft : texts.page.searchError} error={error} />
        )}
        <SearchRemarks
          remarks={isFetching ? undefined : data}
          onUse={(warning, suggestion) => setForm((before) => formWithSuggestion(before, warning, suggestion))}
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

const areInFields = (details: readonly ErrorDetail[]) =>
  details.length > 0 && details.every(({ field }) => FIELDS_WITH_ERRORS.has(field))

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
