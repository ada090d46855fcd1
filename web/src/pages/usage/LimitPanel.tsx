import type { BucketReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { Meter } from '../../parts/notes/Meter.tsx'
import typography from '../../parts/typography.module.css'
import { formatDate, formatNumber, shortLocal } from '../../parts/words/format.ts'
import { LIMIT_NAMES } from '../../parts/words/limit-names.ts'
import { limitTone } from '../../parts/words/limit-tone.ts'
import { Time } from '../../parts/words/Time.tsx'
import styles from './LimitPanel.module.css'
import { texts } from './texts.ts'

interface LimitPanelProps {
  readonly bucket: BucketReply
  /** When it is used up at this rate. Undefined: not before it resets, or nobody can tell. */
  readonly usedUp?: string | undefined
}

/** One limit and how much of it is used. The API calls it a bucket. */
export function LimitPanel({ bucket: { bucket, used, limit, remaining, resetsAt, note }, usedUp }: LimitPanelProps) {
  const name = LIMIT_NAMES[bucket]
  const reached = limit > 0 && remaining === 0
  const resetTime = <Time at={resetsAt} />
  return (
    <div className={classes(layout.panel, styles.limit)}>
      <div>
        <h3>{name}</h3>
        <div className={classes(typography.muted, typography.small)}>{texts.limits.details[bucket]}</div>
      </div>
      <div className={classes(styles.figures, typography.tabular)}>
        <strong>{formatNumber(used)}</strong>
        <span className={typography.muted}>{texts.limits.of(limit)}</span>
      </div>
      <LimitMeter name={name} used={used} limit={limit} />
      <div className={typography.small}>
        {reached ? <strong>{texts.limits.reached}</strong> : <span>{texts.limits.left(remaining)}</span>}{' '}
        <span className={typography.muted}>
          {bucket === 'perMinute'
            ? texts.limits.resets(resetTime)
            : texts.limits.resetsAt(resetTime, shortLocal(resetsAt))}
        </span>
        {usedUp && <div>{texts.limits.usedUp(formatDate(usedUp))}</div>}
        {note && <div className={typography.muted}>{note}</div>}
      </div>
    </div>
  )
}

export function LimitMeter({ name, used, limit }: { name: string; used: number; limit: number }) {
  const tone = limitTone({ used, limit })
  return <Meter name={name} value={used} max={limit} text={texts.limits.used(used, limit)} tone={tone} />
}
