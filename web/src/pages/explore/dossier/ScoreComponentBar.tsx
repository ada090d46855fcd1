import type { DossierReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import typography from '../../../parts/typography.module.css'
import { formatScore } from '../../../parts/words/format.ts'
import bar from '../ScoreBar.module.css'
import { texts } from '../texts.ts'
import styles from './ScoreComponentBar.module.css'
import { SCORE_WEIGHTS, type ScoreComponent } from './score-weights.ts'

export type Contribution = DossierReply['aiAdoptionScore']['contributions'][number]

interface ScoreComponentBarProps {
  readonly component: ScoreComponent
  readonly value: number
  /** The share of the component that is monitored, from 0 to 1. */
  readonly coverage: number
  readonly contributions: readonly Contribution[]
  readonly labelOf: (contribution: Contribution) => string
}

const WIDTH = 400

/** One component of the score as a bar with a block for each signal. */
export function ScoreComponentBar({ component, value, coverage, contributions, labelOf }: ScoreComponentBarProps) {
  const { name, detail } = texts.score.components[component]
  const isUnknown = value === 0 && coverage === 0
  let end = 0
  return (
    <div className={styles.component}>
      <div className={styles.name}>
        <span className={typography.strong}>{name}</span>{' '}
        <span className={classes(typography.muted, typography.small)}>
          {texts.score.weight(SCORE_WEIGHTS[component])}
          {coverage > 0 && coverage < 1 && ` · ${texts.score.coverage(coverage)}`}
        </span>
        <div className={classes(typography.muted, typography.small)}>{detail}</div>
      </div>
      <svg
        className={bar.bar}
        viewBox={`0 0 ${WIDTH} 14`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          isUnknown ? texts.score.notMonitored(name) : texts.score.bar(name, formatScore(value), contributions.length)
        }
      >
        <rect className={bar.track} width={WIDTH} height="14" rx="3" />
        {contributions.map((contribution, i) => {
          const { signalId, points } = contribution
          const start = end
          end += (points / 100) * WIDTH
          return (
            <rect
              key={signalId}
              className={classes(bar.part, i % 2 === 1 && bar.alternate)}
              x={start}
              width={Math.max(0.8, end - start - 1)}
              height="14"
            >
              <title>{texts.score.contribution(labelOf(contribution), formatScore(points))}</title>
            </rect>
          )
        })}
      </svg>
      <span className={classes(typography.tabular, styles.value)}>
        {isUnknown ? texts.coverage.notMonitored : formatScore(value)}
      </span>
    </div>
  )
}
