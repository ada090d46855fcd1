// What is told while npm installs, because npm itself says nothing for minutes: how much is there, that nothing arrives any
// more, and when to give up. Plain JavaScript: it runs before anything is installed.

import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const LOOK_MS = 10_000
/** Slow lines pause. After this it is said. */
const QUIET_MS = 30_000
/** npm itself would wait for a quarter of an hour. */
export const GIVE_UP_MS = 180_000

/**
 * @param {{ bytes: () => number, tell: (line: string) => void, giveUp: () => void }} options bytes: of what is there so far
 * @returns {() => void} ends it
 */
export function watchInstall({ bytes, tell, giveUp }) {
  let [last, quietMs, told] = [bytes(), 0, 0]
  const timer = setInterval(() => {
    const now = bytes()
    quietMs = now === last ? quietMs + LOOK_MS : 0
    last = now
    const megabytes = Math.floor(now / 2 ** 20)
    if (quietMs >= GIVE_UP_MS) giveUp()
    else if (quietMs === QUIET_MS) {
      tell(
        `… nothing has arrived for ${quietMs / 1_000} s. Is the registry of npm reachable? In another terminal, npm ping tells. This waits for ${GIVE_UP_MS / 60_000} minutes.`,
      )
    } else if (quietMs === 0 && megabytes !== told) tell(`… ${megabytes} MB so far`)
    told = megabytes
  }, LOOK_MS)
  return () => clearInterval(timer)
}

/** Of all files below a folder. It may change meanwhile. @param {string} folder @returns {number} */
export function bytesBelow(folder) {
  let sum = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    try {
      sum += entry.isDirectory() ? bytesBelow(path) : lstatSync(path).size
    } catch {
      // It was moved or removed.
    }
  }
  return sum
}
