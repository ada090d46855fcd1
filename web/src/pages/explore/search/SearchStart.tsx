import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { texts } from '../texts.ts'

/** Shown in place of results before the first search. `isLink`: the URL has a query that hasn't been run. */
export function SearchStart({ isLink, isFilled }: { isLink: boolean; isFilled: boolean }) {
  const { start } = texts
  if (isLink) return <EmptyState title={start.notRun}>{start.notRunHint}</EmptyState>
  if (isFilled) return <EmptyState title={start.notRun}>{start.filledHint}</EmptyState>
  return <EmptyState title={start.title}>{start.hint}</EmptyState>
}
