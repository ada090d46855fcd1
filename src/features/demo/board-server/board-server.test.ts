import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { askThrough, visitContext } from '../../../../test/harness/collecting.ts'
import { boardAt, type CollectedSignal } from '../../collectors/index.ts'
import { boardUrl, startDemoBoardServer } from './board-server.ts'
import { DEMO_SYSTEMS, jobsAt } from './demo-boards.ts'

let now = Date.UTC(2026, 6, 15, 13) / 1_000
const server = await startDemoBoardServer(() => now)
cleanup(() => server.close())

async function jobsOf(board: (typeof server.boards)[number]): Promise<CollectedSignal[]> {
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
  assert.deepEqual(new Set(server.boards.map(({ system }) => system)), new Set(DEMO_SYSTEMS))
  for (const board of server.boards.slice(0, 6)) {
    const jobs = await jobsOf(board)
    assert.deepEqual(
      jobs.map(({ fields }) => fields.jobTitle),
      jobsAt(board, server.boards.length, now).map(({ title }) => title),
    )
    assert.ok(jobs.length >= board.ofStory.length + 5)
  }
})

test('jobs appear and are over, and the jobs of the story stay', async () => {
  const [board] = server.boards as [(typeof server.boards)[number]]
  const titles = async () => new Set((await jobsOf(board)).map(({ key }) => key))
  const before = await titles()
  now += server.boards.length * 20
  const after = await titles()
  assert.equal(after.difference(before).size, 1)
  now += 6_000
  const later = await titles()
  assert.equal(later.intersection(before).size, board.ofStory.length)
})

test('a careers page of the demo links its board', async () => {
  const [board] = server.boards as [(typeof server.boards)[number]]
  const { text } = await askThrough(server)({ url: `https://${board.company.domain}/careers`, kind: 'page' })
  assert.ok(text.includes(`<a href="${boardUrl(board)}">`))
})
