import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../../test/harness/base-signals.ts'
import { closedOn, factsOf, job } from '../../../test/harness/reports.ts'
import { groupReports } from './group-reports.ts'
import type { Report } from './report.ts'

const count = (...reports: Report[]) => groupReports(reports).length

test('the same job from three sources is one fact', () => {
  const [fact, ...others] = factsOf([
    job('ats', '2026-05-04', 'AI SDR', 'Berlin', { confidence: 0.9 }),
    job('board', '2026-05-06', 'AI SDR (m/f/d)', 'Berlin, Germany', { confidence: 0.95 }),
    job('aggregator', '2026-05-10', 'AI SDR', 'Berlin (hybrid)', { confidence: 0.6 }),
  ])
  assert.equal(others.length, 0)
  assert.deepEqual([fact?.source.name, fact?.confidence, fact?.occurredAt], ['board', 0.95, at('2026-05-04')])
  assert.deepEqual(
    fact?.sources?.map(({ name }) => name),
    ['ats', 'board', 'aggregator'],
  )
})

test('titles are compared without "(m/f/d)" and the like', () => {
  const base = job('ats', '2026-05-04', 'Account Executive')
  for (const title of [
    'Account Executive (m/f/d)',
    'Account Executive (all genders)',
    'Account Executive m/w/d',
    'Account Executive H/F',
    'Account Executive (f/m/x)',
    'ACCOUNT EXECUTIVE [gn]',
    'Account Executive (w|m|d)',
    'Account Executive (Remote)',
    'Account-Executive - Remote',
    'Account Executive [REQ-8812]',
    'Account Executive - JR10293',
    'Account Executive - Berlin',
  ]) {
    assert.equal(count(base, job('board', '2026-05-04', title)), 1, title)
  }
  assert.equal(count(job('a', '2026-05-04', 'Entwickler*in'), job('b', '2026-05-04', 'Entwickler (m/w/d)')), 1)
  assert.equal(count(base, job('board', '2026-05-04', 'Senior Account Executive')), 2)
  assert.equal(count(base, job('board', '2026-05-04', 'Account Executive', 'Munich')), 2)
})

test('a city is the same in every language', () => {
  for (const [one, other] of [
    ['Munich', 'München, Bayern'],
    ['Köln', 'Cologne, Germany'],
    ['Frankfurt', 'Frankfurt am Main'],
    ['København', 'Copenhagen (hybrid)'],
    ['NYC', 'New York, NY'],
  ] as const) {
    assert.equal(
      count(job('a', '2026-05-04', 'Chef', one), job('b', '2026-05-05', 'Chef', other)),
      1,
      `${one}, ${other}`,
    )
  }
})

test('the same canonical job URL is the same job, whatever the title and the time', () => {
  const url = (jobUrl: string) => ({ fields: { jobUrl } })
  const ats = job('ats', '2026-01-04', 'AE', 'Berlin', url('https://jobs.acme.example/en/ae-4711/'))
  for (const other of [
    'https://jobs.acme.example/ae-4711?utm_source=board&gh_src=1',
    'http://www.jobs.acme.example/de-DE/ae-4711/apply',
    'https://jobs.acme.example/ae-4711#top',
  ]) {
    assert.equal(count(ats, job('board', '2026-05-06', 'Account Executive', '', url(other))), 1, other)
  }
  assert.equal(count(ats, job('board', '2026-05-06', 'AE', 'Rome', url('https://jobs.acme.example/ae-4712'))), 2)
})

test('a page that lists jobs identifies none, and neither does a URL that a source gives for several', () => {
  const at = (jobUrl: string, source: string, title: string) =>
    job(source, '2026-05-04', title, 'Berlin', { fields: { jobUrl } })
  const careers = 'https://acme.example/careers'
  assert.equal(count(at(careers, 'a', 'Cook'), at(careers, 'b', 'Clerk')), 2)
  const shared = 'https://acme.example/team-42'
  assert.equal(count(at(shared, 'a', 'Cook'), at(shared, 'b', 'Clerk')), 1)
  assert.equal(count(at(shared, 'a', 'Cook'), at(shared, 'a', 'Waiter'), at(shared, 'b', 'Clerk')), 3)
})

test('three equal openings in each of two sources are three facts: the n-th with the n-th', () => {
  const openings = ['ats', 'board'].flatMap((source, i) =>
    [1, 2, 3].map((day) =>
      job(source, `2026-05-0${day + 3 * i}`, 'Store Associate', 'Berlin', { key: `${source} ${day}` }),
    ),
  )
  assert.deepEqual(
    groupReports(openings).map(({ reports }) => reports.map(({ key }) => key)),
    [
      ['ats 1', 'board 1'],
      ['ats 2', 'board 2'],
      ['ats 3', 'board 3'],
    ],
  )
})

test('at most 14 days apart, 60 while both are open', () => {
  const open = job('ats', '2026-03-01', 'AE')
  assert.equal(count(open, job('board', '2026-04-30', 'AE')), 1)
  assert.equal(count(open, job('board', '2026-05-01', 'AE')), 2)
  assert.equal(count(open, job('board', '2026-03-16', 'AE', 'Berlin', closedOn('2026-04-01'))), 2)
  assert.equal(count(open, job('board', '2026-03-15', 'AE', 'Berlin', closedOn('2026-04-01'))), 1)
  assert.equal(count({ ...open, ...closedOn('2026-03-20') }, job('board', '2026-04-10', 'AE')), 2)
})

test('grouping is not transitive: a third source is compared with the founding report', () => {
  const [a, b, c] = ['2026-01-01', '2026-02-20', '2026-04-10'].map((date, i) => job(`source ${i}`, date, 'AE'))
  assert.equal(count(a as Report, b as Report), 1)
  assert.equal(count(b as Report, c as Report), 1)
  assert.equal(count(a as Report, b as Report, c as Report), 2)
})

test('the source names one requisition for several posts: one fact with several places', () => {
  const post = (location: string, key: string) =>
    job('ats', '2026-05-04', 'AE', location, { key, fields: { requisition: 'R-1' } })
  const posts = [post('Berlin', '1'), post('London', '2'), post('Paris', '3')]
  const [fact, ...others] = factsOf(posts)
  assert.equal(others.length, 0)
  assert.deepEqual(fact?.fields.locations, ['Berlin', 'London', 'Paris'])
  const board = ['Paris', 'Berlin', 'Rome'].map((place) => job('board', '2026-05-06', 'AE', place))
  assert.deepEqual(
    groupReports([...posts, ...board]).map(({ reports }) => reports.length),
    [5, 1],
  )
})

test('two different titles under one requisition are two jobs', () => {
  const post = (key: string, title: string, location: string) =>
    job('ats', '2026-05-04', title, location, { key, fields: { requisition: 'R-1' } })
  assert.equal(count(post('1', 'Account Executive', 'Berlin'), post('2', 'Sales Engineer', 'Berlin')), 2)
  assert.equal(count(post('1', 'AE - Berlin', 'Berlin'), post('2', 'AE (m/w/d) - Munich', 'Munich')), 1)
})

test('a requisition that is posted in several countries is one fact with all of them', () => {
  const post = (location: string, country: string | undefined, key: string, more = {}) =>
    job('ats', '2026-05-04', 'AE', location, {
      ...more,
      key,
      fields: { requisition: 'R-1', ...(country && { country }) },
    })
  const countriesOf = (...posts: Report[]) => factsOf(posts).map(({ fields }) => [fields.country, fields.countries])
  const [berlin, london] = [post('Berlin', 'DE', '1'), post('London', 'GB', '2')]
  assert.deepEqual(countriesOf(berlin, london, post('Munich', 'DE', '3')), [['DE', ['DE', 'GB']]])
  assert.deepEqual(countriesOf(berlin, post('Munich', 'DE', '3')), [['DE', undefined]])
  const remote = post('Remote', undefined, '0', { occurredAt: at('2026-05-01') })
  assert.deepEqual(countriesOf(remote, london), [[undefined, ['GB']]])
  assert.deepEqual(countriesOf(post('Berlin', 'DE', '1', closedOn('2026-05-10')), london), [['GB', undefined]])
})

test('an open requisition has the places that are still open, a closed one all', () => {
  const post = (location: string, key: string, more = {}) =>
    job('ats', '2026-05-04', 'AE', location, { ...more, key, fields: { requisition: 'R-1' } })
  const closed = closedOn('2026-05-10')
  const placesOf = (...posts: Report[]) => factsOf(posts).map(({ fields }) => [fields.location, fields.locations])
  assert.deepEqual(placesOf(post('Berlin', '1', closed), post('London', '2'), post('Paris', '3')), [
    ['London', ['London', 'Paris']],
  ])
  assert.deepEqual(placesOf(post('Berlin', '1', closed), post('London', '2')), [['London', undefined]])
  assert.deepEqual(placesOf(post('Berlin', '1', closed), post('London', '2', closed)), [
    ['Berlin', ['Berlin', 'London']],
  ])
})

test('the main place of a job in several places is shown, whose key begins those of the others', () => {
  const post = (key: string, location: string, id: number) =>
    job('ats', '2026-05-04', 'AE', location, { key, id: `id ${id}`, fields: { requisition: '1' } })
  for (const [main, other] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const [fact] = factsOf([post('acme/1/berlin', 'Berlin', other), post('acme/1', 'Rome', main)])
    assert.equal(fact?.fields.location, 'Rome')
  }
})

test('a repost: same source, title and place under a new key is the same fact reopened, its date stays', () => {
  const old = job('ats', '2026-01-05', 'AE', 'Berlin', { ...closedOn('2026-02-01'), key: 'old' })
  const [fact, ...others] = factsOf([old, job('ats', '2026-03-18', 'AE (m/w/d)', 'Berlin', { key: 'new' })])
  assert.equal(others.length, 0)
  assert.deepEqual([fact?.status, fact?.occurredAt, fact?.closedAt], ['active', at('2026-01-05'), undefined])
  assert.equal(fact?.key, 'new', 'the open post is shown')
  assert.equal(count(old, job('ats', '2026-03-19', 'AE')), 2, 'more than 45 days later')
  assert.equal(count(old, job('ats', '2026-01-20', 'AE')), 2, 'while the old one was open')
  assert.equal(count(old, job('ats', '2026-03-01', 'AE', 'Rome')), 2, 'another place')
  assert.equal(count(old, job('ats', '2026-02-10', 'AE'), job('ats', '2026-02-11', 'AE')), 2, 'one repost each')
})

test('a requisition that returns after a year is a new opening', () => {
  const requisition = { fields: { requisition: 'R-1' } }
  const old = job('ats', '2025-01-05', 'AE', 'Berlin', { ...closedOn('2025-02-01'), ...requisition })
  assert.equal(count(old, job('ats', '2026-01-05', 'AE', 'Berlin', requisition)), 2)
})

test('a fact is closed when its last open report is, retracted when all are', () => {
  const reports = (...status: Partial<Report>[]) =>
    factsOf(status.map((each, i) => job(`source ${i}`, '2026-05-04', 'AE', 'Berlin', each)))[0]
  assert.equal(reports(closedOn('2026-05-20'), {})?.status, 'active')
  assert.deepEqual(
    [reports(closedOn('2026-05-20'), closedOn('2026-05-24'))].map((fact) => [fact?.status, fact?.closedAt]),
    [['closed', at('2026-05-24')]],
  )
  assert.equal(reports(closedOn('2026-05-20'), { status: 'retracted' })?.status, 'closed')
  assert.equal(reports({ status: 'retracted' }, { status: 'retracted' })?.status, 'retracted')
})

test('a retracted report stays a report of its fact and does not take the place of a corrected one', () => {
  const wrong = job('ats', '2026-05-04', 'AE', 'Berlin', { status: 'retracted', confidence: 1, key: 'wrong' })
  const right = job('ats', '2026-05-05', 'AE', 'Berlin', { confidence: 0.9, key: 'right' })
  const board = job('board', '2026-05-06', 'AE', 'Berlin', { confidence: 0.5, key: 'board' })
  assert.deepEqual(
    groupReports([wrong, right, board]).map(({ reports }) => reports.map(({ key }) => key)),
    [['wrong', 'right', 'board']],
  )
  const [fact] = factsOf([wrong, right, board])
  assert.deepEqual([fact?.key, fact?.occurredAt], ['right', at('2026-05-05')])
})
