import { Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { sharedTexts } from '../texts.ts'
import typography from '../typography.module.css'
import { exactTimes, relativeTime } from './format.ts'

const TICK_MS = 15_000
let now = Date.now()
const listeners = new Set<() => void>()
let ticking: number | undefined

/** One clock for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= window.setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

/** A relative time. On hover: the exact time, in the reader's time zone and in UTC. */
export function Time({ at, never = sharedTexts.never }: { at: string | null; never?: string }) {
  const current = useSyncExternalStore(subscribe, () => now)
  if (at === null) return <span className={typography.muted}>{never}</span>
  return (
    <Tooltip label={exactTimes(at).map((text) => <div key={text}>{text}</div>)}>
      <time dateTime={at} className={typography.nowrap}>
        {relativeTime(at, Math.max(current, Date.now()))}
      </time>
    </Tooltip>
  )
}
