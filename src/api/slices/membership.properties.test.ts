// Properties that hold for every slice and every company.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query, signal } from '../../../test/harness/arbitraries.ts'
import fc from '../../../test/harness/fast-check.ts'
import { GOOD, sliceOfQuery } from '../../../test/harness/slices.ts'
import { isPresent, type Signal } from '../../meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { roundToDecimals } from '../../platform/round-half-up.ts'
import {
  DAY_SECONDS,
  InvalidQuery,
  isStateClause,
  type Leaf,
  leavesOf,
  matches,
  parseSignalQuery,
  printClause,
  printQuery,
} from '../../query/index.ts'
import { readSlices, type Slice } from './definition/definition.ts'
import { windowedQuery } from './definition/windowed-query.ts'
import { sliceOf as membershipOf } from './membership.ts'

/** Every type is monitored. */
const sliceOf = (slice: Slice, signals: readonly Signal[], asOf: number) =>
  membershipOf(slice, signals, asOf, SIGNAL_TYPES)

const signals = fc.uniqueArray(signal, { maxLength: 12, selector: ({ id }) => id })
/** Enough signals for random conditions to match now and then. */
const manySignals = fc.uniqueArray(signal, { minLength: 30, maxLength: 50, selector: ({ id }) => id })
const asOf = fc.integer({ min: 0, max: 130 * DAY_SECONDS })
const RUNS = { numRuns: 400 }

/** A slice of a random query, if the query is valid for a slice. */
const slice: fc.Arbitrary<Slice> = fc
  .tuple(query, fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 100 }))
  .map(([tree, windowDays, hundredths]) => {
    const positive = leavesOf(tree).filter(({ negated }) => !negated)
    const weights = Object.fromEntries(positive.map(({ clause }) => [printClause(clause), hundredths / 100]))
    return readSlices({ ...GOOD, query: printQuery(tree), windowDays, weights }).slices[0]
  })
  .filter((slice) => slice !== undefined)

test('random queries often give valid slices, so the other properties are meaningful', () => {
  const valid = fc.sample(query, 300).filter((tree) => {
    try {
      return !matches(parseSignalQuery(printQuery(tree)), [], 0)
    } catch (error) {
      assert.ok(error instanceof InvalidQuery)
      return false
    }
  })
  assert.ok(valid.length > 100, `${valid.length} of 300`)
})

test('without anything new, a company is in the slice until the day on which its window ends, and not on the next', () => {
  let checked = 0
  fc.assert(
    fc.property(slice, manySignals, asOf, (randomSlice, company, time) => {
      const end = sliceOf(randomSlice, company, time)?.windowEndsAt
      // A count with an upper bound can begin to hold, or stop, when signals expire.
      const hasUpperBound = leavesOf(randomSlice.query).some(({ clause }) => clause.count?.atMost !== undefined)
      if (end === undefined || hasUpperBound || sliceOf(randomSlice, company, time + 10_000 * DAY_SECONDS)) return
      checked++
      assert.ok(sliceOf(randomSlice, company, Math.max(end, time)), printQuery(randomSlice.query))
      assert.equal(
        sliceOf(randomSlice, company, Math.max(end, time) + DAY_SECONDS),
        undefined,
        printQuery(randomSlice.query),
      )
    }),
    RUNS,
  )
  assert.ok(checked > 20, `only ${checked} windows were checked`)
})

const PASSING = new Set<unknown>(['intern', 'junior', 'internship', 'temporary'])
const isLasting = ({ fields: { seniority, employmentType } }: Signal) =>
  !PASSING.has(seniority) && !PASSING.has(employmentType)

test('a window that covers everything changes no result, wherever the NOTs are', () => {
  fc.assert(
    fc.property(query, signals, asOf, (tree, list, time) => {
      // Passing jobs open no window.
      const lasting = list.filter(isLasting)
      assert.equal(matches(windowedQuery(tree, 36_500), lasting, time), matches(tree, lasting, time))
    }),
    RUNS,
  )
})

test('a member has a score within bounds, its own signals within the window as reasons, and consistent times', () => {
  let members = 0
  fc.assert(
    fc.property(slice, manySignals, asOf, (randomSlice, list, time) => {
      const membership = sliceOf(randomSlice, list, time)
      assert.equal(membership !== undefined, matches(randomSlice.query, list, time))
      if (!membership) return
      members++
      const { score, enteredAt, windowEndsAt, reasons } = membership
      assert.ok(score >= 0 && score <= 100 && Number(score.toFixed(1)) === score, `score ${score}`)
      assert.ok(reasons.length > 0)
      const lasts = ({ clause }: Leaf) =>
        isStateClause(clause) || clause.presence === 'closed' || clause.closedDays !== undefined
      if (leavesOf(randomSlice.query).some(lasts)) return
      const windowSeconds = randomSlice.definition.windowDays * DAY_SECONDS
      const oldest = Math.floor(time / DAY_SECONDS) * DAY_SECONDS - windowSeconds
      for (const { signalId } of reasons) {
        const reason = list.find(({ id }) => id === signalId)
        assert.ok(reason && reason.status !== 'retracted' && reason.occurredAt >= oldest)
      }
      assert.ok(enteredAt >= oldest && windowEndsAt >= oldest + windowSeconds)
    }),
    { numRuns: 800 },
  )
  assert.ok(members > 50, `${members} members were looked at`)
})

test('neither the order of the signals nor the time of day changes anything', () => {
  fc.assert(
    fc.property(slice, signals, asOf, fc.integer({ min: 0, max: DAY_SECONDS - 1 }), (made, list, time, second) => {
      const expected = sliceOf(made, list, time)
      assert.deepEqual(sliceOf(made, list.toReversed(), time), expected)
      assert.deepEqual(sliceOf(made, list, Math.floor(time / DAY_SECONDS) * DAY_SECONDS + second), expected)
    }),
    RUNS,
  )
})

const GROWING = [
  sliceOfQuery('hiring AND (funding OR velocity)', ['hiring', 'funding', 'velocity'], 40),
  sliceOfQuery('(funding OR funding_ai) THEN hiring WITHIN 30d', ['funding', 'funding_ai', 'hiring'], 90),
  sliceOfQuery('any(confidence >= 0.5) OR any(count >= 3)', ['any(confidence >= 0.5)', 'any(count >= 3)'], 30),
]

test('without NOT, more evidence never lowers a score, and time on its own never raises it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...GROWING), signals, signal, asOf, asOf, (made, list, more, time, later) => {
      const scoreOf = (these: readonly Signal[], at: number) => sliceOf(made, these, at)?.score ?? 0
      assert.ok(scoreOf([...list, { ...more, id: 'more' }], time) >= scoreOf(list, time))
      const past = list.filter(({ occurredAt }) => occurredAt <= Math.min(time, later))
      assert.ok(scoreOf(past, Math.max(time, later)) <= scoreOf(past, Math.min(time, later)))
    }),
    { numRuns: 1_000 },
  )
})

test('the score equals the formula, computed independently', () => {
  const [made] = GROWING
  if (!made) assert.fail()
  fc.assert(
    fc.property(signals, asOf, (list, time) => {
      const day = (seconds: number) => Math.floor(seconds / DAY_SECONDS)
      const strengths = (type: Signal['type']) =>
        list
          .filter((each) => each.type === type && each.fields.rumour !== true)
          .filter((each) => (type === 'hiring' ? isPresent(each) : each.status !== 'retracted'))
          .filter(isLasting)
          .filter((each) => day(each.occurredAt) >= day(time) - 40)
          .map((each) => each.confidence * 0.5 ** (Math.max(0, day(time) - day(each.occurredAt)) / 40))
      const [hiring, funding, velocity] = [strengths('hiring'), strengths('funding'), strengths('velocity')]
      const isMember = hiring.length > 0 && funding.length + velocity.length > 0
      const rest = [hiring, funding, velocity].reduce((product, all) => product * (1 - 0.5 * Math.max(0, ...all)), 1)
      assert.equal(sliceOf(made, list, time)?.score, isMember ? roundToDecimals(100 * (1 - rest), 1) : undefined)
    }),
    RUNS,
  )
})
