import { classes } from '../../parts/class-names.ts'
import typography from '../../parts/typography.module.css'
import { formatDate } from '../../parts/words/format.ts'
import styles from './DaysLeft.module.css'
import { daysLeftOf } from './days-left.ts'
import { texts } from './texts.ts'

const URGENT_DAYS = 7

/** How long a window is still open, in words and as a bar. The words say everything. */
export function DaysLeft({ windowEndsAt, windowDays }: { windowEndsAt: string; windowDays: number }) {
  const days = daysLeftOf(windowEndsAt, Date.now())
  const share = Math.min(1, Math.max(0.03, days / Math.max(1, windowDays)))
  return (
    <div className={styles.daysLeft}>
      <span className={typography.nowrap}>{texts.table.daysLeft(days)}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} data-urgent={days <= URGENT_DAYS} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={classes(typography.muted, typography.small, typography.nowrap)}>{formatDate(windowEndsAt)}</span>
    </div>
  )
}
