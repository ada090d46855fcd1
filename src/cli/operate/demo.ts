import { DAILY_TEMPO, DEMO_SIZE, loadDemo, removeDemo, startDemoBoardServer, type WorldSize } from '../../demo/index.ts'
import { createProgress } from '../../ingest/index.ts'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import { command, type Input } from '../command.ts'
import { stopSignal } from '../stop-on-signal.ts'
import { columns } from '../table.ts'
import { wholeNumber } from '../whole-number.ts'
import { withDatabase } from '../with-database.ts'

export const demoRemoveCommand = command({
  name: 'demo remove',
  summary: 'Remove the demo team and the demo data. Other teams and data stay.',
  options: { yes: { description: 'Remove it. Without this, nothing is removed.' } },
  examples: ['demo remove --yes', 'demo remove --yes --json'],
  async run(input) {
    if (!input.on('yes')) {
      throw new AppError(
        'conflict',
        'Nothing was removed. The demo team with its keys, webhooks and usage, and the demo companies with their signals cannot be restored: add --yes to remove them.',
      )
    }
    const removed = await withDatabase(input, (db) => removeDemo(db, input.config.DATA_DIR))
    const { team, companies, signals, kept } = removed
    const counts = `${companies.toLocaleString('en')} companies and ${signals.toLocaleString('en')} signals`
    const keptText =
      kept.length === 0
        ? ''
        : `\n${kept.length.toLocaleString('en')} of the companies also have signals of other sources and stay with those: ${kept.slice(0, 5).join(', ')}${kept.length > 5 ? ', …' : ''}`
    const text =
      team === null && companies === 0 && signals === 0
        ? 'There is no demo data.'
        : `Removed ${team === null ? '' : 'the demo team, '}${counts}.${keptText}`
    return { text, json: removed }
  },
})

const BOARDS_PORT = 4010

export const demoBoardsCommand = command({
  name: 'demo boards',
  summary: 'Serve made-up websites and job boards for all domains under .example, to try collecting without internet.',
  options: { port: { value: 'PORT', description: `The port on this machine. Default: ${BOARDS_PORT}.` } },
  examples: ['demo boards', 'demo boards --port 4011'],
  async run(input) {
    const port = wholeNumber(input, 'port', { to: 65_535 }) ?? BOARDS_PORT
    const server = await startDemoBoardServer(DAILY_TEMPO, () => Date.now() / 1_000, { port }).catch((error) => {
      throw new AppError('unavailable', `The boards can't be served: ${reasonOf(error)}. --port takes another port.`)
    })
    const text = `Made-up websites and job boards for all domains under .example. Settings for collecting from them:
  COLLECT_CONTACT=owner@acme.example
  COLLECT_REROUTE=${server.origin}
Stop it with Ctrl-C.`
    input.stdout.write(`${input.json ? JSON.stringify({ origin: server.origin }) : text}\n`)
    await stopSignal()
    await server.close()
    return undefined
  },
})

export const demoCommand = command({
  name: 'demo',
  summary: 'Load the demo data into the database.',
  options: {
    companies: { value: 'N', description: `How many companies. Default: ${DEMO_SIZE.companies}.` },
    signals: { value: 'M', description: `How many signals from sources. Default: ${DEMO_SIZE.signals}.` },
    seed: { value: 'TEXT', description: 'The seed of the random data. The same seed gives the same data.' },
    force: { description: 'Load it even if the database has real data.' },
  },
  examples: ['demo', 'demo --companies 1000000 --signals 10000000 --seed large', 'demo --force --json'],
  async run(input) {
    const world = worldOf(input)
    const total = (world ?? DEMO_SIZE).companies + (world ?? DEMO_SIZE).signals
    const progress = createProgress(input.stderr, total)
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
    return { text: `The demo data is loaded.\n${columns(rows, '')}`, json: demo }
  },
})

/** Undefined: no size or seed was given, and existing demo data is kept. */
function worldOf(input: Input): WorldSize | undefined {
  const [companies, signals] = ['companies', 'signals'].map((option) => wholeNumber(input, option, { from: 1 }))
  const seed = input.maybe('seed')
  if (companies === undefined && signals === undefined && seed === undefined) return undefined
  return {
    companies: companies ?? DEMO_SIZE.companies,
    signals: signals ?? DEMO_SIZE.signals,
    seed: seed ?? DEMO_SIZE.seed,
  }
}
