import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callApi } from '../../api/client.ts'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type ReplyOf } from '../../contract.ts'

export type TodayReply = ReplyOf<typeof contract.getToday>

/** At most so often, while the page is visible. The service answers when something has changed, or after some seconds. */
const ASK_MS = 500
const MIN_PAUSE_MS = 20
/** A service that doesn't answer is asked less often. The heartbeat notices when it is back. */
const ASK_AFTER_ERROR_MS = 10_000

/** The rows, read again when something has changed. What the person has seen isn't new on the next visit. */
export function useToday() {
  const client = useQueryClient()
  const today = useApiQuery(contract.getToday, {})
  const shown = today.data?.stamp
  const askedAt = useRef(0)
  const { data: latest } = useQuery({
    queryKey: [contract.getTodayStamp.name, {}],
    queryFn: ({ signal }) => {
      askedAt.current = performance.now()
      return callApi(contract.getTodayStamp, { query: { ...(shown !== undefined && { after: shown }) } }, signal)
    },
    enabled: shown !== undefined,
    retry: false,
    staleTime: 0,
    // From now. A reply that took longer is followed by the next question.
    refetchInterval: ({ state }) =>
      state.error ? ASK_AFTER_ERROR_MS : Math.max(MIN_PAUSE_MS, askedAt.current + ASK_MS - performance.now()),
  })
  const asked = latest?.stamp
  useEffect(() => {
    if (asked !== undefined && shown !== undefined && asked !== shown) {
      void client.invalidateQueries({ queryKey: [contract.getToday.name] })
    }
  }, [client, asked, shown])
  useRecordVisit(today.data)
  return today
}

/** Once for each state of the page that was on a visible screen. It may fail: then these rows stay new. */
function useRecordVisit(data: TodayReply | undefined): void {
  const recorded = useRef('')
  useEffect(() => {
    if (!data) return
    const { stamp, asOf: seenUntil } = data
    const record = () => {
      if (document.hidden || recorded.current === stamp) return
      recorded.current = stamp
      void callApi(contract.recordVisit, { body: { seenUntil } }).catch(() => {})
    }
    record()
    document.addEventListener('visibilitychange', record)
    return () => document.removeEventListener('visibilitychange', record)
  }, [data])
}
