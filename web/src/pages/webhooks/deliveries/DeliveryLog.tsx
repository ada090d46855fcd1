import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { distinctRows, useApiPages } from '../../../api/paged-query.ts'
import { contract, LISTED_EVENT_STATES, SIGNAL_TYPES } from '../../../contract.ts'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Section } from '../../../parts/Section.tsx'
import { MorePages } from '../../../parts/tables/MorePages.tsx'
import typography from '../../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { useSearchParams } from '../../../routing/location.ts'
import { texts } from '../texts.ts'
import styles from './DeliveryLog.module.css'
import { EventDrawer } from './EventDrawer.tsx'
import { EventTable } from './EventTable.tsx'
import { keyOfEvent } from './event-key.ts'
import { logFiltersOf, NO_FILTERS, TIME_RANGES } from './log-filters.ts'

/** How long a pause in typing starts the search. */
const TYPING_PAUSE_MS = 300

/** Every event, with its attempts. The filters and the open event are in the URL. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [params, setParams] = useSearchParams()
  const filters = logFiltersOf(params)
  const { state, type, search, range } = filters
  const since = useMemo(
    () => (range.ms === undefined ? undefined : new Date(Date.now() - range.ms).toISOString()),
    [range],
  )
  const pages = useApiPages(
    contract.listEvents,
    {
      params: { webhookId },
      query: { ...(state && { state }), ...(type && { type }), ...(search && { search }), ...(since && { since }) },
    },
    // A search reads much more of the log.
    search || type ? {} : { refetchSeconds: 10 },
  )
  const { data, error, refetch, hasNextPage } = pages
  const events = distinctRows(data, (page) => page.events, keyOfEvent)
  const isFiltered = Boolean(state || type || search || range.value)
  const isEmpty = events?.length === 0
  const openKey = params.get('event') ?? undefined
  return (
    <Section
      title={texts.log.title}
      lead={texts.log.lead}
      action={
        <Button variant="subtle" color="gray" size="xs" onClick={() => refetch()}>
          {texts.log.refresh}
        </Button>
      }
    >
      <LogFilters key={webhookId} filters={filters} change={setParams} />
      <span className={typography.visuallyHidden} role="status">
        {events && isFiltered ? texts.log.shown(events.length, hasNextPage) : ''}
      </span>
      {error && !data ? (
        <ErrorNote title={texts.log.loadError} error={error} retry={refetch} />
      ) : isEmpty && (isFiltered || !hasNextPage) ? (
        <NoEvents isFiltered={isFiltered} hasOlder={hasNextPage} onClear={() => setParams(NO_FILTERS)} />
      ) : (
        <EventTable events={events} openKey={openKey} onOpen={(event) => setParams({ event: keyOfEvent(event) })} />
      )}
      <MorePages pages={pages} label={isEmpty ? texts.log.searchOlder : texts.log.loadOlder} />
      {openKey && (
        <EventDrawer
          webhookId={webhookId}
          eventKey={openKey}
          listed={events?.find((event) => keyOfEvent(event) === openKey)}
          onClose={() => setParams({ event: undefined })}
        />
      )}
    </Section>
  )
}

interface LogFiltersProps {
  readonly filters: ReturnType<typeof logFiltersOf>
  readonly change: (changes: Record<string, string>) => void
}

function LogFilters({ filters: { state, type, search, range }, change }: LogFiltersProps) {
  return (
    <search className={styles.filters}>
      <SearchField search={search ?? ''} onSearch={(text) => change({ search: text })} />
      <NativeSelect
        label={texts.log.status}
        value={state ?? ''}
        onChange={(event) => change({ state: event.currentTarget.value })}
        data={[
          { value: '', label: texts.log.any },
          ...LISTED_EVENT_STATES.map((value) => ({ value, label: texts.log.states[value] })),
        ]}
      />
      <NativeSelect
        label={texts.log.type}
        value={type ?? ''}
        onChange={(event) => change({ type: event.currentTarget.value })}
        data={[
          { value: '', label: texts.log.any },
          ...SIGNAL_TYPES.map((value) => ({ value, label: SIGNAL_TYPE_NAMES[value] })),
        ]}
      />
      <NativeSelect
        label={texts.log.time}
        value={range.value}
        onChange={(event) => change({ time: event.currentTarget.value })}
        data={TIME_RANGES.map(({ value }) => ({ value, label: texts.log.times[value] }))}
      />
    </search>
  )
}

interface NoEventsProps {
  readonly isFiltered: boolean
  /** Older events may match. */
  readonly hasOlder: boolean
  readonly onClear: () => void
}

function NoEvents({ isFiltered, hasOlder, onClear }: NoEventsProps) {
  return (
    <EmptyState
      title={isFiltered ? texts.log.noMatches : texts.log.empty}
      action={
        isFiltered && (
          <Button variant="default" size="xs" onClick={onClear}>
            {texts.log.clear}
          </Button>
        )
      }
    >
      {hasOlder ? texts.log.noMatchesYet : isFiltered ? texts.log.noMatchesHint : texts.log.emptyHint}
    </EmptyState>
  )
}

/** Searches when the typing pauses, and at once with Enter. */
function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search)
  const [applied, setApplied] = useState(search)
  // Cleared by a button, or another link was followed.
  if (search !== applied) {
    setApplied(search)
    if (search !== text.trim()) setText(search)
  }
  const isTyping = text.trim() !== search
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => onSearch(text.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <TextInput
      className={styles.search}
      type="search"
      data-page-search
      label={texts.log.search}
      placeholder={texts.log.searchPlaceholder}
      value={text}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && onSearch(text.trim())}
    />
  )
}
