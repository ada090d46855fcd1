import type { contract, ReplyOf, WebhookReply } from '../../../contract.ts'
import { Section } from '../../../parts/Section.tsx'
import { Table } from '../../../parts/tables/Table.tsx'
import { formatNumber } from '../../../parts/words/format.ts'
import { SIGNAL_TYPE_NAMES, type SignalType } from '../../../parts/words/signal-types.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { texts } from '../texts.ts'

type Gap = ReplyOf<typeof contract.getWebhook>['gaps'][number]

interface ExpiredEventsProps {
  readonly webhook: WebhookReply
  readonly gaps: readonly Gap[]
}

/** The events that were never delivered, by type. The API calls them gaps. */
export function ExpiredEvents({ webhook: { gapEvents }, gaps }: ExpiredEventsProps) {
  if (gapEvents === 0 && gaps.length === 0) return null
  return (
    <Section title={texts.expired.title} lead={texts.expired.lead(gapEvents)}>
      <Table
        label={texts.expired.title}
        rows={gaps}
        rowKey={({ at }) => at}
        columns={[
          { label: texts.expired.when, cell: ({ at }) => <Time at={at} /> },
          {
            label: texts.expired.events,
            cell: ({ counts }) =>
              Object.entries(counts)
                .map(([type, events]) => `${SIGNAL_TYPE_NAMES[type as SignalType]}: ${formatNumber(events ?? 0)}`)
                .join(', '),
          },
        ]}
      />
    </Section>
  )
}
