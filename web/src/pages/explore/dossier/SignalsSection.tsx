import { type ExploreSignalReply, SIGNAL_TYPES } from '../../../contract.ts'
import { Judge } from '../../../feedback/Judge.tsx'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { signalText } from '../../../parts/words/signal-text.ts'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { TypeMark } from '../../../parts/words/TypeMark.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { RoundTags } from '../RoundTags.tsx'
import { texts } from '../texts.ts'
import { SignalSources } from './SignalSources.tsx'
import styles from './SignalsSection.module.css'
import { SignalTimeline } from './SignalTimeline.tsx'

interface SignalsSectionProps {
  /** The newest ones: the API doesn't return all of them. */
  readonly signals: readonly ExploreSignalReply[]
  readonly total: number
  readonly receipts?: readonly Receipt[] | undefined
}

interface Receipt {
  readonly signalId: string
  readonly seenOn: string
  readonly seenThrough?: string | undefined
  readonly seenAt: string
}

/** Of each type; the others are folded. */
const MAX_SHOWN = 3

export function SignalsSection({ signals, total, receipts = [] }: SignalsSectionProps) {
  const receiptOf = new Map(receipts.map((receipt) => [receipt.signalId, receipt]))
  const types = SIGNAL_TYPES.filter((type) => signals.some((signal) => signal.type === type))
  return (
    <Section
      title={texts.signals.title}
      lead={signals.length < total ? texts.signals.newest(signals.length, total) : texts.signals.all(total)}
    >
      {signals.length === 0 ? (
        <EmptyState Heading="h3" title={texts.signals.empty}>
          {texts.signals.emptyHint}
        </EmptyState>
      ) : (
        <div className={classes(layout.panel, layout.padded, layout.stack)}>
          <SignalTimeline signals={signals} />
          {types.map((type) => (
            <div key={type} className={layout.stackTight}>
              <h3>
                <TypeMark type={type} />
              </h3>
              <SignalList
                label={SIGNAL_TYPE_NAMES[type]}
                signals={signals.filter((each) => each.type === type)}
                receiptOf={receiptOf}
              />
            </div>
          ))}
        </div>
      )}
    </Section>
  )
}

interface SignalListProps {
  readonly label: string
  readonly signals: readonly ExploreSignalReply[]
  readonly receiptOf: ReadonlyMap<string, Receipt>
}

function SignalList({ label, signals, receiptOf }: SignalListProps) {
  const rest = signals.slice(MAX_SHOWN)
  return (
    <>
      <ul className={styles.signals} aria-label={label}>
        {signals.slice(0, MAX_SHOWN).map((signal) => (
          <SignalItem key={signal.id} signal={signal} receipt={receiptOf.get(signal.id)} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary>{texts.signals.more(rest.length)}</summary>
          <ul className={styles.signals} aria-label={texts.signals.more(rest.length)}>
            {rest.map((signal) => (
              <SignalItem key={signal.id} signal={signal} receipt={receiptOf.get(signal.id)} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/**
 * The sentence that names a tool is shown below it, and where it was seen. A round's evidence is signals that the list shows
 * anyway.
 */
function SignalItem({ signal, receipt }: { signal: ExploreSignalReply; receipt: Receipt | undefined }) {
  const { occurredAt, closedAt, status, confidence, evidence } = signal
  return (
    <li className={classes(styles.signal, status !== 'active' && styles.ended)}>
      <div>
        <Words text={signalText(signal)} />
        <RoundTags signal={signal} />
        {typeof evidence === 'string' && (
          <p className={classes(typography.muted, typography.small)}>
            <Words text={evidence} />
          </p>
        )}
      </div>
      <div className={classes(typography.muted, typography.small, styles.about)}>
        <Time at={occurredAt} />
        {closedAt ? (
          <span>{texts.signals.ended(<Time at={closedAt} />)}</span>
        ) : (
          status !== 'active' && <span>{texts.signals.isEnded}</span>
        )}
        <span>{texts.signals.confidence(confidence)}</span>
        {receipt && (
          <span>{texts.signals.seen(receipt.seenOn, receipt.seenThrough, <Time at={receipt.seenAt} />)}</span>
        )}
        <SignalSources signal={signal} />
        <Judge about={{ kind: 'signal', signalId: signal.id }} subject={signalText(signal)} />
      </div>
    </li>
  )
}
