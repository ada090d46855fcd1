// kill -9 of a node while it reads the index of filings, leads companies to their issuers, archives the answers and writes the
// rounds. Each start reads on from where the one before was killed.

import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { receiptsCommands } from '../../src/cli/data/receipts.ts'
import { dayOf, daysToRead } from '../../src/collect/collecting/filings/index-days.ts'
import { addWatched } from '../../src/collect/collecting/index.ts'
import { COLLECTORS } from '../../src/collect/collectors/index.ts'
import { many, one } from '../../src/db/index.ts'
import { loadConfig, packageRoot } from '../../src/platform/config/config.ts'
import { startBoardServer } from '../harness/board-server.ts'
import { cleanup } from '../harness/cleanup.ts'
import { openTestDatabase } from '../harness/database.ts'
import { type FiledForm, serveFilings, serveIndex } from '../harness/filing-formats.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { typeCommand } from '../harness/type-command.ts'

const COMPANIES = 4
const DAYS = 4
const KILLS = Number(process.env.COLLECT_KILLS ?? 5)
const MAX_STARTS = 10 + KILLS
const names = ['home-page', 'sec-form-d']

/** Every second company files an amendment a day later, which is the same round. */
function filed(days: readonly string[]): FiledForm[] {
  return Array.from({ length: COMPANIES }, (_, n): FiledForm[] => {
    const form: FiledForm = {
      cik: String(1_000_000 + n),
      name: `Company${n} Robotics, Inc.`,
      accession: `0001234567-26-0001${n}0`,
      fileNumber: `021-60000${n}`,
      filedOn: days[n % (DAYS - 1)] as string,
      firstSaleOn: days[0] as string,
    }
    const amendment: FiledForm = {
      ...form,
      form: 'D/A',
      accession: `0001234567-26-0001${n}1`,
      previous: form.accession,
      filedOn: days[(n % (DAYS - 1)) + 1] as string,
      sold: 9_000_000,
    }
    return n % 2 === 0 ? [form, amendment] : [form]
  }).flat()
}

test('a node that is killed while it reads filings loses no round and doubles none', async () => {
  const [db, server, folder] = [await openTestDatabase(), await startBoardServer(), temporaryFolder()]
  const pool = db.pool('ingest')
  const today = dayOf(Date.now() / 1_000)
  const days = daysToRead(dayOf(Date.now() / 1_000 - 20 * 86_400), today).slice(-DAYS)
  for (const day of days) serveIndex(server, day, [])
  serveFilings(server, filed(days))
  const watched = Array.from({ length: COMPANIES }, (_, n) => ({
    domain: `company${n}.example`,
    name: `Company${n} Robotics`,
  }))
  const collectors = COLLECTORS.filter(({ name }) => names.includes(name))
  await db.transaction('settings', (tx) => addWatched(tx, watched, collectors))
  for (const { domain, name } of watched) {
    const footer = `<p>© 2026 ${name}, Inc.</p><p>548 Market St, San Francisco, CA 94104</p>`
    server.page(`https://${domain}/`, `<title>${name}</title><body><h1>${name}</h1>${footer}</body>`)
  }
  await pool.query(
    `insert into filing_indexes (collector, since, read_through) values ('sec-form-d', now() - interval '200 days', $1::date - 1)`,
    [days[0]],
  )

  const settings = JSON.stringify({ url: db.url, origin: server.origin, pauseMs: 0, leaseSeconds: 1, names, folder })
  let running: ChildProcess | undefined
  cleanup(() => running?.kill('SIGKILL'))
  const countRounds = async () =>
    (
      await one<{ n: number }>(
        pool,
        `select count(*)::int as n from signals where type = 'funding' and status = 'active'`,
      )
    ).n
  let kills = 0
  for (let start = 0; start < MAX_STARTS && (kills < KILLS || (await countRounds()) < COMPANIES); start++) {
    running = fork(join(packageRoot, 'test/harness/collect-node-process.ts'), [settings], { stdio: 'inherit' })
    await new Promise((resolve) => running?.once('message', resolve))
    // After another number of requests each time, or when it has none left. The last ones are left alone until they are done.
    const isLast = kills >= KILLS
    const [before, wanted] = [server.requests.length, isLast ? Number.POSITIVE_INFINITY : 1 + ((start * 7) % 12)]
    for (let i = 0, last = -1, quiet = 0; server.requests.length < before + wanted && quiet < 80 && i < 2_400; i++) {
      // Starting takes any time on a busy machine.
      const isQuiet = server.requests.length === last && last > before
      quiet = isQuiet ? quiet + 1 : 0
      last = server.requests.length
      if (isLast && i % 20 === 19 && (await countRounds()) === COMPANIES) break
      await sleep(25)
    }
    const gone = new Promise((resolve) => running?.once('exit', resolve))
    running.kill('SIGKILL')
    await gone
    kills++
    // What was read is due again, and what the killed node held is free.
    await pool.query(`update collect_nodes set expires_at = now() - interval '1 day'`)
    await pool.query(
      `update look_times set visited_at = visited_at - interval '2 hours', due_at = now() - interval '1 second'`,
    )
    await pool.query('update filing_indexes set due_at = now()')
  }

  const rounds = await many<{ domain: string; key: string; amount: number; created: number }>(
    pool,
    `select c.domain, s.key, (s.fields->>'amountUsd')::int as amount,
            (select count(*)::int from events e where e.signal_id = s.id and e.action = 'created') as created
       from signals s join companies c on c.ordinal = s.company_ordinal where s.type = 'funding' order by c.domain`,
  )
  assert.deepEqual(
    rounds,
    watched.map(({ domain }, n) => ({
      ...{ domain, key: `${1_000_000 + n}/021-60000${n}`, created: 1 },
      amount: n % 2 === 0 ? 9_000_000 : 8_000_000,
    })),
  )
  const config = loadConfig({ DATABASE_URL: db.url, COLLECT_ARCHIVE_DIR: folder })
  const { text, json } = await typeCommand(receiptsCommands, 'receipts verify --all', config)
  assert.equal((json as { refuted: number }).refuted, 0, text)
  assert.ok((json as { confirmed: number }).confirmed > 0, text)
})
