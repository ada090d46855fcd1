import { useCallback, useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, type SliceSummaryReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { NoApiAccess } from '../../../parts/notes/NoApiAccess.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { useUrlForm } from '../../../routing/use-url-form.ts'
import { useCan } from '../../../session.ts'
import { SaveSearch } from '../../alerts/SaveSearch.tsx'
import { WindowBars } from '../../windows/WindowBars.tsx'
import { WindowTable } from '../../windows/WindowTable.tsx'
import { isAllowanceError } from '../costs/is-allowance-error.ts'
import { useAllowance } from '../costs/use-allowance.ts'
import { useMeteredQuery } from '../costs/use-metered-query.ts'
import { TalkingPoints, WhyNow } from '../Notebook.tsx'
import { ResultsArea } from '../ResultsArea.tsx'
import { withoutDomains } from '../search/company-form.ts'
import { SearchRemarks } from '../search/SearchRemarks.tsx'
import { filtersWith } from '../search/use-suggestion.ts'
import { texts } from '../texts.ts'
import { SliceNeeds } from './SliceListPage.tsx'
import { SlicePanel } from './SlicePanel.tsx'
import { SliceResults } from './SliceResults.tsx'
import { parseSliceForm, type SliceForm, sliceQuery, sliceUrl } from './slice-form.ts'

export function SlicePage({ slug }: { slug: string }) {
  const allowed = useCan()('exploreSlice')
  const { data, error } = useApiQuery(contract.exploreSlices, {}, { enabled: allowed })
  const slice = data?.slices.find((each) => each.slug === slug)
  const label = slice?.label ?? texts.sliceList.slice
  return (
    <Page
      title={label}
      lead={slice?.thesis}
      tabTitle={texts.sliceList.pageTab(label)}
      back={{ href: '/windows', label: texts.sliceList.back }}
      action={
        slice?.search && (
          <SaveSearch
            {...slice.search}
            name={slice.label}
            label={texts.sliceList.follow}
            title={texts.sliceList.followTitle(slice.label)}
          />
        )
      }
    >
      {!allowed && <NoApiAccess />}
      {error && <ErrorNote title={texts.sliceList.error} error={error} />}
      {allowed && !data && !error && <Loading height={320} radius={12} />}
      {data && !slice && <EmptyState title={texts.sliceList.unknown}>{texts.sliceList.unknownHint}</EmptyState>}
      {slice && <OneSlice key={slug} slice={slice} />}
    </Page>
  )
}

function OneSlice({ slice }: { slice: SliceSummaryReply }) {
  const { slug, tool: exampleTool } = slice
  const urlOf = (form: SliceForm) => sliceUrl(slug, form)
  const { submitted, form, change, open, unchanged } = useUrlForm(parseSliceForm, urlOf, texts.sliceList.back)
  const { data: catalogue } = useApiQuery(contract.exploreFilters, {})
  const companiesLeft = useAllowance().allowance?.you.remaining
  const { result, run } = useMeteredQuery(contract.exploreSlice, { query: sliceQuery(slice, submitted) })
  const { data, error, isFetching, dataUpdatedAt } = result
  const submit = async (next: SliceForm) => {
    if (isFetching) return
    open(next)
    await run({ query: sliceQuery(slice, next) })
  }
  const showsWindows = exampleTool === undefined && !data && !isFetching
  // What follows the table appears after it, so that nothing moves.
  const [areWindowsSettled, setWindowsSettled] = useState(false)
  const windowsSettled = useCallback(() => setWindowsSettled(true), [])

  return (
    <>
      <About slice={slice} />
      {showsWindows && <OpenWindows slice={slice} onSettled={windowsSettled} />}
      {(areWindowsSettled || !showsWindows) && (
        <SlicePanel
          slice={slice}
          form={form}
          change={change}
          details={unchanged && error instanceof ApiError ? error.details : []}
          catalogue={catalogue}
          companiesLeft={companiesLeft}
          isBusy={isFetching}
          onShow={() => void submit({ ...form, page: '1' })}
        />
      )}
      <ResultsArea isBusy={isFetching}>
        {error && !isFetching && unchanged && (
          <ErrorNote
            title={isAllowanceError(error) ? texts.page.tooFewLeft : texts.sliceList.openError}
            error={error}
          />
        )}
        <SearchRemarks
          remarks={isFetching ? undefined : data}
          onUse={(warning, suggestion) => change(filtersWith(form, warning, suggestion))}
          onRemove={(unknown) => change(withoutDomains(form, unknown))}
        />
        {data || isFetching ? (
          <SliceResults
            slug={slug}
            at={dataUpdatedAt}
            results={isFetching ? undefined : data}
            rows={Number(submitted.rows)}
            search={sliceQuery(slice, submitted)}
            goToPage={(page) => submit({ ...submitted, page: String(page) })}
          />
        ) : (
          !error &&
          exampleTool !== undefined && (
            <EmptyState title={texts.sliceList.notShown}>{texts.sliceList.notShownHint}</EmptyState>
          )
        )}
      </ResultsArea>
    </>
  )
}

/** Who is in the window now, and why. A window that can't name a company yet says from when it can. */
function OpenWindows({ slice, onSettled }: { slice: SliceSummaryReply; onSettled: () => void }) {
  const readiness = slice.notReady?.text
  return (
    <>
      {!readiness && <WindowBars slug={slice.slug} />}
      <Section title={texts.sliceList.companies} lead={texts.sliceList.companiesLead}>
        <WindowTable
          isOneWindow
          query={{ slice: slice.slug }}
          name={slice.slug}
          onSettled={onSettled}
          empty={
            <EmptyState title={readiness ? texts.sliceList.notReady : texts.sliceList.noneNow}>
              {readiness ?? texts.sliceList.noneNowHint}
            </EmptyState>
          }
        />
      </Section>
    </>
  )
}

function About({ slice }: { slice: SliceSummaryReply }) {
  const { query } = slice
  return (
    <section className={layout.stackTight} aria-label={texts.sliceList.about}>
      <SliceNeeds slice={slice} />
      <details>
        <summary>{texts.sliceList.example}</summary>
        <div className={layout.stackTight}>
          <WhyNow notebook={slice} />
          <TalkingPoints notebook={slice} />
          <p className={classes(typography.small, typography.muted)}>
            {texts.sliceList.query(<code className={typography.breakWord}>{query}</code>)}
          </p>
        </div>
      </details>
    </section>
  )
}
