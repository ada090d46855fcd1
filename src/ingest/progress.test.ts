import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgress, progressLine } from './progress.ts'

test('the line shows percentage, rate and time left, as far as they are known', () => {
  const half = { bytes: 450, lines: 1_234_000, totalBytes: 1_000, seconds: 30 }
  assert.equal(progressLine(half), '[#########-----------]  45 %  1,234,000 lines  41,133/s  0:37 left')
  assert.equal(
    progressLine({ ...half, bytes: 1, seconds: 20 })
      .split('  ')
      .at(-1),
    '5:33:00 left',
  )
  assert.equal(progressLine({ ...half, bytes: 2_000 }).slice(0, 30), '[####################] 100 %  ')
  assert.equal(progressLine({ ...half, totalBytes: undefined }), '1,234,000 lines  41,133/s')
})

test('there are at most ten updates a second, and the line is cleared at the end', () => {
  const written: string[] = []
  let now = 0
  const progress = createProgress({ isTTY: true, columns: 40, write: (text) => written.push(text) }, 1_000, () => now)
  for (; now < 1_000; now++) progress.update({ bytes: now, lines: now })
  assert.equal(written.length, 9)
  assert.ok(written.every((text) => text.startsWith('\r') && text.length <= 1 + 39 + 3))
  progress.end()
  assert.equal(written.at(-1), '\r\x1b[K')
})

test('it writes nothing if the output is not a terminal', () => {
  const progress = createProgress({ write: () => assert.fail('it wrote') }, 1_000, () => 5_000)
  progress.update({ bytes: 1, lines: 1 })
  progress.end()
})
