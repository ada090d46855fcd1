// How often a page asks whether the service is there, and what it makes of the answers. On a clock of its own: in a
// browser, each of these would take half a minute.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as settle } from 'node:timers/promises'
import * as contact from '../../web/src/api/contact.ts'

const tab: contact.Tab = { isHidden: () => false, onChange: () => () => {} }

/** Lets time pass in steps that are shorter than any delay, so that answers are handled between them. */
async function pass(t: TestContext, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 4; step++) {
    t.mock.timers.tick(250)
    await settle()
  }
}

test('an idle page asks at most twice in 20 seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  let pings = 0
  const stop = contact.startHeartbeat(
    tab,
    async () => void pings++,
    () => {},
  )
  await pass(t, 20)
  stop()
  assert.ok(pings === 1 || pings === 2, `${pings} pings`)
})

test('while a reply arrives, an unanswered ping means slow and never that the service is away', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  const hanging = (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const states = new Set<string>()
  const stop = contact.startHeartbeat(tab, hanging, () => {})
  for (let second = 0; second < 40; second++) {
    await pass(t, 1)
    contact.noteData()
    states.add(contact.currentContact().state)
  }
  assert.deepEqual([...states].sort(), ['ok', 'waiting'])
  await pass(t, 30)
  assert.equal(contact.currentContact().state, 'silent', 'nothing arrives any more')
  stop()
})
