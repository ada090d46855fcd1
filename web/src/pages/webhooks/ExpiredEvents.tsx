import type { contract, ReplyOf, WebhookReply } from '../../contract.ts'
import { formatNumber, pluralize } from '../../parts/format.ts'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import { type SignalType, TYPE_NAMES } from './words.ts'

type Gap = ReplyOf<typeof contract.getWebhook>['gaps'][number]

/** What was never delivered is said plainly, by type and number. */
export function Gaps({ webhook: { gapEvents }, gaps }: { webhook: WebhookReply; gaps: readonly Gap[] }) {
  if (gapEvents === 0 && gaps.length === 0) return null
  return (
    <Section
      title="Gaps"
      lead={`${pluralize(gapEvents, 'event')} waited for more than 30 days and ${gapEvents === 1 ? 'was' : 'were'} not delivered. The signals are still there: the API has them.`}
    >
      <Table
        label="Gaps"
        rows={gaps}
        rowKey={({ at }) => at}
        columns={[
          { label: 'When', cell: ({ at }) => <Time at={at} /> },
          {
            label: 'Not delivered',
            cell: ({ counts }) =>
              Object.entries(counts)
                .map(([type, events]) => `${TYPE_NAMES[type as SignalType]}: ${formatNumber(events ?? 0)}`)
                .join(', '),
          },
        ]}
      />
    </Section>
  )
}
