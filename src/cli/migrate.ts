import { migrate, openDatabase } from '../db/index.ts'
import { command } from './command.ts'

export const migrateCommand = command({
  name: 'migrate',
  summary: 'Bring the database schema up to date. `serve` does this by itself.',
  examples: ['migrate', 'migrate --json'],
  async run({ config, log }) {
    const db = await openDatabase({ config, log })
    try {
      const report = await migrate(() => db.connectDirect())
      const text =
        report.applied.length === 0
          ? report.functionsUpdated
            ? `Updated the SQL functions. All ${report.total} migrations were applied before.`
            : `Nothing to do: all ${report.total} migrations are applied.`
          : `Applied ${report.applied.join(', ')}. The database now has ${report.total} migrations.`
      return { text, json: report }
    } finally {
      await db.close()
    }
  },
})
