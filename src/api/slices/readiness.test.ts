import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REPORTED_TYPES } from '../../meaning/types/index.ts'
import { DAY_SECONDS, parseSignalQuery } from '../../query/index.ts'
import { needsOf } from './definition/needs.ts'
import { notReady } from './readiness.ts'

const NOW = Date.UTC(2026, 10, 18) / 1_000
const ALL = { types: REPORTED_TYPES, looked: REPORTED_TYPES }
const history = { jobsKnownSince: NOW, jobsLookedSince: NOW }

test('a window without possible companies reports why: no source, no monitoring, or the day from which there can be some', () => {
  const said = (text: string, feeds: typeof ALL | { types: string[]; looked: string[] }) => {
    const query = parseSignalQuery(text)
    return notReady({ query, needs: needsOf(query) }, { feeds: feeds as typeof ALL, history }, NOW)
  }
  assert.equal(said('hiring', ALL), undefined)
  assert.deepEqual(said('velocity', ALL), {
    at: NOW + 120 * DAY_SECONDS,
    text: 'Ready from 18 March 2027, when 120 days have been seen. Import the history of jobs to have it today.',
  })
  assert.deepEqual(said('hiring(newCountry: true)', ALL), {
    at: NOW + 365 * DAY_SECONDS,
    text: 'Ready from 18 November 2027, when a year has been seen. Import the history of jobs to have it today.',
  })
  assert.deepEqual(said('web hiring(first: true)', { types: ['hiring'], looked: [] }), {
    at: null,
    text: 'No data source for Website AI yet. Monitor a list, or import the data.',
  })
  assert.deepEqual(said('funding NOT hiring', { types: ['hiring', 'funding'], looked: [] }), {
    at: null,
    text: 'No company is monitored for Hiring yet. Monitor a list to have it.',
  })
})
