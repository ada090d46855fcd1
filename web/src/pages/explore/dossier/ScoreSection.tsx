import { type DossierReply, type ExploreSignalReply, SCORE_COMPONENTS } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { Section } from '../../../parts/Section.tsx'
import { Table } from '../../../parts/tables/Table.tsx'
import typography from '../../../parts/typography.module.css'
import { formatScore, formatUtcDate } from '../../../parts/words/format.ts'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { signalText } from '../signal-text.ts'
import { texts } from '../texts.ts'
import { type Contribution, ScoreComponentBar } from './ScoreComponentBar.tsx'
import styles from './ScoreSection.module.css'
import { SCORE_WEIGHTS } from './score-weights.ts'

type Score = DossierReply['aiAdoptionScore']

interface ScoreSectionProps {
  readonly score: Score
  readonly signals: readonly ExploreSignalReply[]
}

/** The bars show every contribution. The table shows only the largest ones. */
const MAX_ROWS = 8

/** The score, its four components, and each signal's contribution to them. */
export function ScoreSection({ score, signals }: ScoreSectionProps) {
  const byId = new Map(signals.map((signal) => [signal.id, signal]))
  const largestFirst = score.contributions.toSorted((a, b) => scorePoints(b) - scorePoints(a))
  const labelOf = ({ signalId, signals: count = 1 }: Contribution) => {
    const signal = byId.get(signalId ?? '')
    return signal ? signalText(signal) : texts.score.remainder(count)
  }
  return (
    <Section title={texts.score.title} lead={texts.score.lead(formatUtcDate(score.asOf), score.modelVersion)}>
      <div className={classes(layout.panel, layout.padded, styles.panel)}>
        <div className={styles.total}>
          <strong className={typography.tabular}>
            {score.score === 0 && score.coverage?.score === 0 ? texts.coverage.notMonitored : formatScore(score.score)}
          </strong>
          <span className={classes(typography.muted, typography.small)}>
            {texts.score.outOf}
            {(score.coverage?.score ?? 1) < 1 && ` · ${texts.score.coverage(score.coverage?.score ?? 1)}`}
          </span>
        </div>
        <div className={layout.stackTight}>
          {SCORE_COMPONENTS.map((component) => (
            <ScoreComponentBar
              key={component}
              component={component}
              value={score[component]}
              coverage={score.coverage?.[component] ?? 1}
              contributions={score.contributions.filter((each) => each.component === component)}
              labelOf={labelOf}
            />
          ))}
        </div>
      </div>
      {largestFirst.length > 0 && (
        <details>
          <summary>{texts.score.showTable}</summary>
          <Table
            label={texts.score.table}
            rows={largestFirst.slice(0, MAX_ROWS)}
            rowKey={({ signalId, component }) => `${signalId} ${component}`}
            columns={[
              {
                label: texts.score.signal,
                cell: (each) => <span className={typography.breakWord}>{labelOf(each)}</span>,
              },
              {
                label: texts.score.type,
                cell: ({ signalId }) => {
                  const type = byId.get(signalId ?? '')?.type
                  return <span className={typography.nowrap}>{type ? SIGNAL_TYPE_NAMES[type] : ''}</span>
                },
              },
              { label: texts.score.component, cell: ({ component }) => texts.score.components[component].name },
              { label: texts.score.componentPoints, align: 'end', cell: ({ points }) => <Points value={points} /> },
              { label: texts.score.scorePoints, align: 'end', cell: (each) => <Points value={scorePoints(each)} /> },
            ]}
          />
          {largestFirst.length > MAX_ROWS && (
            <p className={classes(typography.muted, typography.small)}>
              {texts.score.more(largestFirst.length - MAX_ROWS)}
            </p>
          )}
        </details>
      )}
      {largestFirst.length === 0 && <p className={typography.muted}>{texts.score.empty}</p>}
    </Section>
  )
}

const scorePoints = ({ component, points }: Contribution) => (points * SCORE_WEIGHTS[component]) / 100

function Points({ value }: { value: number }) {
  return <span className={typography.tabular}>{formatScore(value)}</span>
}
