import styles from './Initials.module.css'
import { initialsOf } from './initials-of.ts'

/** Stands for a company's logo. The name next to it says everything, so that screen readers skip it. */
export function Initials({ name }: { name: string }) {
  return (
    <span className={styles.initials} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
