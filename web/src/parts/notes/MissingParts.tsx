import { isUnanswered } from '../../api/client.ts'
import { sharedTexts } from '../texts.ts'
import { ErrorNote } from './ErrorNote.tsx'

interface Query {
  readonly data: unknown
  readonly error: unknown
  readonly refetch: () => unknown
}

/** Says that something the page shows beside its subject never arrived: without a word, the reader would wait for it. */
export function MissingParts({ queries }: { queries: readonly Query[] }) {
  const failed = queries.filter(({ data, error }) => data === undefined && isUnanswered(error))
  return (
    <ErrorNote
      title={sharedTexts.partMissing}
      error={failed[0]?.error}
      retry={() => {
        for (const { refetch } of failed) void refetch()
      }}
    />
  )
}
