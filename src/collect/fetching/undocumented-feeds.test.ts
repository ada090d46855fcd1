// Undocumented feeds: searches with POST, robots.txt, and statuses with their own meaning.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askWith } from '../../../test/harness/ask.ts'
import { startBoardServer } from '../../../test/harness/board-server.ts'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { silentLog } from '../../../test/harness/log.ts'
import type { CollectorRequest } from '../collectors/index.ts'
import { type AskOptions, type HostReport, openFetcher, type Validators } from './fetcher.ts'

const server = await startBoardServer()
const config = { COLLECT_CONTACT: 'ops@acme.example', COLLECT_REROUTE: server.origin, COLLECT_DNS: undefined }
const fetcher = openFetcher(config, silentLog)
cleanup(() => fetcher.close())

const SEARCH = 'https://jobs.acme.example/search'
const search: CollectorRequest = { url: SEARCH, kind: 'feed', body: '{"offset":0}' }
const ask = (request: CollectorRequest, options?: AskOptions) => askWith(fetcher, options)(request)
const requestsTo = (host: string) => server.asked(host).map(({ path, sent }) => `${path} ${sent}`.trim())

test('a search is sent with POST as JSON, and the same answer is detected without conditional headers', async () => {
  server.page(SEARCH, (request) => ({ type: 'application/json', text: `"${request.method}"` }))
  let kept: Validators | undefined
  const keepValidators = (validators: Validators) => {
    kept = validators
  }
  assert.equal((await ask(search, { keepValidators })).text, '"POST"')
  await assert.rejects(ask(search, { validators: kept }), { reason: 'not_modified' })
  const [first, second] = server.asked('jobs.acme.example')
  assert.equal(first?.sent, '{"offset":0}')
  assert.equal(first?.headers['content-type'], 'application/json')
  assert.equal(second?.headers['if-none-match'], undefined)
})

test('an undocumented feed obeys robots.txt, which is requested with GET, and still follows no redirect', async () => {
  const request = { ...search, url: 'https://rules.example/jobs', obeysRobots: true }
  server.page('https://rules.example/robots.txt', 'User-agent: *\nDisallow: /private')
  server.page('https://rules.example/jobs', { type: 'application/json', text: '[]' })
  assert.equal((await ask(request)).text, '[]')
  assert.deepEqual(requestsTo('rules.example'), ['/robots.txt', '/jobs {"offset":0}'])
  await assert.rejects(ask({ ...request, url: 'https://rules.example/private/jobs' }), { reason: 'refused' })
  assert.equal(requestsTo('rules.example').length, 2)
  server.fault('https://rules.example/jobs', { kind: 'redirect', to: 'https://rules.example/' }, 1)
  await assert.rejects(ask(request), { reason: 'invalid_response' })
})

test('a status has the host’s known meaning, and a limit is reported as one', async () => {
  const reports: HostReport[] = []
  const turn = async () => (report: HostReport) => reports.push(report)
  for (const [status, statuses, reason] of [
    [403, { 403: 'limited' }, 'limited'],
    [406, { 406: 'missing' }, 'missing'],
    [403, { 406: 'missing' }, 'refused'],
  ] as const) {
    server.fault('odd.example', { kind: 'status', status }, 1)
    await assert.rejects(ask({ url: 'https://odd.example/x', kind: 'feed', statuses }, { turn }), { reason })
  }
  assert.deepEqual(
    reports.map(({ status }) => status),
    [429, 406, 403],
  )
})
