// A slice's pages on a real database: they agree with the companies' dossiers, and they follow writes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query } from '../../../test/harness/arbitraries.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import fc from '../../../test/harness/fast-check.ts'
import { SECOND_BEFORE_OR_AFTER_MIDNIGHT } from '../../../test/harness/midnight.ts'
import { readWorld, records } from '../../../test/harness/search-worlds.ts'
import { DAY, JUNE, signal } from '../../../test/harness/signals.ts'
import { GOOD, sliceOfQuery } from '../../../test/harness/slices.ts'
import { leavesOf, printClause, printQuery } from '../../query/index.ts'
import { type CompanyFilters, postgresEngine, type SearchEngine } from '../../search/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { typesOfBits } from '../../write/sources/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import { readSlices, type Slice, SlicePages, slicesOf } from './index.ts'

const slice: fc.Arbitrary<Slice> = fc
  .tuple(query, fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 100 }))
  .map(([tree, windowDays, hundredths]) => {
    const speaking = leavesOf(tree).filter(({ negated }) => !negated)
    const weights = Object.fromEntries(speaking.map(({ clause }) => [printClause(clause), hundredths / 100]))
    return readSlices({ ...GOOD, query: printQuery(tree), windowDays, weights }).slices[0]
  })
  .filter((made) => made !== undefined)

test('a slice’s page has exactly the companies whose dossier names the slice, with the same score and times, in order', async () => {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  await writeRecords(db, stamper, records(500, 30, 7))
  await stamper.stamp()
  const world = await readWorld(db)
  const pages = new SlicePages(db.pool('search'), () => postgresEngine(db.pool('search')))
  let members = 0
  await fc.assert(
    fc.asyncProperty(slice, SECOND_BEFORE_OR_AFTER_MIDNIGHT, async (made, asOf) => {
      const expected = world
        .flatMap((company) => {
          const [member] = slicesOf([made], company.signals, asOf, typesOfBits(company.looked), company.employerKind)
          return member ? [{ ...company, ...member }] : []
        })
        .sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
        .map(({ id, score, enteredAt, windowEndsAt }) => ({ id, score, enteredAt, windowEndsAt }))
      members += expected.length
      const { total, rows } = await pages.page(made, {}, { asOf, offset: 1, limit: 10 })
      assert.equal(total, expected.length)
      const shown = rows.map(({ companyId: id, score, enteredAt, windowEndsAt }) => ({
        id,
        score,
        enteredAt,
        windowEndsAt,
      }))
      assert.deepEqual(shown, expected.slice(1, 11))
    }),
    { numRuns: 120 },
  )
  assert.ok(members > 100, `${members} members were compared`)
})

test('filters narrow a slice, each by its own fact', async () => {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  const facts = { name: 'A', hqCountry: 'DE', employeeCount: 50, fundingStage: 'seed', industry: 'retail' } as const
  await writeRecords(db, stamper, [
    signal('a.example', 'a', { company: { domain: 'a.example', ...facts }, confidence: 1 }),
    signal('b.example', 'b', { confidence: 0.5 }),
  ])
  const pages = new SlicePages(db.pool('search'), () => postgresEngine(db.pool('search')))
  const slice = sliceOfQuery('hiring', ['hiring'], 30, 1)
  const names = async (filters: CompanyFilters & { scoreMin?: number; scoreMax?: number }) => {
    const { rows, total } = await pages.page(slice, filters, { asOf: JUNE + DAY, offset: 0, limit: 50 })
    assert.equal(total, rows.length)
    return rows.map(({ domain }) => domain[0]).join('')
  }
  assert.equal(await names({}), 'ab')
  assert.equal(await names({ countries: [], industries: [] }), 'ab')
  assert.equal(await names({ countries: ['DE'] }), 'a')
  assert.equal(await names({ countries: ['ZZ'] }), 'b')
  assert.equal(await names({ countriesNot: ['DE'] }), 'b')
  assert.equal(await names({ countriesNot: ['ZZ'] }), 'a')
  assert.equal(await names({ employeesMin: 0 }), 'a')
  assert.equal(await names({ employeesMin: 51 }), '')
  assert.equal(await names({ employeesMax: 50 }), 'a')
  assert.equal(await names({ fundingStages: ['unknown'] }), 'b')
  assert.equal(await names({ industries: ['retail'] }), 'a')
  assert.equal(await names({ scoreTenthsMin: 1 }), '')
  assert.equal(await names({ scoreMin: 97.7 }), 'a')
  assert.equal(await names({ scoreMin: 97.8 }), '')
  assert.equal(await names({ scoreMax: 97.6 }), 'b')
})

test('a cached list is used until the log position or the day changes, and is evicted when the cache is full', async () => {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  let now = 0
  let searches = 0
  const inner = postgresEngine(db.pool('search'))
  const engine: SearchEngine = {
    ...inner,
    evidence: (search) => {
      searches++
      return inner.evidence(search)
    },
  }
  const pages = new SlicePages(db.pool('search'), () => engine, { monotonicMs: () => now, maxMembers: 100 })
  const hiring = sliceOfQuery('hiring', ['hiring'], 30)
  const web = sliceOfQuery('hiring OR web', ['hiring', 'web'], 30)
  const total = async (made: Slice, asOf = JUNE) => (await pages.page(made, {}, { asOf, offset: 0, limit: 5 })).total
  const write = async (key: string) => {
    await writeRecords(db, stamper, [signal(`${key}.example`, key)])
    await stamper.stamp()
  }
  await write('a')
  assert.deepEqual([await total(hiring), await total(hiring), searches], [1, 1, 1])
  now += 60_000
  assert.deepEqual([await total(hiring, JUNE + 1), searches], [1, 1])
  assert.deepEqual([await total(hiring, JUNE + DAY), searches], [1, 2])
  await write('b')
  now += 60_000
  assert.deepEqual([await total(hiring), searches], [2, 3])
  // The cache holds one list with members: that of the other slice evicts the list of this day.
  assert.deepEqual([await total(web), searches], [2, 4])
  assert.deepEqual([await total(hiring), searches], [2, 5])
  const [one, two] = await Promise.all([total(web), total(web)])
  assert.deepEqual([one, two, searches], [2, 2, 6])
  // Empty lists take memory, too: two fit.
  const empty = ['x', 'y', 'z'].map((name) => sliceOfQuery(`tool(name: ${name})`, [`tool(name: ${name})`]))
  for (const made of empty) assert.equal(await total(made), 0)
  assert.equal(searches, 9)
  for (const made of empty.slice(1)) await total(made)
  assert.equal(searches, 9)
  for (const made of empty.slice(0, 1)) await total(made)
  assert.equal(searches, 10)
})
