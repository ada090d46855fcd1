import type { ReactNode } from 'react'
import layout from './layout.module.css'
import styles from './Section.module.css'

interface SectionProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, lead, action, children }: SectionProps) {
  return (
    <section className={layout.section} aria-label={title}>
      <div className={styles.header}>
        <div>
          <h2>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
