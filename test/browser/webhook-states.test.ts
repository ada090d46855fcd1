// What the webhook pages make of states and notices, without a browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupNotices } from '../../web/src/pages/webhooks/group-notices.ts'
import { shownStateOf } from '../../web/src/pages/webhooks/shown-state.ts'
import { shortLocal, withLocalTimes } from '../../web/src/parts/words/format.ts'

const shown = (
  lastSuccessAt: string | null,
  succeeded: number,
  failed: number,
  state: 'healthy' | 'held' = 'healthy',
) => {
  const { label, tone } = shownStateOf({ state, reason: '', lastSuccessAt, hours: [{ succeeded, failed }] })
  return `${label}, ${tone}`
}

test('a webhook that was never called waits for its first event, and is not green after a failed test', () => {
  assert.equal(shown(null, 0, 0), 'Waiting for the first event, neutral')
  assert.equal(shown(null, 0, 1), 'Waiting for the first event, warning')
  assert.equal(shown(null, 1, 0), 'Healthy, success')
  assert.equal(shown('2026-11-18T12:00:00.000Z', 0, 0), 'Healthy, success')
  assert.equal(shown(null, 0, 5, 'held'), 'On hold, danger')
})

test('a webhook whose last test failed is not green until something is delivered or a test succeeds', () => {
  const after = (lastSuccessAt: string | null, succeeded: boolean) =>
    shownStateOf({
      state: 'healthy',
      reason: '',
      lastSuccessAt,
      lastTest: { at: '2026-11-18T12:00:00.000Z', succeeded },
      hours: [{ succeeded: 3, failed: 1 }],
    }).label
  assert.equal(after(null, false), 'Test failed')
  assert.equal(after('2026-11-18T11:00:00.000Z', false), 'Test failed')
  assert.equal(after('2026-11-18T13:00:00.000Z', false), 'Healthy')
  assert.equal(after(null, true), 'Healthy')
})

test('equal notices are one, with the webhooks that they are about and the time of the newest', () => {
  const notice = (id: string, webhookId: string, message: string) => ({ id, webhookId, message, at: `day ${id}` })
  assert.deepEqual(
    groupNotices([
      notice('4', 'a', 'It is held.'),
      notice('3', 'b', 'It is held.'),
      notice('2', 'a', 'It was paused.'),
      notice('1', 'a', 'It is held.'),
    ]),
    [
      { message: 'It is held.', at: 'day 4', webhookIds: ['a', 'b'], count: 3 },
      { message: 'It was paused.', at: 'day 2', webhookIds: ['a'], count: 1 },
    ],
  )
})

test('a time in a text of the service is shown in the reader’s time zone', () => {
  const text = withLocalTimes('11 events wait, the next at 2026-11-18 14:22 UTC.')
  assert.equal(text, `11 events wait, the next at ${shortLocal('2026-11-18T14:22:00Z')}.`)
  assert.doesNotMatch(text, /2026-11-18/)
  assert.equal(withLocalTimes('No time at all, UTC'), 'No time at all, UTC')
})
