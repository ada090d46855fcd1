import { classes } from '../../../parts/class-names.ts'
import typography from '../../../parts/typography.module.css'
import styles from './LiveTotal.module.css'
import { texts } from './texts.ts'
import type { Counts } from './use-counts.ts'

/** How many companies the whole search finds, before it is paid for. `isEverywhere`: it names companies, and counts don't. */
export function LiveTotal({ counts, isEverywhere }: { counts: Counts | undefined; isEverywhere: boolean }) {
  const total = counts?.counts?.total
  return (
    <span role="status" className={classes(typography.small, styles.total)}>
      {total !== undefined && (isEverywhere ? texts.matchingAnywhere : texts.matching)(total)}
      {total === undefined && counts?.usedUp && texts.usedUp}
    </span>
  )
}
