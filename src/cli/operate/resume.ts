import { readHold, releaseHold } from '../../deliver/firehose/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { command } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export const resumeCommand = command({
  name: 'resume',
  summary:
    'Let a restored copy deliver webhooks, alerts and mail, and collect. Make sure that the original has stopped.',
  examples: ['resume', 'resume --json'],
  async run(input) {
    return withDatabase(input, async (db) => {
      const hold = await readHold(db.pool('settings'))
      if (hold === 'operator') {
        throw new AppError(
          'conflict',
          'This is not a restored copy. An operator holds all delivery: bin/pro-signal webhooks resume --all ends that.',
        )
      }
      await releaseHold(db)
      return {
        text: hold
          ? 'Webhooks, alerts, mail and collecting start within seconds.'
          : 'Nothing is on hold: this is not a restored copy, or it was resumed already.',
        json: { released: hold ?? null },
      }
    })
  },
})
