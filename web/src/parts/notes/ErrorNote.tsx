import { Button } from '@mantine/core'
import { ApiError } from '../../api/client.ts'
import { sharedTexts } from '../texts.ts'
import typography from '../typography.module.css'
import { Note } from './Note.tsx'

interface ErrorNoteProps {
  readonly error: unknown
  readonly retry?: () => unknown
  readonly title?: string
  /** Shown for a 503, on a page without a query: the server's words say how to narrow one. */
  readonly whenBusy?: string
}

/** An error, in the server's words if there are any. The request id is shown for server errors only. */
export function ErrorNote({ error, retry, title, whenBusy }: ErrorNoteProps) {
  if (!error) return null
  const known = error instanceof ApiError
  const message = known ? (error.status === 503 && whenBusy) || error.message : sharedTexts.unexpectedError
  return (
    <Note
      tone="danger"
      alert
      {...(title !== undefined && { title })}
      action={
        retry && (
          <Button variant="default" size="xs" onClick={() => retry()}>
            {sharedTexts.tryAgain}
          </Button>
        )
      }
    >
      {message}
      {known && error.requestId && error.status >= 500 && (
        <span className={typography.muted}> {sharedTexts.requestId(error.requestId)}</span>
      )}
    </Note>
  )
}
