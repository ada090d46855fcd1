// A process whose event loop is blocked answers no requests and can't be stopped by SIGTERM. Nothing from outside
// should be able to block it. If something does, the process ends, and its supervisor starts another one.

import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

/** Shorter than orchestrators wait after SIGTERM. */
const MAX_BLOCKED_SECONDS = 8

/** Runs in its own thread. Seconds are counted, not measured: a process that was suspended has time to continue. */
const WATCH = `
  const { workerData: { turns, maxSeconds } } = require('node:worker_threads')
  const { writeSync } = require('node:fs')
  let [last, seconds] = [-1, 0]
  setInterval(() => {
    const now = Atomics.load(turns, 0)
    seconds = now === last ? seconds + 1 : 0
    last = now
    if (seconds < maxSeconds) return
    const msg = 'the event loop was blocked for ' + seconds + ' s: this process ends'
    writeSync(1, JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg }) + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }, 1000)`

/** Returns a function that stops the watch. */
export function watchEventLoop(maxSeconds = MAX_BLOCKED_SECONDS): () => void {
  // A breakpoint blocks it too.
  if (inspectorUrl() !== undefined) return () => {}
  const turns = new Int32Array(new SharedArrayBuffer(4))
  const timer = setInterval(() => Atomics.add(turns, 0, 1), 500).unref()
  const watch = new Worker(WATCH, {
    eval: true,
    workerData: { turns, maxSeconds },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  watch.unref()
  return () => {
    clearInterval(timer)
    void watch.terminate()
  }
}
