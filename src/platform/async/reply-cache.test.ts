import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replyCache } from './reply-cache.ts'

test('the cache is bounded in bytes, and large replies are not cached', () => {
  const bodies = replyCache()
  const kept = (bytes: number) => ({ body: Buffer.alloc(bytes) })
  for (let i = 0; i < 400; i++) bodies.set(`${i}`, kept(200_000))
  assert.ok(bodies.weight <= 32 * 2 ** 20)
  assert.equal(bodies.get('0'), undefined)
  assert.ok(bodies.get('399'))
  bodies.set('399', kept(300_000))
  assert.equal(bodies.get('399'), undefined)
})
