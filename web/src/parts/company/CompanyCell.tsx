import { Fragment, type ReactNode } from 'react'
import { classes } from '../class-names.ts'
import typography from '../typography.module.css'
import styles from './CompanyCell.module.css'
import { Initials } from './Initials.tsx'

/** As in the summary of a company. */
const BETWEEN = ' · '

interface CompanyCellProps {
  readonly name: string
  /** Joined by middle dots. In one line, which is cut where there is no room, or in lines that break between two facts. */
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
            {facts.split(BETWEEN).map((fact, i, all) => (
              <Fragment key={fact}>
                <span className={typography.nowrap}>
                  {i < all.length - 1 ? `${fact}${BETWEEN.trimEnd()}` : fact}
                </span>{' '}
              </Fragment>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
