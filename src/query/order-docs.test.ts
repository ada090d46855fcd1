// The examples in docs/meaning.md about the order of results have the match that the page states.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { at, DAY_SECONDS, signal } from '../../test/harness/base-signals.ts'
import { tablesIn } from '../../test/harness/markdown-tables.ts'
import type { Signal } from '../meaning/signals/index.ts'
import { matchAt, ranking } from './evaluate/ranking.ts'
import { parseSignalQuery } from './parse/parser.ts'

const page = readFileSync(new URL('../../docs/meaning.md', import.meta.url), 'utf8')
const NOW = at('2026-06-01')

/** "a job of 30 days ago, closed today, a round of 120" and the like. */
function signalsOf(text: string): Signal[] {
  return text.split(/, (?=an? )/).map((each) => {
    const [, what, how, day] = /^a (job|round|tool) (of|since|adopted) (today|\d+)/.exec(each) ?? []
    assert.ok(what && day, each)
    const time = day === 'today' ? NOW : NOW - Number(day) * DAY_SECONDS
    const confidence = Number(/, confidence (.+)$/.exec(each)?.[1] ?? 1)
    const rest = each.endsWith(', closed today')
      ? { status: 'closed' as const, closedAt: NOW, confidence }
      : { confidence }
    if (what === 'job') return signal('hiring', time, { jobTitle: 'AI SDR' }, rest)
    if (what === 'round') return signal('funding', time, { round: 'seed' }, rest)
    return signal('tool', time, { tool: 'HubSpot', change: how === 'adopted' ? 'adopted' : 'in_use' }, rest)
  })
}

test('the examples of the order have the match on the page', () => {
  const [rows = []] = tablesIn(page, 'query', 'signals', 'match')
  assert.ok(rows.length >= 7)
  let signals: Signal[] = []
  for (const [query = '', text = '', match] of rows) {
    if (text !== 'the same') signals = signalsOf(text)
    const found = ranking(parseSignalQuery(query.replaceAll('`', '')), signals, NOW, { employeeCount: 40 })
    assert.equal(found && Math.round(10 * matchAt(found.matchKey, NOW)) / 10, Number(match), `${query} with ${text}`)
  }
})
