import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bandOf, type CountedVerdict, summarise } from './share-of-wrong.ts'
import { wilsonInterval } from './wilson.ts'

const judged = (verdict: 'useful' | 'wrong', about: Partial<CountedVerdict> = {}): CountedVerdict => ({
  teamId: 'one',
  kind: 'signal',
  verdict,
  rule: 'titles',
  edition: 'first',
  source: 'greenhouse',
  type: 'hiring',
  confidence: 90,
  ...about,
})

test('an interval is Wilson’s: never certain, never outside of 0 to 1, and narrower with more cases', () => {
  const rounded = (hits: number, total: number) =>
    Object.values(wilsonInterval(hits, total)).map((value) => value.toFixed(4))
  assert.deepEqual(rounded(0, 0), ['0.0000', '1.0000'])
  assert.deepEqual(rounded(1, 1), ['0.2065', '1.0000'])
  assert.deepEqual(rounded(0, 10), ['0.0000', '0.2775'])
  assert.deepEqual(rounded(15, 148), ['0.0624', '0.1605'])
})

test('the shares of wrong are by kind, rule, edition, source, type and confidence, the best proven first', async () => {
  const { all, by } = await summarise([
    ...Array.from({ length: 8 }, () => judged('wrong', { rule: 'tools', type: 'tool', confidence: 60 })),
    judged('useful', { rule: 'tools', type: 'tool', confidence: 60, teamId: 'two', edition: 'second' }),
    // One of one is a larger share than eight of nine, and less is proven of it.
    judged('wrong', { kind: 'statement', rule: 'why_now/x', source: null, type: null, confidence: null }),
    judged('useful'),
  ])
  assert.deepEqual([all.judged, all.wrong, all.teams], [11, 9, 2])
  const names = Object.fromEntries(
    Object.entries(by).map(([dimension, shares]) => [
      dimension,
      shares.map(({ name, wrong, judged }) => `${name}: ${wrong} of ${judged}`),
    ]),
  )
  assert.deepEqual(names, {
    kind: ['signal: 8 of 10', 'statement: 1 of 1'],
    rule: ['tools: 8 of 9', 'why_now/x: 1 of 1', 'titles: 0 of 1'],
    edition: ['tools first: 8 of 8', 'why_now/x first: 1 of 1', 'titles first: 0 of 1', 'tools second: 0 of 1'],
    source: ['greenhouse: 8 of 10'],
    type: ['tool: 8 of 9', 'hiring: 0 of 1'],
    confidence: ['50–74 %: 8 of 9', '90–100 %: 0 of 1'],
  })
})

test('the bands of confidence touch and cover everything', () => {
  assert.deepEqual([0, 49, 50, 74, 75, 89, 90, 100].map(bandOf), [
    '0–49 %',
    '0–49 %',
    '50–74 %',
    '50–74 %',
    '75–89 %',
    '75–89 %',
    '90–100 %',
    '90–100 %',
  ])
})
