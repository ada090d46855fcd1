import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { askThrough, visitContext } from '../../../test/harness/collecting.ts'
import { boardAt, type CollectedSignal, type Collector, collectorNamed } from '../../collect/collectors/index.ts'
import { announcedRounds, DemoNews } from './announced-rounds.ts'
import { boardUrl, startDemoBoardServer } from './board-server.ts'
import {
  boardInTurn,
  boardNamed,
  DEMO_BOARDS,
  DEMO_SYSTEMS,
  DEMO_TEMPO,
  type DemoBoard,
  jobsAt,
} from './demo-boards.ts'
import { hasSubprocessors } from './demo-subprocessors.ts'

let now = Date.UTC(2026, 6, 15, 13) / 1_000
const server = await startDemoBoardServer(DEMO_TEMPO, () => now)
cleanup(() => server.close())

async function jobsOf(board: DemoBoard): Promise<CollectedSignal[]> {
  const found = boardAt(new URL(boardUrl(board)))
  assert.equal(found?.collector.name, board.system)
  const snapshot = await found.collector.visit(
    found.board,
    visitContext(server, { now, company: { ...board.company, aliases: [] } }),
  )
  assert.equal(snapshot.complete, true)
  return snapshot.signals.filter(({ type }) => type === 'hiring')
}

test('the boards of the demo are read by the collectors, in three formats', async () => {
  assert.deepEqual(new Set(DEMO_BOARDS.map(({ system }) => system)), new Set(DEMO_SYSTEMS))
  for (const board of DEMO_BOARDS.slice(0, 6)) {
    const jobs = await jobsOf(board)
    assert.deepEqual(
      jobs.map(({ fields }) => fields.jobTitle),
      jobsAt(board, DEMO_TEMPO, now).map(({ title }) => title),
    )
    assert.ok(jobs.length > 0 && jobs.every(({ occurredAt = 0 }) => occurredAt <= now))
  }
})

test('jobs appear on the board whose turn it is, and end after a while', async () => {
  now += DEMO_TEMPO.secondsBetweenJobs
  const board = boardInTurn(DEMO_TEMPO, now)
  const keys = async () => new Set((await jobsOf(board)).map(({ key }) => key))
  const after = await keys()
  now -= DEMO_TEMPO.secondsBetweenJobs
  const before = await keys()
  assert.deepEqual([after.difference(before).size, before.difference(after).size], [1, 1])
  now += 86_400
  assert.equal((await keys()).intersection(after).size, 0)
})

test('some companies file Form D, and their websites state whose it is', async () => {
  const days = Array.from({ length: 84 }, (_, back) => new Date((now - (back + 1) * 86_400) * 1_000).toISOString())
  const index = collectorNamed('sec-index')
  const visits = days.map(async (day) =>
    index?.visit(day.slice(0, 10).replaceAll('-', ''), visitContext(server, { now })),
  )
  const read = (await Promise.allSettled(visits)).flatMap((visit) => (visit.status === 'fulfilled' ? visit.value : []))
  assert.equal(read.length, 60, 'weekdays of twelve weeks')
  const filers = read.flatMap((snapshot) => snapshot?.filers ?? [])
  assert.equal(filers.length, 16)
  const [filer = { issuer: '', name: '' }] = filers
  const snapshot = await collectorNamed('sec-form-d')?.visit(filer.issuer, visitContext(server, { now }))
  assert.equal(snapshot?.signals.length, 4)
  const domain = `${filer.name.replace(', INC.', '').replace(' ', '-').toLowerCase()}.example`
  const company = { domain, name: domain, aliases: [] }
  const home = await collectorNamed('home-page')?.visit(domain, visitContext(server, { now, company }))
  assert.deepEqual(home?.legalEntities?.[0]?.places, ['US-CA'])
  assert.equal(home?.legalEntities?.[0]?.name.toUpperCase(), filer.name.replace(',', ''))
})

test('a careers page of the demo links its board', async () => {
  const [board] = DEMO_BOARDS as [DemoBoard]
  const { text } = await askThrough(server)({ url: `https://${board.company.domain}/careers`, kind: 'page' })
  assert.ok(text.includes(`<a href="${boardUrl(board)}">`))
})

test('every other name under .example has a website and one board, which names its owner', async () => {
  const context = (company: DemoBoard['company']) =>
    visitContext(server, { now, company: { ...company, name: company.domain, aliases: [] } })
  const discovery = collectorNamed('discovery')
  const systems = new Set<string>()
  for (let number = 1; number <= 9; number++) {
    const made = boardNamed(`account-${number}`)
    const { company, system } = made
    const board = boardAt(new URL(boardUrl(made)))?.board
    const found = await discovery?.visit(company.domain, context(company))
    assert.equal(found?.company?.name, `Account ${number}`)
    assert.deepEqual(
      found?.boards?.map(({ why, page, ...shown }) => shown),
      [{ collector: system, board, proven: true }],
    )
    assert.equal(found?.read?.[0]?.snapshot.signals.filter(({ type }) => type === 'hiring').length, 5)
    systems.add(system)
  }
  assert.deepEqual(systems, new Set(DEMO_SYSTEMS))
})

test('about every second company has a list of subprocessors, which is read as it is written and changes with time', async () => {
  const lists = collectorNamed('subprocessors')
  const read = async (board: DemoBoard, at: number) => {
    now = at
    const company = { ...board.company, aliases: [] }
    const snapshot = await lists?.visit(company.domain, visitContext(server, { now, company }))
    assert.equal(snapshot?.complete, hasSubprocessors(board), company.domain)
    return new Set(snapshot?.signals.map(({ key }) => key))
  }
  const boards = DEMO_BOARDS.slice(0, 20)
  const withList = boards.filter(hasSubprocessors)
  assert.ok(withList.length >= 5 && withList.length <= 15, String(withList.length))
  const at = now
  for (const board of boards) assert.equal((await read(board, at)).size, hasSubprocessors(board) ? 6 : 0, board.name)
  const [board] = withList as [DemoBoard]
  const before = await read(board, at)
  const after = await read(board, at + 31 * 86_400)
  assert.ok(after.difference(before).size > 0 && before.intersection(after).size > 0)
  now = at
})

test('a third of the made-up companies announces a round a year, which is read from its feed', async () => {
  const announcements = collectorNamed('announcements') as Collector
  const boards = Array.from({ length: 12 }, (_, i) => boardNamed(`account-${i + 1}`))
  const announcing = boards.filter((board) => announcedRounds(board, now, new DemoNews()).length > 0)
  assert.ok(announcing.length > 1 && announcing.length < 8, String(announcing.length))
  for (const board of boards) {
    const company = { ...board.company, aliases: [] }
    const { signals, complete } = await announcements.visit(company.domain, visitContext(server, { now, company }))
    const expected = announcedRounds(board, now, new DemoNews()).map(({ title, at }) => [title, at])
    assert.deepEqual(
      signals.map(({ label, occurredAt }) => [label, occurredAt]),
      expected,
    )
    assert.equal(complete, expected.length > 0)
  }
})
