import { Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { ago, exactHere, exactUtc } from './format.ts'

let now = Date.now()
const listeners = new Set<() => void>()
let ticking: number | undefined

/** One clock for all times of the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= window.setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, 15_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

/** How long ago or how soon; exactly when, here and in UTC, on hover. */
export function Time({ at, never = 'Never' }: { at: string | null; never?: string }) {
  const current = useSyncExternalStore(subscribe, () => now)
  if (at === null) return <span className="quiet">{never}</span>
  return (
    <Tooltip
      label={
        <>
          {exactHere(at)}
          <br />
          {exactUtc(at)}
        </>
      }
    >
      <time dateTime={at} className="nowrap">
        {ago(at, Math.max(current, Date.now()))}
      </time>
    </Tooltip>
  )
}
