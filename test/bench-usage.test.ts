// What `npm run bench -- NAME --help` prints, and what it says about options that it doesn't have.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../src/platform/config/config.ts'

const runner = join(packageRoot, 'bench/run.js')
const bench = (...args: string[]) => spawnSync(process.execPath, [runner, ...args], { encoding: 'utf8' })
const files = globSync('bench/*.ts', { cwd: packageRoot }).filter((file) => read(file).includes('parseArgs({'))
/** With it, a benchmark starts itself. */
const NOT_FOR_PEOPLE = ['receivers']

function read(file: string): string {
  return readFileSync(join(packageRoot, file), 'utf8')
}

test('--help prints the comment at the top, which names every option', () => {
  assert.ok(files.length > 8)
  for (const file of files) {
    const [comment = ''] = /^(\/\/.*\n)+/.exec(read(file)) ?? []
    const [, options = ''] = /parseArgs\(\{\s*options: \{\n([^}]*\}(?:,\n[^}]*\})*)/.exec(read(file)) ?? []
    const names = [...options.matchAll(/^ +'?([\w-]+)'?: \{/gm)].map(([, name = '']) => name)
    assert.ok(names.length > 0, file)
    assert.ok(comment.includes(`npm run bench -- ${basename(file, '.ts')}`), file)
    for (const name of names) {
      if (!NOT_FOR_PEOPLE.includes(name)) assert.ok(comment.includes(`--${name}`), `${file}: --${name}`)
    }
  }
  const { status, stdout } = bench('today', '--help')
  assert.equal(status, 0)
  assert.match(stdout, /^The cost of open pages of Today[\s\S]*\n {2}npm run bench -- today \[--tabs 200\]/)
})

test('an option that a benchmark does not have is named in a sentence', () => {
  const { status, stderr } = bench('today', '--tab', '3')
  assert.equal(stderr, "Unknown option '--tab'. The options: npm run bench -- today --help\n")
  assert.equal(status, 2)
})
