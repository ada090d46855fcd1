import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { leastCpuMs } from '../../../test/harness/cpu-time.ts'
import { assertGoodRecord, signalsByCompany } from '../../../test/harness/demo-records.ts'
import { sliceOf as membershipOf, type Slice, shippedSlices, sliceFor } from '../../api/slices/index.ts'
import type { IncomingRecord, IncomingSignal, Signal } from '../../meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { demoStories } from './stories.ts'
import { DEMO_SIZE, demoCompanies, demoWorld } from './world.ts'

/** Every type is monitored. */
const sliceOf = (slice: Slice, signals: readonly Signal[], asOf: number) =>
  membershipOf(slice, signals, asOf, SIGNAL_TYPES)

const DAY = 86_400
const at = (time: string) => Date.parse(time) / 1000
const NOW = at('2026-07-15T13:20:00Z')

const world = (changes: Partial<Parameters<typeof demoWorld>[0]> = {}) =>
  demoWorld({ ...DEMO_SIZE, until: NOW, ...changes })

const isSignal = (record: IncomingRecord): record is IncomingSignal => record.record === 'signal'

function fingerprint(records: Iterable<IncomingRecord>): string {
  const hash = createHash('sha256')
  for (const record of records) hash.update(JSON.stringify(record))
  return hash.digest('hex')
}

test('the same seed and end time give the same records, another seed gives others', () => {
  assert.equal(fingerprint(world()), fingerprint(world()))
  assert.notEqual(fingerprint(world({ seed: 'another' })), fingerprint(world()))
  const names = new Set([...demoCompanies(DEMO_SIZE)].map(({ name }) => name))
  const others = [...demoCompanies({ ...DEMO_SIZE, seed: 2 })].filter(({ name }) => names.has(name))
  assert.ok(others.length < DEMO_SIZE.companies / 4, `${others.length} names are in both worlds`)
})

test('the days before the last one do not depend on the time of day, and no signal is in the future', () => {
  const midnight = at('2026-07-15T00:00:00Z')
  const ends = [midnight, NOW, midnight + DAY - 1]
  const worlds = ends.map((until) => [...world({ until })])
  const before = worlds.map((records) => records.filter((each) => !isSignal(each) || each.occurredAt < midnight))
  assert.deepEqual(before[1], before[0])
  assert.deepEqual(before[2], before[0])
  for (const [index, records] of worlds.entries()) {
    const times = records.filter(isSignal).map(({ occurredAt }) => occurredAt)
    assert.ok(Math.max(...times) <= (ends[index] ?? 0), 'a signal is in the future')
    assert.ok(Math.max(...times) >= midnight, 'the last day has signals')
    assert.ok(Math.min(...times) >= midnight - 733 * DAY, 'at most two years and a weekend ago')
  }
})

test('the numbers of companies and signals are exact', () => {
  for (const [companies, signals] of [
    [0, 0],
    [1, 0],
    [1, 1],
    [1, 500],
    [2, 3],
    [50, 7],
    [997, 5_000],
  ] as const) {
    const records = [...world({ companies, signals })]
    assert.equal(records.filter(isSignal).length, signals)
    assert.equal(records.length, companies + signals)
  }
  assert.throws(() => [...world({ companies: 0, signals: 1 })], RangeError)
})

test('every record matches the declarations, and identities are unique', () => {
  const records = [...world({ companies: 2_000, signals: 20_000, seed: 3 })]
  for (const record of records) assertGoodRecord(record)
  const signals = records.filter(isSignal)
  assert.equal(new Set(signals.map(({ source, key }) => `${source} ${key}`)).size, signals.length)
  // Keys are unique even without the source.
  assert.equal(new Set(signals.map(({ key }) => key)).size, signals.length)
})

test('demoCompanies gives the companies of the world', () => {
  const companies = [...world()].flatMap((record) => (isSignal(record) ? [] : [record.company]))
  assert.deepEqual([...demoCompanies(DEMO_SIZE)], companies)
})

test('a few companies have many of the signals, and busy companies do not come first', () => {
  const counts = [...signalsByCompany(world({ companies: 10_000, signals: 100_000 })).values()].map((all) => all.length)
  const busiest = counts.toSorted((a, b) => b - a)
  const top = busiest.slice(0, 1_000).reduce((sum, count) => sum + count, 0)
  assert.ok(top > 30_000 && top < 70_000, `the busiest tenth has ${top} of 100,000`)
  const first = counts.slice(0, 1_000).reduce((sum, count) => sum + count, 0)
  assert.ok(first < 15_000, `the first tenth has ${first} of 100,000`)
})

test('the first records of a large world are available immediately', () => {
  const take = () => [...world({ companies: 1_000_000, signals: 10_000_000 }).take(1_000)]
  assert.equal(take().length, 1_000)
  assert.ok(leastCpuMs(take, 1_000) < 1_000)
})

// Weeks start on Mondays and signals avoid weekends, so a slice could be empty on some days only.
for (const day of ['2026-07-12', '2026-07-13', '2026-07-15', '2026-07-18', '2027-01-01']) {
  test(`on ${day} every shipped slice has members, and both types of derived signals exist`, () => {
    const until = at(`${day}T09:00:00Z`)
    const companies = [...signalsByCompany([...world({ until }), ...demoStories(until)]).values()]
    for (const shipped of shippedSlices()) {
      const { parameter } = shipped.definition
      const slice = (parameter ? sliceFor(shipped, parameter.example) : shipped) ?? assert.fail()
      const members = companies.filter((signals) => sliceOf(slice, signals, until))
      assert.ok(members.length >= 3, `${slice.definition.slug} has ${members.length} members`)
      assert.ok(members.length < companies.length / 2, `${slice.definition.slug} has ${members.length} members`)
    }
    const types = companies.flat().map(({ type }) => type)
    for (const type of ['velocity', 'funding_ai'] as const) assert.ok(types.filter((each) => each === type).length > 5)
  })
}

const jobsByDomain = (changes: Parameters<typeof world>[0] = {}) => {
  const employees = new Map<string, number>()
  const jobs = new Map<string, IncomingSignal[]>()
  for (const record of world(changes)) {
    const { domain } = record.company
    if (!isSignal(record)) {
      employees.set(domain, record.company.employeeCount ?? 0)
      jobs.set(domain, [])
    } else if (record.type === 'hiring') jobs.get(domain)?.push(record)
  }
  return { employees, jobs }
}

test('jobs follow headcount: no company has more jobs than people, and large companies post more', () => {
  const { employees, jobs } = jobsByDomain()
  const companies = [...jobs].map(([domain, posted]) => ({ people: employees.get(domain) ?? 0, jobs: posted.length }))
  for (const { people, jobs } of companies) assert.ok(jobs <= people, `${jobs} jobs at ${people} people`)
  const bySize = companies.toSorted((a, b) => a.people - b.people)
  const sum = (part: typeof bySize) => part.reduce((total, { jobs }) => total + jobs, 0)
  const [small, large] = [sum(bySize.slice(0, 75)), sum(bySize.slice(-75))]
  assert.ok(large > 3 * small, `the largest quarter has ${large} jobs, the smallest ${small}`)
  assert.ok(companies.some(({ people }) => people > 1_000) && companies.some(({ people }) => people < 10))
})

test('some companies do not hire, and they have other signals', () => {
  const { jobs } = jobsByDomain()
  const idle = [...jobs].filter(([, posted]) => posted.length === 0).map(([domain]) => domain)
  assert.ok(idle.length >= 15 && idle.length <= 60, `${idle.length}`)
  const withSignals = new Set([...world()].filter(isSignal).map(({ company }) => company.domain))
  for (const domain of idle) assert.ok(withSignals.has(domain), domain)
})

test('no company posts a job twice, not even the busiest of a large world', () => {
  for (const changes of [{}, { companies: 3, signals: 9_000, seed: 'busy' }]) {
    for (const [domain, posted] of jobsByDomain(changes).jobs) {
      const labels = posted.map(({ label }) => label)
      assert.equal(new Set(labels).size, labels.length, domain)
    }
  }
})

test('a first search for AI SDR roles finds several pages of open ones', () => {
  for (const day of ['2026-07-12', '2026-07-15', '2027-01-01']) {
    const { jobs } = jobsByDomain({ until: at(`${day}T09:00:00Z`) })
    const hiring = [...jobs.values()].filter((posted) =>
      posted.some(({ status, fields }) => status === 'active' && /\bAI SDR\b/.test(String(fields.jobTitle))),
    )
    assert.ok(hiring.length >= 25, `${hiring.length} on ${day}`)
  }
})
