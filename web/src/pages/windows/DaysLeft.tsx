import { classes } from '../../parts/class-names.ts'
import { DaysLeftBar } from '../../parts/company/DaysLeftBar.tsx'
import { daysLeftOf } from '../../parts/company/days-left.ts'
import typography from '../../parts/typography.module.css'
import { formatDate } from '../../parts/words/format.ts'
import styles from './DaysLeft.module.css'
import { texts } from './texts.ts'

/** How long a window is still open, in words and as a bar. The words say everything. */
export function DaysLeft({ windowEndsAt, windowDays }: { windowEndsAt: string; windowDays: number }) {
  const days = daysLeftOf(windowEndsAt, Date.now())
  return (
    <div className={styles.daysLeft}>
      <span className={classes(typography.nowrap, typography.tabular)}>{texts.table.daysLeft(days)}</span>
      <span className={classes(typography.muted, typography.small, typography.nowrap)}>{formatDate(windowEndsAt)}</span>
      <DaysLeftBar days={days} windowDays={windowDays} />
    </div>
  )
}
