// `npm run soak:cluster -- --minutes N`: see test/cluster/cluster.test.ts.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } })
if (!(Number(values.minutes) > 0)) {
  process.stderr.write('Usage: npm run soak:cluster -- --minutes N\n')
  process.exit(2)
}
const runner = fileURLToPath(new URL('run.js', import.meta.url))
const env = { PROPERTY_SEED: 'random', ...process.env, CLUSTER_MINUTES: values.minutes }
const { status } = spawnSync(process.execPath, [runner, 'test/cluster/cluster.test.ts'], { stdio: 'inherit', env })
process.exitCode = status ?? 1
