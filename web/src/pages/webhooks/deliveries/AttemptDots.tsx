import type { DeliveryEventReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import typography from '../../../parts/typography.module.css'
import { texts } from '../texts.ts'
import styles from './AttemptDots.module.css'

/** More than an event has without replays. */
const MAX_DOTS = 12

/** One dot per attempt, the oldest first: filled if it succeeded, a ring if it failed. The last reply is in words. */
export function AttemptDots({ event: { attempts } }: { event: Pick<DeliveryEventReply, 'attempts'> }) {
  const last = attempts.at(-1)
  if (!last) return <span className={typography.muted}>{texts.log.noAttempt}</span>
  const shown = attempts.slice(-MAX_DOTS)
  return (
    <span className={styles.attempts}>
      <span className={styles.dots} role="img" aria-label={texts.log.attempts(attempts)}>
        {shown.map(({ at, succeeded }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two attempts can have the same time
          <span key={`${at} ${place}`} className={classes(styles.dot, succeeded ? styles.succeeded : styles.failed)} />
        ))}
      </span>
      <span className={classes(typography.tabular, typography.small, typography.muted)}>
        {last.status ?? texts.attempts.noResponse}
      </span>
    </span>
  )
}
