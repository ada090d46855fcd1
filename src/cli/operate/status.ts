// What is running and its progress, at a glance. `doctor` judges; this only shows. Read-only.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/index.ts'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import { command, type Input } from '../command.ts'
import { withDatabaseAsItIs } from '../with-database.ts'
import { readPending } from './doctor/database.ts'
import { readStatus, type Status } from './status/read-status.ts'
import { showStatus } from './status/show-status.ts'

const EVERY_MS = 2_000
/** To the top left corner, and erase what is there. */
const CLEAR = '\u001b[H\u001b[2J'

export const statusCommand = command({
  name: 'status',
  summary: 'Show the nodes, how far every reader of the log is, webhooks on hold, the last backup and full budgets.',
  options: { watch: { description: 'Show it again every two seconds, until Ctrl-C. With --json, a line each time.' } },
  examples: ['status', 'status --watch', 'status --json'],
  async run(input) {
    const { config } = input
    if (config.DATABASE_URL === undefined && !existsSync(join(config.DATA_DIR, 'postgres'))) {
      throw new AppError('not_found', `There is no database in ${config.DATA_DIR}: serve creates one.`)
    }
    return withDatabaseAsItIs(input, async (db) => {
      const pending = await readPending(db)
      if (pending.length > 0) {
        throw new AppError(
          'unavailable',
          `${pending.length} migrations are to be applied first: start the service, or run bin/pro-signal migrate.`,
        )
      }
      if (input.on('watch')) return await watch(db, input)
      const status = await readStatus(db, config)
      return { text: showStatus(status), json: status }
    })
  },
})

/** Until the process ends. A database that is unavailable for a while is reported, and retried. */
async function watch(db: Database, { config, json, stdout }: Input): Promise<never> {
  const isScreen = 'isTTY' in stdout && stdout.isTTY === true && !json
  for (;;) {
    const shown = await readStatus(db, config).then(
      (status) => render(status, json),
      (error: unknown) => (json ? JSON.stringify({ error: { message: reasonOf(error) } }) : reasonOf(error)),
    )
    stdout.write(isScreen ? `${CLEAR}${shown}\n` : `${shown}\n${json ? '' : '\n'}`)
    await sleep(EVERY_MS)
  }
}

function render(status: Status, json: boolean): string {
  return json ? JSON.stringify(status) : showStatus(status)
}
