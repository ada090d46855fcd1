import { ApiError } from '../../api/client.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Note } from '../../parts/Note.tsx'

/** A service without the firehose has no such routes: that is said as what it is, not as an accident. */
export function WebhooksError({ error, retry, title }: { error: unknown; retry?: () => unknown; title: string }) {
  const absent = error instanceof ApiError && error.status === 404 && error.message.startsWith('There is nothing at')
  if (!absent) return <ErrorNote title={title} error={error} {...(retry && { retry })} />
  return (
    <Note tone="warning" alert title="This service has no webhooks">
      The version that runs here does not deliver signals by webhook. Whoever runs it can bring it up to date.
    </Note>
  )
}
