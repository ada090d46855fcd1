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

/** Says why the page's subject can't be shown. It offers no retry for a wrong address. */
export function LoadError({ error, title, notFound, retry }: LoadErrorProps) {
  if (isNotFound(error)) return <Note alert>{notFound}</Note>
  return <ErrorNote title={title} error={error} retry={retry} />
}
