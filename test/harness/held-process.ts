// A process that holds its event loop for as many seconds as the argument says, computing or waiting, then ends by itself.

import { watchEventLoop } from '../../src/platform/watch-event-loop.ts'

watchEventLoop(3)
setTimeout(() => {
  process.on('SIGTERM', () => {})
  process.stdout.write('held\n')
  const [seconds, how] = process.argv.slice(2)
  const until = performance.now() + Number(seconds) * 1_000
  if (how === 'waiting') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(seconds) * 1_000)
  while (performance.now() < until);
  process.exitCode = 7
}, 1_500)
