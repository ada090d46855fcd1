import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askWith } from '../../../test/harness/ask.ts'
import { startBoardServer } from '../../../test/harness/board-server.ts'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { VisitFailure } from '../collectors/index.ts'
import { type AskOptions, openFetcher, type Validators } from './fetcher.ts'
import { HomePages } from './home-pages.ts'

const server = await startBoardServer()
const config = { COLLECT_CONTACT: 'ops@acme.example', COLLECT_REROUTE: server.origin, COLLECT_DNS: undefined }
const fetcher = openFetcher(config, silentLog)
cleanup(() => fetcher.close())
const ask = (url: string, kind: 'page' | 'feed', options: AskOptions) => askWith(fetcher, options)({ url, kind })
const page = (url: string, options: AskOptions) => ask(url, 'page', options)
const failsAs = (reason: string) => (error: unknown) => error instanceof VisitFailure && error.reason === reason

test('visits share a home page for ten minutes; other pages and feeds are requested by each', async () => {
  let now = 0
  const homePages = new HomePages(() => now)
  const home = 'https://shared.example/'
  server.page(home, '<p>one</p>')
  server.page(`${home}about`, '<p>about</p>')
  const asked = () => server.asked('shared.example').filter(({ path }) => path === '/').length
  let kept: Validators | undefined
  const keepValidators = (validators: Validators) => {
    kept = validators
  }
  const options = { homePages, keepValidators }
  assert.equal((await page(home, options)).text, '<p>one</p>')
  const first = kept
  server.page(home, '<p>two</p>')
  now = 540_000
  const raw = await fetcher.fetch(options)({ url: home, kind: 'page' })
  assert.deepEqual([raw.bytes.toString(), raw.secondsAgo, asked()], ['<p>one</p>', 540, 1])
  assert.deepEqual(kept, first, 'as if it had been asked for')
  await assert.rejects(page(home, { ...options, validators: first }), failsAs('not_modified'))
  assert.equal((await askWith(fetcher, options)({ url: home, kind: 'page', always: true })).text, '<p>two</p>')
  assert.equal((await askWith(fetcher, options)({ url: home, kind: 'page', accept: 'text/html' })).text, '<p>two</p>')
  now = 610_000
  assert.equal((await page(home, options)).text, '<p>two</p>')
  for (const url of [`${home}about`, `${home}about`]) await page(url, options)
  await ask(home, 'feed', options)
  assert.equal(server.asked('shared.example').filter(({ path }) => path === '/about').length, 2)
})

test('a failure of a home page is not shared', async () => {
  const homePages = new HomePages()
  const home = 'https://failing.example/'
  server.page(home, { status: 500, text: '' })
  await assert.rejects(page(home, { homePages }), failsAs('unavailable'))
  server.page(home, '<p>here</p>')
  assert.equal((await page(home, { homePages })).text, '<p>here</p>')
})
