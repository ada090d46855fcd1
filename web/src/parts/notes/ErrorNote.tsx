import { Button } from '@mantine/core'
import { ApiError } from '../../api/client.ts'
import { sharedTexts } from '../texts.ts'
import typography from '../typography.module.css'
import { Note } from './Note.tsx'

/** An error, in the server's words if there are any. The request id is shown for server errors only. */
export function ErrorNote({ error, retry, title }: { error: unknown; retry?: () => unknown; title?: string }) {
  if (!error) return null
  const known = error instanceof ApiError
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
      {known ? error.message : sharedTexts.unexpectedError}
      {known && error.requestId && error.status >= 500 && (
        <span className={typography.muted}> {sharedTexts.requestId(error.requestId)}</span>
      )}
    </Note>
  )
}
