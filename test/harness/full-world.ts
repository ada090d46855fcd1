// A team whose pages are full: 500 companies with long, right-to-left and emoji names, a webhook with 10,000 events, 200 API keys,
// 20 lists, 30 saved searches, 2,000 entries in the audit log. Rows that take weeks to come about are inserted directly.

import { makeAttemptPartitions } from '../../src/deliver/firehose/progress/retention.ts'
import type { IncomingRecord } from '../../src/meaning/signals/index.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { readHead, Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import type { Browser } from './browser.ts'
import { newList } from './operator.ts'
import type { SettingsService } from './settings.ts'
import { company, DAY, signal } from './signals.ts'

export const FULL = { companies: 500, events: 10_000, keys: 200, lists: 20, searches: 30, members: 20, audit: 2_000 }

/** 60 characters, right-to-left, emoji, one long word, and plain names. */
export function fullName(n: number): string {
  const names = [
    'Consolidated International Logistics and Freight of the North',
    'شركة الأمثلة للتجارة والخدمات اللوجستية الدولية المحدودة',
    '🚀 Moonshot 👩‍👩‍👧‍👦 Family & Friends 🧪',
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauten',
    'חברת הדוגמאות',
    'Acme',
  ] as const
  return `${names[n % names.length] as string} ${n}`
}

const domainOf = (n: number) => `full-${n}.example`

export async function fillTeam(settings: SettingsService, team: { teamId: string; owners: Browser }) {
  const { pool } = settings
  const { teamId, owners } = team
  await makeAttemptPartitions(pool)
  const { webhook } = await owners.call(contract.createWebhook, {
    body: { name: fullName(0), url: 'https://hooks.example.com/in', types: ['hiring'], authKey: null, filter: null },
  })
  await writeCompanies(settings)
  await fillDeliveries(settings, webhook.id)
  await pool.query(
    `insert into api_keys (team_id, name, hash, prefix, last_four, created_at, last_used_at, revoked_at)
     select $1, name, decode(md5(name || n) || md5(n || name), 'hex'), prefix, 'x' || lpad(n::text, 3, '0'),
            now() - make_interval(hours => n::int), case when n % 3 > 0 then now() - make_interval(mins => n::int) end,
            case when n > 50 then now() end
       from unnest($2::text[]) with ordinality as k(name, n), (select coalesce(min(prefix), 'psk_aaaa') as prefix from api_keys) p`,
    [teamId, Array.from({ length: FULL.keys }, (_, n) => fullName(n))],
  )
  await pool.query(
    `insert into usage_by_key (team_id, key_id, day, endpoint, requests, records, failed)
     select team_id, id, (now() at time zone 'utc')::date - d, 'search', 10 * d, 250 * d, d % 3
       from api_keys, generate_series(0, 9) d where team_id = $1`,
    [teamId],
  )
  await pool.query(
    `insert into usage_daily
     select $1, (now() at time zone 'utc')::date - d, 'search', 40 + d, 25 * (40 + d) from generate_series(0, 27) d`,
    [teamId],
  )
  await pool.query(
    `insert into webhook_hours (webhook_id, hour, succeeded, failed, latency_counts)
     select $1, date_trunc('hour', now()) - make_interval(hours => h), 400, h % 5, array_fill(40, array[10])
       from generate_series(1, 22) h`,
    [webhook.id],
  )
  await pool.query(
    `insert into request_log (day, team_id, at, id, key_id, endpoint, method, path, status, ms, records, page_turns, request_id)
     select (at at time zone 'utc')::date, $1, at, n, key, 'search', 'POST', '/api/v1/companies', case when n % 7 = 0 then 429 else 200 end,
            n % 900, 25, 0, 'req_' || md5(n::text)
       from generate_series(1, ${FULL.events}) n, (select id as key from api_keys where team_id = $1 limit 1) k,
            lateral (select now() - make_interval(secs => n * 5) as at) t`,
    [teamId],
  )
  await pool.query(
    `insert into audit_log (team_id, action, at, actor_email, address, target_name)
     select $1, (array['key.created', 'list.changed', 'webhook.changed', 'search.created'])[1 + n % 4],
            now() - make_interval(mins => n * 7), 'christopher.montgomery-smith@international-logistics.example', '2001:db8::1',
            ($2::text[])[1 + n % 6]
       from generate_series(1, ${FULL.audit}) n`,
    [teamId, Array.from({ length: 6 }, (_, n) => fullName(n))],
  )
  const accounts = Array.from({ length: FULL.companies }, (_, n) => domainOf(n)).join(' ')
  const lists: string[] = []
  for (let n = 0; n < FULL.lists; n++)
    lists.push(await newList(pool, teamId, fullName(n), n === 0 ? accounts : domainOf(n)))
  for (let n = 0; n < FULL.searches; n++) {
    const query = `hiring(title ~ "AI SDR", within: ${30 + n}d) OR (funding NOT tool(name: hubspot))`
    await owners.call(contract.createSearch, {
      body: { name: fullName(n), query, filters: {}, every: 'day', awayDays: 7, to: 'today' },
    })
  }
  for (let n = 0; n < FULL.members; n++) await settings.newMember(teamId, n % 3 ? 'member' : 'owner')
  await pool.query('analyze')
  return { webhookId: webhook.id, listId: lists[0] as string }
}

async function writeCompanies(settings: SettingsService): Promise<void> {
  const stamper = new Stamper(settings.db)
  const now = Math.floor(Date.now() / 1_000)
  const each = FULL.events / FULL.companies
  for (let from = 0; from < FULL.companies; from += 50) {
    const records: IncomingRecord[] = []
    for (let n = from; n < from + 50; n++) {
      for (let i = 0; i < each; i++) {
        const jobTitle = i === 0 && n % 3 === 0 ? 'AI SDR' : `Account Executive ${i}`
        const occurredAt = now - ((n + i) % 40) * DAY
        const parts = { label: `Hiring: ${jobTitle}`, occurredAt, fields: { jobTitle, function: 'sales' } }
        records.push(
          signal(domainOf(n), `${n}:${i}`, { ...parts, company: { domain: domainOf(n), name: fullName(n) } }),
        )
      }
      records.push(
        company(domainOf(n), { name: fullName(n), hqCountry: 'DE', employeeCount: 10 * n, industry: 'fintech' }),
      )
    }
    await writeRecords(settings.db, stamper, records)
  }
  await stamper.stamp()
}

/** One of ten was tried twice, one of fifty is being retried, one of a hundred has no attempts left. */
async function fillDeliveries({ pool }: SettingsService, webhookId: string): Promise<void> {
  const events = `select l.position - l.events + 1 + e.n as position, (row_number() over (order by l.position, e.n))::int as n
                    from log l join events e on e.day = l.day and e.batch = l.batch where e.kind = 'signal' and not e.silent`
  await pool.query(
    `insert into webhook_attempts (day, webhook_id, at, position, lane, attempt, status, reason, latency_ms)
     select (at at time zone 'utc')::date, $1, at, position, case attempt when 1 then 'first' else 'late' end, attempt,
            case when last and n % 50 <> 0 and n % 100 <> 1 then 200 else 503 end,
            case when last and n % 50 <> 0 and n % 100 <> 1 then null else 'status' end, 20 + n % 400
       from (${events}) e,
            lateral (select case when n % 100 = 1 then 9 when n % 10 = 0 then 2 else 1 end as most) m,
            lateral (select a as attempt, a = most as last,
                            now() - make_interval(secs => (${FULL.events} - n) * 5 + (most - a) * 2) as at
                       from generate_series(1, most) a) t`,
    [webhookId],
  )
  await pool.query(
    `insert into webhook_retries (webhook_id, position, signal_id, type, attempts, due_at, exhausted_at)
     select $1, position, gen_random_uuid(), 'hiring', case when n % 100 = 1 then 9 else 2 end,
            now() + interval '1 hour', case when n % 100 = 1 then now() end
       from (${events}) e where n % 50 = 0 or n % 100 = 1`,
    [webhookId],
  )
  await pool.query('update webhook_cursors set frontier = $2 where webhook_id = $1', [webhookId, await readHead(pool)])
}
