import { migrate } from '../../db/index.ts'
import { command } from '../command.ts'
import { withDatabaseAsItIs } from '../with-database.ts'

export const migrateCommand = command({
  name: 'migrate',
  summary: 'Bring the database schema up to date. `serve` does this automatically.',
  examples: ['migrate', 'migrate --json'],
  async run(input) {
    const say = (message: string) => void input.stderr.write(`${message}\n`)
    const report = await withDatabaseAsItIs(input, (db) => migrate(() => db.connectDirect(), { report: say }))
    const text =
      report.applied.length === 0
        ? report.functionsUpdated
          ? `Updated the SQL functions. All ${report.total} migrations were applied before.`
          : `Nothing to do: all ${report.total} migrations are applied.`
        : `Applied ${report.applied.join(', ')}. The database now has ${report.total} migrations.`
    return { text, json: report }
  },
})
