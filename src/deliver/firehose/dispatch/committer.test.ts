import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../../../../test/harness/log.ts'
import { Committer } from './committer.ts'

test('skipped events are written every five seconds, wherever the clock of the machine is set', async (t) => {
  let writes = 0
  let seconds = 0
  t.mock.method(performance, 'now', () => seconds * 1_000)
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 11, 1) })
  const endpoint = { mustCommit: false, hasAdvanced: true, collect: () => writes++, restore: () => {} }
  const webhooks = { all: () => [{ id: 'w', epoch: 1, endpoint }] }
  const lease = { nodeId: 'n' }
  // Whether the database takes it doesn't matter here.
  const options = { db: {}, log: silentLog, lease, webhooks, wake: () => {}, metrics: undefined }
  const committer = new Committer(options as unknown as ConstructorParameters<typeof Committer>[0])
  await committer.commit()
  assert.equal(writes, 1)
  t.mock.timers.setTime(Date.UTC(2026, 11, 2))
  await committer.commit()
  assert.equal(writes, 1, 'a clock that jumps ahead is no reason')
  t.mock.timers.setTime(Date.UTC(2026, 8, 1))
  seconds = 6
  await committer.commit()
  assert.equal(writes, 2, 'and one that is set back none to wait')
})
