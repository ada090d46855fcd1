import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SharedWork } from './shared-work.ts'

/** Work that runs until the test settles it. */
function newWork() {
  const work = new SharedWork<string>()
  const started: { signal: AbortSignal; resolve: (result: string) => void; reject: (error: Error) => void }[] = []
  const ask = (key: string, signal?: AbortSignal) =>
    work.run(key, signal, (end) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      started.push({ signal: end, resolve, reject })
      return promise
    })
  return { started, ask }
}

test('concurrent callers of the same thing share the work, and the next one starts again', async () => {
  const { started, ask } = newWork()
  const asked = [ask('a'), ask('a'), ask('b')]
  assert.equal(started.length, 2)
  started[0]?.resolve('first')
  started[1]?.resolve('other')
  assert.deepEqual(await Promise.all(asked), ['first', 'first', 'other'])
  const again = ask('a')
  started[2]?.resolve('second')
  assert.equal(await again, 'second')
})

test('shared work ends when the last of its callers leaves, and not before', async () => {
  const { started, ask } = newWork()
  const [one, other] = [new AbortController(), new AbortController()]
  const first = assert.rejects(ask('a', one.signal), /one is gone/)
  const second = assert.rejects(ask('a', other.signal), /other is gone/)
  one.abort(new Error('one is gone'))
  await first
  assert.equal(started[0]?.signal.aborted, false)
  other.abort(new Error('other is gone'))
  await second
  assert.equal(started[0]?.signal.aborted, true)
  const again = ask('a')
  assert.equal(started.length, 2, 'work that ended is not joined')
  started[1]?.resolve('done')
  assert.equal(await again, 'done')
})

test('an error reaches all callers', async () => {
  const { started, ask } = newWork()
  const asked = [ask('a'), ask('a')].map((each) => assert.rejects(each, /broken/))
  started[0]?.reject(new Error('broken'))
  await Promise.all(asked)
})
