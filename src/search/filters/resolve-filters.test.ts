import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCompanyFilters } from './read-filters.ts'
import { resolveFilters } from './resolve-filters.ts'

/** Has no companies. */
const db = { query: async () => ({ rows: [] }) } as never
const list = { ordinals: Int32Array.of(1) } as never

async function leavesOut(input: Parameters<typeof readCompanyFilters>[0], listed?: never): Promise<boolean> {
  const { filters } = await resolveFilters(db, readCompanyFilters(input).filters, listed)
  return filters.withoutAgencies === true
}

test('a search leaves agencies out unless it asks for kinds of employers, domains or a list', async () => {
  assert.equal(await leavesOut({}), true)
  assert.equal(await leavesOut({ countries: ['DE'], domainsNot: ['acme.example'] }), true)
  assert.equal(await leavesOut({ employerKind: [], domains: [] }), true, 'an empty list is no filter')
  assert.equal(await leavesOut({ employerKind: ['agency', 'unknown'] }), false)
  assert.equal(await leavesOut({ domains: ['acme.example'] }), false)
  assert.equal(await leavesOut({ list: 'mine' }, list), false)
})
