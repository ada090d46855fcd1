import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExcerptTexts, MAX_TEXT_CHARACTERS, MAX_TEXTS, packExcerpts } from './delivery-excerpts.ts'

test('equal replies are stored once, and each delivery has the number of its text', () => {
  const deliveries = ['ok', 'ok', '', 'busy', 'ok'].map((excerpt) => ({ excerpt }))
  assert.deepEqual(packExcerpts(deliveries), { texts: ['ok', 'busy'], numbers: [1, 1, 0, 2, 1] })
  assert.equal(packExcerpts([{ excerpt: '' }]), undefined)
})

test('replies that all differ cost no more than eight short texts', () => {
  const texts = new ExcerptTexts()
  const deliveries = Array.from({ length: 1_000 }, (_, i) => ({ excerpt: texts.add(`${i} ${'x'.repeat(1_000)}`) }))
  const packed = packExcerpts(deliveries)
  assert.equal(packed?.texts.length, MAX_TEXTS)
  assert.ok(packed?.texts.every((text) => text.length === MAX_TEXT_CHARACTERS && text.endsWith('…')))
  assert.equal(packed?.numbers.filter((number) => number === 0).length, 1_000 - MAX_TEXTS)
  // Progress that could not be written is joined with that of the next commit.
  const twice = packExcerpts([...deliveries, ...Array.from({ length: 20 }, (_, i) => ({ excerpt: `later ${i}` }))])
  assert.equal(twice?.texts.length, MAX_TEXTS)
})
