// `npm run bench -- NAME [options]`: sets up the clone and runs bench/NAME.ts on the pinned Node. With --help, it prints the
// comment at the top of that file.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare, runOn } from '../bin/setup.js'

/** Files that are parts of benchmarks. */
const PARTS = [
  'report',
  'collect-boards',
  'firehose-bare-loop',
  'firehose-receiver',
  'firehose-signing',
  'huge-company',
  'ingest-csv',
  'ingest-files',
  'ingest-once',
  'ingest-orders',
  'loopback-hosts',
]

const folder = fileURLToPath(new URL('.', import.meta.url))
const [name = '', ...rest] = process.argv.slice(2)
const file = join(folder, `${name}.ts`)
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.ts') ? basename(file, '.ts') : []))
  process.stderr.write(
    `Usage: npm run bench -- NAME, one of: ${names.filter((each) => !PARTS.includes(each)).join(', ')}\n`,
  )
  process.exit(2)
}
if (rest.includes('--help')) {
  process.stdout.write(usageOf(readFileSync(file, 'utf8')))
  process.exit()
}
if (name === 'search' && !existsSync(join(folder, 'node_modules'))) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}
await runOn(await prepare({ dev: true }), join(folder, 'start.js'), [file, ...rest])

/** The comment at the top of a benchmark. @param {string} source */
function usageOf(source) {
  const [comment = ''] = /^(\/\/.*\n)+/.exec(source) ?? []
  return comment.replace(/^\/\/ ?/gm, '')
}
