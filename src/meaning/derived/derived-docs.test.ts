// docs/derived-signals.md publishes the rules: its thresholds, tables and examples match the code.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { at, jobs, signal } from '../../../test/harness/base-signals.ts'
import { tablesIn } from '../../../test/harness/markdown-tables.ts'
import type { SignalType } from '../types/index.ts'
import { derive } from './derive.ts'
import { FIRST_JOB } from './first-jobs.ts'
import { AI_TOOL_CATEGORIES, FUNDING_AI } from './funding-ai-rules.ts'
import { BOARD_MOVE } from './openings.ts'
import { expectedJobs, jobsForSurge, SURGE } from './surge-threshold.ts'

const page = readFileSync(new URL('../../../docs/derived-signals.md', import.meta.url), 'utf8')
/** The page without line breaks. */
const prose = page.replaceAll(/\s+/g, ' ')

const tablesOf = (...columns: string[]) => tablesIn(page, ...columns)

function shown(value: unknown): string {
  return Array.isArray(value) ? value.join('; ') : String(value)
}

test('the published thresholds are the constants', () => {
  const [thresholds = []] = tablesOf('threshold', 'value', 'why')
  assert.deepEqual(
    thresholds.map(([threshold, value]) => [threshold, value]),
    [
      ['ratio', `${SURGE.minRatio} times the baseline`],
      ['chance', `at most ${SURGE.maxChance}`],
      ['jobs', `${SURGE.minJobs}`],
    ],
  )
  assert.equal(SURGE.quietWeeks, 4)
  assert.ok(prose.includes('after four weeks in a row without a surge'))
  assert.ok(prose.includes(`at most ${FUNDING_AI.daysEitherSide} days before or after`))
  assert.ok(prose.includes(`a confidence of at least ${FUNDING_AI.minToolConfidence}`))
  assert.ok(prose.includes(`(${AI_TOOL_CATEGORIES.map((category) => `\`${category}\``).join(', ')})`))
  assert.ok(prose.includes(`for at most ${SURGE.updatedWeeks} weeks`))
  assert.ok(prose.includes(`opened at most ${BOARD_MOVE.openedDays} days before`))
  assert.ok(prose.includes(`closed at most ${BOARD_MOVE.closedDays} days before`))
  assert.ok(prose.includes(`for at least ${FIRST_JOB.lookedDays} days before it`))
  assert.ok(prose.includes(`up to ${FUNDING_AI.listedOfEachKind} words of the label`))
})

test('the table of required jobs matches the code', () => {
  const [rows = []] = tablesOf('jobs in the 90 days before', 'baseline', 'jobs in 30 days')
  for (const [before, baseline, needed] of rows) {
    assert.equal(expectedJobs(Number(before)).toFixed(1), baseline)
    assert.equal(jobsForSurge(Number(before)), Number(needed), `after ${before}`)
  }
})

test('the hiring velocity example gives the signal on the page', () => {
  const [opened = []] = tablesOf('opened on', 'jobs')
  const derived = derive(
    'acme',
    opened.flatMap(([date = '', count]) => jobs(Number(count), at(date))),
  )
  assert.equal(derived.length, 1)
  assert.equal(derived[0]?.key, 'velocity:acme:all:2026-W19')
  assert.deepEqual(tablesOf('field', 'value')[0], shownFields(derived[0]))
})

test('the funding plus AI example gives the signal on the page', () => {
  const [rows = []] = tablesOf('signal', 'confidence', 'date')
  const field: Record<string, string> = { tool: 'tool', hiring: 'jobTitle', web: 'kind' }
  const derived = derive(
    'acme',
    rows.map(([name = '', confidence, date = '']) => {
      const [type = '', text = ''] = name.split(': ')
      const fields = {
        [field[type] ?? 'round']: text,
        ...(type === 'hiring' && { ai: true }),
        ...(type === 'tool' && { category: text === 'Pinecone' ? 'vector_database' : 'llm' }),
      }
      return signal(type as SignalType, at(date), fields, { label: text, confidence: Number(confidence) })
    }),
  )
  assert.equal(derived.length, 1)
  const { round: _, ...fields } = derived[0]?.fields ?? {}
  const { label, occurredAt, confidence } = derived[0] ?? {}
  assert.deepEqual(tablesOf('field', 'value')[1], [
    ['label', label],
    ['occurredAt', dateOf(occurredAt)],
    ['confidence', shown(confidence)],
    ...Object.entries(fields).map(([name, value]) => [name, shown(value)]),
  ])
})

function shownFields(derived: ReturnType<typeof derive>[number] | undefined) {
  return [
    ['label', derived?.label],
    ['occurredAt', dateOf(derived?.occurredAt)],
    ...Object.entries(derived?.fields ?? {}).map(([name, value]) => [name, shown(value)]),
  ]
}

function dateOf(seconds = 0): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
