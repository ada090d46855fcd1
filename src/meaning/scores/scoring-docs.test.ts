// Customers recompute scores with docs/scoring.md: its tables and its example match the code.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { at as day, signal } from '../../../test/harness/base-signals.ts'
import { tablesIn } from '../../../test/harness/markdown-tables.ts'
import { SCORE_COMPONENTS } from '../../closed-sets/signals.ts'
import { isStateType } from '../types/index.ts'
import { aiAdoption } from './ai-adoption.ts'
import { DATA_TOOL_CATEGORIES, EVIDENCE, HALF_LIFE_DAYS, MODEL_VERSION, WEIGHT_PERCENT } from './model.ts'

const page = readFileSync(new URL('../../../docs/scoring.md', import.meta.url), 'utf8')
/** The page without line breaks. */
const prose = page.replaceAll(/\s+/g, ' ')

/** The rows of the first table with these columns. */
const rowsUnder = (...columns: string[]) => tablesIn(page, ...columns)[0] ?? []

test('the table of bases and half-lives matches the model', () => {
  assert.deepEqual(
    rowsUnder('component', 'evidence', 'base', 'half-life'),
    EVIDENCE.map(({ component, evidence, base, type }) => [
      component,
      evidence,
      base.toFixed(2),
      isStateType(type) ? 'none' : `${HALF_LIFE_DAYS[component]} days`,
    ]),
  )
})

test('the weights, the version and the categories of data tools match the model', () => {
  assert.deepEqual(
    rowsUnder('component', 'question', 'weight').map(([component, , weight]) => [component, weight]),
    SCORE_COMPONENTS.map((component) => [component, `${WEIGHT_PERCENT[component]} %`]),
  )
  assert.ok(prose.includes(`\`modelVersion\` names the table below; it is ${MODEL_VERSION}.`))
  const listed = /whose category is one of ([^.]*)\./.exec(prose)?.[1] ?? ''
  assert.deepEqual(
    [...listed.matchAll(/`(\w+)`/g)].map(([, category]) => category),
    [...DATA_TOOL_CATEGORIES],
  )
})

const FIELDS_OF_EXAMPLE: Record<string, Parameters<typeof signal>> = {
  A: ['hiring', 0, { jobTitle: 'Head of AI', ai: true, seniority: 'director' }],
  B: ['hiring', 0, { jobTitle: 'Machine Learning Engineer', ai: true, function: 'engineering' }],
  C: ['funding', 0, { round: 'series_a' }],
  D: ['funding_ai', 0, { round: 'series_a' }],
  E: ['tool', 0, { tool: 'OpenAI API', ai: true, category: 'llm' }],
  F: ['web', 0, { kind: 'ai_feature' }],
  G: ['tool', 0, { tool: 'Snowflake', ai: false, category: 'data_warehouse' }],
}

test('the example gives the points and the score on the page', () => {
  const asOf = day('2026-06-01')
  const signals = rowsUnder('signal', 'what', 'confidence', 'date', 'age').map(([id = '', , confidence, date, age]) => {
    const [type, , fields] = FIELDS_OF_EXAMPLE[id] ?? assert.fail(`unknown signal ${id}`)
    const occurredAt = day(date ?? '')
    assert.equal(Number(age), (asOf - occurredAt) / 86_400)
    return signal(type, occurredAt, fields, { id, confidence: Number(confidence) })
  })
  const score = aiAdoption(signals, asOf)
  assert.deepEqual(
    rowsUnder('component', 'signal', 'points'),
    score.contributions.map(({ component, signalId, points }) => [component, signalId, points.toFixed(1)]),
  )
  const sum = SCORE_COMPONENTS.map(
    (component) => `${(WEIGHT_PERCENT[component] / 100).toFixed(2)} × ${score[component].toFixed(1)}`,
  )
  assert.ok(page.includes(`\n${sum.join(' + ')} = ${score.score.toFixed(1)}\n`), `${sum.join(' + ')} = ${score.score}`)
})

test('the products in the worked example are right', () => {
  const worked = page
    .split('\n\n')
    .filter((paragraph) => /^\*\*(Intent|Implementation|Momentum|Readiness)/.test(paragraph))
  const products = worked.flatMap((paragraph) => [
    ...paragraph.replaceAll('\n', ' ').matchAll(/([\d.]+(?: × [\d.]+)+) = ([\d.]+\d)/g),
  ])
  assert.equal(products.length, 10)
  for (const [text, factors = '', result] of products) {
    const product = factors.split(' × ').reduce((value, factor) => value * Number(factor), 1)
    assert.equal(product.toFixed(2), Number(result).toFixed(2), text)
  }
})
