import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askWith } from '../../../../test/harness/ask.ts'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { visitContext } from '../../../../test/harness/collecting.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { openFetcher } from '../../fetching/index.ts'
import { type Snapshot, VisitFailure } from '../collector.ts'
import { announcements } from './announcements.ts'
import { dayIn, statedTime } from './news-date.ts'
import { readFeed } from './read-feed.ts'
import { withoutRepeats } from './repeated-rounds.ts'

const NOW = Date.UTC(2026, 8, 1) / 1_000
const server = await startBoardServer()
const fetcher = openFetcher(
  { COLLECT_CONTACT: 'ops@acme.example', COLLECT_REROUTE: server.origin, COLLECT_DNS: undefined },
  silentLog,
)
cleanup(() => fetcher.close())

const SERIES_A = 'Acme raises $12M Series A'
const DAY = Date.UTC(2026, 5, 1, 9) / 1_000

/** A website of its own for each test. */
let sites = 0
function website(pages: Readonly<Record<string, string | Parameters<typeof server.page>[1]>>) {
  const domain = `acme${++sites}.example`
  for (const [path, page] of Object.entries(pages)) server.page(`https://${domain}${path}`, page)
  const paths = () => server.asked(domain).map(({ path }) => path)
  const visit = (more: { readonly basis?: string | undefined; readonly now?: number } = {}): Promise<Snapshot> => {
    const company = { domain, name: 'Acme', aliases: [] }
    return announcements.visit(domain, visitContext(server, { ask: askWith(fetcher), company, now: NOW, ...more }))
  }
  return { domain, visit, paths: () => paths().filter((path) => path !== '/robots.txt') }
}

const rss = (items: string, title = 'Acme news') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>${items}</channel></rss>`
const item = (title: string, date = 'Mon, 01 Jun 2026 09:00:00 GMT', text = 'The round was led by Litware.') =>
  `<item><title>${title}</title><link>/news/${title.length}</link><pubDate>${date}</pubDate><description>${text}</description></item>`
const HOME_WITH_FEED = '<link rel="alternate" type="application/rss+xml" href="feed.xml">'
const atHome = (feed: string) =>
  website({ '/': HOME_WITH_FEED, '/feed.xml': { type: 'application/rss+xml', text: feed } })
const titlesOf = ({ signals }: Snapshot) => signals.map(({ fields }) => fields.evidence)

test('a round of a feed is funding with its amount, its sentence, its day and its article, and doesn’t end when it is gone', async () => {
  const { domain, visit } = atHome(rss(item(SERIES_A)))
  const { signals, complete, every } = await visit()
  assert.deepEqual([complete, every], [true, undefined])
  assert.deepEqual(signals, [
    {
      type: 'funding',
      key: `${domain}/equity/series_a/2026`,
      label: SERIES_A,
      confidence: 0.85,
      occurredAt: DAY,
      url: `https://${domain}/news/${SERIES_A.length}`,
      fields: {
        round: 'series_a',
        amount: 12_000_000,
        currency: 'USD',
        instrument: 'equity',
        announcedOn: '2026-06-01',
        evidence: SERIES_A,
      },
      absenceEnds: false,
    },
  ])
})

test('RSS with CDATA, Atom with relative links, RDF and JSON Feed are read', () => {
  const base = 'https://acme.example/blog/feed'
  const feeds = [
    rss(
      `<item><title><![CDATA[Acme &amp; co]]></title><link>https://acme.example/blog/a</link><pubDate>Mon, 01 Jun 2026 09:00:00 GMT</pubDate><content:encoded><![CDATA[<p>First <b>words</b>&nbsp;here.</p><script>x</script>]]></content:encoded></item>`,
    ),
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><link href="/"/><entry><title>Acme &amp; co</title><link rel="self" href="/x"/><link href="a"/><published>2026-06-01T09:00:00Z</published><summary type="html">&lt;p&gt;First words here.&lt;/p&gt;</summary></entry></feed>`,
    `<rdf:RDF xmlns:rdf="x"><channel><title>Blog</title></channel><item><title>Acme &amp; co</title><link>/blog/a</link><dc:date>2026-06-01T09:00:00+00:00</dc:date><description>First words here.</description></item></rdf:RDF>`,
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Blog',
      items: [
        {
          title: 'Acme & co',
          url: '/blog/a',
          date_published: '2026-06-01T09:00:00Z',
          content_html: '<p>First words here.</p>',
        },
      ],
    }),
  ]
  for (const feed of feeds) {
    assert.deepEqual(
      readFeed(feed, base),
      {
        items: [
          { title: 'Acme & co', text: 'First words here.', url: 'https://acme.example/blog/a', publishedAt: DAY },
        ],
        isComplete: true,
      },
      feed,
    )
  }
})

test('a page for people, other JSON and a feed of comments aren’t feeds; half a feed is not complete', () => {
  for (const text of ['<!doctype html><html><title>News</title></html>', '{"items":[]}', '', 'text'])
    assert.equal(readFeed(text, 'https://acme.example/'), undefined, text)
  assert.equal(readFeed(rss(item(SERIES_A), 'Comments on: Acme raises'), 'https://acme.example/'), undefined)
  const half = rss(item(SERIES_A) + item('Another')).slice(0, -40)
  assert.equal(readFeed(half, 'https://acme.example/')?.isComplete, false)
})

test('a huge feed is read up to its newest 300 items, which is complete if they reach back a year', async () => {
  const many = (date: string) =>
    rss(Array.from({ length: 400 }, (_, i) => item(`Post ${'x'.repeat(i)}`, date)).join(''))
  assert.equal((await atHome(many('Mon, 01 Jun 2026 09:00:00 GMT')).visit()).complete, false)
  assert.equal((await atHome(many('Mon, 02 Jun 2025 09:00:00 GMT')).visit()).complete, true)
})

test('news older than a year, without a day or of a day far ahead isn’t a round; tomorrow’s counts as today’s', async () => {
  const of = async (date: string) => (await atHome(rss(item(SERIES_A, date))).visit()).signals
  assert.deepEqual(await of('Mon, 01 Jun 2025 09:00:00 GMT'), [])
  assert.deepEqual(await of('soon'), [])
  assert.deepEqual(await of('Wed, 01 Jun 2033 09:00:00 GMT'), [])
  assert.equal((await of('Wed, 02 Sep 2026 09:00:00 GMT'))[0]?.occurredAt, NOW)
})

test('a visit that knows the feed requests nothing else, until a month has passed', async () => {
  const { visit, paths } = atHome(rss(item(SERIES_A)))
  const { basis, until } = await visit()
  assert.deepEqual([paths(), until], [['/', '/feed.xml'], NOW + 30 * 86_400])
  await visit({ basis })
  assert.deepEqual(paths().slice(2), ['/feed.xml'])
})

const ARTICLE =
  '<meta property="article:published_time" content="2026-06-01T09:00:00Z"><h1>x</h1><p>Acme has raised $12M in a Series A led by Litware.</p>'

test('a page of news without a feed is read as a list, weekly, and only articles that may be rounds are requested, once', async () => {
  const { visit, paths } = website({
    '/': '<a href="/company/newsroom/">Newsroom</a><a href="/products">Products</a>',
    '/company/newsroom/': `<nav><a href="/products/all-the-things">All of our products</a></nav>
      <article><h3>Acme closes its Series A</h3><span>June 1, 2026</span><a href="series-a">Read more</a></article>
      <article><a href="new-office"><h3>Acme opens an office in Berlin</h3></a><time datetime="2026-05-01"></time></article>`,
    '/company/newsroom/series-a': ARTICLE,
  })
  const first = await visit()
  assert.deepEqual(paths(), ['/', '/company/newsroom/', '/company/newsroom/', '/company/newsroom/series-a'])
  assert.deepEqual([first.complete, first.every], [true, 'week'])
  assert.deepEqual(
    first.signals.map(({ fields, occurredAt }) => [fields.round, fields.amount, occurredAt]),
    [['series_a', 12_000_000, Date.UTC(2026, 5, 1) / 1_000]],
  )
  const second = await visit({ basis: first.basis })
  assert.deepEqual(paths().slice(4), ['/company/newsroom/'])
  assert.deepEqual(second.signals, first.signals)
})

test('pages of news are found in eight languages', async () => {
  for (const text of [
    'Newsroom',
    'Aktuelles',
    'Actualités',
    'Notas de prensa',
    'Comunicati stampa',
    'Nieuws',
    'Imprensa',
    'Aktualności',
  ]) {
    const { visit, paths } = website({ '/': `<a href="/x1">${text}</a>`, '/x1': '' })
    await visit()
    assert.ok(paths().includes('/x1'), text)
  }
})

test('without news, funding is not monitored; an invalid feed, or another site’s, is not read', async () => {
  const nothing = { signals: [], complete: false, every: 'week' }
  assert.deepEqual(await website({ '/': '<a href="/products">Products</a>' }).visit(), nothing)
  assert.deepEqual(await website({ '/': HOME_WITH_FEED, '/feed.xml': '<title>Hello</title>' }).visit(), nothing)
  const away = website({
    '/': HOME_WITH_FEED,
    '/feed.xml': { status: 302, headers: { location: 'https://other.example/feed' } },
  })
  assert.deepEqual(await away.visit(), nothing)
  const elsewhere = '<link rel="alternate" type="application/rss+xml" href="https://other.example/feed">'
  assert.deepEqual(await website({ '/': elsewhere }).visit(), nothing)
  assert.deepEqual(server.asked('other.example'), [])
})

test('a feed that existed and fails makes the visit incomplete, and a host that asks to wait ends it', async () => {
  const { domain, visit } = atHome(rss(item(SERIES_A)))
  const { basis } = await visit()
  server.fault(`https://${domain}/feed.xml`, { kind: 'status', status: 500 }, 1)
  const failed = await visit({ basis })
  assert.deepEqual([failed.complete, failed.failure?.reason], [false, 'unavailable'])
  server.fault(`https://${domain}/feed.xml`, { kind: 'status', status: 429, retryAfter: 5 }, 1)
  await assert.rejects(visit({ basis }), (error) => error instanceof VisitFailure && error.retryAfter === 5)
})

test('a round that is announced twice is one report: the first, with details only from the second', async () => {
  const twice = item(SERIES_A) + item('Acme lève 12 M$ en série A', 'Wed, 03 Jun 2026 09:00:00 GMT')
  const other = item('Acme secures $5M venture debt', 'Mon, 08 Jun 2026 09:00:00 GMT', '')
  assert.equal((await atHome(rss(twice)).visit()).signals.length, 1)
  assert.deepEqual(titlesOf(await atHome(rss(twice + other)).visit()), [SERIES_A, 'Acme secures $5M venture debt'])
  const round = { instrument: 'equity', sentence: '', url: '', publishedAt: DAY } as const
  const [joined, ...more] = withoutRepeats([
    { ...round, amount: 5, currency: 'USD', publishedAt: DAY + 9 },
    { ...round, round: 'seed' },
  ])
  assert.deepEqual([joined?.round, joined?.amount, joined?.publishedAt, more.length], ['seed', 5, DAY, 0])
})

test('times of feeds with names of zones, and days in words', () => {
  assert.equal(statedTime('Mon, 01 Jun 2026 09:00:00 PST'), DAY)
  assert.equal(statedTime('yesterday'), undefined)
  const day = Date.UTC(2026, 5, 1) / 1_000
  for (const text of [
    'June 1, 2026',
    '1. Juni 2026',
    '1er juin 2026',
    '1 de junio de 2026',
    '1 giugno 2026',
    '01.06.2026',
    '2026-06-01',
    'Published 1 jun. 2026 by Acme',
  ])
    assert.equal(dayIn(text), day, text)
  assert.equal(dayIn('6/1/2026, or Smarch 1, 2026'), undefined)
})
