// A process of its own that does nothing. How long its event loop stands still is what the machine does to any process.

import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
process.on('message', (what: 'begin' | 'end') => {
  if (what === 'begin') {
    delay.enable()
    process.send?.('begun')
    return
  }
  delay.disable()
  process.send?.(delay.max / 1e6, () => process.disconnect())
})
