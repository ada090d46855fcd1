// The demo collects from job boards of its own, on a machine without internet.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CollectingNode, readCollecting } from '../../src/collect/collecting/index.ts'
import { COLLECTORS } from '../../src/collect/collectors/index.ts'
import { type Database, maybeOne, one, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import type { Service } from '../../src/service/service.ts'
import { cleanup } from '../harness/cleanup.ts'
import { proSignalProcess, runCommand } from '../harness/command-line.ts'
import { createDatabase } from '../harness/database.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { silentLog } from '../harness/log.ts'
import { startTestService } from '../harness/service.ts'

let env: Record<string, string>
let db: Database
let service: Service
before(async () => {
  env = { DATABASE_URL: await createDatabase(), DATA_DIR: temporaryFolder() }
  db = await openDatabase({ config: loadConfig(env), log: silentLog })
  cleanup(() => db.close())
  service = await startTestService({
    env: { ...env, PRO_SIGNAL_DEMO: '1' },
    roles: ['api'],
    demoTempo: { secondsBetweenJobs: 1 },
  })
})

async function json<T>(args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], env)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as T
}

interface NewJob {
  readonly domain: string
  readonly title: string
  readonly firstJobs: number
  readonly [column: string]: unknown
}

/** A job that a later visit of its board found, as seen by a reader of the log. */
const NEWS = `
  select l.domain, s.fields ->> 'jobTitle' as title, first.created as "firstJobs"
    from events e join log using (day, batch) join signals s on s.id = e.signal_id
    join looks l on l.collector = s.source and l.target = split_part(s.key, '/', 1)
    join visits first on first.look_id = l.id and first.outcome = 'first'
   where e.action = 'created' and not log.quiet and s.type = 'hiring' and s.source like 'demo-%' limit 1`

async function nextNews(): Promise<NewJob> {
  for (let i = 0; i < 600; i++) {
    const found = await maybeOne<NewJob>(db.pool('ingest'), NEWS)
    if (found) return found
    await sleep(50)
  }
  throw new Error('no job has become news')
}

let news: NewJob

test('a job that appears on a board of the demo is news and is found, and the first visit of the board is history', async () => {
  news = await nextNews()
  assert.ok(news.firstJobs > 0)
  const response = await fetch(`${service.url}/api/v1/companies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.demo?.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ signal_query: `hiring(title ~ "${news.title}")`, watched: ['hiring'], pageSize: 50 }),
  })
  const { companies } = (await response.json()) as { companies: { domain: string }[] }
  assert.ok(companies.some(({ domain }) => domain === news.domain))
})

test('watch list and watch show have the companies of the demo', async () => {
  const { companies } = await json<{ companies: { domain: string; looks: number }[] }>(['watch', 'list'])
  assert.ok(companies.length > 30)
  assert.deepEqual(
    [...new Set(companies.map(({ looks }) => looks))].sort(),
    [1, 2, 3],
    'a board; some have a list of subprocessors, and some announce rounds',
  )
  const { sources } = await json<{ sources: { collector: string; target: string }[] }>(['watch', 'show', news.domain])
  assert.ok(sources.every(({ collector, target }) => collector.startsWith('demo-') && target === news.domain))
})

test('some tools of the demo are from lists of subprocessors, with the row as evidence', async () => {
  const { tools, evidence } = await one<{ tools: number; evidence: string }>(
    db.pool('ingest'),
    `select count(*)::int as tools, min(fields ->> 'evidence') as evidence from signals
      where source = 'demo-subprocessors' and type = 'tool' and status = 'active'`,
  )
  assert.ok(tools > 50, String(tools))
  assert.match(evidence, / – USA$/)
})

test('some rounds of the demo are from announcements, join what its world knows, and a dossier says who answered', async () => {
  const { rounds, joined, id, company } = await one<{ rounds: number; joined: number; id: string; company: string }>(
    db.pool('ingest'),
    `select count(*)::int as rounds, count(*) filter (where s.sources @> '[{"name":"newsroom"}]')::int as joined,
            min(s.id::text) as id, (array_agg(c.id order by s.id::text))[1] as company
       from signals s join companies c on c.ordinal = s.company_ordinal
      where s.type = 'funding' and s.status = 'active' and (s.source = 'demo-announcements' or s.sources @> '[{"name":"demo-announcements"}]')`,
  )
  assert.ok(rounds >= 10 && joined >= 5, `${rounds} rounds, ${joined} joined`)
  const response = await fetch(`${service.url}/api/v1/companies/${company}`, {
    headers: { authorization: `Bearer ${service.demo?.key}` },
  })
  const { data } = (await response.json()) as {
    data: { receipts: { signalId: string; seenOn: string; seenThrough: string }[] }
  }
  const receipt = data.receipts.find(({ signalId }) => signalId === id)
  assert.match(receipt?.seenOn ?? '', /\.example$/)
  assert.match(receipt?.seenThrough ?? '', /^127\.0\.0\.1:\d+$/)
})

test('the visits of the demo are in the metrics, under names of their own', async () => {
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  assert.match(metrics, /^pro_signal_collect_visits_total\{source="demo-\w+",outcome="first"\} [1-9]/m)
  assert.match(metrics, /^pro_signal_collect_changes_total\{source="demo-\w+",change="created"\} [1-9]/m)
  assert.doesNotMatch(metrics, /^pro_signal_collect_visits_total\{source="(?!demo-)/m)
})

test('collecting for an operator leaves the boards of the demo alone', async () => {
  const asked: string[] = []
  const node = new CollectingNode(db, {
    collectors: COLLECTORS,
    once: { all: true },
    log: silentLog,
    onVisit: ({ look }) => asked.push(look.domain),
    openAsker: () => ({
      ask: () => () => assert.fail('nobody may be asked'),
      fetch: () => () => assert.fail('nobody may be asked'),
      dns: { txt: () => assert.fail('nobody may be asked'), mx: () => assert.fail('nobody may be asked') },
      close: async () => {},
    }),
  })
  await node.run(new AbortController().signal)
  assert.deepEqual(asked, [])
  const { watched, looks, oldestDueSeconds } = await readCollecting(db)
  assert.deepEqual([watched, looks, oldestDueSeconds], [0, 0, 0])
})

test('demo remove leaves nothing of its boards while the service runs, and what an operator watches stays', async () => {
  await json(['watch', 'add', news.domain, 'globex.example'])
  const { team, kept } = await json<{ team: string | null; kept: string[] }>(['demo', 'remove', '--yes'])
  assert.deepEqual([team, kept], [service.demo?.teamId, []])
  // A visit in progress would be written by now.
  await service.close()
  const left = await one<Record<string, unknown>>(
    db.pool('ingest'),
    `select (select count(*)::int from signals) as signals, (select count(*)::int from reports) as reports,
            (select count(*)::int from companies) as companies, (select count(*)::int from sources) as sources,
            (select count(*)::int from look_snapshots) as snapshots, (select count(*)::int from visits) as visits,
            (select count(*)::int from looks where collector like 'demo-%') as looks,
            (select array_agg(domain order by domain) from watched_companies) as watched`,
  )
  const nothing = { signals: 0, reports: 0, companies: 0, sources: 0, snapshots: 0, visits: 0, looks: 0 }
  assert.deepEqual(left, { ...nothing, watched: ['globex.example', news.domain].sort() })
})

test('demo boards serves websites and boards until it is stopped', async () => {
  const child = proSignalProcess(['demo', 'boards', '--port', '0', '--json'])
  cleanup(() => child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { origin } = JSON.parse(String(line)) as { origin: string }
  const [answer] = (await once(get(origin, { headers: { host: 'account-7.example' } }), 'response')) as [
    IncomingMessage,
  ]
  assert.match(await text(answer), /<h1>Account 7<\/h1>/)
  const second = await runCommand(['demo', 'boards', '--port', new URL(origin).port])
  assert.deepEqual([second.code, second.stdout], [1, ''])
  assert.match(second.stderr, /The boards can't be served: .*EADDRINUSE.*--port takes another port/)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})
