import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { jobsForSurge, SURGE } from './surge-threshold.ts'

/** The definition, term by term: at least n of n + b, each with probability 1/4. */
function binomialTail(n: number, b: number): number {
  let sum = 0
  for (let k = n; k <= n + b; k++) {
    let term = 1
    for (let i = 0; i < n + b - k; i++) term *= ((n + b - i) / (i + 1)) * 0.75
    sum += term * 0.25 ** k
  }
  return sum
}

test('the threshold is the smallest count that meets ratio, chance and minimum', () => {
  for (let b = 0; b <= 120; b++) {
    const needed = jobsForSurge(b)
    const meets = (n: number) =>
      n >= SURGE.minJobs && n >= (SURGE.minRatio * b) / 3 && binomialTail(n, b) <= SURGE.maxChance
    assert.ok(meets(needed), `${needed} jobs after ${b}`)
    assert.ok(!meets(needed - 1), `${needed - 1} jobs after ${b}`)
  }
})

test('the chance in the example of docs/derived-signals.md', () => {
  const page = readFileSync(new URL('../../../docs/derived-signals.md', import.meta.url), 'utf8')
  assert.ok(
    page.replaceAll(/\s+/g, ' ').includes(`The chance of at least 14 of 27 is ${binomialTail(14, 13).toFixed(4)}.`),
  )
})

test('a larger baseline never needs fewer jobs, and from 90 on only the ratio matters', () => {
  for (let b = 1; b <= 2000; b++) {
    assert.ok(jobsForSurge(b) >= jobsForSurge(b - 1))
    if (b >= 90) assert.equal(jobsForSurge(b), Math.ceil((2 * b) / 3))
  }
})
