// The process's own matters: arguments, exit code, and what nobody caught.

import { run } from './cli/run.ts'
import { reasonOf } from './platform/app-error.ts'

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    process.stderr.write(`pro-signal: unexpected, ending: ${error instanceof Error ? error.stack : reasonOf(error)}\n`)
    process.exit(1)
  })
}
// A reader that has seen enough (`pro-signal teams list | head`) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2))
// The channel to a parent (see bin/setup.js) must not keep an ended command alive.
if (process.connected) process.disconnect()
