// The query builder's routes: chips from text and back, counts, and what to drop from a search that finds nothing. All
// of it is free, bounded, and names no company.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FreeCounts } from '../../src/api/explore/free-counts.ts'
import { parseSignalQuery } from '../../src/query/index.ts'
import type { SearchEngine } from '../../src/search/index.ts'
import { type CountedSearchBody, contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import type { Browser } from '../harness/browser.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'

let settings: SettingsService
let browser: Browser

before(async () => {
  settings = await startSettings()
  await writeRecords(settings.db, new Stamper(settings.db), exploreRecords())
  const { teamId, member } = await settings.newTeam()
  browser = await settings.browserOf(member, teamId)
})

const read = (text: string) => browser.call(contract.readQuery, { body: { text } })
const count = (signal_query: string, filters: Partial<CountedSearchBody> = {}) =>
  browser.call(contract.countClauses, { body: { signal_query, ...filters } })
const loosen = (signal_query: string, filters: Partial<CountedSearchBody> = {}) =>
  browser.call(contract.loosenSearch, { body: { signal_query, ...filters } })

test('text becomes chips, and changed chips become text', async () => {
  const { terms, problem } = await read('hiring(title ~ AI SDR) NOT tool')
  assert.equal(problem, null)
  const [hiring, tool] = terms ?? []
  assert.ok(hiring && tool?.negated)
  const changed = await browser.call(contract.readQuery, {
    body: { terms: [{ steps: [...hiring.steps, { clauses: [{ type: 'funding', conditions: [] }], withinDays: 90 }] }] },
  })
  assert.equal(changed.text, 'hiring(title ~ AI SDR) THEN funding WITHIN 90d')
  assert.equal(changed.terms?.[0]?.steps.length, 2)
})

test('a sentence has chips and the filters that it states; errors and what chips can’t show are reported', async () => {
  const sentence = await read('fintech companies hiring an AI SDR')
  assert.deepEqual(sentence.stated, { industries: ['fintech'] })
  assert.equal(sentence.terms?.[0]?.steps[0]?.clauses[0]?.conditions[0]?.values[0]?.text, 'AI SDR')
  assert.deepEqual(await read('hiring AND web OR tool'), {
    text: 'hiring AND web OR tool',
    terms: null,
    stated: null,
    problem: null,
  })
  assert.match((await read('hirring(')).problem ?? '', /looks like hiring|not closed|Expected/)
  assert.deepEqual((await read(' ')).terms, [])
})

test('counts are the totals of searches, cost nothing, and name no company', async () => {
  assert.deepEqual(await count('hiring AND funding'), { counts: { total: 2, clauses: [3, 2] }, usedUp: false })
  assert.equal((await count('hiring', { countries: ['DE'] })).counts?.total, 1)
  assert.equal((await count('hiring companies in Germany')).counts?.total, 1)
  // Half-typed input has no count, and isn't an error.
  assert.equal((await count('hiring(')).counts, null)
  assert.equal((await count('hiring', { countries: ['Nowhere'] })).counts, null)
  assert.equal((await browser.call(contract.getPeopleUsage, {})).team.used, 0)
  assert.equal((await browser.call(contract.getUsageMonth, { query: {} })).endpoints.length, 0)
})

test('a count can’t be asked about one company, not even by a sentence', async () => {
  for (const filter of [{ domains: ['northwind.example'] }, { domainsNot: ['northwind.example'] }, { list: 'mine' }]) {
    for (const route of [contract.countClauses, contract.loosenSearch]) {
      const response = await browser.send(route, { body: { signal_query: 'hiring', ...filter } })
      assert.equal(response.status, 422)
    }
  }
  assert.equal((await count('is harbourline.example hiring')).counts?.total, 3)
})

test('a team has a limited number of counts a day; those of the last seconds are shared and count once', async () => {
  let searches = 0
  const engine = {
    name: 'index',
    page: async () => ({ total: ++searches, ordinals: [], clauses: [searches] }),
  } as unknown as SearchEngine
  const counts = new FreeCounts(engine, { max: 2 })
  const day = 86_400
  const ask = (text: string, team: string, asOf = 0) => counts.count(parseSignalQuery(text), {}, asOf, { team })
  assert.equal((await ask('hiring', 'a'))?.total, 1)
  assert.equal((await ask('hiring', 'a'))?.total, 1)
  assert.equal((await ask('hiring', 'b'))?.total, 1)
  assert.ok(!counts.isUsedUp('a', 0))
  assert.equal((await ask('web', 'a'))?.total, 2)
  assert.ok(counts.isUsedUp('a', 0))
  assert.equal(await ask('tool', 'a'), undefined)
  assert.equal((await ask('tool', 'b'))?.total, 3)
  assert.equal((await ask('tool', 'a', day))?.total, 4)
  assert.equal(searches, 4)
})

test('a search that finds nothing: the weakest clause is shown, and the smallest change comes first', async () => {
  const short = await loosen('hiring(title ~ AI SDR, within: 2d) AND funding')
  assert.deepEqual(short.weakest, { chip: 0, companies: 0 })
  const [longer] = short.loosenings
  assert.deepEqual(longer, {
    kind: 'longer',
    chip: 0,
    condition: 1,
    days: 30,
    text: 'hiring(title ~ AI SDR, within: 30d) AND funding',
    companies: 1,
  })
  const gap = await loosen('funding THEN hiring(title ~ AI SDR) WITHIN 5d')
  assert.equal(gap.loosenings[0]?.text, 'funding THEN hiring(title ~ AI SDR) WITHIN 30d')
  const filtered = await loosen('hiring', { countries: ['JP'], employeesMin: 10 })
  assert.deepEqual(
    filtered.loosenings.map(({ kind, filter, companies }) => ({ kind, filter, companies })),
    [{ kind: 'filter', filter: 'countries', companies: 3 }],
  )
  const negated = await loosen('hiring NOT hiring')
  assert.ok(negated.loosenings.some(({ text, companies }) => text === 'hiring' && companies === 3))
  const nothing = await loosen('hiring(title ~ zzz) AND web(kind: ai_chat_widget) AND funding')
  assert.deepEqual(
    nothing.loosenings.map(({ kind, text }) => [kind, text]),
    [['only', 'funding']],
  )
  assert.deepEqual(await loosen('hiring'), { weakest: null, total: 3, loosenings: [] })
  assert.equal((await browser.call(contract.getPeopleUsage, {})).team.used, 0)
})
