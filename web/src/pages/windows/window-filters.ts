// The filters of the table, as they are in the address. What a link says wrongly is left out.

import { WINDOW_SORTS, type WindowSearchQuery } from '../../contract.ts'

export const DAYS_LEFT = [7, 14, 30] as const

export function windowSearchOf(params: URLSearchParams): WindowSearchQuery {
  const [slice, list, days] = [params.get('window'), params.get('list'), Number(params.get('days'))]
  const sort = WINDOW_SORTS.find((each) => each === params.get('sort'))
  return {
    ...(slice && { slice }),
    ...(list && { list }),
    ...(DAYS_LEFT.some((each) => each === days) && { daysLeft: String(days) }),
    ...(sort && sort !== WINDOW_SORTS[0] && { sort }),
  }
}

export const isFiltered = ({ slice, list, daysLeft }: WindowSearchQuery) =>
  slice !== undefined || list !== undefined || daysLeft !== undefined
