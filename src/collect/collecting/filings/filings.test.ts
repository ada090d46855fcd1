// From the index of filings to rounds of watched companies: on a real database, through a local server.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, startBoardServer } from '../../../../test/harness/board-server.ts'
import { beforeEachTest } from '../../../../test/harness/cleanup.ts'
import { collectOnce } from '../../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import {
  type FiledForm,
  formIndex,
  serveCapital,
  serveFilings,
  serveIndex,
} from '../../../../test/harness/filing-formats.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { type Database, many, one } from '../../../db/index.ts'
import { loadConfig } from '../../../platform/config/config.ts'
import { COLLECTORS } from '../../collectors/index.ts'
import { openFetcher } from '../../fetching/index.ts'
import { acceptMatch, addWatched, CollectingNode, listMatches, rejectMatch } from '../index.ts'
import { PAUSES } from '../visits/host-turns.ts'
import { advanceIndex, claimIndex } from './filing-queries.ts'
import { addDays, dayOf, daysToRead, mayAppear } from './index-days.ts'

const TODAY = dayOf(Date.now() / 1_000)
/** The last weekdays, the newest first. */
const DAYS = daysToRead(addDays(TODAY, -40), TODAY).toReversed()
const [LAST = '', BEFORE = '', THIRD = '', FOURTH = ''] = DAYS
const collectors = COLLECTORS.filter(({ name }) => name === 'home-page' || name === 'sec-form-d')

let db: Database
let server: BoardServer

before(async () => {
  db = await openTestDatabase()
})

beforeEachTest(async () => {
  server = await startBoardServer()
  await db.pool('ingest').query(`truncate filing_indexes, filing_issuers`)
  await db.pool('ingest').query(`delete from watched_companies`)
})

const run = (sql: string, values: unknown[] = []) => db.pool('ingest').query(sql, values)
const collect = () => collectOnce(db, { server, collectors, once: { all: false } })

/** The index has been read up to a day, and since long ago. */
async function startIndex(readThrough: string): Promise<void> {
  await run(
    `insert into filing_indexes (collector, since, read_through) values ('sec-form-d', now() - interval '200 days', $1::date)
     on conflict (collector) do update set read_through = excluded.read_through, due_at = now(), holder = null`,
    [readThrough],
  )
  for (const day of DAYS) serveIndex(server, day, [])
}

const FOOTER = '<p>© 2026 Acme, Inc.</p><p>548 Market St, San Francisco, CA 94104</p>'

/** A company that is watched for 100 days, and its website. */
async function watch(domain: string, name: string, footer = ''): Promise<void> {
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain, name }], collectors))
  await run(`update watched_companies set added_at = now() - interval '100 days' where domain = $1`, [domain])
  server.page(`https://${domain}/`, `<title>${name}</title><body><h1>${name}</h1>${footer}</body>`)
}

/** As if the last visits and readings were two hours ago. */
async function later(): Promise<void> {
  await run(`update look_times set visited_at = visited_at - interval '2 hours', due_at = due_at - interval '2 hours'`)
  await run(`update filing_indexes set due_at = now()`)
}

const acme = (more: Partial<FiledForm> = {}): FiledForm => ({
  cik: '1234567',
  name: 'Acme, Inc.',
  accession: '0001234567-26-000001',
  filedOn: LAST,
  firstSaleOn: BEFORE,
  fileNumber: '021-500001',
  ...more,
})

const roundsOf = (domain: string, type = 'funding') =>
  many<{ key: string; amount: number; events: number }>(
    db.pool('ingest'),
    `select s.key, (s.fields->>'amountUsd')::int as amount,
            (select count(*) from events e join log l on l.batch = e.batch and l.day = e.day where e.signal_id = s.id and not e.silent and not l.quiet)::int as events
       from signals s join companies c on c.ordinal = s.company_ordinal where c.domain = $1 and s.type = $2 order by s.key`,
    [domain, type],
  )

test('a filing of the company’s legal name and state becomes its round, with an event; earlier filings are history', async () => {
  await startIndex(FOURTH)
  await watch('acme.example', 'Acme', `${FOOTER}<a href="/ai">AI</a>`)
  server.page('https://acme.example/ai', '<title>AI agents for sales | Acme</title>')
  const old = acme({ accession: '0001234567-26-000000', filedOn: addDays(TODAY, -150), fileNumber: '021-400000' })
  serveFilings(server, [acme(), { ...old, firstSaleOn: addDays(TODAY, -160), sold: 1_000_000, offered: 1_000_000 }])
  await collect()
  await collect()
  assert.deepEqual(await roundsOf('acme.example'), [{ key: '1234567/021-400000', amount: 1_000_000, events: 0 }])
  await later()
  await collect()
  assert.deepEqual(await roundsOf('acme.example'), [
    { key: '1234567/021-400000', amount: 1_000_000, events: 0 },
    { key: '1234567/021-500001', amount: 8_000_000, events: 1 },
  ])
  assert.deepEqual(await listMatches(db.pool('settings')), [])
  const withAi = await roundsOf('acme.example', 'funding_ai')
  assert.ok(
    withAi.some(({ amount }) => amount === 8_000_000),
    'funding plus AI follows automatically',
  )
  const { looked } = await one<{ looked: number }>(
    db.pool('ingest'),
    `select count(*)::int as looked from looks where 'funding' = any(types)`,
  )
  assert.equal(looked, 0, 'nobody has looked for funding')
})

test('an amendment in a later index is asked for, and changes the amount of the same round', async () => {
  await startIndex(THIRD)
  await watch('acme.example', 'Acme', FOOTER)
  const filed = acme({ filedOn: BEFORE })
  serveFilings(server, [filed])
  await collect()
  await collect()
  await later()
  await collect()
  const amendment = {
    form: 'D/A',
    accession: '0001234567-26-000002',
    previous: filed.accession,
    sold: 10_000_000,
  } as const
  serveFilings(server, [filed, acme(amendment)])
  await startIndex(BEFORE)
  serveFilings(server, [filed, acme(amendment)])
  await later()
  await collect()
  await collect()
  assert.deepEqual(
    (await roundsOf('acme.example'))
      .map(({ key, amount }) => [key, amount])
      .filter(([key]) => key === '1234567/021-500001'),
    [['1234567/021-500001', 10_000_000]],
  )
})

test('a name on its own waits for an operator, who decides; rejected matches are not proposed again', async () => {
  await startIndex(THIRD)
  await watch('globex.example', 'Globex')
  await watch('hooli.example', 'Hooli')
  serveFilings(server, [
    acme({ cik: '21', name: 'Globex Corp', accession: '0000000021-26-000001' }),
    acme({ cik: '22', name: 'Hooli LLC', accession: '0000000022-26-000001' }),
  ])
  await collect()
  await collect()
  const waiting = await listMatches(db.pool('settings'))
  assert.deepEqual(
    waiting.map(({ domain, collector, target, page }) => [domain, collector, target, page]),
    [
      ['globex.example', 'sec-form-d', '21', 'https://www.sec.gov/edgar/browse/?CIK=21'],
      ['hooli.example', 'sec-form-d', '22', 'https://www.sec.gov/edgar/browse/?CIK=22'],
    ],
  )
  assert.match(waiting[0]?.why ?? '', /^Globex Corp \(US-CA, US-DE\) filed on .*\. The website states no legal name\.$/)
  await acceptMatch(db, waiting[0]?.id ?? 0, collectors)
  await rejectMatch(db, waiting[1]?.id ?? 0)
  await collect()
  await later()
  await collect()
  assert.equal((await roundsOf('globex.example')).length, 1)
  assert.deepEqual(await roundsOf('hooli.example'), [])
  assert.deepEqual(await listMatches(db.pool('settings')), [])
})

test('vehicles, names of two companies and unknown names make no round, and only names that could be theirs are asked for', async () => {
  await startIndex(THIRD)
  await watch('initech.example', 'Initech', '<p>© 2026 Initech, Inc.</p><p>Austin, TX 78701</p>')
  await watch('umbrella.example', 'Umbrella', '<p>© 2026 Umbrella, Inc.</p><p>Austin, TX 78701</p>')
  await watch('umbrella-two.example', 'Umbrella')
  const strangers = Array.from({ length: 20 }, (_, i) =>
    acme({ cik: `${900 + i}`, name: `Stranger ${i} Fund LP`, accession: `0000000900-26-0000${10 + i}` }),
  )
  const fund = {
    cik: '31',
    name: 'Initech, Inc.',
    accession: '0000000031-26-000001',
    industry: 'Pooled Investment Fund',
  }
  const twice = { cik: '32', name: 'Umbrella, Inc.', accession: '0000000032-26-000001', state: 'TX' }
  serveFilings(server, [...strangers, acme(fund), acme(twice)])
  await collect()
  await collect()
  assert.deepEqual(await roundsOf('initech.example'), [])
  const waiting = await listMatches(db.pool('settings'))
  assert.deepEqual(
    waiting.map(({ domain }) => domain),
    ['umbrella-two.example', 'umbrella.example'],
  )
  assert.match(waiting[1]?.why ?? '', /Other known companies have this name: umbrella-two\.example\./)
  assert.equal(server.requests.filter(({ path }) => path.includes('primary_doc')).length, 2)
})

test('of a day’s index of which a third are vehicles, each filed under a watched company’s name, no vehicle becomes a round', async () => {
  await startIndex(FOURTH)
  const traps: readonly Partial<FiledForm>[] = [
    { industry: 'Pooled Investment Fund' },
    { exemptions: ['06b', '3C.1'] },
    { entityType: 'Limited Partnership' },
    { isBusinessCombination: true },
    { sold: 0 },
  ]
  const names = Array.from({ length: 15 }, (_, i) => `Maker${i}`)
  for (const name of names) await watch(`${name.toLowerCase()}.example`, name, FOOTER.replace('Acme', name))
  const trapOf = (i: number) => (i % 3 === 0 ? traps[i / 3] : undefined)
  const filed = names.map((name, i) =>
    acme({ cik: `${7_000 + i}`, name: `${name}, Inc.`, accession: `0000007000-26-0000${10 + i}`, ...trapOf(i) }),
  )
  serveFilings(
    server,
    filed.map((each, i) => ({ ...each, fileNumber: `021-60000${i}` })),
  )
  await collect()
  await collect()
  await later()
  await collect()
  const { rounds } = await one<{ rounds: string[] }>(
    db.pool('ingest'),
    `select array_agg(c.domain order by c.domain) as rounds
       from signals s join companies c on c.ordinal = s.company_ordinal where s.type = 'funding' and c.domain like 'maker%'`,
  )
  const expected = names.filter((_, i) => !trapOf(i)).map((name) => `${name.toLowerCase()}.example`)
  assert.deepEqual(rounds, expected.sort())
})

test('days that are missing, late or read twice end in the same issuers', async () => {
  const filed = DAYS.slice(0, 6).map((day, i) =>
    acme({ cik: `${50 + i}`, name: `Company ${i} Inc`, accession: `0000000050-26-00000${i}`, filedOn: day }),
  )
  const state = () =>
    many(db.pool('ingest'), `select issuer, name, filed_on::text from filing_issuers order by issuer, name`)
  await watch('acme.example', 'Acme')
  await startIndex(DAYS[6] ?? '')
  serveFilings(server, filed)
  await collect()
  const inOrder = await state()
  assert.equal(inOrder.length, 6)
  await run(`truncate filing_indexes, filing_issuers`)
  await startIndex(DAYS[6] ?? '')
  serveFilings(server, filed)
  const url = (day: string) => {
    const quarter = Math.ceil(Number(day.slice(5, 7)) / 3)
    return `https://www.sec.gov/Archives/edgar/daily-index/${day.slice(0, 4)}/QTR${quarter}/form.${day.replaceAll('-', '')}.idx`
  }
  server.fault(url(BEFORE), { kind: 'status', status: 404 })
  await collect()
  assert.equal((await state()).length, 5)
  server.mend()
  server.fault(url(LAST), { kind: 'status', status: 500 }, 1)
  await later()
  await collect()
  const index = await one<{ through: string; failure: string }>(
    db.pool('ingest'),
    `select read_through::text as through, failure from filing_indexes`,
  )
  assert.deepEqual([index.through, /answered 500/.test(index.failure)], [BEFORE, true])
  await later()
  await collect()
  assert.deepEqual(await state(), inOrder)
})

test('a day that can’t be stored is left as it was, and read again', async () => {
  await watch('acme.example', 'Acme', FOOTER)
  await startIndex(THIRD)
  serveFilings(server, [
    acme({ filedOn: BEFORE, cik: '71', name: 'First Inc', accession: '0000000071-26-000001' }),
    acme(),
  ])
  await run(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert on filing_issuers for each row when (new.issuer = '1234567') execute function refuse()`)
  await assert.rejects(collect(), /refused/)
  const state = () =>
    one<{ through: string; issuers: string[] }>(
      db.pool('ingest'),
      `select read_through::text as through, array(select issuer from filing_issuers order by 1) as issuers from filing_indexes`,
    )
  assert.deepEqual(await state(), { through: BEFORE, issuers: ['71'] })
  await run(`drop trigger refuse on filing_issuers`)
  await later()
  await collect()
  assert.deepEqual(await state(), { through: LAST, issuers: ['1234567', '71'] })
})

test('a British company is watched by the number on its website: new shares are a round, and the first visit is history', async () => {
  const key = 'a-key-of-the-tests'
  const config = loadConfig({
    COLLECT_CONTACT: 'owner@example.com',
    COLLECT_REROUTE: server.origin,
    COMPANIES_HOUSE_KEY: key,
  })
  const british = COLLECTORS.filter(({ name }) => name === 'home-page' || name === 'companies-house')
  const visit = (all: boolean) =>
    collectOnce(db, { server, collectors: british, once: { all }, openAsker: () => openFetcher(config, silentLog) })
  await watch('thames.example', 'Thames', '<p>Thames Ltd is registered in England No. 01234567.</p>')
  const first = { id: 'a', type: 'SH01', date: addDays(TODAY, -100) }
  serveCapital(server, '01234567', [first], key)
  await visit(false)
  await visit(false)
  const history = [{ key: '01234567/a', amount: null, events: 0 }]
  assert.deepEqual(await roundsOf('thames.example'), history)
  serveCapital(server, '01234567', [{ id: 'b', type: 'SH01', date: addDays(TODAY, -1) }, first], key)
  await visit(true)
  assert.deepEqual(await roundsOf('thames.example'), [...history, { key: '01234567/b', amount: null, events: 1 }])
})

test('three nodes read each day and each issuer once, and ask the SEC at most twice a second together', async () => {
  await startIndex(THIRD)
  const names = ['Alder', 'Birch', 'Cedar']
  for (const name of names) await watch(`${name.toLowerCase()}.example`, name, FOOTER.replace('Acme', name))
  const filed = names.map((name, i) =>
    acme({
      cik: `${81 + i}`,
      name: `${name}, Inc.`,
      accession: `0000000081-26-00000${i}`,
      fileNumber: `021-70000${i}`,
    }),
  )
  serveFilings(server, filed)
  const websites = COLLECTORS.filter(({ name }) => name === 'home-page')
  await collectOnce(db, { server, collectors: websites, once: { all: false } })
  await Promise.all([1, 2, 3].map(() => collectOnce(db, { server, collectors, once: { all: false }, pauses: PAUSES })))
  const asked = [...server.asked('www.sec.gov'), ...server.asked('data.sec.gov')]
  const times = asked.map(({ startedAt }) => startedAt).sort((a, b) => a - b)
  // Two days; the list and the form of each issuer, to determine its company, and at its visit.
  assert.equal(times.length, 2 + 2 * 2 * names.length)
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  // Times are whole milliseconds: a gap may be measured one shorter than it was.
  assert.ok(Math.min(...gaps) >= PAUSES.systemMs - 1, `half a second apart: ${gaps.join(', ')} ms`)
})

test('an interrupted read continues at the next start', async () => {
  await watch('acme.example', 'Acme')
  await startIndex(FOURTH)
  const stop = new AbortController()
  const day = THIRD.replaceAll('-', '')
  const folder = `https://www.sec.gov/Archives/edgar/daily-index/${THIRD.slice(0, 4)}/QTR${Math.ceil(Number(THIRD.slice(5, 7)) / 3)}`
  server.page(`${folder}/form.${day}.idx`, () => {
    stop.abort()
    return { type: 'text/plain', text: formIndex([]) }
  })
  const config = loadConfig({ COLLECT_CONTACT: 'owner@example.com', COLLECT_REROUTE: server.origin })
  const openAsker = () => openFetcher(config, silentLog)
  await new CollectingNode(db, { collectors, openAsker, log: silentLog, pauses: { systemMs: 0, hostMs: 0 } }).run(
    stop.signal,
  )
  const through = async () =>
    (await one<{ day: string }>(db.pool('ingest'), `select read_through::text as day from filing_indexes`)).day
  assert.equal(await through(), THIRD)
  await collect()
  assert.equal(await through(), LAST)
})

test('a node whose lease has expired can’t store a day that another node reads by now', async () => {
  await watch('acme.example', 'Acme')
  await startIndex(THIRD)
  const nodes = await many<{ id: number }>(
    db.pool('ingest'),
    `insert into collect_nodes (name, expires_at) values ('dead', now() - interval '1 minute'), ('next', now() + interval '1 minute') returning id`,
  )
  const [dead = 0, next = 0] = nodes.map(({ id }) => id)
  const pool = db.pool('ingest')
  const first = await claimIndex(pool, dead, 'sec-form-d')
  const second = await claimIndex(pool, next, 'sec-form-d')
  assert.ok(first && second)
  assert.equal(await claimIndex(pool, dead, 'sec-form-d'), undefined)
  assert.equal(await advanceIndex(pool, dead, first, LAST), false)
  assert.equal(await advanceIndex(pool, next, second, BEFORE), true)
})

test('weekends have no index; at most 60 days are caught up; a missing day may appear for five days', () => {
  assert.deepEqual(daysToRead('2026-11-12', '2026-11-18'), ['2026-11-13', '2026-11-16', '2026-11-17'])
  assert.deepEqual(daysToRead('2026-11-17', '2026-11-18'), [])
  assert.equal(daysToRead('2020-01-01', '2026-11-18')[0], '2026-09-21')
  assert.deepEqual([mayAppear('2026-11-13', '2026-11-18'), mayAppear('2026-11-12', '2026-11-18')], [true, false])
})
