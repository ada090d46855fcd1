import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '../../api/client.ts'
import { contract, SIGNAL_TYPES } from '../../contract.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import layout from '../../parts/layout.module.css'
import { Section } from '../../parts/Section.tsx'
import { useSearchParams } from '../../routing/location.ts'
import { AttemptTable } from './AttemptTable.tsx'
import { WebhooksError } from './WebhooksError.tsx'
import { TYPE_NAMES } from './words.ts'

const OUTCOMES = ['succeeded', 'failed'] as const
const SPANS = [
  ['', 'The last 30 days', 0],
  ['1h', 'The last hour', 3_600_000],
  ['24h', 'The last 24 hours', 86_400_000],
  ['7d', 'The last 7 days', 604_800_000],
] as const

/** Every request that was sent, by its filters, which stand in the address. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [parameters, change] = useSearchParams()
  const outcome = OUTCOMES.find((each) => each === parameters.get('outcome'))
  const type = SIGNAL_TYPES.find((each) => each === parameters.get('type'))
  const [span, , spanMs] = SPANS.find(([value]) => value === parameters.get('time')) ?? SPANS[0]
  const since = useMemo(() => (spanMs === 0 ? undefined : new Date(Date.now() - spanMs).toISOString()), [spanMs])
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [contract.listAttempts.name, webhookId, outcome, type, since],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        contract.listAttempts,
        {
          params: { webhookId },
          query: {
            ...(outcome && { outcome }),
            ...(type && { type }),
            ...(since && { since }),
            ...(pageParam && { before: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const attempts = data?.pages.flatMap((page) => page.attempts)
  const filtered = outcome !== undefined || type !== undefined || span !== ''
  return (
    <Section
      title="Delivery log"
      lead="Every request of the last 30 days, the newest first."
      action={
        <Button variant="subtle" color="gray" size="xs" onClick={() => refetch()}>
          Refresh
        </Button>
      }
    >
      <div className={layout.filters}>
        <NativeSelect
          label="Outcome"
          value={outcome ?? ''}
          onChange={(event) => change({ outcome: event.currentTarget.value })}
          data={[
            { value: '', label: 'Any' },
            { value: 'succeeded', label: 'Succeeded' },
            { value: 'failed', label: 'Failed' },
          ]}
        />
        <NativeSelect
          label="Signal type"
          value={type ?? ''}
          onChange={(event) => change({ type: event.currentTarget.value })}
          data={[{ value: '', label: 'Any' }, ...SIGNAL_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }))]}
        />
        <NativeSelect
          label="Time"
          value={span}
          onChange={(event) => change({ time: event.currentTarget.value })}
          data={SPANS.map(([value, label]) => ({ value, label }))}
        />
      </div>
      {error && !data ? (
        <WebhooksError title="The log cannot be shown" error={error} retry={refetch} />
      ) : attempts?.length === 0 && !hasNextPage ? (
        <EmptyState title={filtered ? 'Nothing fits the filters' : 'Nothing was sent yet'}>
          {filtered
            ? 'Choose a longer time, or another outcome or type.'
            : 'The next signal of a chosen type shows here. Send a test event to see whether your endpoint answers.'}
        </EmptyState>
      ) : (
        <AttemptTable webhookId={webhookId} attempts={attempts} />
      )}
      {hasNextPage && (
        <div>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show older requests
          </Button>
        </div>
      )}
    </Section>
  )
}
