import { useApiQuery } from '../api/queries.ts'
import { contract } from '../contract.ts'
import { Note } from '../parts/notes/Note.tsx'
import { texts } from './texts.ts'

const REFETCH_SECONDS = 60

/** Says on every page that this is a restored copy, which delivers and collects nothing yet. */
export function HoldNote() {
  const { data } = useApiQuery(contract.getHold, {}, { refetchSeconds: REFETCH_SECONDS })
  if (data?.hold !== 'restored') return null
  return (
    <Note tone="warning" title={texts.hold.title}>
      {texts.hold.body}
    </Note>
  )
}
