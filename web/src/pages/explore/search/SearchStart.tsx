import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { texts } from '../texts.ts'

/** Shown in place of results before the first search. `filled`: the URL has a query that hasn't been run. */
export function SearchStart({ filled }: { filled: boolean }) {
  return filled ? (
    <EmptyState title={texts.start.notRun}>{texts.start.notRunHint}</EmptyState>
  ) : (
    <EmptyState title={texts.start.title}>{texts.start.hint}</EmptyState>
  )
}
