import { AppError } from '../../platform/app-error.ts'
import { readFeed, requestRebuild } from '../../search/index.ts'
import { command } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export const searchRebuildCommand = command({
  name: 'search rebuild',
  summary: 'Fill the tables in ClickHouse again. Searches use the old ones until the new ones are complete.',
  examples: ['search rebuild', 'search rebuild --json'],
  async run(input) {
    if (input.config.SEARCH_ENGINE !== 'clickhouse') {
      throw new AppError(
        'conflict',
        'SEARCH_ENGINE is not clickhouse. A node builds its index in memory itself: it does so at its next start if DATA_DIR/search-index is deleted.',
      )
    }
    return withDatabase(input, async (db) => {
      const pool = db.pool('settings')
      await requestRebuild(pool)
      const { feeder } = await readFeed(pool)
      const by =
        feeder === undefined ? 'as soon as a process with the role worker runs' : `by ${feeder}, within seconds`
      return {
        text: `The tables are refilled ${by}. doctor shows the progress.`,
        json: { feeder: feeder ?? null },
      }
    })
  },
})
