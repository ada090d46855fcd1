// The commands as a person types them: from a file of domains to the history of a signal.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BoardServer, startBoardServer } from '../../../test/harness/board-server.ts'
import { proSignalProcess } from '../../../test/harness/command-line.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { SECRET_KEYS } from '../../../test/harness/secret-keys.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { type Database, one } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Config, loadConfig } from '../../platform/config/config.ts'
import { checkCollecting } from '../operate/doctor/collecting.ts'
import { collectCommand } from './collect.ts'
import { matchesCommands } from './matches.ts'
import { signalsCommands } from './signals.ts'
import { watchCommands } from './watch.ts'

let db: Database
let config: Config
let server: BoardServer

const POSTED = Math.floor(Date.now() / 1_000) - 10 * 86_400
const job = (id: string, title: string) => ({ id, title, location: 'Berlin', postedAt: POSTED })

before(async () => {
  const opened = await openTestDatabase()
  db = opened
  server = await startBoardServer()
  config = loadConfig({
    DATABASE_URL: opened.url,
    COLLECT_CONTACT: 'owner@example.com',
    COLLECT_REROUTE: server.origin,
  })
  server.board('greenhouse', 'northwind', [job('1', 'AI SDR'), job('2', 'Account Executive')], 'Northwind')
  server.board('ashby', 'globex', [job('3', 'Data Engineer')], 'Globex Inc')
})

const commands = [...watchCommands, collectCommand, ...matchesCommands, ...signalsCommands]

const type = (line: string | readonly string[], settings = config) => typeCommand(commands, line, settings)

/** What a script would read. */
const read = async <T>(line: string) => (await type(line)).json as T

const fails = (message: RegExp) => (error: unknown) => error instanceof AppError && message.test(error.message)

/** Only the boards are due: websites are asked two seconds apart. */
async function onlyBoards(): Promise<void> {
  await db
    .pool('settings')
    .query(
      `update look_times t set due_at = now() + interval '1 day' from looks l where l.id = t.look_id and l.target = l.domain`,
    )
}

test('collect --all reports that no company is watched', async () => {
  assert.match((await type('collect --once --all')).stderr, /^Nothing to visit: no company is watched/)
})

test('from a file of domains to the history of a signal', async () => {
  const file = join(temporaryFolder(), 'accounts.csv')
  writeFileSync(
    file,
    'Domain;Name;Board\r\nnorthwind.example;;https://boards.greenhouse.io/northwind\r\nhttps://www.globex.example/about;Globex;"https://jobs.ashbyhq.com/globex"\r\n',
  )
  const added = await type(`watch add --file ${file}`)
  assert.match(added.text, /^Watching 2 new companies\.$/m)
  assert.match((await type('watch add northwind.example')).text, /Watching 0 new companies, 1 was watched before/)
  await onlyBoards()

  assert.deepEqual(await read('collect --once'), {
    visits: 2,
    created: 3,
    updated: 0,
    closed: 0,
    unchanged: 0,
    failed: 0,
  })
  const again = await type('collect --once')
  assert.equal((again.json as { visits: number }).visits, 0)
  assert.match(again.stderr, /^Nothing is due\. --all visits everything anyway/)

  const list = await type('watch list')
  assert.match(list.text, /^northwind\.example +Northwind +2 /m)
  assert.match(list.text, /^globex\.example +Globex +1 /m)
  const shown = await type('watch show northwind.example')
  assert.match(shown.text, /^Greenhouse job board northwind$/m)
  assert.match(shown.text, /^ +there now +2 hiring$/m)
  assert.match(
    shown.text,
    /^Where the company has its jobs .*\n(?: +.*\n)* +there now +Greenhouse job board northwind$/m,
  )
  assert.match(shown.text, /^ +visit 1 +.* first: 2 new, 0 changed, 0 ended$/m)

  const { id } = await one<{ id: string }>(
    db.pool('settings'),
    `select id from signals where fields ->> 'jobTitle' = 'AI SDR'`,
  )
  const history = await type(`signals show ${id}`)
  assert.match(history.text, /^ +first seen +visit 1, .*, there at the first visit$/m)
  assert.match(history.text, /^ +at +https:\/\//m)
  assert.match(history.text, /created \(not sent to webhooks\)$/m)
  const { reports } = history.json as { reports: { firstVisit: { number: number } }[] }
  assert.equal(reports[0]?.firstVisit.number, 1)

  const removed = await type('watch remove nobody.example globex.example')
  assert.match(removed.text, /^No longer watched: globex\.example\. .*\nNot watched: nobody\.example\.$/)
  assert.equal(removed.exitCode, 3)
  await assert.rejects(type('watch remove globex.example'), fails(/^Not watched: globex\.example\.$/))
  await assert.rejects(type('watch show globex.example'), fails(/globex\.example is not watched/))
})

test('a signal that was seen when the company was watched earlier is not attributed to a later visit', async () => {
  server.board('greenhouse', 'back', [job('41', 'Forklift Driver')])
  const watch = async () => {
    await type('watch add back.example --board https://boards.greenhouse.io/back')
    await onlyBoards()
    await type('collect --once --company back.example')
  }
  await watch()
  await type('watch remove back.example')
  const { id } = await one<{ id: string }>(
    db.pool('settings'),
    `update signals set first_seen_at = '2026-01-05 10:00Z' where fields ->> 'jobTitle' = 'Forklift Driver' returning id`,
  )
  await watch()
  const { text, json } = await type(`signals show ${id}`)
  assert.match(text, /^ +first seen +2026-01-05 10:00 UTC$/m)
  assert.equal((json as { reports: { firstVisit: unknown }[] }).reports[0]?.firstVisit, null)
})

test('a waiting board is visited when it is accepted, and not proposed again when it is rejected', async () => {
  await type('watch add initech.example')
  server.board('lever', 'initech', [])
  await db.pool('settings').query(
    `insert into matches (domain, collector, target, page, why) values
       ('initech.example', 'lever', 'initech', 'https://initech.example/jobs', 'Two boards are linked.'),
       ('initech.example', 'greenhouse', 'other', 'https://initech.example/jobs', 'Two boards are linked.')`,
  )
  const { matches } = await read<{ matches: { id: number; collector: string }[] }>('matches list')
  const [greenhouse, lever] = ['greenhouse', 'lever'].map(
    (name) => matches.find(({ collector }) => collector === name)?.id,
  )
  assert.match((await type(`matches accept ${lever}`)).text, /^Accepted: .* initech for initech\.example\.$/)
  assert.match((await type(`matches reject ${greenhouse}`)).text, /^Rejected: /)
  assert.equal((await type('matches list')).text, 'Nothing waits for a decision.')
  const { sources } = await read<{ sources: { target: string }[] }>('watch show initech.example')
  assert.ok(sources.some(({ target }) => target === 'initech'))
  await type(`matches reject ${lever}`)
  const after = await read<{ sources: { target: string }[] }>('watch show initech.example')
  assert.equal(after.sources.length, sources.length - 1, 'a board that is rejected later is no longer looked at')
  assert.ok(after.sources.every(({ target }) => target !== 'initech'))
})

test('a board without a documented feed is off until the setting names its system', async () => {
  const allowed = { ...config, COLLECT_UNDOCUMENTED: ['workday'] }
  const add = 'watch add umbrella.example --board https://umbrella.wd5.myworkdayjobs.com/External'
  await assert.rejects(type(add), fails(/feed of a Workday job board is not documented.*COLLECT_UNDOCUMENTED=workday/))
  await type('watch add umbrella.example')
  await db.pool('settings').query(
    `insert into matches (domain, collector, target, page, why) values
       ('umbrella.example', 'workday', 'umbrella.wd5.External', 'https://umbrella.example/jobs', 'It does not say whose it is.')`,
  )
  const { matches } = await read<{ matches: { id: number }[] }>('matches list')
  const accept = `matches accept ${matches.at(-1)?.id}`
  await assert.rejects(type(accept), fails(/COLLECT_UNDOCUMENTED=workday/))
  const { message } = await checkCollecting(db, config)
  assert.match(
    message,
    /1 board, filer or domain waits for you .*, of which are off: 1 of workday \(COLLECT_UNDOCUMENTED\)/,
  )
  assert.doesNotMatch((await checkCollecting(db, allowed)).message, /are off/)
  const misspelt = await checkCollecting(db, { ...config, COLLECT_UNDOCUMENTED: ['greenhouse'] })
  assert.match(misspelt.message, /COLLECT_UNDOCUMENTED names greenhouse, which is no job board system without/)
  await type(accept, allowed)
  assert.match((await type(add, allowed)).text, /umbrella\.wd5\.External \(known\)/)
  await type('watch remove umbrella.example')
})

test('a company that loses its board is no longer monitored for jobs', async () => {
  server.board('lever', 'shared', [job('31', 'Account Executive')])
  await type('watch add holder.example --board https://jobs.lever.co/shared')
  await type('watch add claimant.example')
  const collectFor = async (domain: string) => {
    await onlyBoards()
    await type(`collect --once --company ${domain}`)
  }
  const isLookedAt = async (domain: string) =>
    (
      await one<{ looked: number }>(
        db.pool('settings'),
        `select r.looked from company_ranks r join companies c on c.ordinal = r.company_ordinal where c.domain = $1`,
        [domain],
      )
    ).looked > 0
  await collectFor('holder.example')
  assert.equal(await isLookedAt('holder.example'), true)
  await db.pool('settings').query(
    `insert into matches (domain, collector, target, page, why) values
       ('claimant.example', 'lever', 'shared', 'https://claimant.example/jobs', 'It is watched for holder.example.')`,
  )
  const { matches } = await read<{ matches: { id: number }[] }>('matches list')
  await type(`matches accept ${matches[0]?.id}`)
  assert.equal(await isLookedAt('holder.example'), false)
  await collectFor('claimant.example')
  assert.equal(await isLookedAt('claimant.example'), true)
  await type(`matches reject ${matches[0]?.id}`)
  assert.equal(await isLookedAt('claimant.example'), false)
})

test('a domain that can’t be added stays undecided, and rejecting an added one is an error', async () => {
  await type('watch add pied.example')
  await db.pool('settings').query(
    `insert into matches (domain, target, page, why) values
       ('pied.example', 'northwind.example', 'https://pied.example/', 'It redirects.'),
       ('pied.example', 'piper.example', 'https://pied.example/', 'It redirects.')`,
  )
  const { matches } = await read<{ matches: { id: number; target: string }[] }>('matches list')
  const [taken, free] = ['northwind.example', 'piper.example'].map(
    (name) => matches.find(({ target }) => target === name)?.id,
  )
  await assert.rejects(type(`matches accept ${taken}`), fails(/can't become a domain of pied\.example: .* own/))
  const decisions = async () => (await type('matches list --all')).text
  assert.match(await decisions(), /pied\.example +domain northwind\.example +waits /)
  await type(`matches accept ${free}`)
  await assert.rejects(type(`matches reject ${free}`), fails(/pro-signal companies split --domain piper\.example$/))
  assert.match(await decisions(), /pied\.example +domain piper\.example +accepted /)
  const several = await type(`matches reject ${taken} 999999`)
  assert.match(several.text, /^Rejected: .*\nNot decided: 999999\. There is no match 999999/)
  assert.equal(several.exitCode, 3)
  assert.equal((await type('matches reject 999998 999999')).exitCode, 4)
})

test('a name that is given later replaces the one that was found, even if visits find nothing new', async () => {
  server.board('greenhouse', 'beta', [job('21', 'Account Executive')], 'Beta')
  await type('watch add beta.example --board https://boards.greenhouse.io/beta')
  await onlyBoards()
  await read('collect --once --company beta.example')
  assert.match((await type('watch list')).text, /^beta\.example +Beta +1 /m)
  await type(['watch', 'add', 'beta.example', '--name', 'Beta Industries'])
  assert.match((await type('watch list')).text, /^beta\.example +Beta Industries +1 /m)
  server.board('greenhouse', 'beta', [job('21', 'Account Executive'), job('22', 'AI SDR')], 'Beta')
  await db.pool('settings').query(`update look_times t set due_at = now(), visited_at = now() - interval '2 days'
    from looks l where l.id = t.look_id and l.target = 'beta'`)
  await read('collect --once --company beta.example')
  assert.match((await type('watch list')).text, /^beta\.example +Beta Industries +2 /m)
})

test('collect reports sources that another process is visiting', async () => {
  await type('watch add umbrella.example')
  const { id } = await one<{ id: number }>(
    db.pool('settings'),
    `insert into collect_nodes (name, expires_at) values ('another', now() + interval '1 minute') returning id`,
  )
  await db
    .pool('settings')
    .query(
      `update look_times set holder = $1 where look_id in (select id from looks where domain = 'umbrella.example')`,
      [id],
    )
  const { json, stderr } = await type('collect --once --company umbrella.example')
  assert.equal((json as { visits: number }).visits, 0)
  assert.match(stderr, /^Another process is visiting \d+ sources now: bin\/pro-signal watch list shows the results$/m)
})

test('collect reports which sources wait because their host asked for a pause', async () => {
  server.board('ashby', 'limited', [job('31', 'Data Engineer')])
  await type('watch add limited.example --board https://jobs.ashbyhq.com/limited')
  await onlyBoards()
  server.fault('api.ashbyhq.com', { kind: 'status', status: 429, retryAfter: 600 }, 1)
  assert.equal((await read<{ failed: number }>('collect --once --company limited.example')).failed, 1)
  await db.pool('settings').query(
    `update look_times t set due_at = now(), visited_at = now() - interval '2 hours'
       from looks l where l.id = t.look_id and l.target = 'limited'`,
  )
  const { json, stderr } = await type('collect --once --company limited.example')
  assert.deepEqual(json, { visits: 0, created: 0, updated: 0, closed: 0, unchanged: 0, failed: 0 })
  assert.match(stderr, /^1 source waits until [-\d]+ [:\d]+ UTC: ashby asked for a pause, or failed too often$/m)
  assert.doesNotMatch(stderr, /Nothing is due/)
  const shown = (await type('watch show limited.example')).text
  assert.match(shown, /^Ashby job board limited\n(?: .*\n)* +closed +until [-\d]+ [:\d]+ UTC: the host asked/m)
  assert.equal(shown.match(/^ +closed /gm)?.length, 1, 'its website may be asked')
  // Long enough for the source that waits to be tried twice: /llms.txt is asked for two seconds after robots.txt.
  await db.pool('settings').query(
    `update look_times t set visited_at = now() + interval '1 day'
       from looks l where l.id = t.look_id and l.collector not in ('ashby', 'llms-txt')`,
  )
  assert.match((await type('collect --once --all --company limited.example')).stderr, /^1 source waits until/m)
})

test('a collect that is interrupted reports it, also in its exit code', async () => {
  await type('watch add stopped.example --board https://boards.greenhouse.io/stopped')
  await onlyBoards()
  server.fault('boards-api.greenhouse.io', { kind: 'silent' })
  const { DATABASE_URL, COLLECT_CONTACT, COLLECT_REROUTE } = config
  const env = { DATABASE_URL, COLLECT_CONTACT, COLLECT_REROUTE, SECRET_KEYS } as Record<string, string>
  const child = proSignalProcess(['collect', '--once', '--company', 'stopped.example', '--json'], env)
  const output = [text(child.stdout), text(child.stderr)] as const
  while (!server.asked('boards-api.greenhouse.io').some(({ path }) => path.includes('/stopped/'))) await sleep(20)
  child.kill('SIGINT')
  const [code] = (await once(child, 'exit')) as [number]
  const [json, stderr] = await Promise.all(output)
  assert.deepEqual([code, (JSON.parse(json) as { visits: number }).visits], [1, 0])
  assert.match(stderr, /^stopped; run the command again to continue$/m)
  assert.doesNotMatch(stderr, /Nothing is due/)
  server.mend()
  assert.equal((await read<{ failed: number }>('collect --once --company stopped.example')).failed, 1, 'no such board')
})

test('mistakes are explained', async () => {
  const { COLLECT_CONTACT: _, ...without } = config
  await assert.rejects(
    type('collect --once', { ...without, COLLECT_CONTACT: undefined }),
    fails(/Set COLLECT_CONTACT first/),
  )
  await assert.rejects(type('collect'), fails(/needs --once/))
  await assert.rejects(type('collect --once --company nobody.example'), fails(/nobody\.example is not watched/))
  await assert.rejects(
    type('watch add acme.example --board https://acme.example/jobs'),
    fails(
      /not the address of a job board.* Known: Greenhouse job board, .*Workday job board.*\. Jobs on the company's own/,
    ),
  )
  await assert.rejects(type('watch add me@gmail.com'), fails(/can't be watched/))
  await assert.rejects(
    type('watch add other.example --board https://boards.greenhouse.io/northwind'),
    fails(/is watched for northwind\.example/),
  )
  await assert.rejects(type('matches accept 999999'), fails(/There is no match 999999/))
})
