import type { ExploreSignalReply } from '../../contract.ts'
import { Tag } from '../../parts/words/Tag.tsx'
import { roundTags } from './round-tags.ts'

export function RoundTags({ signal }: { signal: ExploreSignalReply }) {
  return roundTags(signal).map((tag) => (
    <span key={tag}>
      {' '}
      <Tag>{tag}</Tag>{' '}
    </span>
  ))
}
