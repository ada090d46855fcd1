import styles from './DaysLeftBar.module.css'
import { shareLeft } from './days-left.ts'

const URGENT_DAYS = 7

/** How much of a window is left. The days stand beside it in words, so it is hidden from screen readers. */
export function DaysLeftBar({ days, windowDays }: { days: number; windowDays: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} width="100" height="4" rx="2" />
      <rect
        className={days < URGENT_DAYS ? styles.soon : styles.left}
        width={shareLeft(days, windowDays) * 100}
        height="4"
        rx="2"
      />
    </svg>
  )
}
