import { ApiError } from '../../api/client.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Note } from '../../parts/Note.tsx'

interface WebhookErrorProps {
  readonly error: unknown
  readonly title: string
  /** Shown instead if the address names something that doesn't exist. */
  readonly notFound: string
  readonly retry: () => unknown
}

/** Why a webhook or an event can't be shown. Trying again doesn't help with an address that is wrong. */
export function WebhookError({ error, title, notFound, retry }: WebhookErrorProps) {
  if (error instanceof ApiError && error.status === 404) return <Note alert>{notFound}</Note>
  return <ErrorNote title={title} error={error} retry={retry} />
}
