import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import typography from '../typography.module.css'
import styles from './CompanyCell.module.css'
import { Initials } from './Initials.tsx'

interface CompanyCellProps {
  readonly name: string
  /** In one line, which is cut where there is no room. */
  readonly facts: string
  /** The name, as a link or a button. */
  readonly children: ReactNode
}

/** A company in a row of a table. */
export function CompanyCell({ name, facts, children }: CompanyCellProps) {
  return (
    <div className={styles.company}>
      <Initials name={name} size="small" />
      <div className={styles.text}>
        <div className={styles.name}>{children}</div>
        {facts && (
          <div className={classes(typography.muted, typography.small, styles.facts)} title={facts}>
            {facts}
          </div>
        )}
      </div>
    </div>
  )
}
