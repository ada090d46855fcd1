import { Button, NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type SliceSummaryReply, WINDOW_SORTS, type WindowSearchQuery } from '../../contract.ts'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Page } from '../../parts/Page.tsx'
import { Link } from '../../routing/Link.tsx'
import { rememberPage } from '../../routing/last-page.ts'
import { useSearchParams } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { NotReady } from './NotReady.tsx'
import { texts } from './texts.ts'
import styles from './WindowsPage.module.css'
import { WindowTable } from './WindowTable.tsx'
import { DAYS_LEFT, isFiltered, windowSearchOf } from './window-filters.ts'

export function WindowsPage() {
  const allowed = useCan()('listWindows')
  return (
    <Page isDense title={texts.title} lead={texts.lead} action={<Link href="/windows/all">{texts.all}</Link>}>
      {allowed ? <Windows /> : <NoApiAccess />}
    </Page>
  )
}

function Windows() {
  const [params, change] = useSearchParams()
  const query = windowSearchOf(params)
  const { data } = useApiQuery(contract.exploreSlices, {})
  const slices = data?.slices.filter(({ tool }) => tool === undefined) ?? []
  useEffect(() => rememberPage(`/windows?${params}`, texts.title), [params])
  return (
    <>
      <Filters query={query} slices={slices} change={(changes) => change({ ...changes, open: undefined })} />
      <WindowTable
        key={JSON.stringify(query)}
        query={query}
        name={texts.csv.name}
        empty={
          <Empty
            query={query}
            slice={slices.find(({ slug }) => slug === query.slice)}
            clear={() => change({ window: undefined, list: undefined, days: undefined })}
          />
        }
        below={<NotReady slices={slices} />}
      />
    </>
  )
}

interface FiltersProps {
  readonly query: WindowSearchQuery
  readonly slices: readonly SliceSummaryReply[]
  readonly change: (changes: Record<string, string | undefined>) => void
}

function Filters({ query, slices, change }: FiltersProps) {
  const { data } = useApiQuery(contract.getLists, {})
  const { filters } = texts
  // A value from a link is offered, even if it isn't known or not loaded yet.
  const lists = [...new Set([...(data?.lists.map(({ name }) => name) ?? []), ...(query.list ? [query.list] : [])])]
  const windows = slices.map(({ slug, label }) => ({ value: slug, label }))
  const isKnown = query.slice === undefined || windows.some(({ value }) => value === query.slice)
  return (
    <fieldset className={styles.filters}>
      <legend className={styles.legend}>{filters.legend}</legend>
      <NativeSelect
        label={filters.window}
        data-page-search
        value={query.slice ?? ''}
        onChange={(event) => change({ window: event.currentTarget.value })}
        data={[
          { value: '', label: filters.anyWindow },
          ...windows,
          ...(isKnown ? [] : [{ value: query.slice ?? '', label: query.slice ?? '' }]),
        ]}
      />
      <NativeSelect
        label={filters.list}
        value={query.list ?? ''}
        onChange={(event) => change({ list: event.currentTarget.value })}
        data={[{ value: '', label: filters.anyList }, ...lists.map((name) => ({ value: name, label: name }))]}
      />
      <NativeSelect
        label={filters.closes}
        value={query.daysLeft ?? ''}
        onChange={(event) => change({ days: event.currentTarget.value })}
        data={[
          { value: '', label: filters.anyTime },
          ...DAYS_LEFT.map((days) => ({ value: String(days), label: filters.within(days) })),
        ]}
      />
      <NativeSelect
        label={filters.sort}
        value={query.sort ?? WINDOW_SORTS[0]}
        onChange={(event) => change({ sort: event.currentTarget.value })}
        data={WINDOW_SORTS.map((sort) => ({ value: sort, label: filters.sorts[sort] }))}
      />
    </fieldset>
  )
}

interface EmptyProps {
  readonly query: WindowSearchQuery
  readonly slice: SliceSummaryReply | undefined
  readonly clear: () => void
}

/** A window that can't name a company yet says from when it can: "none" would be another answer. */
function Empty({ query, slice, clear }: EmptyProps) {
  const readiness = slice?.notReady?.text
  const action = isFiltered(query) && (
    <Button variant="default" size="xs" onClick={clear}>
      {texts.empty.clear}
    </Button>
  )
  if (slice && readiness) {
    return (
      <EmptyState title={texts.ready.window(slice.label)} action={action}>
        {readiness}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={texts.empty.title} action={action}>
      {isFiltered(query) ? texts.empty.filtered : texts.empty.none}
    </EmptyState>
  )
}
