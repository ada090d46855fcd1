// A process whose event loop is blocked answers no requests and can't be stopped by SIGTERM. Nothing from outside
// should be able to block it. If something does, the process ends, and its supervisor starts another one.

import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

/** Shorter than orchestrators wait after SIGTERM. */
const MAX_BLOCKED_SECONDS = 8
/**
 * A loop that is blocked by its own code computes. Where the processors are too few, it waits for one instead, and a process
 * that ended would need more of them to start again: it gets so many times as long. Seen: a node of three ended at load 30.
 */
const TIMES_AS_LONG = 8

/**
 * Runs in its own thread. Seconds are counted, not measured: a process that was suspended has time to continue. Where there is
 * no /proc, a loop that doesn't turn counts as one that computes.
 */
const WATCH = `
  const { workerData: { turns, maxSeconds, timesAsLong } } = require('node:worker_threads')
  const { readFileSync, writeSync } = require('node:fs')
  function computed() {
    try {
      const [, fields] = readFileSync('/proc/self/task/' + process.pid + '/stat', 'latin1').split(/\\) (?!.*\\) )/)
      const [user, system] = fields.split(' ').slice(11, 13).map(Number)
      return (user + system) / 100
    } catch {
      return Infinity
    }
  }
  let [last, seconds, before] = [-1, 0, 0]
  setInterval(() => {
    const now = Atomics.load(turns, 0)
    seconds = now === last ? seconds + 1 : 0
    if (seconds === 0) before = computed()
    last = now
    if (seconds < maxSeconds) return
    const own = computed() - before
    if (own < maxSeconds / 2 && seconds < maxSeconds * timesAsLong) return
    const msg = 'the event loop was blocked for ' + seconds + ' s: this process ends'
    const computedSeconds = Number.isFinite(own) ? Math.round(own) : undefined
    writeSync(1, JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, computedSeconds, msg }) + '\\n')
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
    workerData: { turns, maxSeconds, timesAsLong: TIMES_AS_LONG },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  watch.unref()
  return () => {
    clearInterval(timer)
    void watch.terminate()
  }
}
