// A process that holds its event loop for as many seconds as the argument says, then ends by itself.

import { watchEventLoop } from '../../src/platform/watch-event-loop.ts'

watchEventLoop(3)
setTimeout(() => {
  process.on('SIGTERM', () => {})
  process.stdout.write('held\n')
  const until = performance.now() + Number(process.argv[2]) * 1_000
  while (performance.now() < until);
  process.exitCode = 7
}, 1_500)
