import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askWith } from '../../../../test/harness/ask.ts'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { ACME, visitContext } from '../../../../test/harness/collecting.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { openFetcher } from '../../fetching/index.ts'
import { VisitFailure } from '../collector.ts'
import { readWebPage } from '../web-page/read-page.ts'
import { aiPageLinks, aiProductOf } from './ai-pages.ts'
import { homePage } from './home-page.ts'
import { organizationOf } from './organization.ts'
import { widgetSignals } from './widgets.ts'

const URL_ = 'https://acme.example/'
const read = (html: string) => readWebPage(html, URL_)
const titled = (title: string, h1 = '') => read(`<title>${title}</title><h1>${h1}</h1>`)

test('an AI phrase joined with product, platform, agent, assistant or copilot makes a product page', () => {
  const names = ['Acme']
  for (const title of [
    'AI agents for sales | Acme',
    'Acme AI Assistant',
    'The machine learning platform for banks – Acme',
    'Acme Copilot',
    'KI-Assistent für den Einkauf | Acme',
    'Plateforme d’IA générative',
    'Agentes de IA para ventas',
  ]) {
    assert.ok(aiProductOf(titled(title), names), title)
  }
  for (const title of [
    'Acme',
    'Sales platform | Acme',
    'AI | Our platform',
    'What is an AI agent?',
    'How AI agents change sales',
    'Top 10 AI assistants',
    'AI agent policy',
    'Responsible AI on our platform',
    'Our agents answer the phone',
    'Email platform',
  ]) {
    assert.equal(aiProductOf(titled(title), names), undefined, title)
  }
  assert.ok(aiProductOf(titled('Home', 'Your AI copilot'), names), 'by its heading')
  assert.equal(aiProductOf(titled('Acme AI platform'), ['Acme AI']), undefined, 'the name of the company says nothing')
})

test('only links of the same site that mention AI are followed, and no articles', () => {
  const links = aiPageLinks(
    read(`<a href="/ai">AI</a><a href="/product/copilot">Meet it</a><a href="https://www.acme.example/agents">AI agents</a>
      <a href="/pricing">Pricing</a><a href="/blog/ai-agents">AI agents explained</a><a href="/en/news/ai">AI</a>
      <a href="https://other.example/ai">AI</a><a href="/ai.pdf">AI</a><a href="/">AI</a><a href="/mail">Email</a>`),
    URL_,
  )
  assert.deepEqual(links.map(String), [
    'https://acme.example/ai',
    'https://www.acme.example/agents',
    'https://acme.example/product/copilot',
  ])
})

test('widgets by the hosts of scripts, of frames and in code; a missing one proves nothing', () => {
  const page = read(`<script src="https://js-eu1.hs-scripts.com/1.js"></script>
    <script>w.src='https://widget.intercom.io/widget/abc'</script><script src="//widget.kapa.ai/kapa.js"></script>
    <script src="https://js.usemessages.com/c.js"></script><script src="https://d1.cloudfront.net/x.js"></script>
    <iframe src="https://embed.typeform.com/to/x"></iframe><a href="https://code.tidio.co/x.js">only a link</a>`)
  const signals = widgetSignals(page, 'acme.example', URL_)
  assert.deepEqual(signals.map(({ key, confidence }) => `${key.slice('acme.example/'.length)} ${confidence}`).sort(), [
    'ai_chat_widget/hubspot 0.6',
    'ai_chat_widget/intercom 0.6',
    'ai_chat_widget/kapa_ai 0.9',
    'tool/hubspot 0.9',
    'tool/intercom 0.9',
    'tool/kapa_ai 0.9',
    'tool/typeform 0.9',
  ])
  assert.ok(signals.every(({ absenceEnds }) => absenceEnds === false))
  assert.deepEqual(signals.find(({ type }) => type === 'tool')?.fields, { tool: 'HubSpot' })
})

test('facts of the company: schema.org Organization of this site, else the name of the site; no people', () => {
  const data = (value: unknown) => read(`<script type="application/ld+json">${JSON.stringify(value)}</script>`)
  const acme = {
    '@type': ['Organization', 'Brand'],
    name: ' Acme  Robotics ',
    url: 'https://www.acme.example',
    logo: { '@type': 'ImageObject', url: '/logo.svg' },
    address: { addressCountry: 'Germany' },
    numberOfEmployees: { minValue: 51, maxValue: 200 },
    founder: { '@type': 'Person', name: 'Somebody' },
  }
  const facts = { name: 'Acme Robotics', logo: 'https://acme.example/logo.svg', hqCountry: 'DE', employeeCount: 51 }
  assert.deepEqual(organizationOf(data(acme), URL_), facts)
  assert.deepEqual(
    organizationOf(data({ '@graph': [{ '@type': 'WebSite', name: 'x', publisher: acme }] }), URL_),
    facts,
  )
  const partner = { '@type': 'Organization', name: 'Globex', url: 'https://globex.example' }
  assert.deepEqual(organizationOf(data([partner, acme]), URL_), facts)
  assert.deepEqual(organizationOf(data(partner), URL_), {}, 'the only one, and of another site')
  assert.deepEqual(organizationOf(read('<meta property="og:site_name" content="Acme Inc">'), URL_), {
    name: 'Acme Inc',
  })
  assert.deepEqual(organizationOf(data({ '@type': 'WebSite', name: 'Home' }), URL_), {})
  const escaped = { ...acme, '@type': 'http://schema.org/Organization', name: 'Smith &amp; Son&#039;s' }
  assert.equal(organizationOf(data(escaped), URL_).name, "Smith & Son's")
  assert.deepEqual(organizationOf(data([partner, { ...acme, '@type': 'BankOrCreditUnion', url: '/' }]), URL_), facts)
  const odd = {
    '@type': 'Organization',
    name: 7,
    logo: 'data:image/png,x',
    address: 'Berlin',
    numberOfEmployees: '1-10',
  }
  assert.deepEqual(organizationOf(data(odd), URL_), {})
  const places = { ...acme, address: [{ addressCountry: 'DE' }, { addressCountry: 'US' }] }
  assert.equal(organizationOf(data(places), URL_).hqCountry, undefined)
})

test('a visit: widgets, AI pages, facts; a page that fails makes it incomplete, a deleted one does not', async () => {
  const server = await startBoardServer()
  server.page(
    URL_,
    `<meta property="og:site_name" content="Acme"><a href="/ai">Acme AI</a><a href="/agents">AI agents</a>
     <a href="/gone-ai">AI</a><script src="https://code.tidio.co/x.js"></script>`,
  )
  server.page('https://acme.example/ai', '<h1>The AI platform for mills</h1>')
  server.page('https://acme.example/agents', '<title>Pricing</title>')
  const snapshot = await homePage.visit('acme.example', visitContext(server))
  assert.deepEqual(
    snapshot.signals.map(({ type, label, url }) => [type, label, url]),
    [
      ['tool', 'Uses Tidio', URL_],
      ['web', 'Chat widget: Tidio', URL_],
      ['web', 'AI product page: The AI platform for mills', 'https://acme.example/ai'],
    ],
  )
  assert.deepEqual([snapshot.complete, snapshot.company], [true, { name: 'Acme' }])
  server.fault('https://acme.example/agents', { kind: 'status', status: 500 }, 1)
  assert.equal((await homePage.visit('acme.example', visitContext(server))).complete, false)
  server.fault('https://acme.example/agents', { kind: 'status', status: 429, retryAfter: 5 }, 1)
  await assert.rejects(
    homePage.visit('acme.example', visitContext(server)),
    (error) => error instanceof VisitFailure && error.retryAfter === 5,
  )
})

test('links to deleted pages that lead to the home page, or to an article, show no product', async () => {
  const server = await startBoardServer()
  const fetcher = openFetcher(
    { COLLECT_CONTACT: 'ops@acme.example', COLLECT_REROUTE: server.origin, COLLECT_DNS: undefined },
    silentLog,
  )
  cleanup(() => fetcher.close())
  server.page(URL_, '<h1>The AI platform for mills</h1><a href="/ai-agent">AI agent</a><a href="/ai-news">AI</a>')
  server.page('https://acme.example/ai-agent', { status: 301, headers: { location: '/' } })
  server.page('https://acme.example/ai-news', { status: 302, headers: { location: '/blog/ai-platform' } })
  server.page('https://acme.example/blog/ai-platform', '<h1>Our AI platform is a year old</h1>')
  const { signals, complete } = await homePage.visit('acme.example', visitContext(server, { ask: askWith(fetcher) }))
  assert.deepEqual([signals, complete], [[], true])
})

test('a home page that moved permanently, one that answers only with www, and one that isn’t a page', async () => {
  const server = await startBoardServer()
  const fetcher = openFetcher(
    { COLLECT_CONTACT: 'ops@acme.example', COLLECT_REROUTE: server.origin, COLLECT_DNS: undefined },
    silentLog,
  )
  cleanup(() => fetcher.close())
  const context = visitContext(server, { ask: askWith(fetcher), company: ACME })
  server.page('https://acme.example/', { status: 301, headers: { location: 'https://www.acme.test/home' } })
  assert.deepEqual(await homePage.visit('acme.example', context), {
    signals: [],
    complete: false,
    movedTo: 'acme.test',
  })
  server.fault('bare.example', { kind: 'reset' })
  server.page('https://www.bare.example/', '<title>Bare</title>')
  assert.equal((await homePage.visit('bare.example', context)).complete, true)
  server.page('https://data.example/', { type: 'application/json', text: '{}' })
  await assert.rejects(homePage.visit('data.example', context), /is no web page/)
})
