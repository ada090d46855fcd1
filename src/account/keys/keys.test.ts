// Keys against a real database: what is stored, what is accepted, and how fast a change takes effect.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { createKey, revokeKey, rotateKey, setPlan } from '../../../test/harness/operator.ts'
import { type Database, many, type Queryable } from '../../db/index.ts'
import { createTeam, type Team } from '../teams/index.ts'
import { makeKey } from './format.ts'
import { type Caller, KeyCache, type KeyVerdict } from './key-cache.ts'
import { LastUsed } from './last-used.ts'
import { findKey, listKeys } from './queries.ts'

let db: Database
let team: Team
let other: Team

before(async () => {
  db = await openTestDatabase()
  team = await createTeam(db, { name: 'One', plan: 'pro' }, { email: 'one@example.com', password: 'password one' })
  other = await createTeam(db, { name: 'Two', plan: 'pro' }, { email: 'two@example.com', password: 'password two' })
})

const pool = () => db.pool('settings')

/** The pool, with a count of its queries. It can be made unavailable. */
function watchedPool(delayMs = 0) {
  const running = new Set<Promise<unknown>>()
  const watched = {
    queries: 0,
    unavailable: false,
    idle: () => Promise.allSettled(running),
    query: ((sql: string, values?: unknown[]) => {
      watched.queries++
      if (watched.unavailable)
        return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
      const answer = sleep(delayMs).then(() => pool().query(sql, values))
      running.add(answer)
      return answer
    }) as Queryable['query'],
  }
  return watched
}

function accepted(verdict: KeyVerdict): Caller {
  assert.ok(typeof verdict === 'object', `expected a caller, got ${String(verdict)}`)
  return verdict
}

test('an operator’s command obeys the limit of 50 working keys, even when several run at once', async () => {
  const owner = { email: 'full@example.com', password: 'password full' }
  const { id } = await createTeam(db, { name: 'Full', plan: 'pro' }, owner)
  const keys = []
  for (let i = 0; i < 48; i++) keys.push(await createKey(pool(), id, { name: `Key ${i}` }))
  const racing = await Promise.allSettled(Array.from({ length: 6 }, () => createKey(pool(), id, { name: 'Racing' })))
  assert.equal(racing.filter(({ status }) => status === 'fulfilled').length, 2)
  await assert.rejects(createKey(pool(), id, { name: 'One too many' }), /at most 50 working keys: revoke one first/)
  await revokeKey(pool(), id, keys[0]?.id ?? '')
  await createKey(pool(), id, { name: 'Fits again' })
})

test('joined emoji and joined letters are names, invisible characters are not', async () => {
  for (const name of ['👩‍🚀 launch', '👨‍👩‍👧‍👦', '🏴‍☠️ pirates', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 team', '👩🏽‍💻', 'می‌خواهم', 'क्‍ष']) {
    assert.equal((await createKey(pool(), other.id, { name })).name, name)
  }
  // 100 characters, as the database counts them.
  assert.equal((await createKey(pool(), other.id, { name: '🚀'.repeat(100) })).name.length, 200)
  for (const name of ['🚀'.repeat(101), 'CRM\u200dsync', '\u200d👩', 'a\u200fb', '\u202e', '👩\u200d', '🏴\u{e0067}']) {
    await assert.rejects(createKey(pool(), other.id, { name }), /1 to 100 characters, all of them visible/, name)
  }
})

test('bidirectional controls are removed from a name', async () => {
  const { name } = await createKey(pool(), other.id, { name: '\u202a CRM \u2067\u202esync\u202c' })
  assert.equal(name, 'CRM sync')
})

test('only the hash of a key is stored', async () => {
  const { key } = await createKey(pool(), team.id, { name: 'Stored' })
  const [row] = await many<pg.QueryResultRow>(
    pool(),
    `select to_jsonb(k)::text as text from api_keys k where name = 'Stored'`,
  )
  assert.ok(!row?.text.includes(key.slice(8, -4)))
})

test('a key is accepted for its own team, and a team sees, rotates and revokes only its own keys', async () => {
  const { key, id } = await createKey(pool(), team.id, { name: 'Mine' })
  assert.equal(accepted(await new KeyCache(pool()).verify(key)).teamId, team.id)
  assert.equal(await findKey(pool(), other.id, id), undefined)
  await assert.rejects(revokeKey(pool(), other.id, id), /has no such key/)
  await assert.rejects(rotateKey(pool(), other.id, id, 'now'), /has no such key/)
  assert.ok(!(await listKeys(pool(), other.id)).some((each) => each.id === id))
  assert.equal(accepted(await new KeyCache(pool()).verify(key)).keyId, id)
})

test('a warm key sends no query, and many concurrent callers share one', async () => {
  const { key } = await createKey(pool(), team.id, { name: 'Warm' })
  const watched = watchedPool()
  const cache = new KeyCache(watched)
  await Promise.all(Array.from({ length: 50 }, () => cache.verify(key)))
  assert.equal(watched.queries, 1)
  for (let i = 0; i < 100; i++) accepted(await cache.verify(key))
  assert.equal(watched.queries, 1)
})

test('malformed keys never reach the database, and an unknown key is looked up once', async () => {
  const watched = watchedPool()
  const cache = new KeyCache(watched)
  for (const text of ['', 'psk_', 'x'.repeat(40), `${makeKey().slice(0, -1)}!`, `${makeKey()}x`]) {
    assert.equal(await cache.verify(text), 'rejected')
  }
  assert.equal(watched.queries, 0)
  const unknown = makeKey()
  assert.equal(await cache.verify(unknown), 'rejected')
  assert.equal(await cache.verify(unknown), 'rejected')
  assert.equal(watched.queries, 1)
})

test('a flood of well-formed unknown keys is rejected without the database, and known keys keep working', async () => {
  const { key: warm } = await createKey(pool(), team.id, { name: 'Warm in a flood' })
  const { key: cold } = await createKey(pool(), team.id, { name: 'Cold in a flood' })
  const watched = watchedPool()
  let now = 0
  const cache = new KeyCache(watched, () => now)
  const [network, another] = [() => '2001:db8:1:2::/64', () => '2001:db8:1:3::/64']
  accepted(await cache.verify(warm, network))
  const before = watched.queries
  const verdicts = await Promise.all(Array.from({ length: 500 }, () => cache.verify(makeKey(), network)))
  await watched.idle()
  assert.equal(watched.queries - before, 30)
  // On a busy machine the database answers some of them too late for their callers.
  const count = (wanted: KeyVerdict) => verdicts.filter((verdict) => verdict === wanted).length
  assert.equal(count('rejected') + count('throttled') + count('unverifiable'), 500)
  assert.ok(count('rejected') <= 30, `${count('rejected')}`)
  accepted(await cache.verify(warm, network))
  assert.equal(await cache.verify(cold, network), 'throttled')
  accepted(await cache.verify(cold, another))
  // From then on the node knows it, from any network, and a change to another key doesn't make it unknown again.
  accepted(await cache.verify(cold, network))
  await createKey(pool(), team.id, { name: 'Changes the epoch' })
  now += 1_001
  accepted(await cache.verify(warm, network))
  assert.equal(await cache.verify(makeKey(), network), 'throttled')
  now += 2_000
  assert.equal(await cache.verify(makeKey(), network), 'rejected')
})

test('a flood of unknown keys sends no further queries to a slow database', async () => {
  const watched = watchedPool(1_500)
  const cache = new KeyCache(watched, () => 0)
  const flood = () => Promise.all(Array.from({ length: 100 }, () => cache.verify(makeKey(), () => '192.0.2.7')))
  assert.deepEqual(new Set(await flood()), new Set(['unverifiable']))
  await flood()
  await watched.idle()
  assert.equal(watched.queries, 30)
})

test('valid keys use none of a network’s allowance, however many are checked concurrently', async () => {
  const keys = []
  const owner = { email: 'many@example.com', password: 'password many' }
  const { id } = await createTeam(db, { name: 'Many', plan: 'pro' }, owner)
  for (let i = 0; i < 40; i++) keys.push((await createKey(pool(), id, { name: `Many ${i}` })).key)
  const cache = new KeyCache(pool(), () => 0)
  const network = () => '192.0.2.1'
  const crowd = keys.flatMap((key) => [key, key, key])
  for (const verdict of await Promise.all(crowd.map((key) => cache.verify(key, network)))) accepted(verdict)
  for (let i = 0; i < 30; i++) assert.equal(await cache.verify(makeKey(), network), 'rejected')
  assert.equal(await cache.verify(makeKey(), network), 'throttled')
})

test('memory is bounded, however many keys and networks a flood has', async () => {
  const cache = new KeyCache({
    query: () => Promise.resolve({ rows: [{ epoch: 'e', now: new Date(), keyId: null }] }),
  } as never)
  for (let i = 0; i < 25_000; i++) await cache.verify(makeKey(), () => `192.0.${i >> 8}.${i & 255}`)
  assert.ok(cache.size <= 20_000, `${cache.size}`)
})

for (const [what, change] of Object.entries({
  revoked: (keyId: string) => revokeKey(pool(), team.id, keyId),
  'rotated without grace': (keyId: string) => rotateKey(pool(), team.id, keyId, 'now'),
})) {
  test(`a key that was ${what} is rejected within a second by a cache under load`, async () => {
    const { key, id } = await createKey(pool(), team.id, { name: what })
    const cache = new KeyCache(pool())
    accepted(await cache.verify(key))
    await change(id)
    const committedAt = performance.now()
    let lastAccepted = committedAt
    while (performance.now() - committedAt < 1_500) {
      // Before the answer, which a busy machine may bring late.
      const askedAt = performance.now()
      if (typeof (await cache.verify(key)) === 'object') lastAccepted = askedAt
      await sleep(5)
    }
    assert.ok(lastAccepted - committedAt < 1_000, `accepted ${lastAccepted - committedAt} ms after the commit`)
    assert.equal(await cache.verify(key), 'rejected')
  })
}

test('a cache that was idle for more than a second queries before it accepts', async () => {
  const { key, id } = await createKey(pool(), team.id, { name: 'Idle' })
  let now = 0
  const cache = new KeyCache(pool(), () => now)
  accepted(await cache.verify(key))
  await revokeKey(pool(), team.id, id)
  now += 1_001
  assert.equal(await cache.verify(key), 'rejected')
})

test('a database that is restored to an older state does not make old cache entries valid again', async () => {
  const { key, id } = await createKey(pool(), team.id, { name: 'Restored' })
  let now = 0
  const cache = new KeyCache(pool(), () => now)
  const { rows } = await pool().query('select epoch from access_epoch')
  await createKey(pool(), team.id, { name: 'After the backup' })
  accepted(await cache.verify(key))
  await pool().query('update access_epoch set epoch = $1', [rows[0].epoch])
  now += 1_001
  accepted(await cache.verify(key))
  await revokeKey(pool(), team.id, id)
  now += 1_001
  assert.equal(await cache.verify(key), 'rejected')
})

test('an epoch that is set back manually does not revive what was cached under it', async () => {
  const { key, id } = await createKey(pool(), team.id, { name: 'Mark' })
  const { key: another } = await createKey(pool(), team.id, { name: 'Another' })
  let now = 0
  const cache = new KeyCache(pool(), () => now)
  accepted(await cache.verify(key))
  const { rows } = await pool().query('select epoch from access_epoch')
  await revokeKey(pool(), team.id, id)
  now += 1_001
  accepted(await cache.verify(another))
  await pool().query('update access_epoch set epoch = $1', [rows[0].epoch])
  now += 1_001
  assert.equal(await cache.verify(key), 'rejected')
})

test('a plan that loses API access is noticed within a second', async () => {
  const { key } = await createKey(pool(), team.id, { name: 'Plan' })
  let now = 0
  const cache = new KeyCache(pool(), () => now)
  assert.equal(accepted(await cache.verify(key)).apiAccess, true)
  await setPlan(pool(), team.id, 'free')
  now += 1_001
  assert.equal(accepted(await cache.verify(key)).apiAccess, false)
  await setPlan(pool(), team.id, 'pro')
})

test('a key expires by the clock, without a query', async () => {
  const { key } = await createKey(pool(), team.id, { name: 'Short', expiresAt: new Date(Date.now() + 60_000) })
  let now = 0
  const watched = watchedPool()
  const cache = new KeyCache(watched, () => now)
  accepted(await cache.verify(key))
  now += 61_000
  watched.unavailable = true
  assert.equal(await cache.verify(key), 'rejected')
})

test('without the database a key is recognised for five minutes, unconfirmed, and an unknown one cannot be verified', async () => {
  const { key } = await createKey(pool(), team.id, { name: 'Outage' })
  let now = 0
  const watched = watchedPool()
  const cache = new KeyCache(watched, () => now)
  assert.equal(accepted(await cache.verify(key)).confirmed, true)
  watched.unavailable = true
  now += 299_000
  assert.equal(accepted(await cache.verify(key)).confirmed, false)
  assert.equal(await cache.verify(makeKey()), 'unverifiable')
  assert.equal(await cache.verify('nonsense'), 'rejected')
  now += 2_000
  assert.equal(await cache.verify(key), 'unverifiable')
  watched.unavailable = false
  now += 1_000
  assert.equal(accepted(await cache.verify(key)).confirmed, true)
})

test('rotation: the successor inherits, the old key works for its grace period, and of concurrent rotations one wins', async () => {
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
  const cache = new KeyCache(pool())
  accepted(await cache.verify(old.key))
  accepted(await cache.verify(successor?.key ?? ''))
  await revokeKey(pool(), team.id, successor?.id ?? '')
  await assert.rejects(rotateKey(pool(), team.id, successor?.id ?? '', 'now'), /is revoked/)
})

test('a grace period never extends a key beyond its own expiry', async () => {
  const expiresAt = new Date(Date.now() + 60_000)
  const old = await createKey(pool(), team.id, { name: 'Soon gone', expiresAt })
  await rotateKey(pool(), team.id, old.id, '7d')
  assert.equal((await findKey(pool(), team.id, old.id))?.expiresAt?.getTime(), expiresAt.getTime())
})

test('last use is written at most once a minute, and does not invalidate the caches of other nodes', async () => {
  const { key, id } = await createKey(pool(), team.id, { name: 'Used' })
  let now = 0
  const watched = watchedPool()
  const cache = new KeyCache(watched, () => now)
  accepted(await cache.verify(key))
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
  now += 350
  accepted(await cache.verify(key))
  accepted(await cache.verify(key))
  assert.ok(watched.queries <= 2, 'the key was read once and the epoch once')
})
