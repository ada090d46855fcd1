import { type ExploreSignalReply, SIGNAL_TYPES } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { formatDate } from '../../../parts/words/format.ts'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { typeColor } from '../../../parts/words/TypeMark.tsx'
import { signalText } from '../signal-text.ts'
import { texts } from '../texts.ts'
import styles from './SignalTimeline.module.css'

const WIDTH = 720
const ROW = 22
const LABELS = 130
const DAY_MS = 86_400_000
/** Short histories don't look longer than they are. */
const MIN_DAYS = 30

/** Every signal as a dot: a row for each type, from the oldest to today. Those that have ended are hollow. */
export function SignalTimeline({ signals }: { signals: readonly ExploreSignalReply[] }) {
  const types = SIGNAL_TYPES.filter((type) => signals.some((signal) => signal.type === type))
  const now = Date.now()
  const oldest = Math.min(...signals.map(({ occurredAt }) => Date.parse(occurredAt)), now - MIN_DAYS * DAY_MS)
  const x = (at: string) => LABELS + 6 + ((Date.parse(at) - oldest) / (now - oldest)) * (WIDTH - LABELS - 12)
  const height = types.length * ROW + 18
  return (
    <svg
      className={styles.timeline}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={texts.signals.timeline(signals.length, formatDate(new Date(oldest).toISOString()))}
    >
      {types.map((type, row) => (
        <g key={type} className={typeColor(type)} transform={`translate(0 ${row * ROW + ROW / 2})`}>
          <text className={styles.label} x="0" y="4">
            {SIGNAL_TYPE_NAMES[type]}
          </text>
          <line className={styles.line} x1={LABELS} x2={WIDTH} y1="0" y2="0" />
          {signals
            .filter((signal) => signal.type === type)
            .map((signal) => (
              <circle
                key={signal.id}
                className={classes(styles.dot, signal.status !== 'active' && styles.ended)}
                cx={Math.min(x(signal.occurredAt), WIDTH - 6)}
                cy="0"
                r="5"
              >
                <title>{`${signalText(signal)}, ${formatDate(signal.occurredAt)}`}</title>
              </circle>
            ))}
        </g>
      ))}
      <text className={styles.label} x={LABELS} y={height - 3}>
        {formatDate(new Date(oldest).toISOString())}
      </text>
      <text className={styles.label} x={WIDTH} y={height - 3} textAnchor="end">
        {texts.signals.today}
      </text>
    </svg>
  )
}
