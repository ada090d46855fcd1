import { Fragment } from 'react'
import { type ExploreSignalReply, SIGNAL_TYPES } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { formatDate } from '../../../parts/words/format.ts'
import { signalText } from '../../../parts/words/signal-text.ts'
import { TypeMark, typeColor } from '../../../parts/words/TypeMark.tsx'
import { texts } from '../texts.ts'
import styles from './SignalTimeline.module.css'

const ROW = 28
/** In percent, so that a dot at either end is whole. */
const [FIRST, LAST] = [1.5, 98.5]
const DAY_MS = 86_400_000
/** Short histories don't look longer than they are. */
const MIN_DAYS = 30

/** Every signal as a dot: a row for each type, from the oldest to today. Those that have ended are hollow. */
export function SignalTimeline({ signals }: { signals: readonly ExploreSignalReply[] }) {
  const types = SIGNAL_TYPES.filter((type) => signals.some((signal) => signal.type === type))
  const now = Date.now()
  const oldest = Math.min(...signals.map(({ occurredAt }) => Date.parse(occurredAt)), now - MIN_DAYS * DAY_MS)
  const x = (at: string) => FIRST + (Math.min(Date.parse(at) - oldest, now - oldest) / (now - oldest)) * (LAST - FIRST)
  return (
    <div
      className={styles.timeline}
      role="img"
      aria-label={texts.signals.timeline(signals.length, formatDate(new Date(oldest).toISOString()))}
    >
      {types.map((type) => (
        <Fragment key={type}>
          <TypeMark type={type} />
          {/* Without a view box: places are shares of the width, and dots stay as large as they are. */}
          <svg className={typeColor(type)} width="100%" height={ROW} aria-hidden="true">
            <line className={styles.line} x1="0" x2="100%" y1={ROW / 2} y2={ROW / 2} />
            {signals
              .filter((signal) => signal.type === type)
              .map((signal) => (
                <circle
                  key={signal.id}
                  className={classes(styles.dot, signal.status !== 'active' && styles.ended)}
                  cx={`${x(signal.occurredAt)}%`}
                  cy={ROW / 2}
                  r="5"
                >
                  <title>{`${signalText(signal)}, ${formatDate(signal.occurredAt)}`}</title>
                </circle>
              ))}
          </svg>
        </Fragment>
      ))}
      <span />
      <div className={styles.axis}>
        <span>{formatDate(new Date(oldest).toISOString())}</span>
        <span>{texts.signals.today}</span>
      </div>
    </div>
  )
}
