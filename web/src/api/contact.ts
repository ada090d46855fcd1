// Whether the service answers. While the page is visible and nothing else was heard from the service, one small call is
// sent every few seconds. Together with its timeout, an outage is noticed within five seconds, whether connections are
// refused or hang.

import { useSyncExternalStore } from 'react'
import { HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS } from './heartbeat-times.ts'

interface Contact {
  readonly reachable: boolean
  /** The last reply of the service, as a time of this browser's clock. */
  readonly lastAt: number
}

let contact: Contact = { reachable: true, lastAt: Date.now() }
const listeners = new Set<() => void>()
let pingSoon = () => {}

function update(next: Contact): void {
  const changed = next.reachable !== contact.reachable
  contact = next
  if (changed) for (const listener of listeners) listener()
}

/** The service replied to a call. While it counts as unreachable, only a ping ends that. */
export function noteReply(): void {
  if (contact.reachable) update({ reachable: true, lastAt: Date.now() })
}

/** A call got no reply, or one that says that the service is unavailable. A ping finds out at once. */
export function noteNoReply(): void {
  if (contact.reachable) pingSoon()
}

export function useContact(): Contact {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => contact,
  )
}

/** Pings until it is stopped. `onRecovered` runs when the service answers again. */
export function startHeartbeat(ping: (signal: AbortSignal) => Promise<unknown>, onRecovered: () => void): () => void {
  let timer: number | undefined
  let running = false
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = window.setTimeout(beat, delayMs)
  }
  const beat = async () => {
    if (running || document.hidden) return
    const quietMs = Date.now() - contact.lastAt
    if (contact.reachable && quietMs < HEARTBEAT_MS) return schedule(HEARTBEAT_MS - quietMs)
    await pingNow()
  }
  const pingNow = async () => {
    if (running) return
    running = true
    const wasReachable = contact.reachable
    try {
      await ping(AbortSignal.timeout(HEARTBEAT_TIMEOUT_MS))
      update({ reachable: true, lastAt: Date.now() })
      if (!wasReachable) onRecovered()
    } catch {
      update({ ...contact, reachable: false })
    } finally {
      running = false
      schedule(HEARTBEAT_MS)
    }
  }
  const onVisible = () => void (!document.hidden && pingNow())
  pingSoon = () => void pingNow()
  document.addEventListener('visibilitychange', onVisible)
  schedule(HEARTBEAT_MS)
  return () => {
    clearTimeout(timer)
    pingSoon = () => {}
    document.removeEventListener('visibilitychange', onVisible)
  }
}
