import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, DAY_SECONDS, signal } from '../../../test/harness/base-signals.ts'
import { EXAMPLE_COMPANY } from '../../meaning/companies/schema.ts'
import { dossierOf } from './dossier.ts'

const NOW = at('2026-06-01')

test('the signals that the score uses are always in the reply, regardless of age', () => {
  const tool = signal('tool', NOW - 1_000 * DAY_SECONDS, { tool: 'OpenAI API', ai: true, change: 'in_use' })
  const jobs = Array.from({ length: 500 }, (_, i) => signal('hiring', NOW - i * 3_600, { jobTitle: `Clerk ${i}` }))
  const company = { ...EXAMPLE_COMPANY, ordinal: 1 } as Parameters<typeof dossierOf>[0]
  const { signals, signalsTotal, aiAdoptionScore } = dossierOf(company, [...jobs, tool], 501, [], NOW, [])
  assert.equal(signals.length, 200)
  assert.equal(signals.at(-1)?.id, tool.id)
  assert.equal(signals[0]?.id, jobs[0]?.id)
  assert.equal(signalsTotal, 501)
  assert.deepEqual(aiAdoptionScore.contributions, [{ signalId: tool.id, component: 'implementation', points: 30 }])
})
