// `npm run check`: types, lint and format, and generated files. Reports everything that is wrong.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './setup.js'

const node = await prepare({ dev: true })
/** @param {string} name */
const tool = (name) => join(root, 'node_modules/.bin', name)

const checks = [
  { name: 'types', command: [tool('tsc'), '--noEmit'] },
  { name: 'types of the screen', command: [tool('tsc'), '--noEmit', '-p', 'web'] },
  { name: 'lint and format', command: [tool('biome'), 'check', '--error-on-warnings'] },
  { name: 'generated files', command: [join(root, 'bin/generate.ts'), '--check'] },
]
let failed = false
for (const { name, command } of checks) {
  const { status } = spawnSync(node, command, { cwd: root, stdio: 'inherit' })
  process.stdout.write(`${status === 0 ? 'ok' : 'FAILED'}  ${name}\n`)
  if (status !== 0) failed = true
}
process.exitCode = failed ? 1 : 0
