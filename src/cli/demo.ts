import { DEMO_SIZE, loadDemo, type WorldSize } from '../features/demo/index.ts'
import { createProgress } from '../features/ingest/index.ts'
import { AppError } from '../platform/app-error.ts'
import { command, type Input } from './command.ts'
import { columns } from './table.ts'
import { withDatabase } from './with-database.ts'

export const demoCommand = command({
  name: 'demo',
  summary: 'Load the demo world into the database in use.',
  options: {
    companies: { value: 'N', description: `How many companies; ${DEMO_SIZE.companies} when left out.` },
    signals: { value: 'M', description: `How many signals of sources; ${DEMO_SIZE.signals} when left out.` },
    seed: { value: 'TEXT', description: 'Another seed makes another world; the same one the same.' },
    force: { description: 'Load it beside real data all the same.' },
  },
  examples: ['demo', 'demo --companies 1000000 --signals 10000000 --seed large', 'demo --force --json'],
  async run(input) {
    const world = worldOf(input)
    const total = (world ?? DEMO_SIZE).companies + (world ?? DEMO_SIZE).signals
    const progress = createProgress(process.stderr, total)
    const demo = await withDatabase(input, (db) =>
      loadDemo(db, {
        dataDir: input.config.DATA_DIR,
        force: input.on('force'),
        onProgress: (records) => progress.update({ bytes: records, lines: records }),
        ...(world && { world }),
      }),
    ).finally(() => progress.end())
    const rows = [
      ['team', demo.teamId],
      ['sign in', `${demo.email} / ${demo.password}`],
      ['API key', demo.key],
    ]
    return { text: `The demo world is loaded.\n${columns(rows, '')}`, json: demo }
  },
})

/** Undefined: none was asked for, and one that is there already is left as it is. */
function worldOf(input: Input): WorldSize | undefined {
  const [companies, signals, seed] = [count(input, 'companies'), count(input, 'signals'), input.maybe('seed')]
  if (companies === undefined && signals === undefined && seed === undefined) return undefined
  return {
    companies: companies ?? DEMO_SIZE.companies,
    signals: signals ?? DEMO_SIZE.signals,
    seed: seed ?? DEMO_SIZE.seed,
  }
}

function count(input: Input, option: string): number | undefined {
  const text = input.maybe(option)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) {
    throw new AppError('invalid', `--${option} must be a whole number from 1, not ${JSON.stringify(text)}.`)
  }
  return Number(text)
}
