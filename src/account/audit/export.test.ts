import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import type { Database } from '../../db/index.ts'
import { createTeam, deleteTeam } from '../teams/index.ts'
import { exportAudit, recordAudit, recordInstallationAudit } from './index.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})

let teams = 0
async function newTeam(): Promise<string> {
  const owner = { email: `owner-${++teams}@example.com`, password: 'a long password' }
  return (await createTeam(db, { name: 'Team', plan: 'pro' }, owner)).id
}

test('a follower gets a record that was written first and committed last, in its place', async () => {
  const teamId = await newTeam()
  const late = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const record = (name: string) => ({ action: 'list.created', target: { name } }) as const
  const slow = db.transaction('settings', async (tx) => {
    await recordAudit(tx, 'operator', teamId, record('first'))
    written.resolve()
    await late.promise
  })
  await written.promise
  await db.transaction('settings', (tx) => recordAudit(tx, 'operator', teamId, record('second')))
  const following = exportAudit(db.pool('settings'), { teamId }, { follow: true, everyMs: 10 })
  const next = following.next()
  // Without the first one, it would have arrived immediately.
  assert.equal(await Promise.race([next.then(() => 'came'), new Promise((r) => setTimeout(r, 300, 'waits'))]), 'waits')
  late.resolve()
  await slow
  const came = [await next, await following.next(), await following.next()]
  assert.deepEqual(
    came.map(({ value }) => `${value?.action} ${value?.target?.name}`),
    ['team.created owner-1@example.com', 'list.created first', 'list.created second'],
  )
  await following.return(undefined)
})

test('a deleted team leaves a record of the installation, and its own log is deleted', async () => {
  const teamId = await newTeam()
  await db.transaction('settings', (tx) => recordAudit(tx, 'operator', teamId, { action: 'team.plan_changed' }))
  await db.transaction('settings', (tx) => deleteTeam(tx, teamId))
  await db.transaction('settings', (tx) =>
    recordInstallationAudit(tx, { action: 'slice.removed', target: { name: 'x' } }),
  )
  const records = []
  for await (const each of exportAudit(db.pool('settings'), {})) {
    if (each.target?.id === teamId || each.action === 'slice.removed')
      records.push([each.action, each.team, each.actorKind])
  }
  assert.deepEqual(records, [
    ['team.deleted', null, 'operator'],
    ['slice.removed', null, 'operator'],
  ])
})
