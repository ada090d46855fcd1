import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../../test/harness/base-signals.ts'
import { factsOf, round } from '../../../test/harness/reports.ts'
import { groupReports } from './group-reports.ts'
import { instrumentOf } from './group-rounds.ts'
import type { Report } from './report.ts'

const isOne = (a: Report, b: Report) => groupReports([a, b]).length === 1
const seriesA = round('news', '2026-04-02', { round: 'series_a', amountUsd: 12_000_000 })
const other = (date: string, fields: Report['fields'], rest: Partial<Report> = {}) =>
  round('database', date, fields, rest)

test('the same round at most 45 days apart is one fact, whatever the amounts', () => {
  assert.ok(isOne(seriesA, other('2026-05-17', { round: 'series_a', amountUsd: 20_000_000 })))
  assert.ok(!isOne(seriesA, other('2026-05-18', { round: 'series_a', amountUsd: 12_000_000 })))
  assert.ok(!isOne(seriesA, other('2026-04-02', { round: 'series_b', amountUsd: 12_000_000 })))
})

test('an unknown round contradicts nothing: amounts within 10 % of the larger are one fact', () => {
  for (const unknown of [{}, { round: 'unknown' }, { round: 'venture_round' }]) {
    assert.ok(isOne(seriesA, other('2026-04-02', { ...unknown, amountUsd: 10_800_000 })))
    assert.ok(isOne(seriesA, other('2026-04-02', { ...unknown, amountUsd: 13_333_333 })))
    assert.ok(!isOne(seriesA, other('2026-04-02', { ...unknown, amountUsd: 10_799_999 })))
    assert.ok(!isOne(seriesA, other('2026-04-02', unknown)))
  }
})

test("a filing's partial amount not above the announced one is one fact, and the announced amount is shown", () => {
  const filing = other('2026-03-20', { amountUsd: 8_000_000, partial: true }, { confidence: 1 })
  const [fact, ...others] = factsOf([{ ...seriesA, confidence: 0.9 }, filing])
  assert.equal(others.length, 0)
  assert.deepEqual(fact?.fields, { round: 'series_a', amountUsd: 12_000_000 })
  assert.equal(fact?.occurredAt, at('2026-03-20'))
  assert.ok(!isOne(seriesA, other('2026-03-20', { amountUsd: 14_000_000, partial: true })))
  assert.ok(!isOne(seriesA, other('2026-03-20', { amountUsd: 8_000_000 })))
})

test('money of an unknown kind is the round of the same amount that another source names', () => {
  const named = { ...seriesA, confidence: 0.8, fields: { ...seriesA.fields, instrument: 'equity' } }
  const financing = other('2026-04-03', { amountUsd: 12_000_000, instrument: 'unknown' }, { confidence: 0.9 })
  const [fact, ...others] = factsOf([named, financing])
  assert.equal(others.length, 0)
  assert.deepEqual(fact?.fields, { round: 'series_a', instrument: 'equity', amountUsd: 12_000_000 })
  assert.ok(!isOne(named, other('2026-04-03', { amountUsd: 12_000_000, instrument: 'debt' })))
})

test('one report knows the round, another the amount', () => {
  const [fact] = factsOf([
    round('news', '2026-04-02', { round: 'seed' }, { confidence: 0.9 }),
    other(
      '2026-04-03',
      { round: 'seed', amountUsd: 2_000_000, investors: ['Northwind Ventures'] },
      { confidence: 0.5 },
    ),
  ])
  assert.deepEqual(fact?.fields, { round: 'seed', amountUsd: 2_000_000, investors: ['Northwind Ventures'] })
})

test('a more certain report without the round’s name keeps the name from another', () => {
  const certain = (fields: Report['fields']) => other('2026-04-03', fields, { confidence: 0.95 })
  const named = { ...seriesA, confidence: 0.5 }
  for (const unnamed of ['undisclosed', 'unknown', 'venture_round']) {
    const [fact, ...others] = factsOf([named, certain({ round: unnamed, amountUsd: 11_500_000 })])
    assert.equal(others.length, 0)
    assert.deepEqual(fact?.fields, { round: 'series_a', amountUsd: 11_500_000 })
  }
  const [unnamed] = factsOf([
    round('news', '2026-04-02', { amountUsd: 5_000_000 }),
    certain({ round: 'undisclosed', amountUsd: 5_000_000 }),
  ])
  assert.equal(unnamed?.fields.round, 'undisclosed')
})

test('the amount is that of one report: an announced one before a part, with its original', () => {
  const shown = (...reports: Report[]) => {
    const facts = factsOf(reports)
    assert.equal(facts.length, 1)
    return facts[0]?.fields
  }
  const seed = (source: string, confidence: number, fields: Report['fields']) =>
    round(source, '2026-04-02', { round: 'seed', ...fields }, { confidence })
  const news = seed('news', 0.95, {})
  const filing = seed('filing', 0.9, { amountUsd: 8_000_000, partial: true })
  assert.deepEqual(shown(news, filing, seed('database', 0.7, { amountUsd: 12_000_000 })), {
    round: 'seed',
    amountUsd: 12_000_000,
  })
  assert.deepEqual(shown(news, filing), { round: 'seed', amountUsd: 8_000_000, partial: true })

  const euros = { amountUsd: 9_000_000, amountOriginal: 'EUR 8000000' }
  const announced = seed('news', 0.9, { amountUsd: 12_000_000 })
  assert.deepEqual(shown(seed('filing', 0.99, { ...euros, partial: true }), announced), announced.fields)
  assert.deepEqual(shown(announced, seed('presse', 0.8, euros)), announced.fields)
  assert.deepEqual(shown(news, seed('presse', 0.8, euros)), { round: 'seed', ...euros })
})

test('debt, grants and secondaries are never the same fact as equity', () => {
  for (const name of ['debt', 'venture_debt', 'grant', 'secondary']) {
    assert.ok(!isOne(seriesA, other('2026-04-02', { round: name, amountUsd: 12_000_000 })), name)
  }
  assert.ok(!isOne(seriesA, other('2026-04-02', { amountUsd: 12_000_000 }, { label: '$12M of venture debt' })))
})

test('the instrument follows from the round, else from what the label says about the money', () => {
  const instrument = (label: string, name?: string) => instrumentOf({ label, fields: name ? { round: name } : {} })
  assert.equal(instrument('', 'series_c'), 'equity')
  assert.equal(instrument('', 'convertible_note'), 'equity')
  assert.equal(instrument('', 'debt_financing'), 'debt')
  assert.equal(instrument('Acme wins a grant of $2M'), 'grant')
  assert.equal(instrument('Acme, a credit scoring startup, raises $5M'), 'equity')
  assert.equal(instrument('Debt collection startup raises a seed round', 'seed'), 'equity')
})

test('a filing of a part precedes its announcement by up to 180 days', () => {
  const filing = round('filings', '2026-01-10', { amountUsd: 8_000_000, partial: true })
  const news = (date: string, fields: Report['fields']) => round('news', date, fields)
  const late = news('2026-07-09', { round: 'series_a', amountUsd: 12_000_000 })
  assert.ok(isOne(filing, late))
  assert.ok(!isOne(filing, news('2026-07-10', late.fields)), '181 days')
  assert.ok(!isOne(filing, news('2026-07-09', { round: 'series_a', amountUsd: 7_900_000 })), 'less than was filed')
  assert.ok(!isOne(filing, news('2026-07-09', { round: 'series_a' })), 'no amount')
  assert.ok(!isOne({ ...late, fields: { ...late.fields, partial: true } }, { ...filing, fields: late.fields }))
  // The second announcement is compared with the first one: it can be of another round.
  const second = (fields: Report['fields']) => groupReports([filing, late, other('2026-07-12', fields)]).length
  assert.equal(second({ round: 'series_a' }), 1)
  assert.equal(second({ round: 'series_b', amountUsd: 40_000_000 }), 2)
})

test('a filing of a part without an amount belongs to the round that another source reports within 45 days', () => {
  const shares = (date: string) => round('register', date, { instrument: 'equity', partial: true })
  const news = (date: string, fields: Report['fields']) => round('news', date, fields)
  const announced = { round: 'series_a', amountUsd: 12_000_000 }
  assert.ok(isOne(shares('2026-03-20'), news('2026-04-02', announced)))
  assert.ok(isOne(shares('2026-04-20'), news('2026-04-02', { round: 'seed' })), 'filed later')
  assert.ok(isOne(shares('2026-04-20'), other('2026-04-02', { amountUsd: 8_000_000, partial: true })))
  assert.ok(!isOne(shares('2026-01-10'), news('2026-04-02', announced)), '82 days')
  assert.ok(!isOne(shares('2026-03-20'), news('2026-04-02', { ...announced, instrument: 'debt' })))
  assert.ok(!isOne(shares('2026-03-20'), { ...shares('2026-04-02'), source: { ...other('2026-04-02', {}).source } }))
  const [fact] = factsOf([shares('2026-03-20'), news('2026-04-02', announced)])
  assert.deepEqual(fact?.fields, { ...announced, instrument: 'equity' })
  const second = other('2026-04-10', { round: 'seed', amountUsd: 2_000_000 })
  assert.equal(groupReports([shares('2026-03-20'), news('2026-04-02', announced), second]).length, 2)
})

test('an extension that two sources report in their own words is one round', () => {
  const news = (label: string, fields: Report['fields'] = {}) => round('news', '2026-04-12', fields, { label })
  const database = (label: string, fields: Report['fields'] = {}) => other('2026-05-20', fields, { label })
  assert.ok(isOne(news('Extends Series A by $5M'), database('Adds $5M to its Series A')))
  assert.ok(isOne(news('Second close of Series A'), database('Raised more', { round: 'series_a_extension' })))
  assert.ok(isOne(news('Top-up from existing investors'), database('Adds another $5M', { amountUsd: 5_000_000 })))
  assert.ok(!isOne(news('Extends Series A by $5M'), database('Adds $5M to its Series B')))
  assert.ok(!isOne(news('Extends Series A by $5M'), other('2026-06-01', {}, { label: 'Adds $5M to its Series A' })))
})

test('a rumour is never the round that follows it, and two sources of it are one', () => {
  const rumour = (source: string) =>
    round(source, '2026-03-20', { round: 'series_a', amountUsd: 12_000_000 }, { label: 'In talks to raise a Series A' })
  assert.ok(!isOne(rumour('database'), seriesA))
  assert.ok(isOne(rumour('database'), rumour('blog')))
  const stated = { ...rumour('database'), fields: { ...seriesA.fields, instrument: 'equity' } }
  assert.ok(isOne(stated, seriesA), 'what the source states wins over the label')
})

test('"extension", "second close" and "A2" are facts of their own', () => {
  const same = { amountUsd: 12_000_000 }
  assert.ok(!isOne(seriesA, other('2026-04-12', { ...same, round: 'series_a_extension' })))
  assert.ok(!isOne(seriesA, other('2026-04-12', { ...same, round: 'series_a2' })))
  assert.ok(!isOne(seriesA, other('2026-04-12', { ...same, round: 'series_a' }, { label: 'Second close of Series A' })))
  assert.ok(!isOne(seriesA, other('2026-04-12', { ...same }, { label: 'Series A extension' })))
  assert.ok(isOne(seriesA, other('2026-04-12', { ...same }, { label: '$12M for its browser extension' })))
  const extension = round('news', '2026-04-12', { ...same, round: 'series_a_extension' })
  assert.ok(isOne(extension, other('2026-04-12', { ...same, round: 'series_a_extension' })))
})

test('a source may mark an extension, a second close or an "A2" in the round or in the label', () => {
  const news = (name: string, label: string) => round('news', '2026-04-12', { round: name }, { label })
  const inRound = (name: string) => other('2026-04-15', { round: name })
  assert.ok(isOne(news('series_a', 'Series A extension of $5M'), inRound('series_a_extension')))
  assert.ok(isOne(news('series_a', 'Second close of Series A'), inRound('series_a_2nd_closing')))
  assert.ok(isOne(news('series_a', 'Raised a Series A2'), inRound('series_a2')))
  assert.ok(!isOne(news('series_a', 'Series A extension of $5M'), inRound('series_b_extension')))
  assert.ok(!isOne(news('series_a', 'Second close of Series A'), inRound('series_a_third_close')))
  assert.ok(!isOne(news('series_a', 'Raised a Series A2'), inRound('series_a3')))
})

test('two reports of one source are two rounds', () => {
  assert.ok(!isOne(seriesA, round('news', '2026-04-03', seriesA.fields)))
})
