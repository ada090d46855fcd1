import { Button, NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useApiPages } from '../../../api/paged-query.ts'
import { ATTEMPT_OUTCOMES, contract, SIGNAL_TYPES } from '../../../contract.ts'
import layout from '../../../parts/layout.module.css'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Section } from '../../../parts/Section.tsx'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { useSearchParams } from '../../../routing/location.ts'
import { texts } from '../texts.ts'
import { AttemptTable } from './AttemptTable.tsx'

/** The first is the default: everything that is stored. */
const TIME_RANGES = [
  { value: '', label: texts.log.last30Days, ms: undefined },
  { value: '1h', label: texts.log.lastHour, ms: 3_600_000 },
  { value: '24h', label: texts.log.last24Hours, ms: 86_400_000 },
  { value: '7d', label: texts.log.last7Days, ms: 604_800_000 },
] as const

/** Every request that was sent. The filters are in the URL. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [params, setParams] = useSearchParams()
  const outcome = ATTEMPT_OUTCOMES.find((value) => value === params.get('outcome'))
  const type = SIGNAL_TYPES.find((value) => value === params.get('type'))
  const range = TIME_RANGES.find(({ value }) => value === params.get('time')) ?? TIME_RANGES[0]
  const since = useMemo(
    () => (range.ms === undefined ? undefined : new Date(Date.now() - range.ms).toISOString()),
    [range],
  )
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useApiPages(contract.listAttempts, {
    params: { webhookId },
    query: { ...(outcome && { outcome }), ...(type && { type }), ...(since && { since }) },
  })
  const attempts = data?.pages.flatMap((page) => page.attempts)
  const filtered = outcome !== undefined || type !== undefined || range.value !== ''
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
      <div className={layout.filters}>
        <NativeSelect
          label={texts.log.outcome}
          data-page-search
          value={outcome ?? ''}
          onChange={(event) => setParams({ outcome: event.currentTarget.value })}
          data={[
            { value: '', label: texts.log.any },
            ...ATTEMPT_OUTCOMES.map((value) => ({ value, label: texts.attempts[value] })),
          ]}
        />
        <NativeSelect
          label={texts.log.type}
          value={type ?? ''}
          onChange={(event) => setParams({ type: event.currentTarget.value })}
          data={[
            { value: '', label: texts.log.any },
            ...SIGNAL_TYPES.map((value) => ({ value, label: SIGNAL_TYPE_NAMES[value] })),
          ]}
        />
        <NativeSelect
          label={texts.log.time}
          value={range.value}
          onChange={(event) => setParams({ time: event.currentTarget.value })}
          data={TIME_RANGES.map(({ value, label }) => ({ value, label }))}
        />
      </div>
      {error && !data ? (
        <ErrorNote title={texts.log.loadError} error={error} retry={refetch} />
      ) : attempts?.length === 0 && !hasNextPage ? (
        <EmptyState title={filtered ? texts.log.noMatches : texts.log.empty}>
          {filtered ? texts.log.noMatchesHint : texts.log.emptyHint}
        </EmptyState>
      ) : (
        <AttemptTable webhookId={webhookId} attempts={attempts} />
      )}
      {hasNextPage && (
        <div>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {texts.log.loadOlder}
          </Button>
        </div>
      )}
    </Section>
  )
}
