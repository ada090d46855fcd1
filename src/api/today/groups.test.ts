import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, JUNE } from '../../../test/harness/signals.ts'
import type { PublicSignal } from '../../meaning/signals/index.ts'
import { evidenceOfSignals, evidenceOfWindow } from './evidence.ts'
import { withoutLeftOut } from './feed-rows.ts'
import { type FeedRow, groupRows } from './groups.ts'

let ordinals = 0
function row(name: string, { score = 50, endsInDays = 30, newDaysAgo = 10, hasWindow = true } = {}): FeedRow {
  const window = { slug: 'a', label: 'A', windowDays: 45, windowEndsAt: JUNE + endsInDays * DAY, score }
  return {
    ordinal: ordinals++,
    company: { id: name, name },
    evidence: 'A fact.',
    windows: hasWindow ? [window] : [],
    lists: [],
    searches: [],
    newAt: JUNE - newDaysAgo * DAY,
  }
}

function namesOf(rows: readonly FeedRow[]) {
  const { fresh, closing, open } = groupRows(rows, JUNE - DAY, JUNE)
  return [fresh, closing, open].map((group) => group.map(({ company }) => company.name))
}

test('a company that was left out is added only if it is newer, stronger or closes sooner than those of its window', () => {
  const few = Array.from({ length: 39 }, () => row('few'))
  const left = row('left out')
  assert.deepEqual(withoutLeftOut(few, [left]), [left], 'there is room')
  const [first = left, ...others] = [...few, row('last')]
  const rows = [first, ...others]
  const same = { ...first, evidence: 'Another fact.' }
  const ahead = [row('newer', { newDaysAgo: 9 }), row('stronger', { score: 51 }), row('closes', { endsInDays: 29 })]
  const found = { ...left, searches: [{ id: 's', name: 'S' }] }
  const behind = [left, row('older', { newDaysAgo: 11 }), row('weaker', { score: 49 })]
  assert.deepEqual(withoutLeftOut(rows, [same, ...behind, ...ahead, found]), [same, ...ahead, found])
})

test('a company is in one group: new since the last visit, closing within a week, or open', () => {
  const rows = [
    row('weak', { score: 10 }),
    row('strong', { score: 90 }),
    row('next week', { endsInDays: 8 }),
    row('in six days', { endsInDays: 6 }),
    row('today', { endsInDays: 0 }),
    row('new', { newDaysAgo: 0.5 }),
    row('newest, closing', { newDaysAgo: 0.1, endsInDays: 1 }),
    row('found by a search, new', { newDaysAgo: 0.2, hasWindow: false }),
    row('found by a search, seen', { hasWindow: false }),
  ]
  assert.deepEqual(namesOf(rows), [
    ['newest, closing', 'found by a search, new', 'new'],
    ['today', 'in six days'],
    ['strong', 'next week', 'weak'],
  ])
})

test('the evidence is up to two of the dossier’s sentences, without the one about the window', () => {
  const [first, second] = ['“AI SDR” has been open for 2 days.', 'CRM in use: HubSpot.']
  assert.equal(evidenceOfWindow([first, second, 'Last round: $11M.']), `${first} ${second}`)
  assert.equal(evidenceOfWindow([first, 'This window closes on 3 June.']), first)
  assert.equal(evidenceOfWindow([]), '')
  const long = `${'many words '.repeat(20)}.`
  assert.equal(evidenceOfWindow([first, long]), first)
  const cut = evidenceOfWindow([long])
  assert.ok(cut.length <= 181 && cut.endsWith('words…'), cut)
})

test('a company without a window has the signals by which a search found it', () => {
  const signals = ['Hiring: AI SDR', 'Raised $11M', 'Third'].map((label) => ({
    label,
    occurredAt: '2026-06-01T00:00:00.000Z',
  }))
  const evidence = evidenceOfSignals(signals as unknown as PublicSignal[])
  assert.equal(evidence, 'Hiring: AI SDR (1 June); Raised $11M (1 June)')
})
