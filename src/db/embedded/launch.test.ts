import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedBuffersMb } from './launch.ts'

test('the database keeps an eighth of the memory as its cache, within limits', () => {
  const GB = 2 ** 30
  assert.deepEqual(
    [GB / 2, 4 * GB, 8 * GB, 512 * GB].map((memory) => sharedBuffersMb(memory)),
    [128, 512, 1_024, 2_048],
  )
  const ours = sharedBuffersMb()
  assert.ok(Number.isInteger(ours) && ours >= 128 && ours <= 2_048)
})
