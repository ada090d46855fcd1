import type { QueryCache } from '@tanstack/react-query'
import { isUnanswered } from './client.ts'

/** The time of the oldest reply on the page whose refresh failed, in milliseconds. Undefined: nothing is stale. */
export function staleSince(cache: QueryCache): number | undefined {
  const failed = cache
    .getAll()
    .filter((query) => query.isActive() && query.state.data !== undefined && isUnanswered(query.state.error))
  return failed.length === 0 ? undefined : Math.min(...failed.map(({ state }) => state.dataUpdatedAt))
}
