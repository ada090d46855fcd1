// The data of bench/api.ts: teams with keys, and the service's own replies, which the baselines send back.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashKey, makeKey } from '../../src/account/keys/format.ts'
import { BUCKETS, LIMITS, PLANS } from '../../src/account/plans/index.ts'
import { one, type Queryable } from '../../src/db/index.ts'

const QUERIES = [
  'hiring',
  'hiring + funding',
  'hiring(title ~ engineer, within: 30d)',
  'tool(ai: true) NOT web',
  'hiring(function: sales, count >= 2)',
  'funding THEN hiring WITHIN 90d',
  'ai hiring',
  'any(confidence >= 0.9, within: 7d)',
]
const COUNTRIES = ['US', 'DE', 'GB', 'FR', 'CA']

/** Creates teams with the plan's own limits, so the charge does the same work as in production. Returns their keys. */
export async function createTeams(pool: Queryable, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, makeKey)
  await pool.query(
    `with owner as (insert into accounts (email, password_hash) values ('bench@example.com', '') returning id),
     new_teams as (insert into teams (name, plan) select 'Team ' || n, 'pro' from generate_series(1, $1::int) n returning id),
     members as (insert into team_members (team_id, account_id, role) select new_teams.id, owner.id, 'owner' from new_teams, owner)
     insert into api_keys (team_id, name, hash, prefix, last_four)
     select team.id, 'Key', key.hash, 'psk_', '' from (select id, row_number() over () as n from new_teams) team
       join unnest($2::bytea[]) with ordinality as key (hash, n) using (n)`,
    [count, keys.map(hashKey)],
  )
  // A team's first request of a day creates its usage rows. The benchmark measures the later ones.
  await pool.query(
    `select u.outcome from api_keys k, use_team_budgets(k.team_id, k.id, null, 'pro', $1, true, 'dossier', 1, 0, 0, null, null, now() - interval '2 minutes') u`,
    [LIMITS.map((limit) => PLANS.pro.limits[limit])],
  )
  await pool.query(
    `create table bench_counters (team integer primary key, used integer not null, "limit" integer not null) with (fillfactor = 50)`,
  )
  await pool.query(`insert into bench_counters select n - 1, 0, 3000 from generate_series(1, $1::int) n`, [count])
  return keys
}

/** A team whose limits no benchmark reaches. */
export async function createUnlimitedTeam(pool: Queryable): Promise<{ key: string; teamId: string }> {
  const key = makeKey()
  const { teamId } = await one<{ teamId: string }>(
    pool,
    `with new_teams as (insert into teams (name, plan) values ('Unlimited', 'pro') returning id),
     member as (insert into team_members (team_id, account_id, role) select new_teams.id, a.id, 'owner' from new_teams, accounts a),
     limits as (insert into team_limits (team_id, bucket, "limit") select new_teams.id, unnest($2::text[]), 100000000 from new_teams)
     insert into api_keys (team_id, name, hash, prefix, last_four) select id, 'Key', $1, 'psk_', '' from new_teams
     returning team_id as "teamId"`,
    [hashKey(key), BUCKETS],
  )
  return { key, teamId }
}

/** Stores the service's dossiers for the baselines. Returns their mean size in bytes. */
export async function storeDossiers(pool: Queryable, port: number, companies: readonly string[]): Promise<number> {
  const { key } = await createUnlimitedTeam(pool)
  await pool.query('create table bench_documents (id uuid primary key, body text not null)')
  let bytes = 0
  for (const id of companies) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/companies/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const body = await response.text()
    bytes += Buffer.byteLength(body)
    await pool.query('insert into bench_documents values ($1, $2)', [id, body])
  }
  await pool.query('vacuum analyze')
  return Math.round(bytes / companies.length)
}

/** Stores the service's search replies for the baselines, once the search index is ready. Returns the request bodies. */
export async function storeSearches(pool: Queryable, port: number): Promise<{ id: string; body: string }[]> {
  for (let tries = 0; tries < 600; tries++) {
    const { search } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { search: string }
    if (search === 'index') break
    await sleep(100)
  }
  const { key } = await createUnlimitedTeam(pool)
  const bodies = QUERIES.flatMap((query) => [
    JSON.stringify({ signal_query: query, pageSize: 10 }),
    ...COUNTRIES.map((country) => JSON.stringify({ signal_query: query, countries: [country], pageSize: 10 })),
  ])
  const searches = []
  for (const body of bodies) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/companies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const id = randomUUID()
    await pool.query('insert into bench_documents values ($1, $2)', [id, await response.text()])
    searches.push({ id, body })
  }
  return searches
}
