// Tracks whether the service answers. While the page is visible and the service is otherwise silent, one small call is
// sent every ten seconds, and at once when the browser goes offline or comes back. If connections are refused, the
// service is unreachable. If they hang, the page first says that the connection is slow, and some seconds later marks
// its data as old. While any reply still arrives, the connection is never more than slow.

import { useSyncExternalStore } from 'react'
import { HEARTBEAT_MS, LOST_HEARTBEAT_MS, MAX_SLOW_MS, SILENT_MS, SLOW_CALL_MS, SLOW_MS } from './heartbeat-times.ts'
import { startSilenceTimeout } from './silence-timeout.ts'

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
/** When the last byte of any reply arrived, as `performance.now()`. */
let heardAt = Number.NEGATIVE_INFINITY
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

/** A part of a reply arrived, and not one that says that the service is unavailable. */
export function noteData(): void {
  heardAt = performance.now()
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

export const currentContact = (): Contact => contact

export function useContact(): Contact {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentContact)
}

/** The browser's tab. */
export interface Tab {
  isHidden(): boolean
  /** Calls back when the tab is shown or hidden, and when the browser goes offline or online. Returns how to stop. */
  onChange(listener: () => void): () => void
}

/** Pings until it is stopped. `onRecovered` runs when the service answers again. */
export function startHeartbeat(
  tab: Tab,
  ping: (signal: AbortSignal) => Promise<unknown>,
  onRecovered: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(beat, delayMs)
  }
  const beat = async () => {
    if (running || tab.isHidden()) return
    const quietMs = Date.now() - contact.lastAt
    if (lost === undefined && quietMs < HEARTBEAT_MS) return schedule(HEARTBEAT_MS - quietMs)
    await pingNow()
  }
  const pingNow = async () => {
    if (running) return
    running = true
    const wasLost = lost !== undefined
    const stopWaiting = noteWaiting(Math.min(Math.max(SLOW_MS, 2 * pingMs), MAX_SLOW_MS))
    const silence = startSilenceTimeout(SILENT_MS)
    const startedAt = performance.now()
    try {
      await ping(silence.signal)
      pingMs = performance.now() - startedAt
      lost = undefined
      update(Date.now())
      if (wasLost) onRecovered()
    } catch {
      // A large reply can fill the line for longer than a ping may take.
      const isArriving = heardAt > startedAt
      if (!isArriving) lost = silence.signal.aborted ? 'silent' : 'down'
    } finally {
      silence.stop()
      stopWaiting()
      running = false
      schedule(lost === undefined ? HEARTBEAT_MS : LOST_HEARTBEAT_MS)
    }
  }
  pingSoon = () => void pingNow()
  const stopListening = tab.onChange(() => void (!tab.isHidden() && pingNow()))
  schedule(HEARTBEAT_MS)
  return () => {
    clearTimeout(timer)
    pingSoon = () => {}
    stopListening()
  }
}
