import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definitionOf, passes } from './definition.ts'

test('a saved search leaves agencies out like a search, unless it is one of a list', () => {
  const stored = { n: 1, version: 1, teamId: 'team', query: 'hiring', filters: {} }
  const facts = { hqCountry: 'DE', employeeCount: 1, fundingStage: 'unknown', industry: 'unknown' } as const
  const agency = { ordinal: 7, ...facts, employerKind: 'agency', scoreTenths: 0, looked: 0 } as const
  const filters = { withoutAgencies: true } as const
  const all = definitionOf({ ...stored, listId: null }, { facts: {} }, filters, undefined)
  assert.deepEqual([passes(all, agency), passes(all, { ...agency, employerKind: 'direct' })], [false, true])
  const listed = definitionOf({ ...stored, listId: 'list' }, { facts: {} }, filters, new Set([7]))
  assert.equal(passes(listed, agency), true)
})
