import { type DossierReply, type ExploreSignalReply, SCORE_COMPONENTS } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import { exactUtc, pluralize } from '../../parts/format.ts'
import layout from '../../parts/layout.module.css'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/Table.tsx'
import typography from '../../parts/typography.module.css'
import { TYPE_NAMES } from '../webhooks/words.ts'
import { COMPONENT_WORDS, type Component } from './words.ts'

type Score = DossierReply['aiAdoptionScore']
type Contribution = Score['contributions'][number]

interface ScoreProps {
  readonly score: Score
  readonly signals: readonly ExploreSignalReply[]
}

const WIDTH = 400
/** The bars show all; of the table, nobody reads more. */
const MOST_ROWS = 8

/** The score, its four components, and what each signal gave to them. */
export function ScoreSection({ score, signals }: ScoreProps) {
  const byId = new Map(signals.map((signal) => [signal.id, signal]))
  const strongest = score.contributions.toSorted((a, b) => inScore(b) - inScore(a))
  const labelOf = (id: string) => byId.get(id)?.label ?? 'An older signal'
  return (
    <Section
      title="AI adoption score"
      lead={`As of ${exactUtc(score.asOf).slice(0, 10)}, model ${score.modelVersion}. Each block of a bar is what one signal gave.`}
    >
      <div className={classes(layout.panel, layout.padded, 'score-panel')}>
        <div className="score-figure">
          <strong className={typography.tabular}>{score.score.toFixed(1)}</strong>
          <span className={classes(typography.muted, typography.small)}>of 100</span>
        </div>
        <div className={layout.stackTight}>
          {SCORE_COMPONENTS.map((component) => (
            <ComponentBar
              key={component}
              component={component}
              value={score[component]}
              parts={score.contributions.filter((each) => each.component === component)}
              labelOf={labelOf}
            />
          ))}
        </div>
      </div>
      {strongest.length > 0 && (
        <Table
          label="What made the score"
          rows={strongest.slice(0, MOST_ROWS)}
          rowKey={({ signalId, component }) => `${signalId} ${component}`}
          columns={[
            {
              label: 'Signal',
              cell: ({ signalId }) => <span className={typography.breakWord}>{labelOf(signalId)}</span>,
            },
            {
              label: 'Type',
              cell: ({ signalId }) => {
                const type = byId.get(signalId)?.type
                return <span className={typography.nowrap}>{type ? TYPE_NAMES[type] : ''}</span>
              },
            },
            { label: 'Component', cell: ({ component }) => COMPONENT_WORDS[component].name },
            { label: 'Points there', align: 'end', cell: ({ points }) => <Points value={points} /> },
            { label: 'In the score', align: 'end', cell: (each) => <Points value={inScore(each)} /> },
          ]}
        />
      )}
      {strongest.length > MOST_ROWS && (
        <p className={classes(typography.muted, typography.small)}>
          And {pluralize(strongest.length - MOST_ROWS, 'smaller part')} more.
        </p>
      )}
      {strongest.length === 0 && (
        <p className={typography.muted}>No signal of this company says anything about AI yet.</p>
      )}
    </Section>
  )
}

const inScore = ({ component, points }: Contribution) => (points * COMPONENT_WORDS[component].share) / 100

function Points({ value }: { value: number }) {
  return <span className={typography.tabular}>{value.toFixed(1)}</span>
}

interface ComponentBarProps {
  readonly component: Component
  readonly value: number
  readonly parts: readonly Contribution[]
  readonly labelOf: (signalId: string) => string
}

function ComponentBar({ component, value, parts, labelOf }: ComponentBarProps) {
  const { name, share, what } = COMPONENT_WORDS[component]
  let from = 0
  return (
    <div className="component">
      <div className="component-name">
        <span className={typography.strong}>{name}</span>{' '}
        <span className={classes(typography.muted, typography.small)}>{share} % of the score</span>
        <div className={classes(typography.muted, typography.small)}>{what}</div>
      </div>
      <svg
        className="bar-line"
        viewBox={`0 0 ${WIDTH} 14`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}: ${value.toFixed(1)} of 100, from ${pluralize(parts.length, 'signal')}`}
      >
        <rect className="rest" width={WIDTH} height="14" rx="3" />
        {parts.map(({ signalId, points }, i) => {
          const x = from
          from += (points / 100) * WIDTH
          return (
            <rect
              key={signalId}
              className={i % 2 === 0 ? 'part' : 'part other'}
              x={x}
              width={Math.max(0.8, from - x - 1)}
              height="14"
            >
              <title>{`${labelOf(signalId)}: ${points.toFixed(1)}`}</title>
            </rect>
          )
        })}
      </svg>
      <span className={classes(typography.tabular, 'end')}>{value.toFixed(1)}</span>
    </div>
  )
}
