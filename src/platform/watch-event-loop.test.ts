import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from './config/config.ts'

async function run(seconds: number) {
  const child = spawn(process.execPath, [join(packageRoot, 'test/harness/held-process.ts'), String(seconds)])
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
    if (output === 'held\n') child.kill('SIGTERM')
  })
  const [code, signal] = await once(child, 'close')
  return { code, signal, output }
}

test('a process whose event loop is blocked ends, although SIGTERM can’t reach it', { timeout: 240_000 }, async () => {
  const { signal, output } = await run(600)
  assert.equal(signal, 'SIGKILL')
  assert.match(output, /"msg":"the event loop was blocked for \d+ s: this process ends"/)
})

test('a process that is blocked for a moment continues', async () => {
  const { code, output } = await run(1)
  assert.deepEqual([code, output], [7, 'held\n'])
})
