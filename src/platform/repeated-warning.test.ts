import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RepeatedWarning } from './repeated-warning.ts'

test('a warning that occurs twice a second is one line a minute, with a count', () => {
  const lines: string[] = []
  const warning = new RepeatedWarning((text) => lines.push(text))
  for (let ms = 0; ms <= 120_000; ms += 500) warning.warn(`no answer ${ms % 1_000}`, ms)
  assert.deepEqual(lines, [
    'no answer 0',
    'no answer 0 (120 times since the last line)',
    'no answer 0 (120 times since the last line)',
  ])
})
