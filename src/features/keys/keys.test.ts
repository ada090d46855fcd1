// Keys against a real database: what is kept, what is accepted, and how fast a change takes effect.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { type Database, many, type Queryable } from '../../db/index.ts'
import { createTeam, setPlan, type Team } from '../teams/index.ts'
import { makeKey } from './format.ts'
import { createKey, rotateKey } from './issue-key.ts'
import { type Caller, KeyRing, type Verdict } from './key-ring.ts'
import { LastUsed } from './last-used.ts'
import { findKey, listKeys, revokeKey } from './queries.ts'

let db: Database
let team: Team
let other: Team

before(async () => {
  db = await openTestDatabase()
  team = await createTeam(db, { name: 'One', plan: 'pro' }, { email: 'one@example.com', password: 'password one' })
  other = await createTeam(db, { name: 'Two', plan: 'pro' }, { email: 'two@example.com', password: 'password two' })
})

const pool = () => db.pool('settings')

/** The pool, with the number of questions it was asked; and it can be cut off. */
function watchedPool() {
  const watched = {
    asked: 0,
    away: false,
    query: ((sql: string, values?: unknown[]) => {
      watched.asked++
      if (watched.away)
        return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
      return pool().query(sql, values)
    }) as Queryable['query'],
  }
  return watched
}

function accepted(verdict: Verdict): Caller {
  assert.ok(typeof verdict === 'object', `expected a caller, got ${String(verdict)}`)
  return verdict
}

test('only the hash of a key is kept', async () => {
  const { key } = await createKey(pool(), team.id, { name: 'Kept' })
  const [row] = await many<pg.QueryResultRow>(
    pool(),
    `select to_jsonb(k)::text as text from api_keys k where name = 'Kept'`,
  )
  assert.ok(!row?.text.includes(key.slice(8, -4)))
})

test('a key is accepted for its own team, and a team sees and revokes only its own', async () => {
  const { key, id } = await createKey(pool(), team.id, { name: 'Mine' })
  assert.equal(accepted(await new KeyRing(pool()).verify(key)).teamId, team.id)
  assert.equal(await findKey(pool(), other.id, id), undefined)
  assert.equal(await revokeKey(pool(), other.id, id), undefined)
  await assert.rejects(rotateKey(pool(), other.id, id, 'now'), /has no key/)
  assert.ok(!(await listKeys(pool(), other.id)).some((each) => each.id === id))
  assert.equal(accepted(await new KeyRing(pool()).verify(key)).keyId, id)
})

test('a warm key asks the database nothing, and many callers at once share one question', async () => {
  const { key } = await createKey(pool(), team.id, { name: 'Warm' })
  const watched = watchedPool()
  const ring = new KeyRing(watched)
  await Promise.all(Array.from({ length: 50 }, () => ring.verify(key)))
  assert.equal(watched.asked, 1)
  for (let i = 0; i < 100; i++) accepted(await ring.verify(key))
  assert.equal(watched.asked, 1)
})

test('malformed keys never reach the database, and unknown ones are remembered within bounds', async () => {
  const watched = watchedPool()
  const ring = new KeyRing(watched)
  for (const text of ['', 'psk_', 'x'.repeat(40), `${makeKey().slice(0, -1)}!`, `${makeKey()}x`]) {
    assert.equal(await ring.verify(text), 'refused')
  }
  assert.equal(watched.asked, 0)
  const stranger = makeKey()
  assert.equal(await ring.verify(stranger), 'refused')
  assert.equal(await ring.verify(stranger), 'refused')
  assert.equal(watched.asked, 1)
})

test('a flood of well-formed unknown keys is refused without the database, and known keys go on', async () => {
  const { key: warm } = await createKey(pool(), team.id, { name: 'Warm in a flood' })
  const { key: cold } = await createKey(pool(), team.id, { name: 'Cold in a flood' })
  const watched = watchedPool()
  let now = 0
  const ring = new KeyRing(watched, () => now)
  const [network, another] = [() => '2001:db8:1:2::/64', () => '2001:db8:1:3::/64']
  accepted(await ring.verify(warm, network))
  const before = watched.asked
  const verdicts = await Promise.all(Array.from({ length: 500 }, () => ring.verify(makeKey(), network)))
  const asked = watched.asked - before
  assert.equal(asked, 30)
  assert.equal(verdicts.filter((verdict) => verdict === 'refused').length, asked)
  assert.equal(verdicts.filter((verdict) => verdict === 'throttled').length, 500 - asked)
  assert.equal(watched.asked - before, asked)
  accepted(await ring.verify(warm, network))
  assert.equal(await ring.verify(cold, network), 'throttled')
  accepted(await ring.verify(cold, another))
  // From then on the node knows it, from everywhere; and a change to any key does not make a stranger of it.
  accepted(await ring.verify(cold, network))
  await createKey(pool(), team.id, { name: 'Changes the epoch' })
  now += 1_001
  accepted(await ring.verify(warm, network))
  assert.equal(await ring.verify(makeKey(), network), 'throttled')
  now += 2_000
  assert.equal(await ring.verify(makeKey(), network), 'refused')
})

test('good keys cost a network none of its allowance, however many come at once', async () => {
  const keys = []
  for (let i = 0; i < 40; i++) keys.push((await createKey(pool(), team.id, { name: `Many ${i}` })).key)
  const ring = new KeyRing(pool(), () => 0)
  const network = () => '192.0.2.1'
  const crowd = keys.flatMap((key) => [key, key, key])
  for (const verdict of await Promise.all(crowd.map((key) => ring.verify(key, network)))) accepted(verdict)
  for (let i = 0; i < 30; i++) assert.equal(await ring.verify(makeKey(), network), 'refused')
  assert.equal(await ring.verify(makeKey(), network), 'throttled')
})

test('memory is bounded, however many keys and networks a flood has', async () => {
  const ring = new KeyRing({
    query: () => Promise.resolve({ rows: [{ epoch: 'e', now: new Date(), keyId: null }] }),
  } as never)
  for (let i = 0; i < 25_000; i++) await ring.verify(makeKey(), () => `192.0.${i >> 8}.${i & 255}`)
  assert.ok(ring.size <= 20_000, `${ring.size}`)
})

for (const [what, change] of Object.entries({
  revoked: (keyId: string) => revokeKey(pool(), team.id, keyId),
  'rotated without grace': (keyId: string) => rotateKey(pool(), team.id, keyId, 'now'),
})) {
  test(`a key that was ${what} is refused within a second by a ring that is in full use`, async () => {
    const { key, id } = await createKey(pool(), team.id, { name: what })
    const ring = new KeyRing(pool())
    accepted(await ring.verify(key))
    await change(id)
    const committedAt = performance.now()
    let lastAccepted = committedAt
    while (performance.now() - committedAt < 1_500) {
      if (typeof (await ring.verify(key)) === 'object') lastAccepted = performance.now()
      await sleep(5)
    }
    assert.ok(lastAccepted - committedAt < 1_000, `accepted ${lastAccepted - committedAt} ms after the commit`)
    assert.equal(await ring.verify(key), 'refused')
  })
}

test('a ring that was idle past a second asks before it accepts', async () => {
  const { key, id } = await createKey(pool(), team.id, { name: 'Idle' })
  let now = 0
  const ring = new KeyRing(pool(), () => now)
  accepted(await ring.verify(key))
  await revokeKey(pool(), team.id, id)
  now += 1_001
  assert.equal(await ring.verify(key), 'refused')
})

test('a database that is set back to an older state does not make old memories true again', async () => {
  const { key, id } = await createKey(pool(), team.id, { name: 'Restored' })
  let now = 0
  const ring = new KeyRing(pool(), () => now)
  const { rows } = await pool().query('select epoch from access_epoch')
  await createKey(pool(), team.id, { name: 'After the backup' })
  accepted(await ring.verify(key))
  await pool().query('update access_epoch set epoch = $1', [rows[0].epoch])
  now += 1_001
  accepted(await ring.verify(key))
  await revokeKey(pool(), team.id, id)
  now += 1_001
  assert.equal(await ring.verify(key), 'refused')
})

test('a mark that returns by hand does not bring back what was remembered under it', async () => {
  const { key, id } = await createKey(pool(), team.id, { name: 'Mark' })
  const { key: another } = await createKey(pool(), team.id, { name: 'Another' })
  let now = 0
  const ring = new KeyRing(pool(), () => now)
  accepted(await ring.verify(key))
  const { rows } = await pool().query('select epoch from access_epoch')
  await revokeKey(pool(), team.id, id)
  now += 1_001
  accepted(await ring.verify(another))
  await pool().query('update access_epoch set epoch = $1', [rows[0].epoch])
  now += 1_001
  assert.equal(await ring.verify(key), 'refused')
})

test('a plan that loses API access is seen within a second', async () => {
  const { key } = await createKey(pool(), team.id, { name: 'Plan' })
  let now = 0
  const ring = new KeyRing(pool(), () => now)
  assert.equal(accepted(await ring.verify(key)).apiAccess, true)
  await setPlan(pool(), team.id, 'free')
  now += 1_001
  assert.equal(accepted(await ring.verify(key)).apiAccess, false)
  await setPlan(pool(), team.id, 'pro')
})

test('a key expires by the clock alone', async () => {
  const { key } = await createKey(pool(), team.id, { name: 'Short', expiresAt: new Date(Date.now() + 60_000) })
  let now = 0
  const watched = watchedPool()
  const ring = new KeyRing(watched, () => now)
  accepted(await ring.verify(key))
  now += 61_000
  watched.away = true
  assert.equal(await ring.verify(key), 'refused')
})

test('without the database a key is recognised for five minutes, unconfirmed, and a stranger cannot be judged', async () => {
  const { key } = await createKey(pool(), team.id, { name: 'Outage' })
  let now = 0
  const watched = watchedPool()
  const ring = new KeyRing(watched, () => now)
  assert.equal(accepted(await ring.verify(key)).confirmed, true)
  watched.away = true
  now += 299_000
  assert.equal(accepted(await ring.verify(key)).confirmed, false)
  assert.equal(await ring.verify(makeKey()), 'unknowable')
  assert.equal(await ring.verify('nonsense'), 'refused')
  now += 2_000
  assert.equal(await ring.verify(key), 'unknowable')
  watched.away = false
  now += 1_000
  assert.equal(accepted(await ring.verify(key)).confirmed, true)
})

test('rotation: the successor inherits, the old key goes on for its grace, and of two rotations at once one wins', async () => {
  const expiresAt = new Date(Date.now() + 30 * 86_400_000)
  const old = await createKey(pool(), team.id, { name: 'Rotated', expiresAt })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => rotateKey(pool(), team.id, old.id, '1h')))
  const won = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value)
  assert.equal(won.length, 1)
  const [successor] = won
  assert.equal(successor?.name, 'Rotated')
  assert.equal(successor?.expiresAt?.getTime(), expiresAt.getTime())
  const after = await findKey(pool(), team.id, old.id)
  assert.equal(after?.replacedBy, successor?.id)
  const graceMs = (after?.expiresAt?.getTime() ?? 0) - Date.now()
  assert.ok(graceMs > 3_590_000 && graceMs <= 3_600_000, `${graceMs}`)
  const ring = new KeyRing(pool())
  accepted(await ring.verify(old.key))
  accepted(await ring.verify(successor?.key ?? ''))
  await revokeKey(pool(), team.id, successor?.id ?? '')
  await assert.rejects(rotateKey(pool(), team.id, successor?.id ?? '', 'now'), /is revoked/)
})

test('grace never makes a key live longer than it was to live', async () => {
  const expiresAt = new Date(Date.now() + 60_000)
  const old = await createKey(pool(), team.id, { name: 'Soon gone', expiresAt })
  await rotateKey(pool(), team.id, old.id, '7d')
  assert.equal((await findKey(pool(), team.id, old.id))?.expiresAt?.getTime(), expiresAt.getTime())
})

test('last use is written at most once a minute, and does not make other nodes forget their keys', async () => {
  const { key, id } = await createKey(pool(), team.id, { name: 'Used' })
  const watched = watchedPool()
  const ring = new KeyRing(watched)
  accepted(await ring.verify(key))
  const lastUsed = new LastUsed(pool())
  lastUsed.note(id)
  await lastUsed.flush()
  const first = (await findKey(pool(), team.id, id))?.lastUsedAt
  assert.ok(first)
  await new LastUsed(pool()).flush()
  const again = new LastUsed(pool())
  again.note(id)
  await again.flush()
  assert.equal((await findKey(pool(), team.id, id))?.lastUsedAt?.getTime(), first.getTime())
  await sleep(350)
  accepted(await ring.verify(key))
  accepted(await ring.verify(key))
  assert.ok(watched.asked <= 2, 'the key was read once and the epoch once')
})
