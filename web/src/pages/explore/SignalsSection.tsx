import { type ExploreSignalReply, slugWords } from '../../contract.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Section } from '../../parts/Section.tsx'
import { SIGNAL_TYPE_NAMES } from '../../parts/signal-types.ts'
import { Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { Words } from '../../parts/Words.tsx'
import { ExternalLink } from './ExternalLink.tsx'
import { signalText } from './signal-text.ts'
import { texts } from './texts.ts'

interface SignalsSectionProps {
  /** The newest ones: the API doesn't return all of them. */
  readonly signals: readonly ExploreSignalReply[]
  readonly total: number
}

export function SignalsSection({ signals, total }: SignalsSectionProps) {
  return (
    <Section
      title={texts.signals.title}
      lead={signals.length < total ? texts.signals.newest(signals.length, total) : texts.signals.all(total)}
    >
      {signals.length === 0 ? (
        <EmptyState title={texts.signals.empty}>{texts.signals.emptyHint}</EmptyState>
      ) : (
        <Table
          label={texts.signals.title}
          rows={signals}
          rowKey={({ id }) => id}
          columns={[
            { label: texts.signals.signal, cell: (signal) => <Words text={signalText(signal)} /> },
            {
              label: texts.signals.type,
              cell: ({ type }) => <span className={typography.nowrap}>{SIGNAL_TYPE_NAMES[type]}</span>,
            },
            { label: texts.signals.when, cell: ({ occurredAt }) => <Time at={occurredAt} /> },
            {
              label: texts.signals.confidence,
              cell: ({ confidence }) => <span className={typography.tabular}>{texts.signals.percent(confidence)}</span>,
            },
            { label: texts.signals.status, cell: ({ status }) => slugWords(status) },
            { label: texts.signals.source, cell: ({ source }) => <ExternalLink url={source.url} text={source.name} /> },
          ]}
        />
      )}
    </Section>
  )
}
