// Tracks whether the service answers. While the page is visible and the service is otherwise silent, one small call is
// sent every few seconds. If connections are refused, the service is unreachable. If they hang, the page says within
// five seconds that it is waiting, because the line may only be slow. A few seconds later it marks its data as old.

import { useSyncExternalStore } from 'react'
import { HEARTBEAT_MS, MAX_SLOW_MS, SILENT_MS, SLOW_CALL_MS, SLOW_MS } from './heartbeat-times.ts'

/**
 * `waiting`: a reply is slow. `silent`: no reply for a long time. `down`: connections are refused, or the reply says
 * that the service is unavailable.
 */
type ContactState = 'ok' | 'waiting' | 'silent' | 'down'

interface Contact {
  readonly state: ContactState
  /** When the service last replied, by this browser's clock. */
  readonly lastAt: number
}

let contact: Contact = { state: 'ok', lastAt: Date.now() }
/** Why the last ping failed. Undefined: it was answered. */
let lost: 'silent' | 'down' | undefined
/** The number of slow calls. */
let slowCalls = 0
/** How long the last ping took. A ping asks for little, so this is the latency of the line. */
let pingMs = 0
const listeners = new Set<() => void>()
let pingSoon = () => {}

function update(lastAt = contact.lastAt): void {
  const state = lost ?? (slowCalls > 0 ? 'waiting' : 'ok')
  const changed = state !== contact.state
  contact = { state, lastAt }
  if (changed) for (const listener of listeners) listener()
}

/** The service replied to a call. While pings fail, only a successful ping clears the state. */
export function noteReply(): void {
  if (lost === undefined) update(Date.now())
}

/** A call got no reply, or one that says that the service is unavailable. Sends a ping at once to find out. */
export function noteNoReply(): void {
  if (lost === undefined) pingSoon()
}

/** A call was sent. Call the returned function when it has ended. */
export function noteWaiting(slowMs = SLOW_CALL_MS): () => void {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    slowCalls++
    update()
  }, slowMs)
  return () => {
    clearTimeout(timer)
    if (isSlow) slowCalls--
    update()
  }
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
    if (lost === undefined && quietMs < HEARTBEAT_MS) return schedule(HEARTBEAT_MS - quietMs)
    await pingNow()
  }
  const pingNow = async () => {
    if (running) return
    running = true
    const wasLost = lost !== undefined
    const stopWaiting = noteWaiting(Math.min(Math.max(SLOW_MS, 2 * pingMs), MAX_SLOW_MS))
    const signal = AbortSignal.timeout(SILENT_MS)
    const startedAt = performance.now()
    try {
      await ping(signal)
      pingMs = performance.now() - startedAt
      lost = undefined
      update(Date.now())
      if (wasLost) onRecovered()
    } catch {
      lost = signal.aborted ? 'silent' : 'down'
    } finally {
      stopWaiting()
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
