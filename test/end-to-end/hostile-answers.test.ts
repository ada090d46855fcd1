// A service that serves requests and collects from hostile boards and websites at the same time, as real processes.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { addWatched } from '../../src/collect/collecting/index.ts'
import { COLLECTORS } from '../../src/collect/collectors/index.ts'
import { many } from '../../src/db/index.ts'
import { startBoardServer } from '../harness/board-server.ts'
import { serve } from '../harness/command-line.ts'
import { openTestDatabase } from '../harness/database.ts'
import { newTeam } from '../harness/firehose.ts'
import { createKey } from '../harness/operator.ts'

const DOMAIN = 'hostile.example'
const READ = ['teamtailor', 'greenhouse', 'recruitee', 'job-posting', 'home-page']
const JSON_TYPE = { type: 'application/json' }
/** Texts that took backtracking expressions minutes to hours. */
const TITLES = [`(${'gn'.repeat(60)}`, `(${'gn*'.repeat(90)}`, `m${' /w'.repeat(90)}`, `${'a-'.repeat(140)}nlp`]
const DESCRIPTION = `<p>${`nlp${'-'.repeat(1_990)} `.repeat(20)}</p>${'<b>'.repeat(20_000)}`

const job = (id: number, title: string) => ({
  ...{ id, internal_job_id: id, title, location: { name: `${'Berlin, '.repeat(35)}` }, content: DESCRIPTION },
  absolute_url: `https://boards.greenhouse.io/hostile/jobs/${id}${'/'.repeat(1_500)}`,
})
const posting = (title: unknown, more: object = {}) => ({
  ...{ '@type': 'JobPosting', title, datePosted: '2026-11-01', description: DESCRIPTION },
  ...{ url: `https://${DOMAIN}/jobs/1${'/'.repeat(1_500)}`, ...more },
})
const OWN_PAGE = `<base href="https://${DOMAIN}/a/">${'<base href="x/">'.repeat(50_000)}
  ${`<a href="/jobs/${'/'.repeat(1_000)}">Job</a>`.repeat(1_000)}
  <script type="application/ld+json">${JSON.stringify([
    ...TITLES.map((title) => posting(title)),
    posting('Nurse', { '@type': { toString: 1 } }),
    posting({ toString: 1 }),
  ])}</script>`

/** A thread of its own: the hostile server keeps this one busy. */
const PROBE = `
  const { parentPort, workerData } = require('node:worker_threads')
  let [longestMs, ended] = [0, false]
  parentPort.once('message', () => { ended = true })
  void (async () => {
    while (!ended) {
      const startedMs = performance.now()
      const reply = await fetch(workerData)
      if (reply.status !== 200) throw new Error('/livez answered ' + reply.status)
      longestMs = Math.max(longestMs, performance.now() - startedMs)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    parentPort.postMessage(longestMs)
  })()`

async function startHostileServer() {
  const server = await startBoardServer()
  const jobs = Array.from({ length: 200 }, (_, i) => job(i + 1, TITLES[i % TITLES.length] ?? ''))
  server.page('https://boards-api.greenhouse.io/v1/boards/hostile/jobs', {
    ...JSON_TYPE,
    text: JSON.stringify({ jobs }),
  })
  const offer = (city: string) => ({
    id: 7,
    title: TITLES[0],
    city,
    country_code: 'DE',
    careers_url: `https://${DOMAIN}/o`,
  })
  const offers = Array.from({ length: 4_000 }, (_, i) => offer(`City ${i}`))
  server.page('https://hostile.recruitee.com/api/offers/', { ...JSON_TYPE, text: JSON.stringify({ offers }) })
  // Every page leads to another one.
  server.page('https://hostile.teamtailor.com/jobs.json', (_request, url) => {
    const page = Number(url.searchParams.get('page') ?? 1)
    const item = {
      id: `${page}`,
      title: 'Seller',
      content_html: 'x'.repeat(12_000_000),
      url: `https://${url.host}/jobs/${page}`,
    }
    const next_url = `https://hostile.teamtailor.com/jobs.json?page=${page + 1}`
    return { ...JSON_TYPE, text: JSON.stringify({ title: 'Hostile', items: [item], next_url }) }
  })
  for (const path of ['/', '/careers']) server.page(`https://${DOMAIN}${path}`, OWN_PAGE)
  return server
}

test('hostile boards and websites block no requests, and SIGTERM ends the service', { timeout: 600_000 }, async (t) => {
  const server = await startHostileServer()
  const db = await openTestDatabase()
  const boards = ['boards.greenhouse.io/hostile', 'hostile.recruitee.com', 'hostile.teamtailor.com']
  const pool = db.pool('settings')
  await db.transaction('settings', async (tx) => {
    const requests = boards.map((board) => ({ domain: DOMAIN, board: `https://${board}` }))
    await addWatched(tx, requests, COLLECTORS)
    // Without waiting for discovery to find it.
    await tx.query(`update looks set collector = 'job-posting', types = '{hiring}' where collector = 'llms-txt'`)
  })
  const { key } = await createKey(pool, await newTeam(db), { name: 'Key' })
  const service = await serve(['--roles', 'api,collect'], {
    ...{ DATABASE_URL: db.url, COLLECT_CONTACT: 'owner@acme.example', COLLECT_REROUTE: server.origin },
  })
  const probe = new Worker(PROBE, { eval: true, workerData: `${service.url}/livez` })
  const visits = () =>
    many<{ collector: string; failure: string | null; visited: boolean }>(
      pool,
      `select l.collector, l.failure, t.visited_at is not null as visited from looks l join look_times t on t.look_id = l.id
        where l.collector = any($1::text[]) order by 1`,
      [READ],
    )
  while (!(await visits()).every(({ visited }) => visited)) await sleep(100)
  probe.postMessage('end')
  const [longestMs] = (await once(probe, 'message')) as [number]
  t.diagnostic(`/livez took ${Math.round(longestMs)} ms at most`)
  // Far more than it takes, since the machine may be busy. These texts held an event loop for longer than that.
  assert.ok(longestMs < 20_000, `/livez took ${longestMs} ms`)
  const failures = new Map((await visits()).map(({ collector, failure }) => [collector, failure]))
  assert.match(failures.get('teamtailor') ?? '', /^too_large: Its pages have more than \d+ bytes in all/)
  for (const collector of READ.slice(1)) assert.equal(failures.get(collector), null, collector)
  for (const title of TITLES) {
    const reply = await fetch(`${service.url}/api/v1/companies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ signal_query: `hiring(function: "${title}")` }),
    })
    assert.equal(reply.status, 422)
  }
  service.process.kill('SIGTERM')
  const [code] = await once(service.process, 'exit')
  assert.equal(code, 0, service.output())
})
