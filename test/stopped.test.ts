// `npm test`, or a soak, that is stopped cleans up what its tests have started.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../src/platform/config/config.ts'
import { cleanup } from './harness/cleanup.ts'
import { temporaryFolder } from './harness/folders.ts'

test('Ctrl-C waits until a test that runs has cleaned up, also what it starts meanwhile', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'planted.test.ts')
  const left = join(folder, 'left')
  const script = (name: string) => JSON.stringify(join(packageRoot, name))
  writeFileSync(
    file,
    `import { rmSync, writeFileSync } from 'node:fs'
      import { test } from 'node:test'
      import { setTimeout as sleep } from 'node:timers/promises'
      import { cleanup } from ${script('test/harness/cleanup.ts')}
      test('planted', async () => {
        cleanup(() => rmSync(${JSON.stringify(left)}))
        writeFileSync(${JSON.stringify(left)}, '')
        cleanup(async () => {
          await sleep(200)
          cleanup(() => writeFileSync(${JSON.stringify(`${left}-2`)}, ''))
        })
        console.log('it runs')
        await sleep(60_000)
      })`,
  )
  const env = { PATH: process.env.PATH, TEST_DATABASE_URL: process.env.TEST_ADMIN_URL }
  const suite = spawn(process.execPath, [join(packageRoot, 'test/suite.ts'), file], { env, stdio: 'pipe' })
  cleanup(() => suite.kill('SIGKILL'))
  let output = ''
  for await (const data of suite.stdout.setEncoding('utf8')) {
    output += data
    if (output.includes('it runs')) break
  }
  const ended = once(suite, 'exit')
  assert.ok(existsSync(left), output)
  suite.kill('SIGINT')
  assert.deepEqual(await ended, [1, null])
  assert.ok(!existsSync(left))
  assert.ok(existsSync(`${left}-2`))
})
