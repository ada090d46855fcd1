// docs/meaning.md explains facts to people: its examples match the code.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { tablesIn } from '../../../test/harness/markdown-tables.ts'
import { factsOf, job, round, tool } from '../../../test/harness/reports.ts'
import { MATCH_DAYS, MATCH_DAYS_WHILE_OPEN } from './group-jobs.ts'
import { groupReports } from './group-reports.ts'
import { AMOUNT_TOLERANCE, FILING_DAYS, ROUND_DAYS } from './group-rounds.ts'
import { REPOST_DAYS } from './postings.ts'
import type { Report } from './report.ts'

const page = readFileSync(new URL('../../../docs/meaning.md', import.meta.url), 'utf8')
const prose = page.replaceAll(/\s+/g, ' ')

function reportOf(type: string, text: string): Report {
  const [source = '', date = '', what = '', ...rest] = text.split(', ')
  if (type === 'hiring') return job(source, date, what, rest.join(', '))
  if (type === 'tool') return tool(source, date, what, rest[0])
  const fields = what === 'partial' ? { partial: true } : { round: what }
  return round(source, date, { ...fields, amountUsd: Number(rest[0]) })
}

test('the examples of two reports give the number of facts on the page', () => {
  const [rows = []] = tablesIn(page, 'type', 'first report', 'second report', 'facts')
  assert.ok(rows.length >= 10)
  for (const [type = '', first = '', second = '', facts] of rows) {
    const count = groupReports([reportOf(type, first), reportOf(type, second)]).length
    assert.equal(count, Number(facts), `${first} and ${second}`)
  }
})

test('the examples of a tool give the facts on the page', () => {
  const [rows = []] = tablesIn(page, 'reports of one tool', 'facts')
  assert.ok(rows.length >= 5)
  for (const [reports = '', expected] of rows) {
    const facts = factsOf(
      reports.split('; ').map((report, i) => {
        const [date = '', change] = report.split(' ')
        return tool(`source ${i}`, date, 'HubSpot', change)
      }),
    )
    const shown = facts.map(({ fields, status }) => `${fields.change} ${status}`)
    assert.deepEqual(shown.sort(), expected?.split('; ').sort(), reports)
  }
})

test('the published numbers are the constants', () => {
  for (const text of [
    `at most ${MATCH_DAYS} days apart, or ${MATCH_DAYS_WHILE_OPEN} while both are open`,
    `at most ${REPOST_DAYS} days after the old post was closed`,
    `at most ${ROUND_DAYS} days apart`,
    `up to ${FILING_DAYS} days before the announcement`,
    `at most ${AMOUNT_TOLERANCE * 100} % of the larger apart`,
  ]) {
    assert.ok(prose.includes(text), text)
  }
})
