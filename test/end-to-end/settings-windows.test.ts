// The table of buying windows: who is in which window and why, for free, up to a number of companies a day.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { takePlaces } from '../../src/api/today/index.ts'
import { contract, MAX_FREE_COMPANIES, type WindowSearchQuery } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { declareSources } from '../../src/write/sources/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { type Browser, errorOf } from '../harness/browser.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { newList } from '../harness/operator.ts'
import { type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
import { company, DAY, JUNE, signal } from '../harness/signals.ts'

const NORTHWIND = companyId('northwind.example')
let settings: SettingsService
let team: TestTeam
let browser: Browser

before(async () => {
  settings = await startSettings()
  // Its window closes in five days.
  const old = signal('harbourline.example', 'old', {
    label: 'Hiring: AI SDR',
    occurredAt: Math.floor(Date.now() / 1_000) - 40 * DAY,
    fields: { jobTitle: 'AI SDR', function: 'sales' },
  })
  await writeRecords(settings.db, new Stamper(settings.db), [old, ...exploreRecords()])
  team = await settings.newTeam()
  browser = await settings.browserOf(team.member, team.teamId)
})

const windows = (query: WindowSearchQuery = {}) => browser.call(contract.listWindows, { query })
const inOrder = (rows: readonly { name: string; slug: string }[]) => rows.map(({ name, slug }) => `${name} ${slug}`)

test('every row has the company, the window, since and until when, and why in one sentence; it charges nothing', async () => {
  const { rows, next, isCut, free } = await windows()
  const scores = rows.map(({ score }) => score)
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  )
  const row = rows.find(({ slug }) => slug === 'ai-sdr-hiring')
  assert.ok(row)
  const { evidence, enteredAt, windowEndsAt, ...facts } = row
  assert.match(evidence, /^The job “AI SDR” was posted 4 days ago\.$/)
  assert.equal((Date.parse(windowEndsAt) - Date.parse(enteredAt)) / 86_400_000, 45)
  assert.deepEqual(facts, {
    companyId: NORTHWIND,
    name: 'Northwind',
    hqCountry: 'DE',
    employeeCount: 240,
    fundingStage: 'series_a',
    industry: 'logistics_software',
    slug: 'ai-sdr-hiring',
    label: 'Hiring for AI-led outbound',
    score: facts.score,
    windowDays: 45,
  })
  assert.deepEqual([next, isCut, free.limit], [null, false, MAX_FREE_COMPANIES])
  assert.equal(free.left, MAX_FREE_COMPANIES - new Set(rows.map((each) => each.companyId)).size)
  assert.equal((await windows()).free.left, free.left, 'seen again on the same day')
  const { buckets } = await browser.call(contract.getUsage, {})
  assert.ok(buckets.every(({ used }) => used === 0))
})

test('the table is sorted, and filtered by slice, list and days left', async () => {
  const { rows } = await windows()
  const ends = (await windows({ sort: 'closes' })).rows.map(({ windowEndsAt }) => windowEndsAt)
  assert.deepEqual(ends, ends.toSorted())
  const entered = (await windows({ sort: 'entered' })).rows.map(({ enteredAt }) => enteredAt)
  assert.deepEqual(entered, entered.toSorted().reverse())
  assert.deepEqual(inOrder((await windows({ slice: 'ai-sdr-hiring' })).rows), [
    'Northwind ai-sdr-hiring',
    'Harbourline ai-sdr-hiring',
  ])
  const soon = (await windows({ daysLeft: '14' })).rows
  const limit = Date.parse(`${new Date().toISOString().slice(0, 10)}T23:59:59Z`) + 14 * 86_400_000
  const expected = rows.filter(({ windowEndsAt }) => Date.parse(windowEndsAt) <= limit)
  assert.ok(expected.length > 0 && expected.length < rows.length)
  assert.deepEqual(inOrder(soon), inOrder(expected))
  await newList(settings.pool, team.teamId, 'mine', 'harbourline.example')
  const listed = (await windows({ list: 'mine' })).rows
  assert.deepEqual(inOrder(listed), inOrder(rows.filter(({ name }) => name === 'Harbourline')))
  assert.ok(listed.length > 0)
  for (const [query, status, code] of [
    [{ slice: 'no-such-slice' }, 404, 'slice_not_found'],
    [{ list: 'nobody’s' }, 422, 'validation_failed'],
    [{ before: 'x' }, 422, 'validation_failed'],
  ] as const) {
    await errorOf(await browser.send(contract.listWindows, { query }), status, code)
  }
})

test('a short dossier has why now, what to say and the last signals, and no domain', async () => {
  const brief = await browser.call(contract.getWindowCompany, { params: { companyId: NORTHWIND } })
  assert.equal(brief.name, 'Northwind')
  assert.ok(brief.windows.length > 0 && brief.windows.length <= 3)
  assert.match(brief.windows.map(({ whyNow }) => whyNow).join(' '), /AI SDR/)
  assert.ok((brief.windows[0]?.talkingPoints.length ?? 0) > 0)
  assert.deepEqual(brief.signals[0]?.label, 'Hiring: AI SDR')
  assert.ok(!JSON.stringify(brief).includes('northwind.example'))
  assert.equal(brief.notebook, null)
  const quiet = await browser.call(contract.getWindowCompany, { params: { companyId: companyId('tool6.example') } })
  assert.deepEqual(quiet.windows, [])
  assert.match(quiet.notebook?.known ?? '', /Grafana/)
})

test('next to a dossier are its heat and the companies that share its windows; next to an unopened one is nothing', async () => {
  const { teamId, owner, member } = await settings.newTeam()
  const [owners, members] = [await settings.browserOf(owner, teamId), await settings.browserOf(member, teamId)]
  const context = (browser: Browser, id = NORTHWIND) => browser.call(contract.exploreCompanyContext, { params: { id } })
  assert.deepEqual(await context(owners), { heat: null, similar: [] })
  const search = { signal_query: 'hiring(title ~ "AI SDR")' }
  const found = (await owners.call(contract.exploreCompanies, { body: search })).companies
  const { heat, similar } = await context(owners)
  assert.equal(heat, found.find(({ id }) => id === NORTHWIND)?.heat)
  assert.deepEqual(
    similar.map(({ name, windows }) => [name, windows.map(({ slug }) => slug)]),
    [['Harbourline', ['ai-sdr-hiring']]],
  )
  assert.deepEqual(await context(members), { heat, similar }, 'for the whole team')
  const companyId = similar[0]?.companyId ?? ''
  const decision = { params: { companyId }, body: { kind: 'not_a_fit', until: null } } as const
  await members.call(contract.setDisposition, decision)
  assert.deepEqual((await context(members)).similar, [])
  assert.equal((await context(owners)).similar.length, 1)
  const unknown = { params: { id: companyId.replace(/.$/, (last) => (last === '0' ? '1' : '0')) } }
  await errorOf(await owners.send(contract.exploreCompanyContext, unknown), 404, 'company_not_found')
})

test('the bars of a slice count its companies; a slice that isn’t ready yet shows when it will be', async () => {
  const bars = await browser.call(contract.getWindowBars, { query: { slice: 'ai-sdr-hiring' } })
  const one = (value: string) => ({ value, companies: 1 })
  assert.deepEqual([bars.companies, bars.countries], [2, [one('DE'), one('FR')]])
  assert.deepEqual(
    bars.sizes.filter(({ companies }) => companies > 0),
    [one('51–200'), one('201–1,000')],
  )
  const { slices } = await browser.call(contract.exploreSlices, {})
  const readyOf = (slug: string) => slices.find((slice) => slice.slug === slug)?.notReady
  const surge = readyOf('hiring-surge')
  assert.match(surge?.text ?? '', /^Ready from .+, when 120 days have been seen\./)
  const inDays = (Date.parse(surge?.at ?? '') - Date.now()) / 86_400_000
  assert.ok(inDays > 119 && inDays <= 120, 'the first job was written a moment ago')
  assert.equal(readyOf('ai-sdr-hiring'), null)
  const unwatched = { at: null, text: 'No company is monitored for Hiring yet. Monitor a list to have it.' }
  assert.deepEqual(readyOf('first-in-function'), unwatched, 'jobs come in, but nobody looks')
  // The catalogue says the same, for assistants and scripts.
  const { filters } = await browser.call(contract.exploreFilters, {})
  const slicesOf = filters.find(({ id }) => id === 'slice') as { notReady?: { slice: string }[] } | undefined
  const catalogued = slicesOf?.notReady ?? []
  assert.deepEqual(
    catalogued.find(({ slice }) => slice === 'first-in-function'),
    { slice: 'first-in-function', ...unwatched },
  )
  assert.ok(!catalogued.some(({ slice }) => slice === 'ai-sdr-hiring'))

  // For a list: of how many companies it can speak, and its own history.
  const listId = await newList(settings.pool, team.teamId, 'ready', 'northwind.example nobody.example')
  const { coverage, windows } = await browser.call(contract.getListReadiness, { params: { listId } })
  assert.deepEqual(
    [coverage.companies, coverage.types.find(({ type }) => type === 'funding')],
    [2, { type: 'funding', monitored: 0 }],
  )
  assert.equal(windows.find(({ slug }) => slug === 'ai-sdr-hiring')?.monitored, 0)
  const asked = await browser.call(contract.readReadiness, { body: { query: 'velocity', list: 'ready' } })
  assert.match(asked.notReady?.text ?? '', /^Ready from/)
  assert.deepEqual(asked.coverage, { companies: 2, types: [{ type: 'hiring', monitored: 0 }] })
  const other = await settings.newTeam()
  const strangers = await settings.browserOf(other.owner, other.teamId)
  await errorOf(await strangers.send(contract.getListReadiness, { params: { listId } }), 404, 'not_found')
})

test('what a bought source reports about other companies isn’t history of the list', async () => {
  const bought = (domain: string) =>
    signal(domain, domain, {
      source: 'Bought',
      label: 'Hiring: Clerk',
      fields: { jobTitle: 'Clerk' },
      occurredAt: JUNE,
    })
  await settings.db.transaction('ingest', (tx) =>
    declareSources(tx, [{ record: 'source', source: 'Bought', completeSince: JUNE - 1_000 * DAY }]),
  )
  await writeRecords(settings.db, new Stamper(settings.db), [bought('sold.example'), company('mine.example')])
  await newList(settings.pool, team.teamId, 'bought', 'mine.example')
  const ready = async () => {
    const { notReady } = await browser.call(contract.readReadiness, { body: { query: 'velocity', list: 'bought' } })
    return notReady?.text
  }
  await settings.pool.query(
    `insert into watched_companies (domain) values ('mine.example');
     insert into looks (domain, collector, target, types, known_since) values ('mine.example', 'lever', 'mine', '{hiring}', now())`,
  )
  assert.match((await ready()) ?? '', /^Ready from .*, when 120 days have been seen/)
  await writeRecords(settings.db, new Stamper(settings.db), [bought('mine.example')])
  assert.equal(await ready(), undefined)
})

test('a company of the table is put on a list without its domain', async () => {
  const listId = await newList(settings.pool, team.teamId, 'calls', 'other.example')
  const add = (id: string) => browser.send(contract.addCompany, { params: { listId }, body: { companyId: id } })
  assert.equal((await add(NORTHWIND)).status, 200)
  const { entries } = await browser.call(contract.getList, { params: { listId }, query: {} })
  assert.deepEqual(entries.map(({ domain }) => domain).sort(), ['northwind.example', 'other.example'])
  await errorOf(await add(companyId('nobody.example')), 404, 'company_not_found')
})

test('a list shows the strongest window of each company that is in one, and never more companies than are free', async () => {
  const { teamId, owner } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  const companyIds = [NORTHWIND, companyId('harbourline.example'), companyId('nobody.example')]
  const read = () => owners.call(contract.listCompanyWindows, { body: { companyIds } })
  const { rows } = await windows()
  const first = rows.find(({ name }) => name === 'Northwind')
  const { windows: found, isCut } = await read()
  const northwind = found.find((each) => each.companyId === NORTHWIND)
  assert.equal(found.length, 2)
  assert.deepEqual(northwind, {
    ...{ companyId: NORTHWIND, slug: first?.slug, label: first?.label, windowDays: first?.windowDays },
    windowEndsAt: first?.windowEndsAt,
    otherWindows: rows.filter(({ name }) => name === 'Northwind').length - 1,
  })
  assert.equal(isCut, false)
  await settings.pool.query(
    `update today_companies set company = 100000 + place where team_id = $1;
     insert into today_companies select $1, (now() at time zone 'utc')::date, n, 100000 + n from generate_series(3, $2::int) n`
      .replaceAll('$1', `'${teamId}'`)
      .replaceAll('$2', String(MAX_FREE_COMPANIES)),
  )
  assert.deepEqual(await read(), { windows: [], isCut: true })
})

test('a team sees a limited number of companies a day: then rows end, and those that it has seen stay free', async () => {
  const { teamId, owner } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  await owners.call(contract.getWindowCompany, { params: { companyId: NORTHWIND } })
  await settings.pool.query(
    `insert into today_companies select $1, (now() at time zone 'utc')::date, n, 100000 + n from generate_series(2, $2::int) n`,
    [teamId, MAX_FREE_COMPANIES],
  )
  const { rows, isCut, next, free } = await owners.call(contract.listWindows, { query: {} })
  assert.ok(rows.length > 0 && rows.every(({ name }) => name === 'Northwind'))
  assert.deepEqual([isCut, next, free.left], [true, null, 0])
  await writeRecords(settings.db, new Stamper(settings.db), [company('unseen.example')])
  const brief = (domain: string) => owners.send(contract.getWindowCompany, { params: { companyId: companyId(domain) } })
  assert.equal((await brief('northwind.example')).status, 200)
  await errorOf(await brief('unseen.example'), 429, 'free_companies_used')
  assert.ok((await windows()).rows.length > rows.length, 'another team isn’t affected')
})

test('concurrent requests never show more companies than are free', async () => {
  const { teamId } = await settings.newTeam()
  const groups = Array.from({ length: 12 }, (_, n) => Array.from({ length: 30 }, (_, i) => n * 25 + i))
  const shown = await Promise.all(groups.map((ordinals) => takePlaces(settings.pool, teamId, ordinals)))
  assert.equal(new Set(shown.flatMap((each) => [...each])).size, MAX_FREE_COMPANIES)
})

test('what a member has snoozed or dismissed is hidden only from that member', async () => {
  const params = { companyId: NORTHWIND }
  const names = async (of: Browser) =>
    new Set((await of.call(contract.listWindows, { query: {} })).rows.map(({ name }) => name))
  await browser.call(contract.setDisposition, { params, body: { kind: 'not_a_fit', until: null } })
  assert.equal((await names(browser)).has('Northwind'), false)
  assert.equal((await names(await settings.browserOf(team.owner, team.teamId))).has('Northwind'), true)
  await browser.call(contract.clearDisposition, { params })
  assert.equal((await names(browser)).has('Northwind'), true)
})
