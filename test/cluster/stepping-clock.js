// Loaded into a node by `--import`: its wall clock is off by the milliseconds in the file CLOCK_FILE, from a tenth of a second
// after they change. The monotonic clock and timers go on, as when a machine's clock is set.

import { readFileSync } from 'node:fs'

const RealDate = Date
let offMs = 0
const read = () => {
  offMs = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'))
}
read()
setInterval(read, 100).unref()

const now = () => RealDate.now() + offMs
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
