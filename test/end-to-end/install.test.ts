// bin/setup.js installs what a command needs, with the real npm, from two packages on this disk: one that serving needs
// and a development tool.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { watchInstall } from '../../bin/watch-install.js'
import { packageRoot } from '../../src/platform/config/config.ts'
import { temporaryFolder } from '../harness/folders.ts'

const folder = temporaryFolder()
const env = { PATH: process.env.PATH, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') }
const npm = (args: readonly string[], cwd = folder) => execFileSync('npm', args, { cwd, env, stdio: 'pipe' })
const writeJson = (file: string, value: object) => writeFileSync(join(folder, file), JSON.stringify(value))

for (const [name, version] of [
  ['served', '1.0.0'],
  ['served', '1.0.1'],
  ['tool', '1.0.0'],
] as const) {
  mkdirSync(join(folder, 'packages', name), { recursive: true })
  writeJson(`packages/${name}/package.json`, { name, version })
  npm(['pack', '--silent', `./packages/${name}`])
}
mkdirSync(join(folder, 'bin'))
for (const file of ['bin/setup.js', 'bin/watch-install.js']) cpSync(join(packageRoot, file), join(folder, file))
const LOCK_FILE = join(folder, 'package-lock.json')
const releases = ['1.0.0', '1.0.1'].map((version) => {
  rmSync(LOCK_FILE, { force: true })
  const manifest = {
    name: 'clone',
    version: '1.0.0',
    type: 'module',
    dependencies: { served: `file:served-${version}.tgz` },
    devDependencies: { tool: 'file:tool-1.0.0.tgz' },
  }
  writeJson('package.json', manifest)
  npm(['install', '--package-lock-only', '--silent'])
  return { manifest, lock: readFileSync(LOCK_FILE, 'utf8') }
})

/** As `git checkout` of a release writes it. */
function checkOut(release: number): void {
  const { manifest, lock } = releases[release] ?? assert.fail()
  writeJson('package.json', manifest)
  writeFileSync(LOCK_FILE, lock)
}

function prepare(wanted: { dev: boolean }): string {
  const script = `import { prepare } from './bin/setup.js'; await prepare(${JSON.stringify(wanted)})`
  const args = ['--input-type=module', '--eval', script]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stderr
}

const has = (name: string) => existsSync(join(folder, 'node_modules', name, 'package.json'))
const marker = join(folder, 'node_modules/served/marker')

test('serving installs no development tool', () => {
  checkOut(0)
  assert.match(prepare({ dev: false }), /^Installing dependencies/)
  assert.deepEqual([has('served'), has('tool')], [true, false])
  assert.equal(prepare({ dev: false }), '')
})

test('the tests add their tools and leave alone what a running service uses', () => {
  writeFileSync(marker, '')
  assert.match(prepare({ dev: true }), /^Installing the tools of tests and checks/)
  assert.deepEqual([has('served'), has('tool'), existsSync(marker)], [true, true, true])
  assert.equal(readFileSync(LOCK_FILE, 'utf8'), releases[0]?.lock)
  assert.deepEqual([prepare({ dev: true }), prepare({ dev: false })], ['', ''])
})

test('a new version of a folder of the clone installs nothing', () => {
  const lock = JSON.parse(releases[0]?.lock ?? '')
  lock.packages.client = { name: 'client', version: '2.0.0' }
  writeFileSync(LOCK_FILE, JSON.stringify(lock))
  assert.equal(prepare({ dev: true }), '')
})

test('a start after an update of the dependencies keeps the tools that are installed', () => {
  checkOut(1)
  prepare({ dev: false })
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/served/package.json'), 'utf8'))
  assert.deepEqual([version, has('tool')], ['1.0.1', true])
})

test('in node_modules, where Node runs no TypeScript, it says what to do instead', () => {
  const bin = join(folder, 'app/node_modules/pro-signal/bin')
  mkdirSync(bin, { recursive: true })
  for (const file of ['setup.js', 'watch-install.js']) cpSync(join(folder, 'bin', file), join(bin, file))
  const script = `import { prepare } from './setup.js'; await prepare()`
  const args = ['--input-type=module', '--eval', script]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: bin, env, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /can't run as a dependency .*app\/node_modules\/pro-signal\/\. Unpack it instead: tar -xzf/)
})

test('an install says how much is there, and gives up when nothing has arrived for three minutes', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const lines: string[] = []
  let [bytes, gaveUp] = [0, false]
  const end = watchInstall({
    bytes: () => bytes,
    tell: (line) => void lines.push(line),
    giveUp() {
      gaveUp = true
      end()
    },
  })
  for (const megabytes of [10, 40, 40]) {
    bytes = megabytes * 2 ** 20
    t.mock.timers.tick(10_000)
  }
  assert.deepEqual(lines, ['… 10 MB so far', '… 40 MB so far'])
  t.mock.timers.tick(20_000)
  assert.match(lines[2] ?? '', /nothing has arrived for 30 s.*npm ping/)
  t.mock.timers.tick(140_000)
  assert.equal(gaveUp, false)
  t.mock.timers.tick(10_000)
  assert.deepEqual([gaveUp, lines.length], [true, 3])
})
