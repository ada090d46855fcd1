// The time of a visit grows with the length of the answer and no faster, for every collector and every kind of answer.
// Answers are read beside the event loop, but a quadratic reader of a board of 32 MiB would never end.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VisitFailure } from '../../src/collect/collectors/collector.ts'
import { COLLECTORS } from '../../src/collect/collectors/index.ts'
import { ANSWERS } from './answers.ts'

const LENGTH = 50_000
const TIMES = 4
/** Quadratic time would be 16 times as much, linear 4 times. */
const MAX_GROWTH = 9
/** Less is not measured well. */
const MIN_MS = 25
/** Of each of the answers that a visit reads, on a busy machine. */
const MAX_MS_PER_CHARACTER = 2_000 / 1_048_576
/** A second one only if the first is too slow: a busy machine can slow down several in a row. */
const ATTEMPTS = 10
const MAX_ANSWERS = 3

/** The CPU time of one visit, in milliseconds. Every question has the same answer. */
async function visit(collector: (typeof COLLECTORS)[number], text: string): Promise<number> {
  let asked = 0
  const answer = (url: string) => {
    if (++asked > MAX_ANSWERS) throw new VisitFailure('missing', 'There is no more.')
    const contentType = /^\s*[[{]/.test(text) ? 'application/json' : text.includes('<') ? 'text/html' : 'text/plain'
    return { status: 200, contentType, text, url }
  }
  const records = async () => text.match(/[\s\S]{1,1000}/g) ?? []
  const before = process.threadCpuUsage()
  try {
    await collector.visit('acme.example', {
      ask: async ({ url }) => answer(url),
      dns: { txt: records, mx: records },
      company: { domain: 'acme.example', name: 'Acme', aliases: [] },
      now: 1_790_000_000,
    })
  } catch (error) {
    if (!(error instanceof VisitFailure)) throw error
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

for (const collector of COLLECTORS) {
  test(`${collector.name} reads every answer in linear time`, async () => {
    for (const [what, answer] of Object.entries(ANSWERS)) {
      const [short, long] = [answer(LENGTH), answer(TIMES * LENGTH)]
      let [shortMs, longMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      const isLinear = () =>
        longMs <= Math.max(MIN_MS, MAX_GROWTH * shortMs) && longMs <= MAX_ANSWERS * long.length * MAX_MS_PER_CHARACTER
      for (let attempt = 0; attempt < ATTEMPTS && !isLinear(); attempt++) {
        shortMs = Math.min(shortMs, await visit(collector, short))
        longMs = Math.min(longMs, await visit(collector, long))
      }
      assert.ok(isLinear(), `${what}: ${shortMs} ms for ${short.length} characters, ${longMs} ms for ${long.length}`)
    }
  })
}
