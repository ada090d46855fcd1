import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from './config/config.ts'

async function run(seconds: number, how: 'computing' | 'waiting' = 'computing') {
  const held = join(packageRoot, 'test/harness/held-process.ts')
  const child = spawn(process.execPath, [held, String(seconds), how])
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
    if (output === 'held\n') child.kill('SIGTERM')
  })
  const [code, signal] = await once(child, 'close')
  return { code, signal, output }
}

test('a process whose event loop is blocked ends, although it can’t handle SIGTERM', { timeout: 240_000 }, async () => {
  const { signal, output } = await run(600)
  assert.equal(signal, 'SIGKILL')
  if (process.platform === 'linux') assert.match(output, /"computedSeconds":\d/)
  assert.match(output, /"msg":"the event loop was blocked for \d+ s: this process ends"/)
})

test('a process that is blocked for a moment continues', async () => {
  const { code, output } = await run(1)
  assert.deepEqual([code, output], [7, 'held\n'])
})

test('a process that waits for a processor as long is not ended: it would need more of it to start again', {
  skip: process.platform !== 'linux' && 'other systems do not tell what a thread has computed',
}, async () => {
  const { code, signal, output } = await run(6, 'waiting')
  assert.deepEqual([code, signal, output], [7, null, 'held\n'])
})
