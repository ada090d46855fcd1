import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import layout from '../layout.module.css'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Says that a list is empty and what to do next. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes(layout.panel, styles.empty)}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action && <div>{action}</div>}
    </div>
  )
}
