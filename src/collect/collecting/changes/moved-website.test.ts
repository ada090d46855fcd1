// Home pages that redirect permanently to another domain.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, startBoardServer } from '../../../../test/harness/board-server.ts'
import { collectOnce } from '../../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { type Database, many } from '../../../db/index.ts'
import { COLLECTORS, type Collector } from '../../collectors/index.ts'
import { acceptMatch, addWatched, listMatches, rejectMatch, showWatched } from '../index.ts'

let db: Database
let server: BoardServer
const HOME_PAGE = COLLECTORS.filter(({ name }) => name === 'home-page')

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

async function collect(collectors: readonly Collector[], domain?: string): Promise<string[]> {
  const visits: string[] = []
  await collectOnce(db, {
    server,
    collectors,
    once: { all: true, domain },
    onVisit: ({ look, settled }) => visits.push(`${look.collector} ${settled.outcome}`),
  })
  return visits.sort()
}

const redirect = (location: string) => ({ status: 301, headers: { location } })

/** Visits the home pages of these domains, each of which redirects to the given URL. */
async function visitMoved(redirects: Readonly<Record<string, string>>): Promise<void> {
  for (const [domain, location] of Object.entries(redirects)) server.page(`https://${domain}/`, redirect(location))
  const requests = Object.keys(redirects).map((domain) => ({ domain }))
  await db.transaction('settings', (tx) => addWatched(tx, requests, HOME_PAGE))
  await collect(HOME_PAGE)
}

test('a home page that moved to another domain waits, one that moved to a host of many companies proposes nothing', async () => {
  await visitMoved({
    'social.example': 'https://www.facebook.com/soc',
    'parked.example': 'https://www.hugedomains.com/domain_profile.cfm?d=parked',
    'code.example': 'https://github.com/code',
    'moved.example': 'https://elsewhere.example/',
  })
  const matches = await listMatches(db.pool('ingest'))
  assert.deepEqual(
    matches.map(({ domain, target }) => `${domain} ${target}`),
    ['moved.example elsewhere.example'],
  )
})

test('the same name under another ending is an alias; if it is another company’s, it waits until an operator decides', async () => {
  await visitMoved({ 'dup.io': 'https://other.example/' })
  await visitMoved({ 'dup.com': 'https://dup.io/', 'free.com': 'https://free.io/' })
  const aliases = await many<{ domain: string }>(db.pool('ingest'), `select domain from company_aliases`)
  assert.deepEqual(
    aliases.map(({ domain }) => domain),
    ['free.io'],
  )
  const waiting = async () => (await listMatches(db.pool('ingest'))).filter(({ domain }) => domain === 'dup.com')
  const [match] = await waiting()
  assert.equal(match?.target, 'dup.io')
  assert.match(match?.why ?? '', /redirects to dup\.io for good\. It was not added: .* a company of its own/)
  await rejectMatch(db, match?.id ?? 0)
  await visitMoved({ 'dup.com': 'https://dup.io/' })
  assert.deepEqual(await waiting(), [], 'what was rejected is not proposed again')
})

const WEBSITE = ['home-page', 'llms-txt', 'ai-crawlers', 'discovery', 'greenhouse', 'job-posting']
const collectors = COLLECTORS.filter(({ name }) => WEBSITE.includes(name))

/** A website with an AI product, an llms.txt, rules for AI crawlers, and a careers page that links a board. */
function setWebsite(domain: string, board: string): void {
  const careers = `<a href="https://boards.greenhouse.io/${board}">Open roles</a>`
  server.page(`https://${domain}/`, '<a href="/ai">AI agents</a><a href="/careers">Careers</a>')
  server.page(`https://${domain}/ai`, '<title>AI agents platform</title>')
  server.page(`https://${domain}/careers`, careers)
  server.page(`https://${domain}/llms.txt`, { type: 'text/plain', text: '# Files' })
  server.page(`https://${domain}/robots.txt`, { type: 'text/plain', text: 'User-agent: GPTBot\nDisallow: /private' })
}

/** All addresses lead to the home page of the new domain, as many websites do it. */
function moveWebsite(from: string, to: string): void {
  for (const path of ['', 'ai', 'careers', 'llms.txt', 'robots.txt'])
    server.page(`https://${from}/${path}`, redirect(`https://${to}/`))
}

const pagesOf = async (domain: string) =>
  (
    await many<{ page: string }>(
      db.pool('ingest'),
      `select concat_ws(' ', s.fields ->> 'pageUrl', s.fields ->> 'change', s.status) as page
         from signals s join companies c on c.ordinal = s.company_ordinal where c.domain = $1 and s.type = 'web' order by 1`,
      [domain],
    )
  ).map(({ page }) => page)

const hoursToNext = async (domain: string, collector: string) => {
  const looks = (await showWatched(db.pool('ingest'), domain))?.sources ?? []
  const next = looks.find((look) => look.collector === collector)?.nextVisitAt
  return ((next?.getTime() ?? Number.NaN) - Date.now()) / 3_600_000
}

test('the looks of a website continue at the domain that it has moved to, and nothing there is new', async () => {
  setWebsite('site.com', 'site')
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain: 'site.com' }], collectors))
  await collect(collectors, 'site.com')
  const pages = ['ai', 'llms.txt', 'robots.txt']
  assert.deepEqual(
    await pagesOf('site.com'),
    pages.map((page) => `https://site.com/${page} up active`),
  )
  setWebsite('site.io', 'site')
  server.board('greenhouse', 'site', [{ id: '1', title: 'Chef', postedAt: 1_790_000_000 }], 'Site')
  moveWebsite('site.com', 'site.io')
  const moved = await collect(collectors, 'site.com')
  assert.deepEqual(moved, ['ai-crawlers failed', 'discovery partial', 'home-page partial', 'llms-txt failed'])
  for (const name of ['home-page', 'discovery']) assert.ok((await hoursToNext('site.com', name)) <= 1, name)
  assert.deepEqual(await collect(collectors, 'site.com'), [
    'ai-crawlers changed',
    'discovery unchanged',
    'greenhouse first',
    'home-page changed',
    'llms-txt changed',
  ])
  for (let visit = 0; visit < 2; visit++) await collect(collectors, 'site.com')
  assert.deepEqual(
    await pagesOf('site.com'),
    pages.map((page) => `https://site.io/${page} up active`),
  )
})

test('the looks of a website continue at a domain that an operator has accepted', async () => {
  setWebsite('elsewhere.io', 'elsewhere')
  await visitMoved({ 'before.com': 'https://elsewhere.io/' })
  assert.ok((await hoursToNext('before.com', 'home-page')) > 24, 'nobody has decided')
  const [match] = (await listMatches(db.pool('ingest'))).filter(({ domain }) => domain === 'before.com')
  await acceptMatch(db, match?.id ?? 0, collectors)
  assert.ok((await hoursToNext('before.com', 'home-page')) <= 1)
  assert.deepEqual(await collect(HOME_PAGE, 'before.com'), ['home-page first'])
})

test('two domains of a company that redirect to each other are a failure', async () => {
  await visitMoved({ 'circle.com': 'https://circle.io/' })
  server.page('https://circle.io/', redirect('https://circle.com/'))
  assert.deepEqual(await collect(HOME_PAGE, 'circle.com'), ['home-page failed'])
})
