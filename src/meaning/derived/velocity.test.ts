import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, jobs, signal } from '../../../test/harness/base-signals.ts'
import { contextOf } from './context.ts'
import { DAY_SECONDS } from './derived-signal.ts'
import { deriveVelocity } from './velocity.ts'

const known = jobs(1, at('2025-01-01'))
const velocity = (...groups: ReturnType<typeof jobs>[]) =>
  deriveVelocity('acme', groups.flat(), contextOf(groups.flat()))
const weeks = (...groups: ReturnType<typeof jobs>[]) =>
  velocity(...groups).map(({ key }) => key.replace('velocity:acme:', ''))

test('five jobs after an empty baseline are a surge, four are not', () => {
  assert.deepEqual(weeks(known, jobs(4, at('2026-05-06'))), [])
  assert.deepEqual(velocity(known, jobs(5, at('2026-05-06', '09:30:00'))), [
    {
      key: 'velocity:acme:all:2026-W19',
      type: 'velocity',
      label: 'Opened 5 jobs in 30 days, none in the 90 days before, none in the same days of the year before',
      confidence: 1,
      occurredAt: at('2026-05-06', '09:30:00'),
      fields: { windowDays: 30, opened: 5, baseline: 0, ratio: 15, yearBefore: 0 },
    },
  ])
})

test('the first jobs of a company are never a surge: there is no baseline', () => {
  assert.deepEqual(weeks(jobs(500, at('2026-05-06'))), [])
})

test('a source counts from 120 days after its known-since', () => {
  const baselineStart = at('2026-05-11') - 120 * DAY_SECONDS
  const surge = jobs(12, at('2026-05-06'), { function: 'sales' })
  assert.deepEqual(weeks(jobs(1, baselineStart), surge), [])
  assert.deepEqual(weeks(jobs(1, baselineStart - 1, { function: 'legal' }), surge), ['sales:2026-W19', 'all:2026-W19'])
})

test('the window is the 30 days up to the end of the week, including its first second', () => {
  const windowStart = at('2026-05-11') - 30 * DAY_SECONDS
  assert.deepEqual(weeks(known, jobs(4, windowStart), jobs(1, at('2026-05-10', '23:59:59'))), ['all:2026-W19'])
  assert.deepEqual(weeks(known, jobs(4, windowStart - 1), jobs(1, at('2026-05-10', '23:59:59'))), [])
})

test('each function is a separate series; "other" and unknown functions count only in the total', () => {
  const of = (name: string) => jobs(3, at('2026-05-06'), { function: name })
  assert.deepEqual(weeks(known, of('sales'), of('data')), ['all:2026-W19'])
  assert.deepEqual(weeks(known, of('customer_success'), of('customer_success'), of('other'), of('other')), [
    'customer_success:2026-W19',
    'all:2026-W19',
  ])
  const [sales] = velocity(known, of('customer_success'), of('customer_success'))
  assert.match(sales?.label ?? '', /^Opened 5 customer success jobs in 30 days, none in the 90 days before/)
  assert.equal(sales?.fields.function, 'customer_success')
})

test('a long surge gives one signal, and the next one needs four weeks without a surge before it', () => {
  const week = (index: number, count: number) => jobs(count, at('2026-03-02') + index * 7 * DAY_SECONDS)
  assert.deepEqual(weeks(known, week(0, 6), week(1, 6), week(2, 6), week(3, 6)), ['all:2026-W10'])
  assert.deepEqual(weeks(known, week(0, 6), week(4, 30)), ['all:2026-W10'])
  assert.deepEqual(weeks(known, week(0, 6), week(5, 30)), ['all:2026-W10', 'all:2026-W15'])
})

test('it occurs at the job that reaches the threshold, whatever the order of the jobs', () => {
  const days = ['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08', '2026-05-09']
  const surge = days.map((day) => jobs(1, at(day)))
  assert.equal(velocity(known, ...surge)[0]?.occurredAt, at('2026-05-08'))
  assert.equal(velocity(...surge.reverse(), known)[0]?.occurredAt, at('2026-05-08'))
})

test('if the count is enough because the baseline has fallen, it occurs at the start of the week', () => {
  // In W18 the nine jobs of 2026-01-05 are still in the baseline and raise the threshold; in W19 they are not.
  const older = jobs(9, at('2026-01-05'))
  const surge = jobs(6, at('2026-04-28'))
  assert.deepEqual(weeks(known, older, surge), ['all:2026-W02'])
  const signals = velocity(known, older, surge, jobs(1, at('2026-05-07')))
  assert.deepEqual(
    signals.map(({ key, occurredAt }) => [key, occurredAt]),
    [
      ['velocity:acme:all:2026-W02', at('2026-01-05')],
      ['velocity:acme:all:2026-W19', at('2026-05-04')],
    ],
  )
})

test('the confidence is that of the weakest job that is needed', () => {
  const surge = [0.5, 0.9, 0.8, 0.7, 0.95, 0.6, 0.1].map((confidence, i) =>
    signal('hiring', at('2026-05-06') + i, { jobTitle: `Clerk ${i}` }, { confidence }),
  )
  assert.equal(velocity(known, surge)[0]?.confidence, 0.5)
  assert.equal(velocity(known, surge, jobs(1, at('2026-05-12')))[0]?.confidence, 0.6, 'when the week is over')
})

test('closed jobs count, retracted ones and other signals do not', () => {
  const four = jobs(4, at('2026-05-06'))
  const fifth = (status: 'closed' | 'retracted') => [
    signal('hiring', at('2026-05-06'), { jobTitle: 'Cook' }, { status }),
  ]
  assert.deepEqual(weeks(known, four, fifth('closed')), ['all:2026-W19'])
  assert.deepEqual(weeks(known, four, fifth('retracted')), [])
  assert.deepEqual(weeks(known, four, [signal('web', at('2026-05-06'), { kind: 'llms_txt' })]), [])
})

test('interns, beginners, temporary and seasonal jobs make no surge and raise no baseline', () => {
  const passing = [
    { seniority: 'intern' },
    { seniority: 'junior' },
    { employmentType: 'internship' },
    { employmentType: 'temporary' },
    { title: 'Seasonal Picker' },
    { title: 'Saisonkraft Lager' },
    { title: 'Vendeur saisonnier' },
    { title: 'Pracownik sezonowy' },
  ]
  for (const { title = 'Clerk', ...fields } of passing) {
    const many = Array.from({ length: 20 }, (_, n) =>
      signal('hiring', at('2026-05-06'), { jobTitle: `${title} ${n}`, ...fields }),
    )
    assert.deepEqual(weeks(known, many), [], title)
    const before = many.map((job) => ({ ...job, id: `${job.id} before`, occurredAt: at('2026-03-04') }))
    assert.deepEqual(weeks(known, before, jobs(5, at('2026-05-06'))), ['all:2026-W19'], title)
  }
})

test('a surge must exceed the same 30 days of the year before, if a source knew the company then', () => {
  const lastYear = (count: number) => jobs(count, at('2025-05-07'))
  const now = jobs(8, at('2026-05-06'))
  assert.deepEqual(weeks(known, lastYear(4), now), ['all:2026-W19'])
  assert.deepEqual(weeks(known, lastYear(8), now), ['all:2025-W19'], 'as many as every year')
  assert.deepEqual(weeks(known, lastYear(12), now), ['all:2025-W19'], 'fewer than last year')
  const [surge] = velocity(known, lastYear(4), now)
  assert.equal(surge?.fields.yearBefore, 4)
  assert.match(surge?.label ?? '', /, 4 in the same days of the year before$/)
  const [unknown] = velocity(jobs(1, at('2025-10-01')), now)
  assert.ok(unknown && !('yearBefore' in unknown.fields), 'nobody knew the company then')
})

test('a surge is clearly above the year before: twice as many, also if the rush came a week earlier or later then', () => {
  const now = jobs(9, at('2026-05-06'))
  const isSurge = (count: number, date: string) => weeks(known, jobs(count, at(date)), now).includes('all:2026-W19')
  assert.deepEqual([isSurge(4, '2025-05-07'), isSurge(5, '2025-05-07')], [true, false])
  // The 30 days end on 11 May 2025 a year before, or a week earlier or later.
  for (const [date, counts] of [
    ['2025-04-03', false],
    ['2025-04-06', true],
    ['2025-05-17', true],
    ['2025-05-19', false],
  ] as const) {
    assert.equal(isSurge(5, date), !counts, date)
  }
})

test('a yearly rush that begins some days earlier than last year isn’t a surge in any of its weeks', () => {
  const rush = (first: string) =>
    [2, 3, 4, 5, 4, 3].map((count, week) => jobs(count, at(first) + week * 7 * DAY_SECONDS))
  for (const first of ['2026-08-29', '2026-08-31', '2026-09-02', '2026-09-04']) {
    const found = weeks(known, ...rush('2025-09-01'), ...rush(first))
    assert.ok(found.length > 0 && found.every((key) => key.includes(':2025-')), `${first}: ${found}`)
  }
})

test('the same days of the year before are 52 weeks earlier, to the second', () => {
  const from = at('2026-05-11') - (30 + 364) * DAY_SECONDS
  const now = jobs(5, at('2026-05-06'))
  const yearBefore = (time: number) => velocity(known, jobs(2, time), now)[0]?.fields.yearBefore
  assert.deepEqual([yearBefore(from - 1), yearBefore(from)], [0, 2])
  assert.deepEqual([yearBefore(from + 30 * DAY_SECONDS - 1), yearBefore(from + 30 * DAY_SECONDS)], [2, 0])
})

test('several jobs with one title in one place count once, whatever codes their titles have', () => {
  const picker = (code: number) =>
    signal('hiring', at('2026-05-06'), { jobTitle: `Picker [REQ-${code}] - Ulm`, location: 'Ulm', country: 'DE' })
  assert.deepEqual(
    weeks(
      known,
      Array.from({ length: 30 }, (_, n) => picker(n)),
    ),
    [],
  )
})

test('the same job from three sources makes no surge', () => {
  // The write path turns the three reports into one fact.
  const facts = [1, 2].map((n) => {
    const job = signal('hiring', at('2026-05-06'), { jobTitle: `AE ${n}` })
    const { confidence, status, firstSeenAt, lastSeenAt } = job
    const report = { key: `${n}`, confidence, status, firstSeenAt, lastSeenAt }
    return { ...job, sources: ['test', 'board', 'aggregator'].map((name) => ({ name, ...report })) }
  })
  assert.deepEqual(weeks(known, facts), [])
})

test('different titles in each country are counted: a hundred posts of one title are one', () => {
  const store = (country: string) => jobs(100, at('2026-05-06'), { jobTitle: 'Store Associate (m/f/d)', country })
  assert.deepEqual(weeks(known, store('DE')), [])
  assert.deepEqual(weeks(known, ...['DE', 'FR', 'IT', 'ES'].map(store)), [])
  assert.deepEqual(weeks(known, ...['DE', 'FR', 'IT', 'ES', 'PT'].map(store)), ['all:2026-W19'])
})

test('a company that posts the same ten titles every month has no surge', () => {
  const month = (index: number) =>
    Array.from({ length: 10 }, (_, n) =>
      signal('hiring', at('2026-01-05') + index * 30 * DAY_SECONDS, { jobTitle: `Title ${n}` }),
    )
  assert.deepEqual(weeks(known, month(1), month(2), month(3), month(4)), ['all:2026-W06'])
})

test('a move to another job board isn’t a surge', () => {
  const job = (source: string, date: string, n: number, rest = {}) =>
    signal('hiring', at(date), { jobTitle: `Title ${n}`, country: 'DE' }, { source: { name: source }, ...rest })
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
  const first = [job('old', '2025-01-01', 0), job('new', '2025-01-01', 0)]
  const closed = { status: 'closed', closedAt: at('2026-05-01') } as const
  const old = numbers.map((n) => job('old', '2025-12-01', n, closed))
  const moved = numbers.map((n) => job('new', '2026-05-06', n))
  assert.deepEqual(weeks(first, moved), ['all:2026-W19'])
  assert.deepEqual(weeks(first, old, moved), ['all:2025-W49'])
})

test('a new source isn’t a surge: it counts once it has known the company for 120 days', () => {
  const of = (source: string, count: number, date: string) =>
    jobs(count, at(date)).map((job) => ({ ...job, source: { name: source } }))
  assert.deepEqual(weeks(known, of('new', 50, '2026-05-06')), [])
  const facts = [known, of('new', 50, '2026-05-06')].flat()
  const context = contextOf(facts, { completeSince: new Map([['new', at('2024-01-01')]]) })
  assert.equal(deriveVelocity('acme', facts, context).length, 1, 'unless it says that it is complete')
})

test('without a declaration a source is known since its first report was written here', () => {
  const written = at('2026-05-06')
  const facts = [known, jobs(50, at('2026-05-05'))].flat().map((job) => ({ ...job, firstSeenAt: written }))
  assert.deepEqual(deriveVelocity('acme', facts, contextOf(facts)), [])
})

test('agencies and marketplaces have none; an unknown employer counts as direct', () => {
  const facts = [known, jobs(9, at('2026-05-06'))].flat()
  const found = (employerKind: 'direct' | 'unknown' | 'agency' | 'marketplace') =>
    deriveVelocity('acme', facts, contextOf(facts, { employerKind })).length
  assert.deepEqual([found('direct'), found('unknown'), found('agency'), found('marketplace')], [1, 1, 0, 0])
})

test('a lasting surge is updated once an ISO week', () => {
  const day = (date: string, count: number) => jobs(count, at(date))
  const opened = (...groups: ReturnType<typeof jobs>[]) => velocity(known, ...groups).map(({ fields }) => fields.opened)
  const monday = day('2026-05-04', 5)
  assert.deepEqual(opened(monday), [5])
  assert.deepEqual(opened(monday, day('2026-05-06', 3)), [5], 'one more job of the week changes nothing')
  const week = [monday, day('2026-05-06', 3)]
  assert.deepEqual(opened(...week, day('2026-05-11', 1)), [8], 'the first job of the next week')
  assert.deepEqual(opened(...week, day('2026-05-11', 4), day('2026-05-17', 9)), [8], 'not the others')
  assert.deepEqual(opened(...week, day('2026-05-11', 4), day('2026-05-18', 1)), [12])
  const later = ['2026-07-20', '2026-08-03'].map((date) => day(date, 1))
  assert.deepEqual(opened(...week, ...later), [8], 'a surge that is over stays as it was')
})

test('a company that hires steadily rarely crosses the threshold by chance', () => {
  // A seeded generator: 100 companies with ten jobs a month, about the worst case, for five years after the first months.
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 1) / 2 ** 32
  }
  let surges = 0
  for (let company = 0; company < 100; company++) {
    const steady: ReturnType<typeof jobs>[] = []
    for (let days = 0; days < 5 * 365 + 120; days += -Math.log(random()) * 3) {
      steady.push(jobs(1, at('2020-01-01') + Math.floor(days * DAY_SECONDS)))
    }
    surges += velocity(...steady).length
  }
  assert.ok(surges > 0 && surges / (100 * 5) < 1 / 7, `${surges} in 500 years`)
})
