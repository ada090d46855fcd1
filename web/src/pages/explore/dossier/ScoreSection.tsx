import { type DossierReply, type ExploreSignalReply, SCORE_COMPONENTS } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { Section } from '../../../parts/Section.tsx'
import { PlainTable } from '../../../parts/tables/PlainTable.tsx'
import typography from '../../../parts/typography.module.css'
import { formatScore, formatUtcDate } from '../../../parts/words/format.ts'
import { signalText } from '../../../parts/words/signal-text.ts'
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
          <div className={layout.panel}>
            <PlainTable
              label={texts.score.table}
              headings={[texts.score.signal, texts.score.scorePoints]}
              rows={largestFirst.slice(0, MAX_ROWS).map((each) => ({
                key: `${each.signalId} ${each.component}`,
                name: (
                  <>
                    <span className={typography.breakWord}>{labelOf(each)}</span>
                    <div className={classes(typography.small, typography.muted)}>
                      {texts.score.ofComponent(texts.score.components[each.component].name, formatScore(each.points))}
                    </div>
                  </>
                ),
                value: formatScore(scorePoints(each)),
              }))}
            />
          </div>
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
