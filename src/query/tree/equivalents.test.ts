import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Signal } from '../../meaning/signals/index.ts'
import { wordsOf } from '../../platform/text/normalise-text.ts'
import { matches } from '../evaluate/evaluate.ts'
import { parseSignalQuery } from '../parse/parser.ts'
import { printQuery } from '../parse/print.ts'
import { ABBREVIATIONS, equivalentsOf, SINGULARS } from './equivalents.ts'

function job(jobTitle: string): Signal {
  const times = { occurredAt: 0, firstSeenAt: 0, lastSeenAt: 0 }
  const common = { id: 'a', label: 'A job', confidence: 1, status: 'active' as const, source: { name: 'Job Board' } }
  return { ...common, ...times, type: 'hiring', fields: { jobTitle } }
}

function finds(condition: string, titles: Readonly<Record<string, boolean>>): void {
  const query = parseSignalQuery(`hiring(${condition})`)
  for (const [title, expected] of Object.entries(titles)) {
    assert.equal(matches(query, [job(title)], 0), expected, `${condition} in ${title}`)
  }
  assert.deepEqual(parseSignalQuery(printQuery(query)), query)
}

test('SDR finds Sales Development Representative, and not the other way round', () => {
  finds('title ~ SDR', {
    'Sales Development Representative': true,
    'Sr. SDR': true,
    'Development Representative': false,
  })
  finds('title ~ AI SDR', { 'AI Sales Development Representative': true, 'Sales Development Representative': false })
  finds('title ~ "AI SDR"', {
    'Artificial Intelligence Sales Development Representative': true,
    'Sales Development Representative, AI': false,
  })
  finds('title ~ "Sales Development Representative"', { SDR: false, 'Sales Development Representative': true })
  finds('title ~ representative sales development', { 'Sales Development Representative': true })
  finds('title ~ SDR', { 'Representative for Sales and Development': false })
})

test('~= is literal', () => {
  finds('title ~= SDR', { 'Sales Development Representative': false, 'Sr. SDR': true })
  finds('title ~= "VP Sales"', { 'VP of Sales': false, 'VP, Sales': true })
  finds('title ~= SDRs', { SDR: false })
})

test('a prefix has no equivalents', () => {
  finds('title ~ sdr*', { 'Sales Development Representative': false, SDRs: true })
  finds('title ~ "vp* sales"', { 'Vice President Sales': false, 'VPs Sales': true })
})

test('VP Sales finds Vice President Sales and Vice President of Sales', () => {
  finds('title ~ "VP Sales"', {
    'Vice President Sales': true,
    'Vice President, Sales': true,
    'Vice President of Sales': true,
    'VP of Sales': true,
    'Vice President of Marketing and Sales': false,
  })
  finds('title ~ "VP of Sales"', { 'Vice President of Sales': true, 'Vice President Sales': false })
})

test('a plural finds the singular; sales and operations are not plurals', () => {
  finds('title ~ AI Engineers', { 'AI Engineer': true, 'AI Engineers': true })
  finds('title ~ "account executives"', { 'Account Executive': true })
  finds('title ~ SDRs', { SDR: true, 'Sales Development Representative': true })
  finds('title ~ engineer', { Engineers: false })
  finds('title ~ sales', { Sale: false })
  finds('title ~ operations', { Operation: false, Ops: false })
  assert.deepEqual(equivalentsOf('sales'), [])
  assert.deepEqual(equivalentsOf('operations'), [])
})

test('ambiguous abbreviations have no equivalents', () => {
  for (const word of ['cro', 'pm', 'cio', 'cpo', 'dev']) assert.deepEqual(equivalentsOf(word), [], word)
})

test('the table has folded words, and none is its own equivalent', () => {
  const entries = Object.entries(ABBREVIATIONS)
  assert.ok(entries.length >= 20 && SINGULARS.length >= 20)
  for (const [word, forms] of entries) {
    assert.deepEqual(wordsOf(word), [word])
    for (const form of forms) assert.equal(wordsOf(form).join(' '), form)
    assert.ok(!forms.includes(word), word)
  }
  for (const word of SINGULARS) assert.deepEqual(wordsOf(word), [word])
})
