// bin/setup.js hands over to a script: the process that a supervisor started is the one that its signals and its IPC reach.

import assert from 'node:assert/strict'
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../../src/platform/config/config.ts'
import { temporaryFolder } from '../harness/folders.ts'

const folder = temporaryFolder()
const setup = JSON.stringify(join(packageRoot, 'bin/setup.js'))
const target = join(folder, 'target.mjs')
writeFileSync(
  target,
  `const { MALLOC_ARENA_MAX: arenas, NODE_COMPILE_CACHE: cache } = process.env
   const [first, second] = process.argv.slice(2)
   const state = { pid: process.pid, arenas, cache: cache !== undefined, first, second }
   if (process.send) process.send(state, () => process.disconnect())
   else console.log(JSON.stringify(state))
   process.exitCode = 7`,
)
const starter = join(folder, 'starter.mjs')
writeFileSync(
  starter,
  `const { runOn } = await import(${setup})
   await runOn(process.execPath, ${JSON.stringify(target)}, ['a b', '--c'])`,
)
const { MALLOC_ARENA_MAX: _, NODE_COMPILE_CACHE: _cache, NODE_CHANNEL_FD: _fd, ...env } = process.env

test('a script has the process that was started, its arguments, its exit code and the settings of a start', () => {
  const child = spawnSync(process.execPath, [starter], { env, encoding: 'utf8' })
  const arenas = process.platform === 'win32' ? undefined : '2'
  assert.deepEqual(JSON.parse(child.stdout), {
    pid: child.pid,
    ...(arenas && { arenas }),
    cache: true,
    ...{ first: 'a b', second: '--c' },
  })
  assert.deepEqual([child.status, child.stderr], [7, ''])
})

test('what an operator sets is kept', () => {
  const child = spawnSync(process.execPath, [starter], { env: { ...env, MALLOC_ARENA_MAX: '4' }, encoding: 'utf8' })
  assert.equal(JSON.parse(child.stdout).arenas, '4')
})

test('a process that is watched by IPC stays connected', async () => {
  const child = fork(starter, { env, execArgv: [] })
  const [state] = await once(child, 'message')
  assert.deepEqual([state.pid, state.first], [child.pid, 'a b'])
  assert.deepEqual(await once(child, 'exit'), [7, null])
})
