import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreCoverage } from './coverage.ts'

test('a component is covered by the share of its types that are monitored, the score by their weights', () => {
  const none = { score: 0, intent: 0, implementation: 0, momentum: 0, readiness: 0 }
  assert.deepEqual(scoreCoverage([]), none)
  // Intent counts hiring and funding, implementation tools and pages, readiness funding, hiring and tools.
  assert.deepEqual(scoreCoverage(['hiring']), {
    score: 0.16,
    intent: 0.5,
    implementation: 0,
    momentum: 0.25,
    readiness: 0.33,
  })
  assert.deepEqual(scoreCoverage(['tool', 'web']), {
    score: 0.67,
    intent: 0,
    implementation: 1,
    momentum: 0.5,
    readiness: 0.33,
  })
  const all = { score: 1, intent: 1, implementation: 1, momentum: 1, readiness: 1 }
  assert.deepEqual(scoreCoverage(['hiring', 'funding', 'web', 'tool']), all)
})
