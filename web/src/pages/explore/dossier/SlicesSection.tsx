import type { DossierReply, ExploreSignalReply, FeedbackAboutReply, StatementPart } from '../../../contract.ts'
import { Judge } from '../../../feedback/Judge.tsx'
import { classes } from '../../../parts/class-names.ts'
import { WindowName } from '../../../parts/company/WindowName.tsx'
import layout from '../../../parts/layout.module.css'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { formatDate } from '../../../parts/words/format.ts'
import { signalText } from '../../../parts/words/signal-text.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { TypeMark } from '../../../parts/words/TypeMark.tsx'
import { texts } from '../texts.ts'
import { evidenceOf } from './evidence.ts'
import { SignalSources } from './SignalSources.tsx'
import styles from './SlicesSection.module.css'

type Slice = DossierReply['slices'][number]

interface SlicesSectionProps {
  readonly companyId: string
  readonly slices: readonly Slice[]
  readonly notebook: DossierReply['notebook']
  readonly signals: readonly ExploreSignalReply[]
}

/** The others are folded, so that a phone shows the reasons to call and the signals on few screens. */
const MAX_SHOWN = 2

/** Why to call now and what to say, with the signals that each statement is made of. */
export function SlicesSection({ companyId, slices, notebook, signals }: SlicesSectionProps) {
  const rest = slices.slice(MAX_SHOWN)
  return (
    <Section title={texts.slices.title} lead={texts.slices.lead}>
      {slices.length === 0 && (
        <EmptyState Heading="h3" title={texts.slices.empty}>
          {texts.slices.emptyHint}
        </EmptyState>
      )}
      {slices.length === 0 && notebook && <QuietNotes notebook={notebook} />}
      {slices.slice(0, MAX_SHOWN).map((slice) => (
        <SliceCard key={slice.slug} companyId={companyId} slice={slice} signals={signals} />
      ))}
      {rest.length > 0 && (
        <details>
          <summary>{texts.slices.more(rest.length)}</summary>
          <div className={layout.stack}>
            {rest.map((slice) => (
              <SliceCard key={slice.slug} companyId={companyId} slice={slice} signals={signals} />
            ))}
          </div>
        </details>
      )}
    </Section>
  )
}

interface SliceCardProps extends Pick<SlicesSectionProps, 'companyId' | 'signals'> {
  readonly slice: Slice
}

function SliceCard({ companyId, slice, signals }: SliceCardProps) {
  const { slug, label, score, windowEndsAt, notebook } = slice
  const about = (part: StatementPart, text: string): FeedbackAboutReply => {
    const [evidence] = evidenceOf(text, signals)
    const statement = { kind: 'statement', companyId, slice: slug, part, text } as const
    return evidence ? { ...statement, signalId: evidence.id } : statement
  }
  return (
    <article className={classes(layout.panel, layout.padded, layout.stackTight)}>
      <div className={classes(layout.row, layout.between)}>
        <h3>
          <WindowName slug={slug} label={label} />
        </h3>
        <span className={classes(typography.muted, typography.small)}>
          <span className={typography.tabular}>{texts.slices.score(score)}</span>,{' '}
          {texts.slices.windowEnds(formatDate(windowEndsAt))}
        </span>
      </div>
      {notebook.whyNow !== '' && (
        <div>
          <p className={styles.whyNow}>
            {notebook.whyNow} <Judge about={about('why_now', notebook.whyNow)} subject={texts.slices.whyNowName} />
          </p>
          <Evidence statement={notebook.whyNow} signals={signals} />
        </div>
      )}
      {notebook.approach !== undefined && (
        <p>
          <strong>{texts.slices.approach}</strong> {notebook.approach}
        </p>
      )}
      {notebook.talkingPoints.length > 0 && (
        <>
          <h4 className={styles.heading}>{texts.slices.talkingPointsTitle}</h4>
          <ul className={styles.points}>
            {notebook.talkingPoints.map((point) => (
              <li key={point}>
                {point} <Judge about={about('talking_point', point)} subject={point} />
                <Evidence statement={point} signals={signals} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={classes(typography.muted, typography.small)}>{texts.slices.thesis(notebook.thesis)}</p>
    </article>
  )
}

/** Of a company that is in no window: there is no reason to call now, and something to say. */
function QuietNotes({
  notebook: { known, opens, talkingPoints },
}: {
  notebook: NonNullable<DossierReply['notebook']>
}) {
  return (
    <article className={classes(layout.panel, layout.padded, layout.stackTight)}>
      <p>{[known, ...opens].join(' ')}</p>
      {talkingPoints.length > 0 && (
        <>
          <h3 className={styles.heading}>{texts.slices.talkingPointsTitle}</h3>
          <ul className={styles.points}>
            {talkingPoints.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </>
      )}
    </article>
  )
}

function Evidence({ statement, signals }: { statement: string; signals: readonly ExploreSignalReply[] }) {
  const evidence = evidenceOf(statement, signals)
  if (evidence.length === 0) return null
  return (
    <ul className={styles.evidence} aria-label={texts.slices.evidence}>
      {evidence.map((signal) => (
        <li key={signal.id}>
          <TypeMark type={signal.type} isIcon />
          <span className={styles.signal}>
            <span className={typography.breakWord}>{signalText(signal)}</span>
            <Time at={signal.occurredAt} />
            <SignalSources signal={signal} />
          </span>
        </li>
      ))}
    </ul>
  )
}
