import styles from './Status.module.css'
import type { Tone } from './tone.ts'

/** A status in words, with a coloured dot. The words alone say everything. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )
}
