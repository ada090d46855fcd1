import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { beforeEachTest } from '../../../../test/harness/cleanup.ts'
import { ACME, visitContext } from '../../../../test/harness/collecting.ts'
import { VisitFailure } from '../collector.ts'
import { subprocessors } from './subprocessors.ts'

const server = await startBoardServer()
const NOW = Date.UTC(2026, 8, 1) / 1_000
const HOME = 'https://acme.example/'
const LIST =
  '<title>Subprocessors</title><h1>Subprocessors</h1><ul><li>Stripe, Inc. – payments</li><li>Sentry</li></ul>'

let pages: string[] = []
function show(url: string, html: string): void {
  pages.push(url)
  server.page(url, html)
}
beforeEachTest(() => {
  for (const url of pages) server.removePage(url)
  server.mend()
  pages = []
})

async function visit(basis?: string) {
  const before = server.requests.length
  const snapshot = await subprocessors.visit(ACME.domain, visitContext(server, { now: NOW, basis }))
  const asked = server.requests.slice(before).map(({ host, path }) => host + path)
  return { ...snapshot, asked, tools: snapshot.signals.map(({ fields }) => fields.tool) }
}

const WAYS: readonly (readonly [what: string, pages: Readonly<Record<string, string>>])[] = [
  ['the home page links it', { [HOME]: '<a href="/subs">Sub-processors</a>', 'https://acme.example/subs': LIST }],
  [
    'a privacy page links it',
    {
      [HOME]: '<a href="/about">About</a><a href="/privacy">Privacy</a>',
      'https://acme.example/privacy': '<a href="/legal/list">List of subprocessors</a>',
      'https://acme.example/legal/list': LIST,
    },
  ],
  [
    'it is on the trust subdomain',
    {
      [HOME]: '<a href="https://trust.acme.example/">Trust</a>',
      'https://trust.acme.example/': '<a href="/subprocessors">See all</a>',
      'https://trust.acme.example/subprocessors': LIST,
    },
  ],
  ['it is a part of the DPA', { [HOME]: '<a href="/dpa">DPA</a>', 'https://acme.example/dpa': LIST }],
  [
    'German words link it',
    {
      [HOME]: '<a href="/datenschutz">Datenschutz</a>',
      'https://acme.example/datenschutz': '<a href="/uav">Unterauftragsverarbeiter</a>',
      'https://acme.example/uav': LIST,
    },
  ],
]
for (const [what, shown] of WAYS) {
  test(`the list of subprocessors is found: ${what}`, async () => {
    for (const [url, html] of Object.entries(shown)) show(url, html)
    const { complete, tools, basis, signals } = await visit()
    assert.deepEqual([complete, tools], [true, ['Stripe', 'Sentry']])
    const url = Object.keys(shown).at(-1) ?? ''
    assert.ok(basis?.startsWith(`${url} `))
    assert.deepEqual(signals[0], {
      type: 'tool',
      key: 'acme.example/stripe',
      confidence: 0.9,
      url,
      fields: { tool: 'Stripe', evidence: 'Stripe, Inc. – payments' },
    })
  })
}

test('a later visit requests only the list, and searches again when it no longer exists', async () => {
  show(HOME, '<a href="/subs">Subprocessors</a>')
  show('https://acme.example/subs', LIST)
  const { basis } = await visit()
  assert.deepEqual((await visit(basis)).asked, ['acme.example/subs'])
  server.removePage('https://acme.example/subs')
  show(HOME, '<a href="/moved">Subprocessors</a>')
  show('https://acme.example/moved', LIST)
  assert.deepEqual((await visit(basis)).tools, ['Stripe', 'Sentry'])
})

test('links to other sites, articles and files are not followed, and a visit requests at most nine pages', async () => {
  const links = Array.from({ length: 30 }, (_, i) => `<a href="/legal/${i}">Legal ${i}</a>`).join('')
  show(
    HOME,
    `${links}<a href="https://other.example/subprocessors">Subprocessors</a><a href="/subprocessors.pdf">Subprocessors</a>`,
  )
  for (let i = 0; i < 30; i++) {
    const own = Array.from({ length: 5 }, (_, n) => `<a href="/sub-processors/${i}-${n}">x</a>`).join('')
    show(`https://acme.example/legal/${i}`, own)
  }
  const { asked, complete } = await visit()
  assert.equal(complete, false)
  assert.ok(asked.length <= 9, asked.join())
  assert.ok(asked.every((url) => url.startsWith('acme.example/') && !url.endsWith('.pdf')))
})

test('a missing list, or one rendered by scripts, means nothing', async () => {
  show(HOME, '<a href="/subprocessors">Subprocessors</a>')
  show('https://acme.example/subprocessors', '<title>Subprocessors</title><div id="root"></div><script>load()</script>')
  const { signals, complete } = await visit()
  assert.deepEqual([signals, complete], [[], false])
})

test('a page that does not answer fails the visit, since it may be the list', async () => {
  show(HOME, '<a href="/subprocessors">Subprocessors</a>')
  server.fault('https://acme.example/subprocessors', { kind: 'status', status: 503 })
  await assert.rejects(visit(), (error) => error instanceof VisitFailure && error.reason === 'unavailable')
})

test('the dates of the page apply to its tools, and announced ones are not in use yet', async () => {
  show(HOME, '<a href="/subs">Subprocessors</a>')
  const row = (name: string, added: string) => `<tr><td>${name}</td><td>${added}</td></tr>`
  show(
    'https://acme.example/subs',
    `<h1>Subprocessors</h1><p>Last updated: 28 August 2026</p><table><tr><th>Subprocessor</th><th>Date added</th></tr>
    ${row('Stripe', '2025-03-01')}${row('Sentry', '')}${row('Mistral AI', '1 December 2026')}</table>
    <h2>Changes</h2><ul><li>3 May 2026: removed Mailchimp.</li></ul>`,
  )
  const { signals } = await visit()
  const shown = signals.map(({ key, occurredAt = 0, fields: { change } }) => [
    key,
    new Date(occurredAt * 1_000).toISOString().slice(0, 10),
    change,
  ])
  assert.deepEqual(shown, [
    ['acme.example/stripe', '2025-03-01', undefined],
    ['acme.example/sentry', '2026-08-28', undefined],
    ['acme.example/mailchimp/dropped', '2026-05-03', 'dropped'],
  ])
})
