import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWebPage } from './read-page.ts'

const read = (html: string) => readWebPage(html, 'https://acme.example/start')

test('title, headings, links, embeds, hosts in code, data and the name of the site', () => {
  const page = read(`<!doctype html><html><head>
    <title>Acme &amp; Sons
      | Home</title><meta property="og:site_name" content="Acme"><meta property="og:title" content="Acme at home">
    <link rel="alternate" type="application/rss+xml" href="feed.xml"><link rel="alternate" hreflang="de" href="/de/">
    <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed">
    <link rel="alternate" type="application/json" href="/wp-json/pages/2">
    <script src="//cdn.acme.example/a.js"></script>
    <script>(function(){var s="https:\\/\\/widget.intercom.io\\/widget\\/abc"; t='//code.tidio.co/x.js'})()</script>
    <script type="application/json">{"text":"https://js.driftt.com/"}</script>
    <script type="application/ld+json">{"@type":"Organization","name":"Acme
Inc"}</script></head>
    <body><svg><title>Logo</title></svg><h1>Sell <b>more</b></h1><h1></h1>
    <a href="/careers#top">We <i>hire</i></a> <a href="/careers"><img alt="Jobs"></a>
    <a href="mailto:a@acme.example">Mail</a> <a href="javascript:alert(1)">x</a> <a>none</a>
    <iframe src="https://boards.greenhouse.io/embed/job_board?for=acme"></iframe></body></html>`)
  assert.deepEqual(
    {
      ...page,
      links: page.links.map(({ url, text }) => [url.href, text]),
      feeds: page.feeds.map(String),
      embeds: page.embeds.map(String),
      scriptUrls: page.scriptUrls.map(String),
    },
    {
      title: 'Acme & Sons | Home',
      headings: ['Sell more'],
      shownTitle: 'Acme at home',
      siteName: 'Acme',
      links: [['https://acme.example/careers', 'We hire Jobs']],
      feeds: ['https://acme.example/feed.xml'],
      embeds: ['https://cdn.acme.example/a.js', 'https://boards.greenhouse.io/embed/job_board?for=acme'],
      scriptHosts: ['widget.intercom.io', 'code.tidio.co'],
      scriptUrls: ['https://widget.intercom.io/widget/abc', 'https://code.tidio.co/x.js'],
      data: [{ '@type': 'Organization', name: 'Acme Inc' }],
      isPartial: false,
    },
  )
})

test('data is read inside comments and CDATA sections, and with a trailing semicolon', () => {
  const data = '{"name":"Acme; <!-- -->"}'
  for (const text of [
    `//<![CDATA[\n${data}\n//]]>`,
    `/*<![CDATA[*/ ${data} /*]]>*/`,
    `<!--\n${data}\n-->`,
    `${data};`,
  ]) {
    assert.deepEqual(read(`<script type="application/ld+json">${text}</script>`).data, [JSON.parse(data)], text)
  }
})

test('frames that load later or after consent are embeds too', () => {
  const frames = ['src="about:blank" data-src', 'src="" data-lazy-src', 'data-cookieblock-src', 'src']
  const page = read(frames.map((name, i) => `<iframe ${name}="https://acme${i}.jobs.personio.de/"></iframe>`).join(''))
  for (const i of frames.keys()) assert.ok(page.embeds.some(({ hostname }) => hostname === `acme${i}.jobs.personio.de`))
})

test('pages crafted to be slow or large are read in part', () => {
  const deep = `<div>`.repeat(300_000) + `</x>`.repeat(300_000)
  assert.equal(read(`<a href="/first">first</a>${deep}<a href="/last">last</a>`).isPartial, true)
  assert.equal(read(`<a href="/first">first</a>${deep}`).links.length, 1)
  const many = read(Array.from({ length: 5_000 }, (_, i) => `<a href="/${i}">${'word '.repeat(100)}</a>`).join(''))
  assert.deepEqual([many.links.length, many.links[0]?.text.length, many.isPartial], [3_000, 298, true])
  const data = `<script type="application/ld+json">[${'1,'.repeat(1_200_000)}1]</script>`
  assert.deepEqual([read(data).data, read(data).isPartial], [[], true])
  assert.deepEqual(read(`<script type="application/ld+json">x${'/ '.repeat(900_000)}x</script>`).data, [])
  assert.equal(read(`<p ${'a '.repeat(500_000)}>`).isPartial, false)
  assert.equal(read(`<script>${'//a.'.repeat(200_000)}</script>`).scriptHosts.length, 0)
  assert.ok(read(`<script>${'//a.example/-'.repeat(70_000)}</script>`).scriptUrls.length < 10)
  assert.deepEqual(read('<script>"//a.example/?u=https://b.example"</script>').scriptHosts, ['a.example', 'b.example'])
  assert.equal(
    read(`<script>${Array.from({ length: 900 }, (_, i) => `"//a.example/${i}"`)}</script>`).scriptUrls.length,
    500,
  )
  assert.equal(read('<h1>unclosed <a href=x>link').links.length, 1)
})

test('only the first base with an address counts', () => {
  const page = read('<base target="_top"><base href="/first/"><base href="second/"><a href="job">Job</a>')
  assert.deepEqual(
    page.links.map(({ url }) => url.href),
    ['https://acme.example/first/job'],
  )
})
