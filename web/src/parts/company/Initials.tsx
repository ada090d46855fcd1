import styles from './Initials.module.css'
import { initialsOf, tintOf } from './initials-of.ts'

interface InitialsProps {
  readonly name: string
  /** In a row of a table, in a row of its own, or on the company's page. */
  readonly size?: 'small' | 'medium' | 'large'
}

/** Stands for a company's logo, always in the same colour. The name next to it says everything, so screen readers skip it. */
export function Initials({ name, size = 'large' }: InitialsProps) {
  return (
    <span className={styles.initials} data-size={size} data-tint={tintOf(name)} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
