import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PostedJob, jobPosting as postingOf, startBoardServer } from '../../../../test/harness/board-server.ts'
import { visitContext } from '../../../../test/harness/collecting.ts'
import type { Ask } from '../collector.ts'
import { jobPosting } from './job-posting.ts'
import { readJobPage } from './read-page.ts'

const server = await startBoardServer()
const JOB: PostedJob = {
  id: 'R-1',
  title: 'Field Engineer',
  location: 'Leeds',
  country: 'GB',
  employment: 'full_time',
  postedAt: Date.UTC(2026, 7, 5) / 1_000,
}

function pageWith(...data: readonly unknown[]): string {
  const scripts = data.map((each) => `<script type="application/ld+json">${JSON.stringify(each)}</script>`)
  return `<html><head>${scripts.join('')}</head><body></body></html>`
}

test('JobPosting data is found as an object, in a list, in a @graph and as a page’s main entity', () => {
  const graph = { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebSite' }, postingOf(JOB)] }
  const list = { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: postingOf(JOB) }] }
  const about = { '@type': 'WebPage', mainEntity: { ...postingOf(JOB), '@type': 'https://schema.org/JobPosting' } }
  const html = pageWith(postingOf(JOB), [postingOf(JOB)], graph, list, about, { '@type': 'Organization' })
  assert.equal(readJobPage(html, 'https://acme.example/').postings.length, 5)
  assert.deepEqual(
    readJobPage('<script type="application/ld+json">{"@type":"JobPost', 'https://a.example/').postings,
    [],
  )
  const broken = `<script type="application/ld+json">{"@type":"JobPosting","title":"Line\nbreak"}</script>`
  assert.equal(readJobPage(broken, 'https://a.example/').postings.length, 1)
})

test('a node whose type isn’t a text is left out, and the others of the page are read', () => {
  const odd: unknown[] = [{ toString: 1 }, { '@id': 'JobPosting' }, 7, [[]], { valueOf: null, toString: null }]
  const nodes = [
    ...odd.map((type) => ({ '@type': type, title: 'Odd' })),
    { '@type': [{ toString: 1 }, 'JobPosting'], title: 'Chef' },
  ]
  const { postings } = readJobPage(pageWith(...nodes), 'https://acme.example/jobs')
  assert.deepEqual(
    postings.map(({ title }) => title),
    ['Chef'],
  )
})

test('jobs on the page itself and on the pages that it links to become signals with confidence 0.85', async () => {
  server.page(
    'https://acme.example/careers',
    `<a href="/careers/field-engineer#top">Field</a> <a href="/careers/gone">Gone</a> <a href="/blog/careers">Blog</a>
     <a href="https://other.example/careers/x">Other</a> ${pageWith(postingOf({ ...JOB, id: 'R-2', title: 'Planner', workplace: 'remote' }))}`,
  )
  server.page('https://acme.example/careers/field-engineer', pageWith(postingOf(JOB)))
  const snapshot = await jobPosting.visit('acme.example', visitContext(server))
  assert.equal(snapshot.complete, true)
  assert.deepEqual(
    snapshot.signals.map(({ key, confidence, url, fields }) => ({ key, confidence, url, title: fields.jobTitle })),
    [
      { key: 'acme.example/R-2', confidence: 0.85, url: 'https://acme.example/careers', title: 'Planner' },
      {
        key: 'acme.example/R-1',
        confidence: 0.85,
        url: 'https://acme.example/careers/field-engineer',
        title: 'Field Engineer',
      },
    ],
  )
  assert.deepEqual(snapshot.signals[1]?.fields, {
    jobTitle: 'Field Engineer',
    location: 'Leeds',
    country: 'GB',
    employmentType: 'full_time',
    jobUrl: 'https://acme.example/careers/field-engineer',
  })
  assert.equal(snapshot.signals[0]?.fields.workplaceType, 'remote')
})

test('jobs of a list without ids and addresses are distinguished by title and place, however many there are', async () => {
  const bare = (title: string, location: string) => ({
    ...postingOf({ ...JOB, title, location }),
    identifier: undefined,
  })
  const [chef, inYork, planner] = [bare('Chef', 'Leeds'), bare('Chef', 'York'), bare('Planner', 'York')]
  const keys = async (...postings: readonly unknown[]) => {
    server.page('https://bare.example/careers', pageWith(...postings))
    const { signals, complete } = await jobPosting.visit('bare.example', visitContext(server))
    assert.equal(complete, true)
    return signals.map(({ key }) => key)
  }
  const all = await keys(chef, inYork, planner)
  assert.equal(new Set(all).size, 3)
  assert.deepEqual(await keys(planner, chef), [all[2], all[0]])
  assert.deepEqual(await keys(chef), [all[0]])
})

test('a page that fails makes the visit incomplete, and a host that asks to wait ends it', async () => {
  const target = 'acme.example%2Fcareers'
  server.fault('https://acme.example/careers/field-engineer', { kind: 'status', status: 500 }, 1)
  const partial = await jobPosting.visit(target, visitContext(server))
  assert.deepEqual([partial.signals.length, partial.complete], [1, false])
  server.fault('https://acme.example/careers/field-engineer', { kind: 'status', status: 429, retryAfter: 9 }, 1)
  await assert.rejects(jobPosting.visit(target, visitContext(server)), { reason: 'limited', retryAfter: 9 })
})

test('the same page shows other jobs when one of them has ended', async () => {
  const posting = { ...postingOf(JOB), validThrough: '2026-09-05' }
  server.page('https://over.example/jobs', pageWith(posting, postingOf({ ...JOB, id: 'R-3', title: 'Planner' })))
  const at = async (day: number) =>
    jobPosting.visit('over.example', visitContext(server, { now: Date.UTC(2026, 8, day) / 1_000 }))
  const before = await at(1)
  assert.equal(before.signals.length, 2)
  assert.equal(before.until, Date.UTC(2026, 8, 7) / 1_000)
  assert.deepEqual([(await at(8)).signals.length, (await at(8)).until], [1, Number.POSITIVE_INFINITY])
})

test('further pages of a list are read: a job that moves from the first page to the second is still found', async () => {
  for (const [domain, second] of [
    ['paged.example', '/jobs?page=2'],
    ['blog.example', '/jobs/page/2/'],
  ] as const) {
    const pages = ['/jobs', second].map((path, i) => ({
      url: `https://${domain}${path}`,
      jobs: [2 * i + 1, 2 * i + 2],
    }))
    const more = pages.map(({ url }) => `<a href="${url}">Page</a>`).join('')
    for (const { url, jobs } of pages) {
      server.page(
        url,
        `${more}<a href="?sort=2">Sort</a><a href="/jobsx?page=2">Other</a>${jobs.map((id) => `<a href="/jobs/${id}">Job</a>`).join('')}`,
      )
      for (const id of jobs)
        server.page(`https://${domain}/jobs/${id}`, pageWith(postingOf({ ...JOB, id: `R-${id}`, title: `Job ${id}` })))
    }
    const { signals, complete } = await jobPosting.visit(`${domain}%2Fjobs`, visitContext(server))
    assert.deepEqual(
      [signals.map(({ fields }) => fields.jobTitle), complete],
      [['Job 1', 'Job 2', 'Job 3', 'Job 4'], true],
    )
    assert.deepEqual(
      server.asked(domain).map(({ path }) => path),
      [...new Set(server.asked(domain).map(({ path }) => path))],
      'each page is requested once',
    )
    server.fault(pages[1]?.url ?? '', { kind: 'status', status: 500 }, 1)
    assert.equal((await jobPosting.visit(`${domain}%2Fjobs`, visitContext(server))).complete, false)
  }
})

test('pages of single jobs are requested again when the list has changed, and after a week', async () => {
  const now = Date.UTC(2026, 8, 1) / 1_000
  const list = (...ids: readonly string[]) =>
    server.page('https://weekly.example/jobs', ids.map((id) => `<a href="/jobs/${id}">Job</a>`).join(''))
  for (const id of ['a', 'b'])
    server.page(`https://weekly.example/jobs/${id}`, pageWith(postingOf({ ...JOB, id, title: `Job ${id}` })))
  const visit = (basis?: string) => jobPosting.visit('weekly.example%2Fjobs', visitContext(server, { now, basis }))
  list('a')
  const first = await visit()
  assert.equal(first.until, now + 6.5 * 86_400)
  const asked = server.asked('weekly.example').length
  await assert.rejects(visit(first.basis), { reason: 'not_modified' })
  assert.equal(server.asked('weekly.example').length, asked + 1)
  list('b', 'a')
  const second = await visit(first.basis)
  assert.deepEqual([second.signals.length, second.complete], [2, true])
  list('a', 'b')
  await assert.rejects(visit(second.basis), { reason: 'not_modified' })
  server.fault('https://weekly.example/jobs', { kind: 'status', status: 500 }, 1)
  await assert.rejects(visit(second.basis), { reason: 'unavailable' })
})

test('a job whose page has several addresses, or leads back to the list, counts once', async () => {
  const bare = (title: string) => ({ ...postingOf({ ...JOB, title }), identifier: undefined })
  const links = ['chef', 'chef/', 'chef?from=list', 'over'].map((path) => `<a href="/jobs/${path}">Job</a>`).join('')
  server.page('https://once.example/jobs', links + pageWith(bare('Planner')))
  for (const path of ['chef', 'chef/']) server.page(`https://once.example/jobs/${path}`, pageWith(bare('Chef')))
  const { ask } = visitContext(server)
  const redirecting: Ask = ({ url, ...request }) => ask({ ...request, url: url.replace('/over', '') })
  const context = visitContext(server, { ask: redirecting })
  const { signals, complete } = await jobPosting.visit('once.example%2Fjobs', context)
  assert.deepEqual([signals.map(({ fields }) => fields.jobTitle), complete], [['Planner', 'Chef'], true])
})

test('files and application forms are not requested: what can’t be read there hides no job', async () => {
  const links = ['chef', 'chef/apply', 'benefits.pdf'].map((path) => `<a href="/jobs/${path}">Job</a>`).join('')
  server.page('https://forms.example/jobs', links)
  server.page('https://forms.example/jobs/chef', pageWith(postingOf(JOB)))
  for (const path of ['chef/apply', 'benefits.pdf'])
    server.fault(`https://forms.example/jobs/${path}`, { kind: 'status', status: 403 })
  const { signals, complete } = await jobPosting.visit('forms.example%2Fjobs', visitContext(server))
  assert.deepEqual([signals.length, complete], [1, true])
})

test('a list that links a next page without end is read as far as it shows jobs', async () => {
  server.page('https://endless.example/jobs', (_request, { searchParams }) => {
    const page = Number(searchParams.get('page') ?? 1)
    const job = page <= 2 ? `<a href="/jobs/${page}">Job</a>` : ''
    return { text: `${job} <a href="?page=${page + 1}">Next</a>`, headers: { 'content-type': 'text/html' } }
  })
  for (const id of ['1', '2'])
    server.page(`https://endless.example/jobs/${id}`, pageWith(postingOf({ ...JOB, id, title: `Job ${id}` })))
  const { signals, complete } = await jobPosting.visit('endless.example%2Fjobs', visitContext(server))
  assert.deepEqual([signals.length, complete], [2, true])
  assert.equal(server.asked('endless.example').filter(({ path }) => path.includes('page=')).length, 2)
})

test('no JobPosting data proves nothing, and no page at all is missing', async () => {
  server.page('https://empty.example/jobs', '<h1>Join us</h1>')
  const { signals, complete } = await jobPosting.visit('empty.example', visitContext(server))
  assert.deepEqual([signals, complete], [[], false])
  await assert.rejects(jobPosting.visit('nothing.example', visitContext(server)), { reason: 'missing' })
})

test('an ended job and a job of another company are left out', async () => {
  const of = (sameAs: string, name: string) => ({ ...postingOf(JOB), hiringOrganization: { name, sameAs } })
  server.page(
    'https://acme.example/jobs',
    pageWith(
      { ...of('https://client.example/', 'Client'), identifier: 'a' },
      { ...of('https://www.acme.example', 'Whatever'), identifier: 'b' },
      { ...of('https://www.linkedin.com/company/acme', 'Acme'), identifier: 'c' },
      { ...postingOf(JOB), identifier: 'd', validThrough: '2026-08-01' },
      { ...postingOf(JOB), identifier: 'e', validThrough: '2026-12-31T00:00' },
    ),
  )
  const { signals } = await jobPosting.visit('acme.example%2Fjobs', visitContext(server))
  assert.deepEqual(
    signals.map(({ key }) => key),
    ['acme.example%2Fjobs/b', 'acme.example%2Fjobs/c', 'acme.example%2Fjobs/e'],
  )
})

test('whose a job is: other sites and names of the company, profiles, and clients that are called alike', async () => {
  const of = (title: string, name: string, sameAs: string | readonly string[]) => ({
    ...postingOf({ ...JOB, id: title, title }),
    hiringOrganization: { '@type': 'Organization', name, sameAs },
  })
  server.page(
    'https://acme.example/own',
    pageWith([
      of('Legal form', 'Acme GmbH', 'https://acme.test/'),
      of('Profiles', 'Acme', ['https://www.youtube.com/@acme', 'https://en.wikipedia.org/wiki/Acme']),
      of('Own among several', 'Robots', ['https://x.com/acme', 'https://www.acme.example/']),
      of('Ends like a profile', 'Netflix', 'https://www.netflix.com/'),
      of('Client in a list', 'Client', ['https://client.example/']),
      of('Client that has profiles of others', 'GitHub', 'https://github.com/'),
    ]),
  )
  const { signals } = await jobPosting.visit('acme.example%2Fown', visitContext(server))
  assert.deepEqual(
    signals.map(({ fields }) => fields.jobTitle),
    ['Legal form', 'Profiles', 'Own among several'],
  )
})

test('an identifier or a URL that all or many jobs share doesn’t identify them', async () => {
  const of = (title: string, more: object) => ({ ...postingOf({ ...JOB, title }), identifier: undefined, ...more })
  const titles = async (...postings: readonly unknown[]) => {
    server.page('https://alike.example/careers', pageWith(postings))
    const { signals } = await jobPosting.visit('alike.example', visitContext(server))
    assert.equal(new Set(signals.map(({ key }) => key)).size, signals.length)
    return signals.map(({ fields }) => fields.jobTitle)
  }
  for (const same of [{ identifier: 'Acme' }, { url: 'https://alike.example/careers' }]) {
    assert.deepEqual(await titles(of('Chef', same), of('Cook', same)), ['Chef', 'Cook'])
    const many = ['Chef', 'Cook', 'Waiter'].map((title) => of(title, same))
    const translated = ['Planner', 'Planer'].map((title) => of(title, { identifier: 'R-1' }))
    assert.deepEqual(await titles(...many, ...translated), ['Chef', 'Cook', 'Waiter', 'Planner'])
  }
})

test('places, addresses and descriptions as websites write them', async () => {
  const at = (jobLocation: unknown, more: object = {}) => ({
    '@type': 'JobPosting',
    title: 'Cook',
    jobLocation,
    ...more,
  })
  const address = { addressLocality: 'Ulm', addressCountry: 'Deutschland' }
  const description = '&lt;p&gt;About us.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;You report in Tableau&lt;/li&gt;&lt;/ul&gt;'
  const applicants = { '@type': 'Country', name: 'Germany' }
  server.page(
    'https://written.example/careers',
    pageWith([
      at({ '@type': 'Place', address: [address] }, { url: '/careers?job=1', description }),
      at('Leeds'),
      at({ '@type': 'Place', name: 'Head office' }),
      at(undefined, { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: applicants }),
    ]),
  )
  const { signals } = await jobPosting.visit('written.example', visitContext(server))
  assert.deepEqual(signals.map(({ fields: { location, country }, url }) => [location, country, url]).slice(0, 4), [
    ['Ulm', 'DE', 'https://written.example/careers?job=1'],
    ['Leeds', 'GB', undefined],
    ['Head office', undefined, undefined],
    ['Germany', 'DE', undefined],
  ])
  assert.equal(signals[4]?.fields.evidence, 'You report in Tableau')
})

test('a title has no tags, escaped or not', async () => {
  const titles = [
    'Nurse <b>(m/f)</b>',
    '&lt;span class=&quot;a&quot;&gt;R&amp;amp;D&lt;/span&gt; Lead',
    'Cook<br/>Ulm',
    'C++ <Senior>',
  ]
  server.page('https://titles.example/careers', pageWith(...titles.map((title) => ({ '@type': 'JobPosting', title }))))
  const { signals } = await jobPosting.visit('titles.example', visitContext(server))
  assert.deepEqual(
    signals.map(({ fields }) => fields.jobTitle),
    ['Nurse', 'R&D Lead', 'Cook Ulm', 'C++ <Senior>'],
  )
})

test('a tool that a job of a list names has the URL of the list', async () => {
  const posting = (nth: number) => ({
    ...{ '@type': 'JobPosting', title: `Analyst ${nth}`, datePosted: '2026-08-05' },
    description: `<p>Task ${nth}: report in Tableau.</p>`,
  })
  server.page('https://listed.example/careers', pageWith(posting(1), posting(2)))
  const { signals } = await jobPosting.visit('listed.example', visitContext(server))
  assert.equal(signals.find(({ type }) => type === 'tool')?.url, 'https://listed.example/careers')
})

test('lists without end: jobs and links are bounded over all pages of a visit, which is not complete then', async () => {
  const asked: string[] = []
  const list = (number: number) => {
    const jobs = Array.from({ length: 999 }, (_, i) => postingOf({ ...JOB, id: `R-${number}-${i}` }))
    const links = Array.from({ length: 2_000 }, (_, i) => `<a href="/careers/${number}-${i}">Job</a>`)
    return `<a href="/careers?page=${number + 1}">Next</a>${pageWith(jobs)}${links.join('')}`
  }
  const ask: Ask = async ({ url }) => {
    asked.push(url)
    const page = { status: 200, contentType: 'text/html', url, text: '' }
    const { pathname, searchParams } = new URL(url)
    return pathname === '/careers' ? { ...page, text: list(Number(searchParams.get('page') ?? 1)) } : page
  }
  const context = visitContext(server)
  const snapshot = await jobPosting.visit('endless.example', { ...context, ask })
  assert.equal(snapshot.complete, false)
  assert.equal(snapshot.signals.length, 10_000)
  assert.ok(asked.length < 20, `${asked.length} pages were asked for`)
})
