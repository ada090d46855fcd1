import { ApiError } from '../../../api/client.ts'

/** A member's share, or the team's day, is used up or too small for the page. */
export function isAllowanceError(error: unknown): boolean {
  return error instanceof ApiError && /^daily_(member|people)_companies$/.test(error.limitType ?? '')
}
