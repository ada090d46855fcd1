// The process: arguments, exit code and uncaught errors.

import { run } from './cli/run.ts'
import { reasonOf } from './platform/app-error.ts'

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    process.stderr.write(
      `pro-signal: unexpected error, exiting: ${error instanceof Error ? error.stack : reasonOf(error)}\n`,
    )
    process.exit(1)
  })
}
// A reader that stops early (`bin/pro-signal teams list | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2), process)
// The IPC channel to a parent process (see bin/setup.js) must not keep a finished command alive.
if (process.connected) process.disconnect()
