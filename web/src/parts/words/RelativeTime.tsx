import { type ComponentPropsWithRef, useSyncExternalStore } from 'react'
import typography from '../typography.module.css'
import { relativeTime } from './format.ts'

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

/** A relative time that keeps counting. The props are those of its element. */
export function RelativeTime({ at, ...props }: ComponentPropsWithRef<'time'> & { readonly at: string }) {
  const current = useSyncExternalStore(subscribe, () => now)
  return (
    <time {...props} dateTime={at} className={typography.nowrap}>
      {relativeTime(at, Math.max(current, Date.now()))}
    </time>
  )
}
