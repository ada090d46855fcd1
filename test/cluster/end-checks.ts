// What must be true in the end, whatever was done to the nodes.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBudgets } from '../../src/account/budgets/index.ts'
import { type Database, many } from '../../src/db/index.ts'
import { serve } from '../harness/command-line.ts'
import { type Answers, search, type Written } from './load.ts'
import type { Node } from './nodes.ts'

const PATIENCE_MS = 300_000

export async function allEventIds(db: Database): Promise<Set<string>> {
  const rows = await many<{ id: string }>(
    db.pool('ingest'),
    `select 'wh_' || e.signal_id || '_' || e.action || '_' || e.unix as id from log l join events e using (day, batch)
      where e.kind = 'signal' and e.type = 'hiring' and not e.silent and not l.quiet`,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function assertWritten(db: Database, { keys }: Written): Promise<void> {
  const rows = await many<{ key: string }>(
    db.pool('ingest'),
    `select key from signals where sources is null union select key from reports`,
  )
  const stored = new Set(rows.map(({ key }) => key))
  assert.deepEqual(
    [...keys].filter((key) => !stored.has(key)),
    [],
    'acknowledged, and lost',
  )
}

/** As a naive replay says: each company entered once, and none else. */
export async function assertAlerts({ matching }: Written, bodies: () => readonly string[]): Promise<void> {
  const entered = () => new Set(bodies().flatMap((body) => [...body.matchAll(/"domain":"([^"]+)"/g)].map(([, d]) => d)))
  await waitUntil('every alert has arrived', () => entered().size >= matching.size)
  assert.deepEqual([...entered()].sort(), [...matching].sort())
}

/** Each answer is charged once, each refusal never. Of an unknown outcome, either may be so. */
export async function assertCharged(db: Database, { id }: { readonly id: string }, answers: Answers): Promise<Answers> {
  assert.deepEqual(answers.others, [])
  const state = await readBudgets(db.pool('settings'), { teamId: id, plan: 'pro' })
  assert.ok('buckets' in state)
  const used = state.buckets.monthlyRequests.used
  const { answered, unknown } = answers
  assert.ok(used >= answered && used <= answered + unknown, `${used} charged, ${answered} answered, ${unknown} unknown`)
  return answers
}

/** Every node answers alike, from its own index, and as the writers know. */
export async function assertSameAnswers(nodes: readonly Node[], key: string, { matching }: Written): Promise<void> {
  for (const node of nodes) {
    let total: unknown
    await waitUntil(`${node.name} finds all`, async () => {
      const { status, text } = await search(node, key)
      total = status === 200 ? (JSON.parse(text) as { total?: number }).total : text
      return total === matching.size
    })
  }
  const pages = await Promise.all(nodes.map(async (node) => (await search(node, key)).text))
  const idsOf = (text: string) => (JSON.parse(text) as { companies: { id: string }[] }).companies.map(({ id }) => id)
  for (const page of pages) assert.deepEqual(idsOf(page), idsOf(pages[0] ?? ''))
}

const COMPARED = [
  'hiring(title ~ "AI SDR")',
  'hiring(title ~ "Accountant")',
  'hiring(title ~ "AI SDR") AND NOT hiring(title ~ "Accountant")',
  'hiring(within: 7d)',
]
const COMPARED_PAGES = 3

/** Each node's index says what PostgreSQL says: the same companies with the same signals, in the same order. */
export async function assertEnginesAgree(nodes: readonly Node[], databaseUrl: string, key: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, SEARCH_ENGINE: 'postgres', ALLOW_LOOPBACK_WEBHOOKS: '1' }
  const reference = { service: await serve(['--roles', 'api'], env) }
  for (const { name, service } of nodes) {
    const metrics = await (await fetch(`${service?.url}/metrics`)).text()
    assert.match(metrics, /^pro_signal_search_index_ready 1$/m, `${name} answers from its index`)
  }
  for (const query of COMPARED) {
    for (let page = 1; page <= COMPARED_PAGES; page++) {
      const answerOf = async (of: Pick<Node, 'service'>) => {
        const { status, text } = await search(of, key, query, { page, pageSize: 50 })
        assert.equal(status, 200, text)
        const { companies, total } = JSON.parse(text) as { companies: unknown[]; total: number }
        return { companies, total }
      }
      const expected = await answerOf(reference)
      for (const node of nodes)
        assert.deepEqual(await answerOf(node), expected, `${node.name}, page ${page} of ${query}`)
    }
  }
  reference.service.process.kill('SIGTERM')
  await once(reference.service.process, 'exit')
}

/** No lock of any kind, and no open transaction. */
export async function assertNothingHeld(db: Database): Promise<void> {
  const held = () =>
    many(
      db.pool('settings'),
      `select a.application_name, a.state, a.query, l.locktype, l.mode, l.relation::regclass::text
         from pg_stat_activity a left join pg_locks l on l.pid = a.pid
        where a.datname = current_database() and a.pid <> pg_backend_pid() and a.backend_type = 'client backend'
          and (a.state like 'idle in transaction%' or l.pid is not null)`,
    )
  let last: unknown[] = []
  await waitUntil('nothing is held', async () => {
    last = await held()
    return last.length === 0
  }).catch(() => assert.deepEqual(last, []))
}

export async function waitUntil(what: string, done: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(200)) if (await done()) return
  assert.fail(`timed out waiting until ${what}`)
}
