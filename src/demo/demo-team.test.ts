import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/harness/database.ts'
import { newTeam } from '../../test/harness/firehose.ts'
import { temporaryFolder } from '../../test/harness/folders.ts'
import { effectiveLimits, requireTeam } from '../account/teams/index.ts'
import { loadDemo } from './demo-team.ts'

test('the demo team has higher limits for trying things out: more requests a minute than the plan, and the plan’s other limits', async () => {
  const db = await openTestDatabase()
  const world = { companies: 2, signals: 4, seed: 'x' }
  const { teamId } = await loadDemo(db, { dataDir: temporaryFolder(), world })
  const team = await requireTeam(db.pool('settings'), teamId)
  const limits = await effectiveLimits(db.pool('settings'), team)
  assert.deepEqual(
    limits.filter(({ overridden }) => overridden),
    [{ bucket: 'perMinute', limit: 120, overridden: true }],
  )
})

test('a new demo world next to a real team is loaded only by force, even if there is a demo team', async () => {
  const db = await openTestDatabase()
  const dataDir = temporaryFolder()
  const world = { companies: 2, signals: 4, seed: 'x' }
  const { teamId } = await loadDemo(db, { dataDir, world })
  await newTeam(db)
  const larger = { ...world, companies: 3 }
  await assert.rejects(loadDemo(db, { dataDir, world: larger }), /has a real team: use --force/)
  assert.equal((await loadDemo(db, { dataDir })).teamId, teamId, 'the demo that is there can be used')
  assert.equal((await loadDemo(db, { dataDir, world: larger, force: true })).teamId, teamId)
})
