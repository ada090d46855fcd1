import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardTime } from './board-time.ts'

const FORMS: readonly [value: unknown, iso: string | undefined][] = [
  ['2026-07-16T11:55:32-04:00', '2026-07-16T15:55:32Z'],
  ['2026-04-20T22:43:56.531+00:00', '2026-04-20T22:43:56Z'],
  ['2018-06-08T02:11:28.000Z', '2018-06-08T02:11:28Z'],
  ['2026-09-18 13:27:28 UTC', '2026-09-18T13:27:28Z'],
  ['2024-11-13T14:10:41+0200', '2024-11-13T12:10:41Z'],
  ['2024-11-13T14:10:41+02', '2024-11-13T12:10:41Z'],
  ['2026-08-05', '2026-08-05T00:00:00Z'],
  ['2026-08-05T09:30', '2026-08-05T09:30:00Z'],
  ['Wed, 04 Feb 2026 09:26:20 +0100', '2026-02-04T08:26:20Z'],
  ['31.12.2026', '2026-12-31T00:00:00Z'],
  ['5.8.2026', '2026-08-05T00:00:00Z'],
  ['31.13.2026', undefined],
  [1_764_205_361_939, '2025-11-27T01:02:41Z'],
  ['2026-13-45', undefined],
  ['0001-01-01T00:00:00Z', undefined],
  ['30+ days ago', undefined],
  ['March 7', undefined],
  ['', undefined],
  [null, undefined],
  [Number.NaN, undefined],
  [{}, undefined],
]

test('times are read in every form that boards write', () => {
  for (const [value, iso] of FORMS) {
    const read = boardTime(value)
    const shown = read === undefined ? undefined : new Date(read * 1_000).toISOString().replace('.000', '')
    assert.equal(shown, iso, String(value))
  }
})
