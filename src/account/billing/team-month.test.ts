// The month that the charge counts in, as the database computes it from the provider's data.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import fc from '../../../test/harness/fast-check.ts'
import { type Database, one } from '../../db/index.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})

interface KnownPeriod {
  readonly start: string
  readonly end: string
  readonly anchor: string
  readonly divided?: boolean
}

interface Month {
  from: Date
  to: Date
  provisional: boolean
  [key: string]: unknown
}

const monthAt = (known: KnownPeriod, at: string) =>
  one<Month>(
    db.pool('charge'),
    `select month_start as "from", month_end as "to", provisional from team_month('2020-01-01Z', jsonb_populate_record(null::team_billing, $1), $2)`,
    [
      {
        team_id: '00000000-0000-4000-8000-000000000000',
        period_start: known.start,
        period_end: known.end,
        anchor: known.anchor,
        divided: known.divided ?? false,
      },
      at,
    ],
  )

const MONTHLY = { start: '2026-02-28T10:00:00Z', end: '2026-03-31T10:00:00Z', anchor: '2026-01-31T10:00:00Z' }
const ANNUAL = {
  start: '2026-01-31T10:00:00Z',
  end: '2027-01-31T10:00:00Z',
  anchor: '2024-01-31T10:00:00Z',
  divided: true,
}
/** A trial of 45 days: the anchor is its end. */
const TRIAL = { start: '2026-01-01T00:00:00Z', end: '2026-02-15T00:00:00Z', anchor: '2026-02-15T00:00:00Z' }
/** The anchor was moved mid-year, so the first period is shorter. */
const STUB = {
  start: '2026-01-10T00:00:00Z',
  end: '2026-03-05T00:00:00Z',
  anchor: '2026-03-05T00:00:00Z',
  divided: true,
}

const table: [string, KnownPeriod, string, string, string, boolean][] = [
  ['a month is the period', MONTHLY, '2026-02-28T10:00:00Z', MONTHLY.start, MONTHLY.end, false],
  ['to its last second', MONTHLY, '2026-03-31T09:59:59.999Z', MONTHLY.start, MONTHLY.end, false],
  [
    'past its end, months continue',
    MONTHLY,
    '2026-03-31T10:00:00Z',
    '2026-03-31T10:00:00Z',
    '2026-04-30T10:00:00Z',
    true,
  ],
  ['without drift', MONTHLY, '2026-05-31T11:00:00Z', '2026-05-31T10:00:00Z', '2026-06-30T10:00:00Z', true],
  ['a clock that is behind', MONTHLY, '2026-02-28T09:59:59Z', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z', false],
  [
    'a year is divided into months',
    ANNUAL,
    '2026-03-01T00:00:00Z',
    '2026-02-28T10:00:00Z',
    '2026-03-31T10:00:00Z',
    false,
  ],
  ['the last month of a year', ANNUAL, '2027-01-31T09:59:59Z', '2026-12-31T10:00:00Z', '2027-01-31T10:00:00Z', false],
  [
    'past the year, months continue',
    ANNUAL,
    '2027-02-28T10:00:00Z',
    '2027-02-28T10:00:00Z',
    '2027-03-31T10:00:00Z',
    true,
  ],
  ['a long trial is one month', TRIAL, '2026-01-20T00:00:00Z', TRIAL.start, TRIAL.end, false],
  ['a stub period starts late', STUB, '2026-01-11T00:00:00Z', '2026-01-10T00:00:00Z', '2026-02-05T00:00:00Z', false],
  ['a stub period ends on time', STUB, '2026-03-04T00:00:00Z', '2026-02-05T00:00:00Z', '2026-03-05T00:00:00Z', false],
]

for (const [what, known, at, from, to, provisional] of table) {
  test(`${what}: ${at}`, async () => {
    assert.deepEqual(await monthAt(known, at), { from: new Date(from), to: new Date(to), provisional })
  })
}

test('without a period the team’s own anchor counts, provisionally if a provider is connected', async () => {
  const local = `select month_start as "from", month_end as "to", provisional from team_month('2026-01-31T10:00:00Z', $1::team_billing, '2026-03-01Z')`
  const month = { from: new Date('2026-02-28T10:00:00Z'), to: new Date('2026-03-31T10:00:00Z') }
  assert.deepEqual(await one<Month>(db.pool('charge'), local, [null]), { ...month, provisional: false })
  const { row } = await one<{ row: string }>(
    db.pool('charge'),
    `select jsonb_populate_record(null::team_billing, '{"team_id": "00000000-0000-4000-8000-000000000000"}')::text as row`,
  )
  assert.deepEqual(await one<Month>(db.pool('charge'), local, [row]), { ...month, provisional: true })
})

test('for any provider data, a month contains the requested time, and months follow each other without gap or overlap', async () => {
  const DAY = 86_400_000
  const moment = fc.integer({ min: 0, max: 1_500 * 86_400 }).map((seconds) => Date.UTC(2024, 0, 1) + seconds * 1_000)
  await fc.assert(
    fc.asyncProperty(
      fc.record({ start: moment, days: fc.integer({ min: 1, max: 400 }), anchor: moment, divided: fc.boolean() }),
      moment,
      async ({ start, days, anchor, divided }, at) => {
        const text = (ms: number) => new Date(ms).toISOString()
        const known = { start: text(start), end: text(start + days * DAY), anchor: text(anchor), divided }
        const month = await monthAt(known, text(at))
        assert.ok(month.from.getTime() <= at && at < month.to.getTime(), 'contains the time')
        const last = await monthAt(known, text(month.to.getTime() - 1))
        assert.deepEqual([last.from, last.to], [month.from, month.to], 'is the same at its last moment')
        const next = await monthAt(known, text(month.to.getTime()))
        assert.equal(next.from.getTime(), month.to.getTime(), 'is followed by the next')
      },
    ),
    { numRuns: 200 },
  )
})
