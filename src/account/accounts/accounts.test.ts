import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import type { Database } from '../../db/index.ts'
import { deleteOldAuditRecords } from '../audit/index.ts'
import { createTeam, deleteExpiredInvitations } from '../teams/index.ts'
import { createResetLink } from './change-password.ts'
import { verifyDummyPassword, verifyPassword } from './passwords.ts'
import { deleteExpired } from './queries.ts'
import { openSession, SESSION_IDLE_SECONDS } from './sessions.ts'

let db: Database
let teamId: string
let accountId: string
before(async () => {
  db = await openTestDatabase()
  const owner = { email: 'owner@example.com', password: 'a password' }
  teamId = (await createTeam(db, { name: 'Team', plan: 'pro' }, owner)).id
  const { rows } = await db.pool('settings').query<{ id: string }>('select id from accounts')
  accountId = rows[0]?.id ?? ''
})

const count = async (table: string) =>
  (await db.pool('settings').query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count

test('the periodic tasks delete expired rows and nothing else', async () => {
  const pool = db.pool('settings')
  const open = () =>
    db.transaction('settings', (tx) =>
      openSession(
        tx,
        { accountId, teamId, signedInBy: 'password', verifiedHash: null },
        { address: '::1', userAgent: null },
      ),
    )
  const [idle, ended] = [await open(), await open()]
  await open()
  await pool.query(`update sessions set last_seen_at = now() - interval '8 days' where id = $1`, [idle?.sessionId])
  await pool.query(`update sessions set ends_at = now() - interval '1 second' where id = $1`, [ended?.sessionId])
  await db.transaction('settings', (tx) => createResetLink(tx, 'operator', 'owner@example.com'))
  await pool.query(
    `insert into invitations (team_id, email, role, token_hash, expires_at)
     select $1, 'i' || d || '@example.com', 'member', sha256(('t' || d)::bytea), now() + make_interval(days => d)
       from generate_series(-1, 1, 2) d`,
    [teamId],
  )
  await pool.query(
    `insert into attempt_levels values (sha256('new'), 1, now()), (sha256('old'), 1, now() - interval '2 days')`,
  )
  await pool.query(
    `insert into audit_log (team_id, action, at) values ($1, 'key.created', now() - interval '401 days'), ($1, 'key.created', now() - interval '399 days')`,
    [teamId],
  )
  const records = await count('audit_log')
  await deleteExpired(pool, SESSION_IDLE_SECONDS)
  await deleteExpiredInvitations(pool)
  await deleteOldAuditRecords(pool, 400)
  assert.deepEqual(
    await Promise.all(['sessions', 'invitations', 'password_resets', 'attempt_levels', 'familiar_networks'].map(count)),
    [1, 1, 1, 1, 1],
  )
  assert.equal(await count('audit_log'), (records ?? 0) - 1)
  await pool.query(`update password_resets set expires_at = now() - interval '1 second'`)
  await deleteExpired(pool, SESSION_IDLE_SECONDS)
  assert.equal(await count('password_resets'), 0)
})

test('the dummy password never matches, and more than a hundred concurrent checks are rejected instead of queued', async () => {
  assert.equal(await verifyDummyPassword('anything'), false)
  const { rows } = await db.pool('settings').query<{ hash: string }>('select password_hash as hash from accounts')
  const hash = rows[0]?.hash ?? ''
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => verifyPassword(hash, 'a password')))
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(rejected.length, 20)
  for (const { reason } of rejected) assert.deepEqual([reason.kind, reason.retryAfterSeconds], ['unavailable', 5])
  assert.equal(await verifyPassword(hash, 'a password'), true)
})
