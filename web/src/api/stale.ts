import type { QueryCache } from '@tanstack/react-query'
import { isUnanswered } from './client.ts'

/**
 * The time of the oldest answer on the page whose refresh failed, in milliseconds. Undefined: everything shown is as
 * fresh as it should be.
 */
export function staleSince(cache: QueryCache): number | undefined {
  const failed = cache
    .getAll()
    .filter((query) => query.isActive() && query.state.data !== undefined && isUnanswered(query.state.error))
  return failed.length === 0 ? undefined : Math.min(...failed.map(({ state }) => state.dataUpdatedAt))
}
