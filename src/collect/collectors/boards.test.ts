// The collectors of job boards against a server that speaks their formats, well and badly.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BOARD_SYSTEMS,
  type BoardSystem,
  PAYLOCITY_UUID,
  type PostedJob,
  startBoardServer,
} from '../../../test/harness/board-server.ts'
import { visitContext } from '../../../test/harness/collecting.ts'
import { type CollectedSignal, collectorNamed, type Snapshot, VisitFailure } from './index.ts'

let now = Date.UTC(2026, 8, 1) / 1_000
const server = await startBoardServer(() => now)
const posted = Date.UTC(2026, 7, 5, 10) / 1_000

const JOBS: readonly PostedJob[] = [
  {
    id: '101',
    title: 'R&D Engineer',
    department: 'Research & Development',
    location: 'Berlin',
    country: 'DE',
    workplace: 'hybrid',
    employment: 'full_time',
    postedAt: posted,
    description: '<h3>Your tasks</h3><ul><li>Keep our Salesforce clean</li></ul>',
  },
  {
    id: '102',
    title: 'Account Executive',
    location: 'Paris',
    postedAt: posted,
    description: '<p>Sell &amp; smile</p>',
  },
]

const HOSTS: Readonly<Record<BoardSystem, string>> = {
  greenhouse: 'boards-api.greenhouse.io',
  lever: 'api.lever.co',
  ashby: 'api.ashbyhq.com',
  smartrecruiters: 'api.smartrecruiters.com',
  workable: 'apply.workable.com',
  recruitee: 'acme.recruitee.com',
  personio: 'acme.jobs.personio.com',
  teamtailor: 'acme.teamtailor.com',
  workday: 'acme.wd5.myworkdayjobs.com',
  pinpoint: 'acme.pinpointhq.com',
  bamboohr: 'acme.bamboohr.com',
  rippling: 'api.rippling.com',
  breezy: 'acme.breezy.hr',
  oracle: 'acme.fa.us2.oraclecloud.com',
  icims: 'acme.icims.com',
  jobvite: 'jobs.jobvite.com',
  paylocity: 'recruiting.paylocity.com',
}

// What some systems show less of than others, or in another way.
const WITHOUT_DATE: readonly BoardSystem[] = ['pinpoint']
const WITHOUT_WORKPLACE: readonly BoardSystem[] = [
  'greenhouse',
  'personio',
  'workable',
  'teamtailor',
  'rippling',
  'breezy',
  'icims',
  'jobvite',
]
const WITHOUT_COUNTRY: readonly BoardSystem[] = ['greenhouse', 'personio', 'pinpoint', 'rippling']
const WITH_ONE_PLACE: readonly BoardSystem[] = ['greenhouse', 'smartrecruiters', 'pinpoint', 'bamboohr', 'paylocity']
/** An empty board proves nothing there. */
const UNPROVEN_EMPTY: readonly BoardSystem[] = ['smartrecruiters', 'bamboohr', 'oracle', 'icims', 'jobvite']
/** An unknown name looks like an empty board. */
const EMPTY_IF_UNKNOWN: readonly BoardSystem[] = ['smartrecruiters', 'oracle']
/** An unknown name redirects to a page for people. */
const REDIRECTING: readonly BoardSystem[] = ['personio', 'bamboohr', 'breezy']

/** As `visit` takes it. */
function targetOf(system: BoardSystem, name = 'acme'): string {
  if (system === 'paylocity') return name === 'acme' ? PAYLOCITY_UUID : PAYLOCITY_UUID.replaceAll('2', '0')
  if (system === 'workday') return `${name}.wd5.External`
  if (system === 'oracle') return `${name}.fa.us2.oraclecloud.com:CX_1`
  const host = HOSTS[system]
  return host.startsWith('acme.') ? host.replace('acme', name) : name
}

function visit(system: BoardSystem, target = targetOf(system), seenBefore = false): Promise<Snapshot> {
  const collector = collectorNamed(system)
  assert.ok(collector)
  return collector.visit(target, visitContext(server, { now, seenBefore }))
}

/** Without the fields that only identify it. */
function shownBy({ basis, until, entries, kept, ...shown }: Snapshot): Snapshot {
  return shown
}

function jobsOf({ signals }: Snapshot): CollectedSignal[] {
  return signals.filter(({ type }) => type === 'hiring')
}

function failsWith(reason: VisitFailure['reason']) {
  return (error: unknown) => error instanceof VisitFailure && error.reason === reason
}

for (const system of BOARD_SYSTEMS) {
  test(`${system}: a board becomes one signal for each job, and is complete`, async () => {
    server.board(system, 'acme', JOBS, 'Acme')
    const snapshot = await visit(system)
    assert.equal(snapshot.complete, true)
    const jobs = jobsOf(snapshot)
    assert.deepEqual(
      jobs.map(({ fields }) => fields.jobTitle),
      ['R&D Engineer', 'Account Executive'],
    )
    const [first] = jobs as [CollectedSignal]
    assert.equal(first.key, `${targetOf(system)}/101`)
    assert.equal(first.confidence, 0.95)
    assert.equal(first.label, 'Hiring: R&D Engineer')
    assert.equal(first.fields.location, 'Berlin')
    assert.ok(first.url?.startsWith('https://') && first.url === first.fields.jobUrl, first.url)
    const day = (first.occurredAt ?? 0) - ((first.occurredAt ?? 0) % 86_400)
    assert.equal(day, WITHOUT_DATE.includes(system) ? 0 : posted - (posted % 86_400))
    if (!WITHOUT_WORKPLACE.includes(system)) assert.equal(first.fields.workplaceType, 'hybrid')
    if (!WITHOUT_COUNTRY.includes(system)) assert.equal(first.fields.country, 'DE')
  })

  test(`${system}: the same jobs give the same records, whatever else changes`, async () => {
    server.board(system, 'acme', JOBS, 'Acme')
    const before = await visit(system)
    now += 3_600
    assert.deepEqual(await visit(system), before)
    const collector = collectorNamed(system)
    const again = (more: object) => collector?.visit(targetOf(system), visitContext(server, { now, ...more }))
    await assert.rejects(async () => again({ basis: before.basis }), failsWith('not_modified'))
    const renamed = { domain: 'acme.example', name: 'Salesforce', aliases: [] }
    assert.ok(await again({ basis: before.basis, company: renamed }), 'under another name its own tools are others')
    server.board(system, 'acme', [...JOBS, { id: '103', title: 'Chef', postedAt: posted }], 'Acme')
    assert.ok(await again({ basis: before.basis }))
  })

  test(`${system}: a page for people with 200, a text that ends in the middle and a redirect are failures, not empty boards`, async () => {
    server.board(system, 'acme', JOBS, 'Acme')
    server.fault(HOSTS[system], { kind: 'html' }, 1)
    await assert.rejects(visit(system), failsWith('invalid_response'))
    server.fault(HOSTS[system], { kind: 'cut' }, 1)
    await assert.rejects(visit(system), failsWith('invalid_response'))
    server.fault(HOSTS[system], { kind: 'redirect', to: 'https://www.example.com/' }, 1)
    await assert.rejects(visit(system), failsWith('invalid_response'))
    server.fault(HOSTS[system], { kind: 'status', status: 429, retryAfter: 30 }, 1)
    await assert.rejects(
      visit(system),
      (error) => failsWith('limited')(error) && (error as VisitFailure).retryAfter === 30,
    )
    assert.equal((await visit(system)).complete, true)
  })

  test(`${system}: one job in several places is one requisition with a signal for each`, async () => {
    const otherLocations = ['London', 'Madrid']
    server.board(system, 'acme', [{ ...(JOBS[0] as PostedJob), otherLocations }], 'Acme')
    const jobs = jobsOf(await visit(system))
    if (WITH_ONE_PLACE.includes(system)) return assert.equal(jobs.length, 1)
    assert.deepEqual(new Set(jobs.map(({ fields }) => fields.location)), new Set(['Berlin', 'London', 'Madrid']))
    assert.equal(new Set(jobs.map(({ key }) => key)).size, 3)
    assert.deepEqual(new Set(jobs.map(({ fields }) => fields.requisition)), new Set(['101']))
  })

  test(`${system}: an empty board is complete, except where it proves nothing`, async () => {
    server.board(system, 'acme', JOBS, 'Acme')
    server.fault(HOSTS[system], { kind: 'empty' }, 2)
    assert.deepEqual(shownBy(await visit(system)), {
      signals: [],
      complete: !UNPROVEN_EMPTY.includes(system),
      ...nameIn(system),
    })
    assert.equal((await visit(system, targetOf(system), true)).complete, true, 'jobs were seen here before')
  })
}

/** These show their name even without jobs. */
function nameIn(system: BoardSystem) {
  return ['workable', 'teamtailor', 'paylocity'].includes(system) ? { boardName: 'Acme' } : {}
}

test('an unknown name is missing, redirects to marketing, or looks like an empty board', async () => {
  for (const system of BOARD_SYSTEMS) {
    const target = targetOf(system, 'nobody')
    if (EMPTY_IF_UNKNOWN.includes(system)) {
      assert.deepEqual(shownBy(await visit(system, target)), { signals: [], complete: false })
    } else {
      const reason = REDIRECTING.includes(system) ? 'invalid_response' : 'missing'
      await assert.rejects(visit(system, target), failsWith(reason), system)
    }
  }
})

test('a prospect post is not an opening', async () => {
  const job = (title: string, nth: number) => ({ id: String(nth + 1), title, postedAt: posted })
  const titles = ['General Application', 'Initiativbewerbung (m/w/d)', 'Candidature spontanée', "Don't see your role?"]
  for (const system of BOARD_SYSTEMS) {
    server.board(system, 'acme', [...titles.map(job), job('General Manager', 9)], 'Acme')
    const jobs = jobsOf(await visit(system))
    assert.deepEqual(
      jobs.map(({ fields }) => fields.jobTitle),
      ['General Manager'],
      system,
    )
  }
})

test('a job that is remote in several countries has a signal for each', async () => {
  const countries = ['DE', 'AT', 'CH'].map((code) => ({ city: 'Remote', country_code: code }))
  const offer = { id: 1, title: 'Agent', ...countries[0], locations: countries }
  const text = JSON.stringify({ offers: [offer] })
  server.page('https://far.recruitee.com/api/offers/', { type: 'application/json', text })
  const jobs = jobsOf(await visit('recruitee', 'far.recruitee.com'))
  const shown = jobs.map(({ key, fields }) => `${key.replace(/^[^/]+/, '')} ${fields.country}`)
  assert.deepEqual(shown, ['/1 DE', '/1/remote_at AT', '/1/remote_ch CH'])
})

test('SmartRecruiters is read page by page, and a list that does not add up is not complete', async () => {
  const jobs = Array.from({ length: 230 }, (_, i) => ({ id: String(i + 1), title: `Job ${i + 1}`, postedAt: posted }))
  server.board('smartrecruiters', 'large', jobs)
  const before = server.requests.length
  const snapshot = await visit('smartrecruiters', 'large')
  assert.deepEqual([jobsOf(snapshot).length, snapshot.complete], [230, true])
  assert.deepEqual(
    server.requests.slice(before).map(({ path }) => path.split('?')[1]),
    ['limit=100&offset=0', 'limit=100&offset=100', 'limit=100&offset=200'],
  )
  const list = 'https://api.smartrecruiters.com/v1/companies/moving/postings'
  server.page(list, (_request, url) => {
    const offset = Number(url.searchParams.get('offset'))
    const content = offset === 0 ? [{ id: '1', name: 'Job' }] : []
    return { type: 'application/json', text: JSON.stringify({ offset, limit: 100, totalFound: 2, content }) }
  })
  const moving = await visit('smartrecruiters', 'moving')
  assert.deepEqual([jobsOf(moving).length, moving.complete], [1, false])
})

test('a job added or removed while SmartRecruiters is read page by page makes the visit incomplete', async () => {
  const names = Array.from({ length: 150 }, (_, i) => `${i + 1}`)
  const list = 'https://api.smartrecruiters.com/v1/companies/busy/postings'
  const visited = async (later: readonly string[]) => {
    server.page(list, (_request, url) => {
      const offset = Number(url.searchParams.get('offset'))
      const shown = offset === 0 ? names : later
      const content = shown.slice(offset, offset + 100).map((id) => ({ id, name: `Job ${id}` }))
      return { type: 'application/json', text: JSON.stringify({ totalFound: shown.length, content }) }
    })
    const snapshot = await visit('smartrecruiters', 'busy')
    return [jobsOf(snapshot).length, snapshot.complete]
  }
  assert.deepEqual(await visited(names), [150, true])
  assert.deepEqual(await visited(names.slice(1)), [149, false], 'one has gone, and another one was not seen')
  assert.deepEqual(await visited(['0', ...names]), [150, false], 'one is new and was not seen')
  assert.deepEqual(await visited(['0', ...names.slice(0, -1)]), [149, false], 'one is new, and the last has gone')
})

test('a name is tried as it was seen, then in lower case', async () => {
  server.board('lever', 'globex', JOBS)
  const snapshot = await visit('lever', 'Globex')
  assert.deepEqual([jobsOf(snapshot).length, snapshot.complete], [2, true])
  server.board('lever', 'eu:Globex', JOBS.slice(0, 1))
  const european = await visit('lever', 'eu:Globex')
  assert.deepEqual(
    jobsOf(european).map(({ key, url }) => [key, url]),
    [['eu:Globex/101', 'https://jobs.eu.lever.co/Globex/101']],
  )
})

test('Ashby names may hold spaces and dots', async () => {
  server.board('ashby', 'Acme Labs 2.0', JOBS)
  assert.equal((await visit('ashby', 'Acme Labs 2.0')).complete, true)
})

test('a Teamtailor board with several pages, or without a JSON feed, is read too', async () => {
  server.board('teamtailor', 'paged', JOBS)
  const item = (id: number) => ({
    id: `x${id}`,
    title: `Job ${id}`,
    url: `https://paged.teamtailor.com/jobs/${id}-job`,
  })
  const feed = (items: object[], next?: string) => ({
    type: 'application/feed+json',
    text: JSON.stringify({ title: 'Paged', items, next_url: next }),
  })
  server.page('https://paged.teamtailor.com/jobs.json', (_request, url) =>
    url.search === '' ? feed([item(1)], 'https://paged.teamtailor.com/jobs.json?page=2') : feed([item(2)]),
  )
  const paged = await visit('teamtailor', 'paged.teamtailor.com')
  assert.deepEqual([jobsOf(paged).map(({ key }) => key.split('/')[1]), paged.complete], [['1', '2'], true])
  server.page('https://career.acme.example/jobs.rss', {
    type: 'application/rss+xml',
    text: `<?xml version="1.0"?><rss version="2.0" xmlns:tt="https://teamtailor.com/locations"><channel><title>Acme</title>
      <item><title>Payroll &amp;amp; HR Specialist</title><link>https://career.acme.example/jobs/4711-payroll</link>
      <pubDate>Wed, 04 Feb 2026 09:26:20 +0100</pubDate><remoteStatus>fully</remoteStatus><tt:department>People</tt:department>
      <tt:locations><tt:location><tt:city>Stockholm</tt:city><tt:country>Sweden</tt:country></tt:location></tt:locations></item>
      </channel></rss>`,
  })
  const [job] = jobsOf(await visit('teamtailor', 'career.acme.example')) as [CollectedSignal]
  assert.equal(job.occurredAt, Date.UTC(2026, 1, 4, 8, 26, 20) / 1_000)
  assert.deepEqual(job.fields, {
    jobTitle: 'Payroll & HR Specialist',
    department: 'People',
    location: 'Stockholm',
    country: 'SE',
    workplaceType: 'remote',
    jobUrl: 'https://career.acme.example/jobs/4711-payroll',
  })
})

test('a board without a readable entry has changed its format; with some unreadable ones it is not complete', async () => {
  const list = 'https://boards-api.greenhouse.io/v1/boards/odd/jobs'
  const board = (jobs: object[]) => ({ type: 'application/json', text: JSON.stringify({ jobs }) })
  server.page(list, board([{ uid: 1, heading: 'Engineer' }]))
  await assert.rejects(visit('greenhouse', 'odd'), failsWith('invalid_response'))
  server.page(list, board([{ uid: 1 }, { id: 2, internal_job_id: 2, title: 'Engineer' }]))
  const snapshot = await visit('greenhouse', 'odd')
  assert.deepEqual([jobsOf(snapshot).length, snapshot.complete], [1, false])
  server.page(list, board([]))
  assert.deepEqual(shownBy(await visit('greenhouse', 'odd')), { signals: [], complete: true })
  server.page(list, { type: 'application/json', text: '{"error":"maintenance"}' })
  await assert.rejects(visit('greenhouse', 'odd'), failsWith('invalid_response'))
})

test('hostile boards are read within bounds', async () => {
  const list = 'https://boards-api.greenhouse.io/v1/boards/hostile/jobs'
  const entry = {
    id: 1,
    internal_job_id: 1,
    title: `Engineer\u0000\n${'very '.repeat(100_000)}senior`,
    location: { name: { deep: [[[]]] } },
    first_published: '9999-99-99T99:99:99Z',
    absolute_url: 'javascript:alert(1)',
    content: '&lt;div&gt;'.repeat(50_000),
    departments: 'none',
  }
  const jobs = [entry, ...Array.from({ length: 12_000 }, (_, i) => ({ id: i + 2, internal_job_id: 1, title: 'Job' }))]
  server.page(list, { type: 'application/json', text: JSON.stringify({ jobs }) })
  const snapshot = await visit('greenhouse', 'hostile')
  assert.equal(snapshot.complete, false)
  assert.equal(snapshot.signals.length, 10_000)
  const [first] = snapshot.signals as [CollectedSignal]
  assert.deepEqual(Object.keys(first.fields), ['jobTitle', 'requisition'])
  assert.ok(String(first.fields.jobTitle).length <= 300)
  server.page('https://acme.jobs.personio.com/xml', {
    type: 'text/xml',
    text: `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><workzag-jobs><position><name>&b;</name></position></workzag-jobs>`,
  })
  await assert.rejects(visit('personio'), failsWith('invalid_response'))
  server.page('https://acme.jobs.personio.com/xml', { type: 'text/xml', text: '<workzag-jobs>'.repeat(10_000) })
  await assert.rejects(visit('personio'), failsWith('invalid_response'))
  server.removePage('https://acme.jobs.personio.com/xml')
})

test('a tool has the URL of the oldest job that names it, whatever is posted later', async () => {
  const job = (id: string, daysAgo: number) => ({
    ...{ id, title: `Analyst ${id}`, description: `<p>Task ${id}: report in Tableau.</p>` },
    postedAt: now - daysAgo * 86_400,
  })
  const toolOf = ({ signals }: Snapshot) => signals.find(({ type }) => type === 'tool')
  for (const system of ['greenhouse', 'lever', 'ashby'] as const) {
    server.board(system, 'acme', [job('201', 5), job('200', 9)], 'Acme')
    const before = await visit(system)
    const oldest = before.signals.find(({ key }) => key.endsWith('/200'))
    assert.ok(oldest?.url)
    assert.equal(toolOf(before)?.url, oldest.url)
    server.board(system, 'acme', [job('202', 0), job('201', 5), job('200', 9)], 'Acme')
    assert.equal(toolOf(await visit(system))?.url, oldest.url)
  }
})
