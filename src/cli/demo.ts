import { loadDemo } from '../features/demo/index.ts'
import { command } from './command.ts'
import { columns } from './table.ts'
import { withDatabase } from './with-database.ts'

export const demoCommand = command({
  name: 'demo',
  summary: 'Load the demo world into the database in use.',
  options: { force: { description: 'Load it beside real data all the same.' } },
  examples: ['demo', 'demo --force --json'],
  async run(input) {
    const demo = await withDatabase(input, (db) =>
      loadDemo(db, { dataDir: input.config.DATA_DIR, force: input.on('force') }),
    )
    const rows = [
      ['team', demo.teamId],
      ['sign in', `${demo.email} / ${demo.password}`],
      ['API key', demo.key],
    ]
    return { text: `The demo world is loaded.\n${columns(rows, '')}`, json: demo }
  },
})
