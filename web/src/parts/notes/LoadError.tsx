import { isNotFound } from '../../api/client.ts'
import { ErrorNote } from './ErrorNote.tsx'
import { Note } from './Note.tsx'

interface LoadErrorProps {
  readonly error: unknown
  readonly title: string
  /** Shown instead if the address names something that doesn't exist. */
  readonly notFound: string
  readonly retry: () => unknown
}

/** Why what a page is about can't be shown. Trying again doesn't help with an address that is wrong. */
export function LoadError({ error, title, notFound, retry }: LoadErrorProps) {
  if (isNotFound(error)) return <Note alert>{notFound}</Note>
  return <ErrorNote title={title} error={error} retry={retry} />
}
