import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import layout from '../layout.module.css'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
  /** Within a section that has a heading of its own. */
  readonly Heading?: 'h2' | 'h3'
}

/** Says that a list is empty and what to do next. */
export function EmptyState({ title, children, action, Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={classes(layout.panel, styles.empty)}>
      <Heading>{title}</Heading>
      <p>{children}</p>
      {action && <div>{action}</div>}
    </div>
  )
}
