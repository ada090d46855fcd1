import { Tooltip } from '@mantine/core'
import { sharedTexts } from '../texts.ts'
import typography from '../typography.module.css'
import { exactTimes } from './format.ts'
import { RelativeTime } from './RelativeTime.tsx'

/** A relative time. On hover: the exact time, in the reader's time zone and in UTC. */
export function Time({ at, never = sharedTexts.never }: { at: string | null; never?: string }) {
  if (at === null) return <span className={typography.muted}>{never}</span>
  return (
    <Tooltip label={exactTimes(at).map((text) => <div key={text}>{text}</div>)}>
      <RelativeTime at={at} />
    </Tooltip>
  )
}
