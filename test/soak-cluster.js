// `npm run soak:cluster -- --minutes N`: see test/cluster/cluster.test.ts.

import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { prepare, runOn } from '../bin/setup.js'

const minutes = readMinutes()
if (!(minutes > 0)) {
  process.stderr.write('Usage: npm run soak:cluster -- --minutes N\n')
  process.exit(2)
}
process.env.PROPERTY_SEED ??= 'random'
process.env.CLUSTER_MINUTES = String(minutes)
// This process becomes the one that cleans up when it is stopped.
const suite = fileURLToPath(new URL('suite.ts', import.meta.url))
await runOn(await prepare({ dev: true }), suite, ['test/cluster/cluster.test.ts'])

function readMinutes() {
  try {
    return Number(parseArgs({ options: { minutes: { type: 'string', default: '5' } } }).values.minutes)
  } catch {
    return Number.NaN
  }
}
