import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import type { Database } from '../../db/index.ts'
import { verifyPassword } from '../accounts/index.ts'
import { changeLimits, createTeam, effectiveLimits, findTeam, listMembers, listTeams } from './index.ts'
import { insertTeam } from './queries.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})
const pool = () => db.pool('settings')
const owner = { email: ' Owner@Example.COM ', password: 'correct horse' }

test('a team is created with its owner, whose password is stored as an argon2id hash', async () => {
  const team = await createTeam(db, { name: '  Acme ', plan: 'pro', billingAnchor: new Date('2026-01-31') }, owner)
  assert.equal(team.name, 'Acme')
  assert.equal(team.billingAnchor.toISOString(), '2026-01-31T00:00:00.000Z')
  assert.deepEqual(
    (await listMembers(pool(), team.id)).map(({ email, role }) => ({ email, role })),
    [{ email: 'owner@example.com', role: 'owner' }],
  )
  const { rows } = await pool().query(`select password_hash as hash from accounts where email = 'owner@example.com'`)
  assert.match(rows[0].hash, /^\$argon2id\$/)
  assert.equal(await verifyPassword(rows[0].hash, 'correct horse'), true)
  assert.equal(await verifyPassword(rows[0].hash, 'wrong horse'), false)
})

test('one person can own two teams, but not with a guessed password', async () => {
  const person = { email: 'both@example.com', password: 'the password' }
  await createTeam(db, { name: 'First', plan: 'free' }, person)
  await createTeam(db, { name: 'Second', plan: 'free' }, person)
  await assert.rejects(
    createTeam(db, { name: 'Third', plan: 'free' }, { ...person, password: 'a guess at it' }),
    /another password/,
  )
  assert.ok(!(await listTeams(pool())).some(({ name }) => name === 'Third'))
})

test('bad names, addresses and passwords are rejected, and nothing is created', async () => {
  const before = (await listTeams(pool())).length
  const attempts: [string, { email: string; password: string }, RegExp][] = [
    ['', owner, /1 to 100 characters/],
    ['x'.repeat(101), owner, /1 to 100 characters/],
    ['A', { email: 'no address', password: 'long enough' }, /not an email address/],
    ['A', { email: 'a@b@c.example', password: 'long enough' }, /not an email address/],
    ['A', { email: 'a@example.com', password: 'short' }, /8 to 200 characters/],
    ['A', { email: 'a@example.com', password: 'x'.repeat(201) }, /8 to 200 characters/],
  ]
  for (const [name, who, reason] of attempts) await assert.rejects(createTeam(db, { name, plan: 'pro' }, who), reason)
  assert.equal((await listTeams(pool())).length, before)
})

test('a team without an owner cannot be committed', async () => {
  await assert.rejects(
    db.transaction('settings', (tx) => insertTeam(tx, { name: 'Orphan', plan: 'pro' })),
    /without an owner/,
  )
})

test('the last owner cannot leave, even when two owners leave at the same moment', async () => {
  const team = await createTeam(
    db,
    { name: 'Two owners', plan: 'pro' },
    { email: 'left@example.com', password: 'password left' },
  )
  const second = await createTeam(
    db,
    { name: 'Other', plan: 'pro' },
    { email: 'right@example.com', password: 'password right' },
  )
  await pool().query(
    `insert into team_members (team_id, account_id, role) select $1, account_id, 'owner' from team_members where team_id = $2`,
    [team.id, second.id],
  )
  const leave = (email: string) =>
    pool().query(
      `update team_members set role = 'member' where team_id = $1 and account_id = (select id from accounts where email = $2)`,
      [team.id, email],
    )
  const outcomes = await Promise.allSettled([leave('left@example.com'), leave('right@example.com')])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await listMembers(pool(), team.id)).filter(({ role }) => role === 'owner').length, 1)
})

test('a team can be deleted with all its members', async () => {
  const team = await createTeam(
    db,
    { name: 'Going', plan: 'pro' },
    { email: 'going@example.com', password: 'password going' },
  )
  await pool().query('delete from teams where id = $1', [team.id])
  assert.equal(await findTeam(pool(), team.id), undefined)
})

test('limits follow the plan until an operator changes one, and again after the change is undone', async () => {
  const team = await createTeam(
    db,
    { name: 'Limited', plan: 'pro' },
    { email: 'limits@example.com', password: 'password limits' },
  )
  const limit = async () => (await effectiveLimits(pool(), team)).find(({ bucket }) => bucket === 'perMinute')
  const change = (value: number | null) =>
    db.transaction('settings', (tx) => changeLimits(tx, 'operator', team.id, [{ bucket: 'perMinute', limit: value }]))
  assert.deepEqual(await limit(), { bucket: 'perMinute', limit: 20, overridden: false })
  await change(60)
  await change(61)
  assert.deepEqual(await limit(), { bucket: 'perMinute', limit: 61, overridden: true })
  await change(null)
  assert.deepEqual(await limit(), { bucket: 'perMinute', limit: 20, overridden: false })
})
