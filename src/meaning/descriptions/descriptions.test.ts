import assert from 'node:assert/strict'
import { test } from 'node:test'
import { precisionOf, recallOf, scoreOf } from '../../../eval/descriptions.ts'
import { type Description, readDescriptions } from './index.ts'
import { linesOf } from './lines.ts'
import { sentencesOf } from './sections.ts'

const NOW = Date.UTC(2026, 8, 1) / 1_000
const DAY = 86_400
const ACME = { names: ['Acme'], domains: ['acme.example'] }

function post(nth: number, html: string, more: Partial<Description> = {}): Description {
  return { id: String(nth), title: `Job ${nth}`, html, postedAt: NOW - nth * DAY, ...more }
}

async function toolsIn(...posts: readonly Description[]) {
  return (await readDescriptions(posts, ACME, NOW)).tools
}

async function namesIn(sentence: string, employer = ACME): Promise<string[]> {
  const html = `<h3>Your tasks</h3><ul><li>${sentence}</li></ul>`
  return (await readDescriptions([post(1, html)], employer, NOW)).tools.map(({ tool }) => tool)
}

async function isAboutAi(html: string, title = 'Software Engineer'): Promise<boolean> {
  return (await readDescriptions([post(1, html, { title })], ACME, NOW)).aboutAi.has('1')
}

test('on held-out descriptions, tools and AI are read with a precision of 0.9', async () => {
  const { tools, ai } = await scoreOf('aside')
  for (const score of [tools, ai]) {
    assert.ok(precisionOf(score) >= 0.9, `precision ${precisionOf(score)}`)
    assert.ok(recallOf(score) >= 0.8, `recall ${recallOf(score)}`)
  }
})

const jobsWith = (words: string, count: number, age: number, first = 1) =>
  Array.from({ length: count }, (_, i) =>
    post(first + i, `<p>Job ${first + i}: ${words} Tableau.</p>`, { postedAt: NOW - age * DAY }),
  )

test('a tool that jobs state is more certain than one that they ask for', async () => {
  const kindOf = async (...posts: readonly Description[]) => {
    const [tool] = await toolsIn(...posts)
    return [tool?.kind, tool?.confidence]
  }
  const stated = (count: number, age = 10) => kindOf(...jobsWith('you report in', count, age))
  const asked = (count: number, age = 10) => kindOf(...jobsWith('experience with', count, age))
  assert.deepEqual(await stated(1), ['stated', 0.6])
  assert.deepEqual(await stated(2), ['stated', 0.75])
  assert.deepEqual(await stated(4), ['stated', 0.75])
  assert.deepEqual(await stated(5), ['stated', 0.9])
  assert.deepEqual(await stated(5, 181), ['stated', 0.75])
  assert.deepEqual(await asked(1), ['asked', 0.45])
  assert.deepEqual(await asked(2), ['asked', 0.6])
  assert.deepEqual(await asked(5), ['asked', 0.75])
  const mixed = [...jobsWith('you report in', 1, 10), ...jobsWith('experience with', 4, 10, 2)]
  assert.deepEqual(await kindOf(...mixed), ['stated', 0.75], 'one states it, five name it')
})

test('a tool that a newer job still works with was not left', async () => {
  const leaving = jobsWith('we are moving off', 1, 20)
  const kinds = async (...posts: readonly Description[]) =>
    (await toolsIn(...posts)).map(({ kind, confidence }) => [kind, confidence])
  assert.deepEqual(await kinds(...leaving, ...jobsWith('you report in', 1, 30, 2)), [['left', 0.5]])
  assert.deepEqual(await kinds(...leaving, ...jobsWith('you report in', 1, 10, 2)), [['stated', 0.6]])
  assert.deepEqual(await kinds(...leaving, ...jobsWith('experience with', 5, 10, 2)), [['left', 0.5]])
})

test('a tool keeps its confidence until the fifth job is too old', async () => {
  const jobs = (count: number, age: number) => jobsWith('you report in', count, age)
  const until = async (count: number, age: number) => (await readDescriptions(jobs(count, age), ACME, NOW)).until
  assert.equal(await until(5, 10), NOW + 170 * DAY, 'then the fifth job is too old')
  assert.equal(await until(5, 181), Number.POSITIVE_INFINITY, 'nothing gets less sure')
})

test('the sentence is kept as evidence, at most 200 characters, around the name', async () => {
  const [short] = await toolsIn(post(1, '<p>Keep our HubSpot CRM clean.</p>'))
  assert.deepEqual([short?.tool, short?.evidence], ['HubSpot CRM', 'Keep our HubSpot CRM clean.'])
  const long = `${'You care about many small things that matter, '.repeat(10)}and report in HubSpot CRM, ${'and more, '.repeat(20)}`
  const [cut] = await toolsIn(post(1, `<p>${long}</p>`))
  assert.ok((cut?.evidence.length ?? 999) <= 200, cut?.evidence)
  assert.match(cut?.evidence ?? '', /^….*HubSpot CRM.*…$/)
})

test('the same posts give the same tools and evidence, in whatever order they come', async () => {
  const posts = [1, 2, 3, 4].map((nth) => post(nth, `<p>In week ${nth} you work with Jira and Snowflake.</p>`))
  const first = await toolsIn(...posts)
  assert.equal(first[0]?.evidence, 'In week 4 you work with Jira and Snowflake.', 'that of the oldest job')
  assert.deepEqual(await toolsIn(...posts.toReversed()), first)
  const later = await toolsIn(...posts, post(0, '<p>New: Jira.</p>'))
  assert.deepEqual(
    later.map(({ evidence }) => evidence),
    first.map(({ evidence }) => evidence),
    'a new job does not change the evidence',
  )
})

test("a company's own products are not counted, nor what is named together with them", async () => {
  const amplitude = { names: ['Amplitude, Inc.'], domains: ['amplitude.com'] }
  assert.deepEqual(await namesIn('Shape the future of the Amplitude and Statsig platforms, in Jira.', amplitude), [
    'Jira',
  ])
  assert.deepEqual(await namesIn('Shape dashboards in Amplitude, in Jira.'), ['Amplitude', 'Jira'])
  assert.deepEqual(
    await namesIn('Sort parcels with Box, Slack and Jira.', { names: ['Boxer'], domains: ['boxer.example'] }),
    ['Box', 'Jira', 'Slack'],
  )
})

test('everyday words aren’t tools, except in a list of tools', async () => {
  for (const sentence of [
    'Close deals, make calls and lever your network.',
    'React quickly, front the team and box clever.',
    'Outreach to schools and a linear process.',
    'Monday to Friday, in our Greenhouse.',
    'Teams of five in a segment with spark.',
    'Write to Claude and Devin.',
  ]) {
    assert.deepEqual(await namesIn(sentence), [], sentence)
  }
  assert.deepEqual(await namesIn('You prospect with Outreach, Gong and Salesloft.'), ['Gong', 'Outreach', 'Salesloft'])
})

test('sentences about customers, partners, competitors and applying are not counted', async () => {
  for (const sentence of [
    'Help customers connect their Salesforce.',
    'Customers such as Atlassian and Zendesk trust us.',
    'Grow partnerships with Snowflake and Databricks.',
    'We beat competitors like Zendesk.',
    'An alternative to Jira.',
    'It integrates with Slack and HubSpot.',
    'Founded by engineers from Stripe, backed by investors of Datadog.',
    'Send your application through Workday.',
    'Please don’t use ChatGPT in the interview.',
    'Unsere Kunden nutzen Salesforce.',
  ]) {
    assert.deepEqual(await namesIn(sentence), [], sentence)
  }
  const about =
    '<h3>About us</h3><p>Jira is where our story began.</p><h3>Benefits</h3><p>A Spotify and Zoom account.</p>'
  assert.deepEqual(await toolsIn(post(1, about)), [])
})

test('the tools of a job at a client are those of the client', async () => {
  const tasks = '<p>You administer Salesforce.</p>'
  assert.deepEqual(
    await toolsIn(post(1, `<p>Our client, a bank in Leeds, is looking for an administrator.</p>${tasks}`)),
    [],
  )
  assert.equal((await toolsIn(post(1, `<p>We are looking for an administrator.</p>${tasks}`))).length, 1)
})

test('with alternatives it isn’t known which one is used', async () => {
  assert.deepEqual(await namesIn('Experience with Salesforce, HubSpot or Pipedrive.'), [])
  assert.deepEqual(await namesIn('Experience with Statsig, LaunchDarkly, or similar tools.'), [])
  assert.deepEqual(await namesIn('Experience with Salesforce or a similar CRM.'), [])
  assert.deepEqual(await namesIn('A CRM, e.g. Salesforce. You plan in Jira.'), ['Jira'])
  assert.deepEqual(await namesIn('Work in Salesforce and Jira.'), ['Jira', 'Salesforce'])
})

test('a company that sells services around a tool does not count as its user', async () => {
  const slugsIn = async (titles: readonly string[]) => {
    const html = (nth: number) => `<h3>Tasks</h3><p>Desk ${nth}: configure Salesforce Sales Cloud, plan in Jira.</p>`
    const tools = await toolsIn(...titles.map((title, nth) => post(nth, html(nth), { title })))
    return tools.map(({ slug }) => slug)
  }
  assert.deepEqual(await slugsIn(['Salesforce Developer', 'Salesforce Administrator', 'Office Manager']), ['jira'])
  assert.deepEqual(await slugsIn(['Salesforce-Berater (m/w/d)']), ['jira'])
  const one = ['Salesforce Administrator', 'Office Manager', 'Accountant', 'Recruiter']
  assert.deepEqual(await slugsIn(one), ['jira', 'salesforce_sales_cloud'], 'one administrator is a user')
})

test('a sentence that may name a person is never kept', async () => {
  for (const sentence of [
    'Questions about Jira go to a.buyer@acme.example.',
    'Call +49 30 1234567 about HubSpot.',
    'Contact our HubSpot lead.',
  ]) {
    assert.deepEqual(await namesIn(sentence), [], sentence)
  }
})

const DUTIES = '<h3>What you’ll do</h3><ul><li>Train PyTorch models.</li><li>Fine-tune large language models.</li></ul>'

test('at least two technical phrases in the duties make a job about AI', async () => {
  assert.equal(await isAboutAi(DUTIES), true)
  assert.equal(await isAboutAi('<h3>What you’ll do</h3><p>Use machine learning.</p>'), false, 'one phrase')
  assert.equal(
    await isAboutAi('<h3>Requirements</h3><p>PyTorch and deep learning.</p><h3>Tasks</h3><p>Write code.</p>'),
    false,
  )
  assert.equal(await isAboutAi('<h3>Aufgaben</h3><p>Du trainierst neuronale Netze und Sprachmodelle.</p>'), true)
  assert.equal(
    await isAboutAi('<p>You train neural networks and language models all day.</p>'),
    true,
    'without headings',
  )
})

test('an explicit title needs no description', async () => {
  assert.equal(await isAboutAi(DUTIES, 'Machine Learning Engineer'), false, 'the title counts, and says that it does')
})

test('work with those who do it, selling it and teaching it is not about AI', async () => {
  for (const duty of [
    'Work with our machine learning engineers and NLP researchers.',
    'Sell our deep learning platform and its computer vision products.',
    'Hire for PyTorch, MLOps and NLP.',
    'Teach machine learning and neural networks.',
    'Specify transformers, fine-tune relays and report RAG status.',
  ]) {
    assert.equal(await isAboutAi(`<h3>Responsibilities</h3><p>${duty}</p>`, 'Manager'), false, duty)
  }
})

test('boilerplate about AI in every post makes no job about AI', async () => {
  const boilerplate = 'Everybody here trains large language models and fine-tunes neural networks with PyTorch.'
  const posts = ['Cook', 'Driver', 'Accountant', 'Engineer'].map((title, i) =>
    post(i + 1, `<h3>The role</h3><p>${boilerplate}</p><p>Your week number ${i} is full.</p>`, { title }),
  )
  assert.deepEqual((await readDescriptions(posts, ACME, NOW)).aboutAi, new Set())
  const [first, ...others] = posts as [Description]
  const own = { ...first, html: DUTIES }
  assert.deepEqual((await readDescriptions([own, ...others], ACME, NOW)).aboutAi, new Set(['1']))
})

test('what the only post of a board says about the company doesn’t make the job about AI', async () => {
  const duty = 'train large language models and neural networks with PyTorch'
  for (const intro of [
    `Acme builds computer vision products, and teams of Acme ${duty}.`,
    `We ${duty}.`,
    `At Acme, we ${duty}.`,
    'Our platform serves large language models and neural networks.',
    'Wir entwickeln Sprachmodelle und neuronale Netze.',
  ]) {
    assert.equal(await isAboutAi(`<p>${intro}</p><p>You welcome guests.</p>`, 'Office Manager'), false, intro)
    assert.equal(await isAboutAi(`<h3>The role</h3><p>${intro}</p>`, 'Office Manager'), false, intro)
  }
  for (const own of [`You ${duty}.`, `We are looking for somebody to ${duty}.`, `At Acme, you ${duty}.`]) {
    assert.equal(await isAboutAi(`<p>${own}</p>`), true, own)
  }
})

test('one job posted in several places isn’t boilerplate', async () => {
  const posts = [1, 2, 3].map((nth) => post(nth, DUTIES, { title: 'Software Engineer' }))
  assert.deepEqual((await readDescriptions(posts, ACME, NOW)).aboutAi, new Set(['1', '2', '3']))
})

test('sections are found by headings, bold lines and colons, in eight languages', () => {
  const sections = (heading: string) => sentencesOf(`${heading}<p>Word one.</p>`).map(({ section }) => section)
  for (const [heading, section] of [
    ['<h2>About the role</h2>', 'duties'],
    ['<p><strong>What you will do</strong></p>', 'duties'],
    ['<p>Responsibilities:</p>', 'duties'],
    ['<h3>Deine Aufgaben</h3>', 'duties'],
    ['<h3>Vos missions</h3>', 'duties'],
    ['<h3>Tus funciones</h3>', 'duties'],
    ['<h3>Attività</h3>', 'duties'],
    ['<h3>Wat ga je doen?</h3>', 'duties'],
    ['<h3>Zakres obowiązków</h3>', 'duties'],
    ['<h3>O que você vai fazer</h3>', 'duties'],
    ['<h3>Your profile</h3>', 'requirements'],
    ['<h3>Was du mitbringst</h3>', 'requirements'],
    ['<h3>About Acme</h3>', 'about'],
    ['<h3>Wir bieten</h3>', 'offer'],
    ['<h3>How to apply</h3>', 'applying'],
    ['<h3>Something</h3>', 'other'],
  ] as const) {
    assert.deepEqual(sections(heading), [section], heading)
  }
})

test('lines of HTML and of plain text, without scripts', () => {
  const html = '<script>alert(1)</script><p>One&nbsp;two<br>three</p><ul><li>• four</li></ul><b>Five</b>'
  assert.deepEqual(
    linesOf(html).map(({ text, isItem, isHeading }) => [text, isItem, isHeading]),
    [
      ['One two', false, false],
      ['three', false, false],
      ['four', true, false],
      ['Five', false, true],
    ],
  )
  assert.deepEqual(
    linesOf('One\n\n- two').map(({ text }) => text),
    ['One', 'two'],
  )
})

test('hostile descriptions are read within bounds', async () => {
  const hostile = [
    '<div>'.repeat(100_000),
    `<p>${'Salesforce, '.repeat(20_000)}</p>`,
    `<p>${'a.a+a-'.repeat(20_000)}@</p>`,
    `<p>${'train and train and '.repeat(10_000)}</p>`,
    `<p>${'our '.repeat(30_000)}</p>`,
    '<li>\ud800\u0000</li>',
  ].map((html, i) => post(i, html))
  const { tools } = await readDescriptions(hostile, ACME, NOW)
  assert.deepEqual(
    tools.map(({ slug }) => slug),
    ['salesforce'],
  )
})

test('a job at a client isn’t an agency\u2019s if the ad names the employer, except for temporary work', () => {
  const forClients = (...sentences: readonly string[]) =>
    readDescriptions([post(1, `<p>${sentences.join(' ')}</p>`)], ACME, NOW).forClients.size
  const search = 'For one of our clients, a car maker, we are looking for an engineer.'
  assert.equal(forClients(search), 1)
  assert.equal(forClients(search, 'You are employed by Acme.'), 0)
  assert.equal(forClients(search, 'You are employed by Acme.', 'Acme acts as an employment business.'), 1)
})

test('two hints of different kinds in one ad are a marketplace’s or an agency’s, unless it employs', () => {
  const saidIn = (...sentences: string[]) => {
    const html = sentences.map((sentence) => `<p>${sentence}</p>`).join('')
    return readDescriptions([post(1, html)], ACME, NOW).forClients.get('1')
  }
  const time = 'Choose the shifts that suit you.'
  assert.equal(
    saidIn('Elige los turnos que quieras.', 'Registrate hoy.'),
    'Elige los turnos que quieras. Registrate hoy.',
  )
  assert.equal(
    saidIn('Pick your own hours.', 'We are a friendly team.', 'Customers rate you after each evening.'),
    'Pick your own hours. Customers rate you after each evening.',
  )
  assert.equal(
    saidIn('The client has its office in Leeds.', 'Send me your CV today.'),
    'The client has its office in Leeds. Send me your CV today.',
  )
  assert.equal(saidIn(time, 'We pay every month.'), undefined)
  assert.equal(saidIn('Pick your own hours.', 'Download our app.', 'You have a permanent contract.'), undefined)
})
