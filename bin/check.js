// `npm run check`: types, lint and format, linear regular expressions, migrations, and generated files. Reports everything that is wrong.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './setup.js'

const node = await prepare({ dev: true })
/** @param {string} name */
const tool = (name) => join(root, 'node_modules/.bin', name)

// Go collects garbage less often: tsc takes 1 to 4 s less of processor time, and 170 MB more.
const env = { ...process.env, GOGC: '400' }
// The checks share the processor. With several threads, tsc checks shared types once in each, which takes twice the work.
const types = [tool('tsc'), '--noEmit', '--singleThreaded']
const checks = [
  { name: 'types', command: types },
  { name: 'types of the screen', command: [...types, '-p', 'web'] },
  { name: 'lint and format', command: [tool('biome'), 'check', '--error-on-warnings'] },
  { name: 'regular expressions', command: [join(root, 'bin/check-regexps.ts')] },
  { name: 'migrations', command: [join(root, 'bin/check-migrations.ts')] },
  { name: 'generated files', command: [join(root, 'bin/generate.ts'), '--check'] },
]
// They run at the same time, each into its own text, and are reported in order.
const outcomes = checks.map(({ name, command }) => ({ name, outcome: run(command) }))
for (const { name, outcome } of outcomes) {
  const { code, output } = await outcome
  process.stdout.write(`${output}${code === 0 ? 'ok' : 'FAILED'}  ${name}\n`)
  if (code !== 0) process.exitCode = 1
}

/** @param {string[]} command @returns {Promise<{ code: number | null, output: string }>} */
function run(command) {
  const child = spawn(node, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}
