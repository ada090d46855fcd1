import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import layout from './layout.module.css'
import styles from './Section.module.css'
import typography from './typography.module.css'

interface SectionProps {
  readonly title: string
  /** How many there are, beside the title. */
  readonly count?: string | undefined
  readonly lead?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, count, lead, action, children }: SectionProps) {
  return (
    <section className={layout.section} aria-label={title}>
      <div className={styles.header}>
        <div>
          <div className={styles.title}>
            <h2>{title}</h2>
            {count && <span className={classes(typography.muted, typography.tabular)}>{count}</span>}
          </div>
          {lead && <p>{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
