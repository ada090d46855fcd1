import type { ReactNode } from 'react'
import typography from '../typography.module.css'
import styles from './Note.module.css'

interface NoteProps {
  readonly tone?: 'neutral' | 'warning' | 'danger'
  readonly title?: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly alert?: boolean
}

export function Note({ tone = 'neutral', title, children, action, alert = false }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone} role={alert ? 'alert' : undefined}>
      <div>
        {title && <div className={styles.title}>{title}</div>}
        {children && <div className={title ? typography.small : undefined}>{children}</div>}
      </div>
      {action}
    </div>
  )
}
