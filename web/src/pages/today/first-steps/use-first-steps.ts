import { useRef } from 'react'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, type ReplyOf } from '../../../contract.ts'

export type FirstStepsReply = ReplyOf<typeof contract.getFirstSteps>

/** A step that is done elsewhere is ticked off within this time. */
const REFRESH_SECONDS = 3
/** How many windows a person is asked to follow. */
export const WANTED_SEARCHES = 3

export const isSalesDone = ({ accounts, searches, hasDestination, hasAlert }: FirstStepsReply) =>
  accounts > 0 && searches >= WANTED_SEARCHES && hasDestination && hasAlert

/** Whoever dismissed the steps is asked for nothing, nor is a team that had done them before. */
export function useFirstSteps() {
  const wasOpen = useRef(false)
  const { data, error } = useApiQuery(contract.getFirstSteps, {})
  if (data && !data.isDismissed && !isSalesDone(data)) wasOpen.current = true
  const isShown = data !== undefined && !data.isDismissed && wasOpen.current
  useApiQuery(contract.getFirstSteps, {}, { enabled: isShown, refetchSeconds: REFRESH_SECONDS })
  // What the steps show. Without it, the card would grow while it is being read.
  const slices = useApiQuery(contract.exploreSlices, {}, { enabled: isShown })
  const searches = useApiQuery(contract.listSearches, {}, { enabled: isShown })
  const isComplete = [slices, searches].every((each) => each.data !== undefined || each.error !== null)
  const isKnown = isShown ? isComplete : data !== undefined || error !== null
  return { steps: isShown && isComplete ? data : undefined, isKnown }
}
