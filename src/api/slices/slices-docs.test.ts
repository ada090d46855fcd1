// Checks docs/slices.md: its example file is valid, and its limits and its worked example match the code.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Signal } from '../../meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { readSlices, SLICE_LIMITS, type SliceDefinition } from './definition/definition.ts'
import { sliceOf } from './membership.ts'
import { strengthOf } from './scoring.ts'

const page = readFileSync(new URL('../../../docs/slices.md', import.meta.url), 'utf8')
/** The page with each run of white space as one space, so that sentences can be matched across lines. */
const prose = page.replaceAll(/\s+/g, ' ')

const file: SliceDefinition = JSON.parse(/^```json\n(.*?)\n```$/ms.exec(page)?.[1] ?? '')
const { slices, problems } = readSlices(file)
const slice = slices[0] ?? assert.fail(JSON.stringify(problems))

test('the limits on the page match the code', () => {
  const { slug, label, thesis, whyNow, talkingPoints, talkingPoint, windowDays } = SLICE_LIMITS
  for (const sentence of [
    `joined by hyphens, at most ${slug} characters`,
    `its name for people, at most ${label} characters`,
    `why companies in it buy, at most ${thesis} characters`,
    `how long a signal counts, 1 to ${windowDays} days`,
    `\`whyNow\` (at most ${whyNow.toLocaleString('en')} characters), 1 to ${talkingPoints} \`talkingPoints\` (${talkingPoint} each)`,
  ]) {
    assert.ok(prose.includes(sentence), sentence)
  }
})

test('the worked example has the strengths, the score and the dates that the code computes', () => {
  const [, asOfDay = ''] = /The slice above on (\S+),/.exec(prose) ?? []
  const asOf = Date.parse(asOfDay) / 1000
  const rows = [...page.matchAll(/^\| ([A-Z]) +\| (\w.*?) +\| (\S+) +\| (\S+) +\| (\d+) +\| (\S+) +\|$/gm)]
  assert.equal(rows.length, 3)
  const strengths = new Map<string, string>()
  const signals = rows.map(([, id = '', what, confidence, date = '', age, strength]): Signal => {
    const occurredAt = Date.parse(date) / 1000
    const signal = {
      id,
      type: what === 'Funding' ? ('funding' as const) : ('hiring' as const),
      label: String(what),
      confidence: Number(confidence),
      status: 'active' as const,
      ...{ occurredAt, firstSeenAt: occurredAt, lastSeenAt: occurredAt },
      source: { name: 'example' },
      fields: what === 'AI job' ? { ai: true } : {},
    }
    assert.equal(Number(age), (asOf - occurredAt) / 86_400)
    assert.equal(
      strengthOf({ at: occurredAt, confidence: signal.confidence }, slice.definition.windowDays, asOf).toFixed(3),
      strength,
    )
    strengths.set(id, String(strength))
    return signal
  })
  const membership = sliceOf(slice, signals, asOf, SIGNAL_TYPES) ?? assert.fail('the company is in the slice')
  assert.deepEqual(membership.reasons, [
    { clause: 'funding', signalId: 'A' },
    { clause: 'hiring(ai: true)', signalId: 'B' },
  ])
  const { funding, 'hiring(ai: true)': hiring } = file.weights
  const sum = `100 · (1 − (1 − ${funding} × ${strengths.get('A')}) × (1 − ${hiring} × ${strengths.get('B')}))`
  assert.ok(prose.includes(`${sum} = ${membership.score}.`), `${sum} = ${membership.score}`)
  const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
  assert.ok(prose.includes(`entered on ${day(membership.enteredAt)}`), day(membership.enteredAt))
  assert.ok(prose.includes(`its window ends on ${day(membership.windowEndsAt)}`), day(membership.windowEndsAt))
})
