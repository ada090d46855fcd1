import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { CallError } from '../api/call.ts'

interface NoteProps {
  readonly tone?: 'plain' | 'watch' | 'bad'
  readonly title?: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly alert?: boolean
}

export function Note({ tone = 'plain', title, children, action, alert = false }: NoteProps) {
  return (
    <div className="note" data-tone={tone} role={alert ? 'alert' : undefined}>
      <div>
        {title && <div className="note-title">{title}</div>}
        {children && <div className={title ? 'small' : undefined}>{children}</div>}
      </div>
      {action}
    </div>
  )
}

/** What went wrong, in the service's own words, with what to do about it. */
export function ErrorNote({ error, retry, title }: { error: unknown; retry?: () => unknown; title?: string }) {
  if (!error) return null
  const known = error instanceof CallError
  const message = known ? error.message : 'Something went wrong on this page: load it again.'
  return (
    <Note
      tone="bad"
      alert
      {...(title !== undefined && { title })}
      action={
        retry && (
          <Button variant="default" size="xs" onClick={() => retry()}>
            Try again
          </Button>
        )
      }
    >
      {message}
      {known && error.requestId && error.status >= 500 && (
        <span className="quiet"> Request {error.requestId}, should you ask for help.</span>
      )}
    </Note>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Nothing there yet, and what the next step is. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="panel empty">
      <h3>{title}</h3>
      <p>{children}</p>
      {action && <div>{action}</div>}
    </div>
  )
}
