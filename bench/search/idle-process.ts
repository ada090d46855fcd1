// A separate process that does nothing. The longest pause of its event loop is what the machine does to any process.

import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
process.on('message', (command: 'begin' | 'end') => {
  if (command === 'begin') {
    delay.enable()
    process.send?.('begun')
    return
  }
  delay.disable()
  process.send?.(delay.max / 1e6, () => process.disconnect())
})
