import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WINDOW_SORTS } from '../../settings-contract/index.ts'
import type { MemberFacts, SliceMembers } from '../slices/index.ts'
import { windowBars } from './window-bars.ts'
import { daysLeftOf, printCursor, readCursor, type WindowPlace, windowPage } from './window-order.ts'

const FACTS: MemberFacts = {
  employerKind: 'direct',
  hqCountry: 'DE',
  employeeCount: 50,
  fundingStage: 'seed',
  industry: 'fintech',
  scoreTenths: 0,
  looked: 0,
}

/** Highest score first, ties by ordinal, as the pages of a slice are. */
function membersOf(rows: readonly (readonly [ordinal: number, score: number, entered: number, ends: number])[]) {
  const sorted = rows.toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
  return {
    ordinals: Int32Array.from(sorted, ([ordinal]) => ordinal),
    scores: Float64Array.from(sorted, ([, score]) => score),
    enteredAt: Float64Array.from(sorted, ([, , entered]) => entered),
    windowEndsAt: Float64Array.from(sorted, ([, , , ends]) => ends),
    facts: sorted.map(() => FACTS),
  } satisfies SliceMembers
}

/** Three slices with many equal scores and times, and companies that are in several of them. */
const LISTS = ['b', 'a', 'c'].map((slug, n) => ({
  slug,
  members: membersOf(
    Array.from({ length: 40 }, (_, i) => [(i * 7 + n) % 45, (i * 13 + n) % 5, (i * 5) % 6, (i * 3 + n) % 4] as const),
  ),
}))
const everything = () => true
const nameOf = ({ slug, ordinal }: WindowPlace) => `${slug}${ordinal}`

test('pages in every order have each row once, in the order of the fully sorted list', () => {
  const keys = {
    score: ({ score, enteredAt }: WindowPlace) => -(score + enteredAt / 100),
    closes: ({ windowEndsAt }: WindowPlace) => windowEndsAt,
    entered: ({ enteredAt }: WindowPlace) => -enteredAt,
  }
  for (const sort of WINDOW_SORTS) {
    for (const passes of [everything, ({ ordinal }: WindowPlace) => ordinal % 3 === 0]) {
      const { places: all } = windowPage(LISTS, { sort, limit: 1_000, passes })
      const expected = all.toSorted(
        (a, b) => keys[sort](a) - keys[sort](b) || a.ordinal - b.ordinal || (a.slug < b.slug ? -1 : 1),
      )
      assert.deepEqual(all.map(nameOf), expected.map(nameOf), sort)
      assert.equal(all.length, passes === everything ? 120 : all.filter(passes).length)
      const paged: WindowPlace[] = []
      for (let after: ReturnType<typeof readCursor>, pages = 0; pages < 50; pages++) {
        const { places, next } = windowPage(LISTS, { sort, limit: 7, passes, after })
        paged.push(...places)
        if (!next) break
        after = readCursor(printCursor(next))
      }
      assert.deepEqual(paged.map(nameOf), all.map(nameOf), sort)
    }
  }
})

test('a row that appears or leaves between two pages moves no other row', () => {
  const before = [{ slug: 'a', members: membersOf([1, 2, 3, 4, 5, 6].map((n) => [n, 100 - n, 0, 0] as const)) }]
  const { places, next } = windowPage(before, { sort: 'score', limit: 3, passes: everything })
  assert.deepEqual(places.map(nameOf), ['a1', 'a2', 'a3'])
  const after = [{ slug: 'a', members: membersOf([0, 1, 3, 4, 5, 6].map((n) => [n, 100 - n, 0, 0] as const)) }]
  const second = windowPage(after, { sort: 'score', limit: 3, passes: everything, after: next })
  assert.deepEqual(second.places.map(nameOf), ['a4', 'a5', 'a6'])
  assert.equal(second.next, undefined)
})

test('a forged cursor is rejected', () => {
  for (const text of ['', 'x', '%%%', Buffer.from('[1,2]').toString('base64url'), Buffer.from('{').toString('base64')])
    assert.equal(readCursor(text), undefined, text)
})

test('days left are UTC days: a window that ends later today has none left', () => {
  const noon = Date.UTC(2026, 10, 18, 12) / 1_000
  assert.equal(daysLeftOf({ windowEndsAt: noon + 3_600 }, noon), 0)
  assert.equal(daysLeftOf({ windowEndsAt: noon + 13 * 3_600 }, noon), 1)
  assert.equal(daysLeftOf({ windowEndsAt: noon + 7 * 86_400 }, noon), 7)
})

test('bars count employers: the most frequent countries first, sizes in order, the unknown last', () => {
  const facts = [
    ...['FR', 'DE', 'DE', 'ZZ', 'US', 'GB', 'ES', 'IT', 'PL', 'SE'].map((hqCountry) => ({ ...FACTS, hqCountry })),
    { ...FACTS, employeeCount: 0 },
    { ...FACTS, employeeCount: 6_000 },
    { ...FACTS, hqCountry: 'DE', employerKind: 'agency' as const },
  ]
  const { companies, countries, sizes } = windowBars({ facts })
  assert.equal(companies, 12)
  assert.deepEqual(
    countries.map(({ value, companies: count }) => `${value} ${count}`),
    ['DE 4', 'ES 1', 'FR 1', 'GB 1', 'IT 1', 'PL 1', 'other 2', 'unknown 1'],
  )
  assert.deepEqual(
    sizes.map(({ value, companies: count }) => `${value}: ${count}`),
    ['1–10: 0', '11–50: 10', '51–200: 0', '201–1,000: 0', '1,001–5,000: 0', '5,001+: 1', 'unknown: 1'],
  )
})
