import { type ExploreSignalReply, slugWords } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { Section } from '../../../parts/Section.tsx'
import { Table } from '../../../parts/tables/Table.tsx'
import typography from '../../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { RoundTags } from '../RoundTags.tsx'
import { signalText } from '../signal-text.ts'
import { texts } from '../texts.ts'
import { ExternalLink } from './ExternalLink.tsx'

interface SignalsSectionProps {
  /** The newest ones: the API doesn't return all of them. */
  readonly signals: readonly ExploreSignalReply[]
  readonly total: number
  readonly receipts?: readonly Receipt[] | undefined
}

interface Receipt {
  readonly signalId: string
  readonly seenOn: string
  readonly seenAt: string
}

export function SignalsSection({ signals, total, receipts = [] }: SignalsSectionProps) {
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
            {
              label: texts.signals.signal,
              cell: (signal) => (
                <SignalCell signal={signal} receipt={receipts.find(({ signalId }) => signalId === signal.id)} />
              ),
            },
            {
              label: texts.signals.type,
              cell: ({ type }) => <span className={typography.nowrap}>{SIGNAL_TYPE_NAMES[type]}</span>,
            },
            { label: texts.signals.when, cell: ({ occurredAt }) => <Time at={occurredAt} /> },
            {
              label: texts.signals.confidence,
              cell: ({ confidence }) => <span className={typography.tabular}>{texts.signals.percent(confidence)}</span>,
            },
            {
              label: texts.signals.status,
              cell: ({ status, closedAt }) => (
                <>
                  {slugWords(status)} {closedAt && <Time at={closedAt} />}
                </>
              ),
            },
            { label: texts.signals.source, cell: (signal) => <SourcesCell signal={signal} /> },
          ]}
        />
      )}
    </Section>
  )
}

/**
 * The sentence that names a tool is shown below it, and where it was seen. A round's evidence is signals that the table shows
 * anyway.
 */
function SignalCell({ signal, receipt }: { signal: ExploreSignalReply; receipt: Receipt | undefined }) {
  return (
    <>
      <Words text={signalText(signal)} />
      <RoundTags signal={signal} />
      {typeof signal.evidence === 'string' && (
        <div className={classes(typography.muted, typography.small)}>
          <Words text={signal.evidence} />
        </div>
      )}
      {receipt && (
        <div className={classes(typography.muted, typography.small)}>
          {texts.signals.seen(receipt.seenOn, <Time at={receipt.seenAt} />)}
        </div>
      )}
    </>
  )
}

/** Each source once, the most certain one first, with the URL of its first post. */
function SourcesCell({ signal: { source, sources = [] } }: { signal: ExploreSignalReply }) {
  const all = [source, ...sources]
  const distinct = all.filter(({ name }, i) => all.findIndex((each) => each.name === name) === i)
  return distinct.map(({ name, url }) => (
    <div key={name}>
      <ExternalLink url={url} text={name} />
    </div>
  ))
}
