import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { visitContext } from '../../../../test/harness/collecting.ts'
import { breezy, readBreezy } from './breezy.ts'

const JOB = {
  id: 'c0ffee',
  name: 'Engineer',
  location: { country: { id: 'DE', name: 'Germany' }, city: 'Berlin', name: 'Berlin, Germany', is_remote: false },
  company: { name: 'Acme' },
}

test('a job is remote by its flag, or by the words of its place', () => {
  const workplace = (location: object) =>
    readBreezy(JSON.stringify([{ ...JOB, location: { ...JOB.location, ...location } }])).jobs[0]?.workplace
  assert.equal(workplace({}), undefined)
  assert.equal(workplace({ is_remote: true }), 'remote')
  assert.equal(workplace({ name: 'Berlin (hybrid)' }), 'hybrid')
})

test('the board has the name that its jobs state', () => {
  assert.equal(readBreezy(JSON.stringify([JOB])).name, 'Acme')
})

test('403 means too many requests', async () => {
  const server = await startBoardServer()
  server.fault('acme.breezy.hr', { kind: 'status', status: 403 }, 1)
  await assert.rejects(async () => breezy.visit('acme.breezy.hr', visitContext(server)), { reason: 'limited' })
})
