import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askWith } from '../../../../test/harness/ask.ts'
import { jobPosting, startBoardServer } from '../../../../test/harness/board-server.ts'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { visitContext } from '../../../../test/harness/collecting.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { openFetcher } from '../../fetching/index.ts'
import { discovery } from '../all.ts'
import { jobPosting as jobPostings } from '../job-posting/job-posting.ts'
import { readWebPage } from '../web-page/read-page.ts'
import { careerLinks } from './career-links.ts'

const server = await startBoardServer()
const fetcher = openFetcher(
  { COLLECT_CONTACT: 'ops@acme.example', COLLECT_REROUTE: server.origin, COLLECT_DNS: undefined },
  silentLog,
)
cleanup(() => fetcher.close())
const JOB = { id: '1', title: 'AI SDR', location: 'Berlin', postedAt: Date.UTC(2026, 7, 1) / 1_000 }

const systems: string[] = []
async function find(domain: string, name: string, isNameStated = false, aliases: readonly string[] = []) {
  const turn = async (host: string, system: string | undefined) => {
    systems.push(`${host} ${system ?? ''}`)
    return () => undefined
  }
  const company = { domain, name, isNameStated, aliases }
  const { boards = [], ...rest } = await discovery.visit(
    domain,
    visitContext(server, { ask: askWith(fetcher, { turn }), company }),
  )
  return {
    ...rest,
    boards: boards.map(({ collector, board, proven }) => `${collector} ${board} ${proven}`),
    full: boards,
  }
}

test('careers pages are found by words in several languages, the plainest first', () => {
  const page = readWebPage(
    `<a href="/about">About</a><a href="/blog/careers/x">Careers in sales</a><a href="/about/team">Join us</a>
     <a href="/de/karriere">Karriere</a><a href="/x">Offene Stellen</a><a href="/y">Nous rejoindre</a>
     <a href="/z">Trabaja con nosotros</a><a href="/v">Werken bij Acme</a><a href="https://careers.acme.example/">We</a>
     <a href="https://boards.greenhouse.io/acme">Careers</a><a href="/products/jobs/">Jobs</a><a href="/jobs.pdf">Jobs</a>`,
    'https://acme.example/',
  )
  assert.deepEqual(
    careerLinks(page, 'https://acme.example/').map(({ href }) => href.slice('https://'.length)),
    [
      'careers.acme.example/',
      'acme.example/de/karriere',
      'acme.example/x',
      'acme.example/y',
      'acme.example/z',
      'acme.example/about/team',
      'acme.example/v',
    ],
  )
})

test('the careers page comes before the pages of jobs that the home page shows', () => {
  const jobs = '<a href="/jobs/1">Chef</a><a href="/jobs/2">Cook</a>'
  const page = readWebPage(`${jobs}<a href="/company/careers">Careers</a>`, 'https://acme.example/')
  assert.equal(careerLinks(page, 'https://acme.example/')[0]?.pathname, '/company/careers')
})

test('a board that the careers page embeds, and that has the company’s name, is proven', async () => {
  server.page('https://acme.example/', '<a href="/about/careers">Careers</a>')
  server.page(
    'https://acme.example/about/careers',
    '<script src="https://boards.greenhouse.io/embed/job_board/js?for=acmehq"></script>',
  )
  server.board('greenhouse', 'acmehq', [JOB], 'Acme Robotics')
  const { full, complete } = await find('acme.example', 'Acme')
  const page = 'https://acme.example/about/careers'
  const why = `${page} leads to it, and it calls itself “Acme Robotics”, at an address with the company’s name (acmehq).`
  assert.deepEqual(full, [{ collector: 'greenhouse', board: 'acmehq', page, proven: true, why }])
  assert.equal(complete, true)
  assert.ok(systems.includes('boards-api.greenhouse.io greenhouse'), 'the board system has its own turn')
  assert.ok(systems.includes('acme.example '))
})

test('a board that the code of a careers page asks for is found, unless the page shows another one', async () => {
  const code = `<script>fetch("https:\\/\\/boards-api.greenhouse.io\\/v1\\/boards\\/acmehq\\/jobs?content=true")</script>
    <script>load('//boards.greenhouse.io/embed/job_board/js?for=' + name); load(\`https://api.lever.co/v0/postings/\${name}\`)</script>`
  server.page('https://code.example/', '<a href="/careers">Careers</a>')
  server.page('https://code.example/careers', code)
  assert.deepEqual((await find('code.example', 'Acme Robotics')).boards, ['greenhouse acmehq true'])
  server.page('https://code.example/careers', `${code}<a href="https://apply.workable.com/globex">Jobs</a>`)
  server.board('workable', 'globex', [JOB], 'Globex')
  assert.deepEqual((await find('code.example', 'Globex')).boards, ['workable globex true'])
})

test('without a link the usual addresses are tried, and a list of jobs may be one page further', async () => {
  server.page('https://globex.example/', '<title>Globex</title>')
  server.page('https://globex.example/jobs', '<a href="/jobs/open">Open positions</a>')
  server.page('https://globex.example/jobs/open', '<a href="https://apply.workable.com/globex/j/ABC">AE</a>')
  server.board('workable', 'globex', [JOB], 'Globex')
  assert.deepEqual((await find('globex.example', 'Globex')).boards, ['workable globex true'])
})

test('a careers page that redirects to the board leads to it', async () => {
  server.page('https://initech.example/', '<a href="/careers">Jobs</a>')
  server.page('https://initech.example/careers', {
    status: 302,
    headers: { location: 'https://jobs.lever.co/initech' },
  })
  server.board('lever', 'initech', [JOB])
  server.page('https://jobs.lever.co/initech', '<a href="https://www.initech.example">Initech home page</a>')
  const { full, boards } = await find('initech.example', 'Initech')
  assert.deepEqual(boards, ['lever initech true'])
  assert.match(full[0]?.why ?? '', /links back to initech\.example/)
})

test('careers pages at another domain of the company are its own, by a link or a redirect', async () => {
  const board = '<a href="https://boards.greenhouse.io/acmehq">Open roles</a>'
  const posting = `<script type="application/ld+json">${JSON.stringify(jobPosting(JOB))}</script>`
  server.page('https://jobs.acme.test/', board)
  server.page('https://acme.test/careers', posting)
  server.page('https://linking.example/', '<a href="https://jobs.acme.test/">Jobs</a>')
  server.page('https://leading.example/', '<a href="/careers">Jobs</a>')
  server.page('https://leading.example/careers', { status: 302, headers: { location: 'https://acme.test/careers' } })
  const found = async (domain: string, ...aliases: string[]) =>
    (await find(domain, 'Acme Robotics', false, aliases)).boards
  assert.deepEqual(await found('linking.example', 'acme.test'), ['greenhouse acmehq true'])
  assert.deepEqual(await found('leading.example', 'acme.test'), ['job-posting acme.test%2Fcareers true'])
  assert.deepEqual([await found('linking.example'), await found('leading.example')], [[], []])
})

test('investors, agencies and parents: several boards, other names, and links on the home page only wait', async () => {
  server.page('https://capital.example/', '<a href="/jobs">Jobs</a>')
  server.page(
    'https://capital.example/jobs',
    '<a href="https://jobs.lever.co/initech">Initech</a><a href="https://boards.greenhouse.io/acmehq/jobs/1">Acme</a>',
  )
  const portfolio = await find('capital.example', 'Capital Ventures')
  assert.deepEqual(portfolio.boards, ['lever initech false', 'greenhouse acmehq false'])
  assert.match(portfolio.full[0]?.why ?? '', /leads to 2 boards/)
  server.page('https://agency.example/', '<a href="/careers">Careers</a>')
  server.page('https://agency.example/careers', '<a href="https://boards.greenhouse.io/acmehq">Our client</a>')
  const agency = await find('agency.example', 'Agency')
  assert.deepEqual(agency.boards, ['greenhouse acmehq false'])
  assert.match(agency.full[0]?.why ?? '', /calls itself “Acme Robotics”/)
  server.page('https://parent.example/', '<a href="https://boards.greenhouse.io/acmehq">Acme hires</a>')
  assert.match((await find('parent.example', 'Acme')).full[0]?.why ?? '', /that is no careers page/)
  server.page('https://wrong.example/', '<a href="/careers">Careers</a>')
  server.page('https://wrong.example/careers', '<a href="https://boards.greenhouse.io/nobody">Jobs</a>')
  assert.match((await find('wrong.example', 'Wrong')).full[0]?.why ?? '', /there is no such board/)
})

test('a website that states another company’s name has no proof by that name, however often it is visited', async () => {
  const organization = JSON.stringify({ '@type': 'Organization', name: 'Acme Robotics' })
  server.page(
    'https://copycat.example/',
    `<script type="application/ld+json">${organization}</script><a href="/careers">Careers</a>`,
  )
  server.page('https://copycat.example/careers', '<a href="https://boards.greenhouse.io/acmehq">Open positions</a>')
  const first = await find('copycat.example', 'copycat.example')
  assert.deepEqual(first.boards, ['greenhouse acmehq false'])
  assert.match(first.full[0]?.why ?? '', /calls itself “Acme Robotics”/)
  // The name that the page states has become the name of the company meanwhile.
  assert.deepEqual((await find('copycat.example', 'Acme Robotics', true)).boards, ['greenhouse acmehq false'])
  // An operator's word is proof.
  assert.deepEqual((await find('copycat.example', 'Acme Robotics')).boards, ['greenhouse acmehq true'])
})

test('a career site of Teamtailor on the company’s own domain is the board', async () => {
  server.page('https://hooli.example/', '<a href="https://careers.hooli.example/">Careers</a>')
  server.page('https://careers.hooli.example/', '<script src="https://assets-aws.teamtailor-cdn.com/a.js"></script>')
  server.page('https://careers.hooli.example/jobs.json', { type: 'application/json', text: '{"items":[]}' })
  assert.deepEqual((await find('hooli.example', 'Hooli')).boards, ['teamtailor careers.hooli.example true'])
  assert.equal(server.asked('careers.hooli.example').filter(({ path }) => path === '/jobs.json').length, 1)
})

test('hosts that a board system has for all its customers aren’t a second board', async () => {
  server.page('https://gamma.example/', '<a href="/careers">Careers</a>')
  server.page(
    'https://gamma.example/careers',
    `<script src="https://careers-analytics.recruitee.com/careers-site.js"></script>
     <a href="https://gamma.recruitee.com/">Jobs</a><a href="https://jobs.workable.com/company/1/jobs-at-gamma">More</a>
     <a href="https://resources.workable.com/interviews">How we interview</a>`,
  )
  server.board('recruitee', 'gamma', [JOB], 'Gamma')
  assert.deepEqual((await find('gamma.example', 'Gamma')).boards, ['recruitee gamma.recruitee.com true'])
})

test('a page that only loads parts of Teamtailor isn’t a board, and the board that it links is found', async () => {
  for (const [name, script] of [
    ['widget', 'https://scripts.teamtailor-cdn.com/widgets/production/jobs.js'],
    ['parts', 'https://assets-aws.teamtailor-cdn.com/a.js'],
  ]) {
    server.page(`https://${name}.example/`, '<a href="/careers">Careers</a>')
    server.page(
      `https://${name}.example/careers`,
      `<script src="${script}"></script><a href="https://${name}.teamtailor.com/jobs">Jobs</a>`,
    )
    server.board('teamtailor', `${name}`, [JOB])
    assert.deepEqual((await find(`${name}.example`, `${name}`)).boards, [`teamtailor ${name}.teamtailor.com true`])
  }
  assert.deepEqual(
    server.asked('widget.example').filter(({ path }) => path === '/jobs.json'),
    [],
    'a widget is not taken for a career site',
  )
})

test('without a board, JobPosting data on the company’s own pages counts', async () => {
  // It has no home page.
  server.page('https://umbrella.example/careers', '<a href="/careers/ai-sdr">AI SDR</a>')
  const posting = JSON.stringify(jobPosting(JOB))
  server.page('https://umbrella.example/careers/ai-sdr', `<script type="application/ld+json">${posting}</script>`)
  const { full, boards } = await find('umbrella.example', 'Umbrella')
  assert.deepEqual(boards, ['job-posting umbrella.example true'])
  assert.equal(full[0]?.page, 'https://umbrella.example/careers')
  server.page('https://tyrell.example/', '<a href="/about/team">Join us</a>')
  server.page('https://tyrell.example/about/team', `<script type="application/ld+json">${posting}</script>`)
  assert.deepEqual((await find('tyrell.example', 'Tyrell')).boards, ['job-posting tyrell.example%2Fabout%2Fteam true'])
})

test('jobs on own pages are read from the page that has them, whatever is at the other usual addresses', async () => {
  const postings = JSON.stringify([jobPosting(JOB), jobPosting({ ...JOB, id: '2', title: 'Chef' })])
  const list = `<script type="application/ld+json">${postings}</script>`
  server.page('https://alpha.example/', '<a href="/careers">Careers</a>')
  server.page('https://alpha.example/careers', '<h1>Our culture</h1><a href="/jobs">Open positions</a>')
  server.page('https://alpha.example/jobs', list)
  server.page('https://query.example/', '<a href="/index.php?page=jobs">Jobs</a>')
  server.page('https://query.example/index.php', '<h1>Welcome</h1>')
  server.page('https://query.example/index.php?page=jobs', list)
  for (const [domain, target] of [
    ['alpha.example', 'alpha.example%2Fjobs'],
    ['query.example', 'query.example%2Findex.php%3Fpage%3Djobs'],
  ] as const) {
    const { boards } = await find(domain, 'Alpha')
    assert.deepEqual(boards, [`job-posting ${target} true`])
    const { signals, complete } = await jobPostings.visit(target, visitContext(server))
    assert.deepEqual([signals.length, complete], [2, true], target)
  }
})

test('the list of jobs is watched, not the page of one job, and pages about the company aren’t jobs', async () => {
  const posting = `<script type="application/ld+json">${JSON.stringify(jobPosting(JOB))}</script>`
  const lists = [
    ['apart.example', '/careers', '/jobs/1-chef /jobs/2-cook /jobs/3-planner', 'apart.example'],
    ['life.example', '/about/careers', '/about/careers/account-executive', 'life.example%2Fabout%2Fcareers'],
    ['own.example', 'https://careers.own.example/', '/o/chef-in-berlin', 'careers.own.example%2F'],
  ] as const
  for (const [domain, list, jobs, target] of lists) {
    const url = new URL(list, `https://${domain}`).href
    const folder = url.replace(/\/$/, '')
    server.page(`https://${domain}/`, `<a href="${list}">Careers</a>`)
    const links = [...['life', 'benefits', 'teams', 'faq'].map((name) => `${folder}/${name}`), ...jobs.split(' ')]
    server.page(url, links.map((link) => `<a href="${link}">More</a>`).join(''))
    for (const name of ['life', 'benefits', 'teams', 'faq']) server.page(`${folder}/${name}`, '<h1>About us</h1>')
    for (const path of jobs.split(' ')) server.page(new URL(path, url).href, posting)
    assert.deepEqual((await find(domain, domain)).boards, [`job-posting ${target} true`])
    const company = { domain, name: domain, aliases: [] }
    const { signals } = await jobPostings.visit(target, visitContext(server, { company }))
    assert.equal(signals.length, 1, domain)
  }
})

test('nothing found is complete; a careers page that fails or may not be read fails the visit; a moved home page is reported', async () => {
  server.page('https://plain.example/', '<title>Plain</title>')
  assert.deepEqual(await find('plain.example', 'Plain'), {
    signals: [],
    complete: true,
    company: {},
    boards: [],
    full: [],
  })
  server.fault('https://plain.example/careers', { kind: 'status', status: 500 })
  await assert.rejects(find('plain.example', 'Plain'), { reason: 'unavailable' })
  server.page('https://shy.example/', '<a href="/careers">Careers</a>')
  server.page('https://shy.example/robots.txt', { type: 'text/plain', text: 'User-agent: *\nDisallow: /careers' })
  await assert.rejects(find('shy.example', 'Shy'), { reason: 'refused', message: /does not allow .* \/careers/ })
  server.page('https://shy.example/jobs', '<a href="https://boards.greenhouse.io/acmehq">Jobs</a>')
  assert.deepEqual((await find('shy.example', 'Acme Robotics')).boards, ['greenhouse acmehq true'])
  server.page('https://gone.example/', { status: 301, headers: { location: 'https://gone.test/' } })
  assert.equal((await find('gone.example', 'Gone')).movedTo, 'gone.test')
})
