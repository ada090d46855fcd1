import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askWith } from '../../../test/harness/ask.ts'
import { startBoardServer } from '../../../test/harness/board-server.ts'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { startDnsServer } from '../../../test/harness/dns-server.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { openReceiver } from '../../../test/harness/receivers.ts'
import { rawReceiver } from '../../../test/harness/sender.ts'
import { VERSION } from '../../platform/config/version.ts'
import { type Answer, type CollectorRequest, VisitFailure, type VisitFailureReason } from '../collectors/index.ts'
import {
  type AskOptions,
  FETCH_LIMITS,
  type FetchLimits,
  type HostReport,
  openFetcher,
  type Validators,
} from './fetcher.ts'
import { FetcherClosed } from './fetcher-closed.ts'

const server = await startBoardServer()
const SHORT = { ...FETCH_LIMITS.page, maxBytes: 100_000 }
const LONG_ENOUGH: Partial<FetchLimits> = { connectMs: 60_000 }

function open(limits: Partial<FetchLimits> = LONG_ENOUGH, config: object = { COLLECT_REROUTE: server.origin }) {
  const settings = { COLLECT_REROUTE: undefined, COLLECT_DNS: undefined, ...config }
  const fetcher = openFetcher({ COLLECT_CONTACT: 'ops@acme.example', ...settings }, silentLog, limits)
  cleanup(() => fetcher.close())
  return fetcher
}

const fetcher = open()
const page = (url: string, options?: AskOptions) => askWith(fetcher, options)({ url, kind: 'page' })
const feed = (url: string, options?: AskOptions) => askWith(fetcher, options)({ url, kind: 'feed' })

async function failure(answer: Promise<Answer>): Promise<VisitFailure> {
  const error = await answer.then(
    ({ text }) => assert.fail(`answered ${text.slice(0, 80)}`),
    (error: unknown) => error,
  )
  assert.ok(error instanceof VisitFailure, String(error))
  return error
}

async function fails(answer: Promise<Answer>, reason: VisitFailureReason, message: RegExp): Promise<void> {
  const { reason: was, message: said } = await failure(answer)
  assert.equal(was, reason, said)
  assert.match(said, message)
}

test('a request identifies the client and a contact, with the Host of the website', async () => {
  server.page('https://acme.example/hello', { type: 'text/HTML; charset=utf-8', text: 'hello' })
  const answer = await page('https://acme.example/hello#part')
  assert.deepEqual(answer, { status: 200, contentType: 'text/html', text: 'hello', url: 'https://acme.example/hello' })
  const { headers } = server.asked('acme.example').at(-1) ?? assert.fail()
  assert.equal(headers.host, 'acme.example')
  assert.equal(headers['user-agent'], `Pro-Signal/${VERSION} (+mailto:ops@acme.example)`)
})

test('without a contact no requests are sent', () => {
  assert.throws(() => open({}, { COLLECT_CONTACT: undefined }), /COLLECT_CONTACT/)
})

test('every status has its meaning', async () => {
  const meanings: [status: number, reason: VisitFailureReason, retryAfter?: number][] = [
    [404, 'missing'],
    [410, 'missing'],
    [401, 'refused'],
    [403, 'refused'],
    [403, 'limited', 30],
    [406, 'refused'],
    [429, 'limited'],
    [429, 'limited', 7],
    [503, 'limited', 120],
    [503, 'unavailable'],
    [500, 'unavailable'],
    [204, 'invalid_response'],
    // The request was not conditional.
    [304, 'invalid_response'],
  ]
  for (const [status, reason, retryAfter] of meanings) {
    server.fault('https://status.example/', { kind: 'status', status, ...(retryAfter && { retryAfter }) }, 1)
    const error = await failure(feed('https://status.example/feed'))
    assert.deepEqual([error.reason, error.retryAfter], [reason, retryAfter], `${status}`)
    assert.match(error.message, new RegExp(`^status\\.example answered ${status}`))
  }
})

test('half a body, a broken connection and a redirected feed are failures', async () => {
  server.page('https://half.example/jobs', 'all of it')
  server.fault('half.example', { kind: 'half' }, 1)
  await fails(feed('https://half.example/jobs'), 'invalid_response', /closed the connection during its response/)
  server.fault('half.example', { kind: 'reset' }, 2)
  await fails(feed('https://half.example/jobs'), 'unavailable', /closed the connection/)
  server.mend()
  server.fault('half.example', { kind: 'redirect', to: 'https://half.example/marketing' }, 1)
  await fails(feed('https://half.example/jobs'), 'invalid_response', /a feed does not redirect/)
  assert.equal((await feed('https://half.example/jobs')).text, 'all of it')
})

test('responses that break the protocol', async () => {
  const cases: [answer: string, reason: VisitFailureReason, message: RegExp][] = [
    [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
      'invalid_response',
      /closed the connection during its response/,
    ],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'invalid_response', /not valid HTTP/],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello',
      'invalid_response',
      /closed the connection during its response/,
    ],
    [
      `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2_000_000)}`,
      'invalid_response',
      /headers or chunk framing are too long|not valid HTTP/,
    ],
    ['HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20), 'invalid_response', /more than 8 interim responses/],
    ['SSH-2.0-OpenSSH_9.2\r\n', 'invalid_response', /not valid HTTP/],
    ['', 'unavailable', /closed the connection/],
  ]
  for (const [answer, reason, message] of cases) {
    const { port } = await rawReceiver(answer, true)
    const own = open(LONG_ENOUGH, { COLLECT_REROUTE: `http://127.0.0.1:${port}` })
    await fails(askWith(own)({ url: 'https://odd.example/', kind: 'feed' }), reason, message)
  }
})

test('bodies are bounded, also when unpacked', async () => {
  const small = open({ ...LONG_ENOUGH, feed: SHORT })
  const ask = (url: string) => askWith(small)({ url, kind: 'feed' })
  server.fault('https://large.example/bomb', { kind: 'bomb', megabytes: 4 })
  server.fault('https://large.example/flood', { kind: 'flood', megabytes: 4 })
  await fails(ask('https://large.example/bomb'), 'too_large', /larger than 100000 bytes when it is unpacked/)
  await fails(ask('https://large.example/flood'), 'too_large', /larger than 100000 bytes/)
  server.page('https://large.example/fits', 'x'.repeat(100_000))
  assert.equal((await ask('https://large.example/fits')).text.length, 100_000)
})

test('time limits: no response, a response that does not end', async () => {
  const hasty = open({ ...LONG_ENOUGH, feed: { ...SHORT, headersMs: 100, totalMs: 60_000 } })
  const patient = open({ ...LONG_ENOUGH, feed: { ...SHORT, headersMs: 60_000, totalMs: 500 } })
  server.fault('https://slow.example/silent', { kind: 'silent' })
  server.fault('https://slow.example/drip', { kind: 'drip' })
  const request = (path: string): CollectorRequest => ({ url: `https://slow.example/${path}`, kind: 'feed' })
  await fails(askWith(hasty)(request('silent')), 'unavailable', /no response within 0.1 s/)
  await fails(askWith(patient)(request('drip')), 'unavailable', /within 0.5 s/)
})

test('a page redirects on its own site, three times at most', async () => {
  const to = (location: string, status = 302) => ({ status, headers: { location } })
  server.page('https://site.example/', to('https://www.site.example/', 301))
  server.page('https://www.site.example/', to('/en', 301))
  server.page('https://www.site.example/en', to('http://www.site.example/en/home'))
  server.page('https://www.site.example/en/home', 'home')
  const answer = await page('https://site.example/')
  assert.deepEqual([answer.text, answer.url], ['home', 'https://www.site.example/en/home'])
  server.page('https://site.example/loop', to('/loop'))
  await fails(page('https://site.example/loop'), 'invalid_response', /redirects more than 3 times/)
  server.page('https://site.example/nowhere', { status: 302 })
  await fails(page('https://site.example/nowhere'), 'invalid_response', /did not say where to/)
  server.page('https://site.example/other', to('https://other.example/', 301))
  await fails(page('https://site.example/other'), 'invalid_response', /redirects to another site, other\.example/)
})

test('a home page that redirects for good to another registrable domain has moved', async () => {
  const to = (location: string, status: number) => ({ status, headers: { location } })
  server.page('https://old.example/', to('https://www.old.example/', 308))
  server.page('https://www.old.example/', to('http://new.example/welcome', 301))
  const answer = await page('https://old.example/')
  assert.deepEqual([answer.movedTo, answer.text], ['https://new.example/welcome', ''])
  assert.equal(server.asked('new.example').length, 0)
  server.page('https://www.old.example/', to('https://new.example/', 302))
  await fails(page('https://old.example/'), 'invalid_response', /redirects to another site/)
})

test('redirects to private addresses are rejected, even to the origin that everything is sent to', async () => {
  for (const [i, location] of [
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://[::1]/',
    'http://localhost/',
    `${server.origin}/`,
    'https://intranet.corp/',
    'https://2130706433/',
  ].entries()) {
    const requests = server.requests.length
    server.page(`https://evil.example/${i}`, { status: 301, headers: { location } })
    await fails(page(`https://evil.example/${i}`), 'invalid_response', /redirects to another site/)
    assert.ok(server.requests.length <= requests + 2, 'the page, and robots.txt once')
    await fails(page(location), 'refused', /is not fetched: the URL must/)
  }
  server.page('https://evil.example/port', { status: 302, headers: { location: 'https://mail.evil.example:25/' } })
  await fails(page('https://evil.example/port'), 'refused', /port 443 or a port from 1024/)
  await fails(page('https://user:secret@evil.example/'), 'refused', /a user name or a password/)
  await fails(page('file:///etc/passwd'), 'invalid_response', /not the URL of a page/)
})

test('without a reroute, a name that resolves to private addresses is rejected, only those and mixed', async () => {
  const dns = await startDnsServer((name) => (name.startsWith('mixed') ? ['93.184.216.34', '10.0.0.7'] : ['127.0.0.1']))
  const guarded = open(LONG_ENOUGH, { COLLECT_DNS: dns.address })
  for (const host of ['rebound.example', 'mixed.example']) {
    await fails(
      askWith(guarded)({ url: `https://${host}/`, kind: 'feed' }),
      'refused',
      /resolves to an address that is/,
    )
  }
  assert.deepEqual(dns.queried, ['rebound.example', 'mixed.example'])
})

test('robots.txt is obeyed for pages, requested once, and not for feeds', async () => {
  server.page(
    'https://polite.example/robots.txt',
    'User-agent: *\nAllow: /\n\nUser-agent: pro-signal\nDisallow: /private',
  )
  server.page('https://polite.example/private/a', 'secret')
  server.page('https://polite.example/a', 'open')
  const [open] = await Promise.all([
    page('https://polite.example/a'),
    fails(
      page('https://polite.example/private/a'),
      'refused',
      /robots\.txt of polite\.example does not allow Pro-Signal/,
    ),
  ])
  assert.equal(open.text, 'open')
  assert.equal((await feed('https://polite.example/private/a')).text, 'secret')
  assert.deepEqual(
    server.asked('polite.example').map(({ path }) => path),
    ['/robots.txt', '/a', '/private/a'],
  )
})

test('robots.txt: a missing one allows, an unreadable one doesn’t, one of another site is ignored', async () => {
  server.page('https://none.example/', 'home')
  assert.equal((await page('https://none.example/')).text, 'home')
  server.page('https://broken.example/', 'home')
  server.fault('https://broken.example/robots.txt', { kind: 'status', status: 500 }, 1)
  await fails(
    page('https://broken.example/'),
    'unavailable',
    /^Without the robots\.txt of broken\.example .* answered 500/,
  )
  server.fault('https://broken.example/robots.txt', { kind: 'status', status: 429, retryAfter: 60 }, 1)
  assert.equal((await failure(page('https://broken.example/'))).retryAfter, 60)
  assert.equal((await page('https://broken.example/')).text, 'home')
  server.page('https://moved.example/robots.txt', {
    status: 301,
    headers: { location: 'https://none.example/robots.txt' },
  })
  server.page('https://moved.example/', { status: 301, headers: { location: 'https://none.example/' } })
  assert.equal((await page('https://moved.example/')).movedTo, 'https://none.example/')
  server.page('https://gate.example/', { status: 302, headers: { location: 'https://www.gate.example/' } })
  server.page('https://www.gate.example/robots.txt', 'User-agent: *\nDisallow: /')
  await fails(page('https://gate.example/'), 'refused', /robots\.txt of www\.gate\.example/)
})

test('what has not changed is not sent again', async () => {
  server.page('https://same.example/feed', 'one')
  let kept: Validators | undefined
  const keepValidators: AskOptions['keepValidators'] = (validators) => {
    kept = validators
  }
  await feed('https://same.example/feed', { keepValidators })
  assert.match(kept?.etag ?? '', /^".+"$/)
  await fails(feed('https://same.example/feed', { validators: kept }), 'not_modified', /nothing changed/)
  assert.equal((await feed('https://same.example/feed?page=2', { validators: kept })).text, 'one')
  server.page('https://same.example/feed', 'two')
  assert.equal((await feed('https://same.example/feed', { validators: kept })).text, 'two')
  const ask = askWith(fetcher, { keepValidators })
  await ask({ url: 'https://same.example/feed', kind: 'feed' })
  await ask({ url: 'https://same.example/feed?page=2', kind: 'feed' })
  assert.deepEqual(kept, { url: 'https://same.example/feed' }, 'one page of several says nothing about the others')
})

test('the same body is not parsed again, whatever its validators', async () => {
  const url = 'https://bytes.example/feed'
  let text = 'one'
  server.page(url, () => ({ text, headers: { etag: `"${Math.random()}"` } }))
  let kept: Validators | undefined
  const keepValidators: AskOptions['keepValidators'] = (validators) => {
    kept = validators
  }
  await feed(url, { keepValidators })
  await fails(feed(url, { validators: kept }), 'not_modified', /the same as last time/)
  const always = await askWith(fetcher, { validators: kept })({ url, kind: 'feed', always: true })
  assert.equal(always.text, 'one')
  const ask = askWith(fetcher, { validators: kept })
  await ask({ url: 'https://same.example/feed', kind: 'feed' })
  assert.equal((await ask({ url, kind: 'feed' })).text, 'one', 'the visit asked for something else first')
  text = 'two'
  assert.equal((await feed(url, { validators: kept })).text, 'two')
  const volatile = 'saved'
  const saved = (at: string, more = '') => JSON.stringify({ saved: at, title: `"saved":"${more}"` })
  text = saved('10:00')
  await askWith(fetcher, { keepValidators })({ url, kind: 'feed', volatile })
  text = saved('11:00')
  await fails(askWith(fetcher, { validators: kept })({ url, kind: 'feed', volatile }), 'not_modified', /same/)
  text = saved('11:00', 'x')
  assert.equal((await askWith(fetcher, { validators: kept })({ url, kind: 'feed', volatile })).text, text)
})

test('each request waits for its turn and reports the host’s response', async () => {
  server.page('https://turns.example/', { status: 302, headers: { location: 'https://www.turns.example/' } })
  server.page('https://www.turns.example/', 'home')
  const seen: string[] = []
  const reports: HostReport[] = []
  const turn: AskOptions['turn'] = async (host, system) => {
    seen.push(`take ${host} ${system}`)
    return async (report) => {
      seen.push(`leave ${host}`)
      reports.push(report)
    }
  }
  await page('https://turns.example/', { turn, system: 'turns' })
  assert.deepEqual(
    seen,
    ['turns.example', 'turns.example', 'www.turns.example', 'www.turns.example'].flatMap((host) => [
      `take ${host} turns`,
      `leave ${host}`,
    ]),
  )
  assert.deepEqual(
    reports.map(({ status }) => status),
    [404, 302, 404, 200],
  )
  assert.ok(reports.every(({ bytes }) => bytes > 50))
  server.fault('turns.example', { kind: 'status', status: 429, retryAfter: 9 }, 1)
  await failure(feed('https://turns.example/x', { turn }))
  assert.deepEqual([reports.at(-1)?.status, reports.at(-1)?.retryAfter], [429, 9])
  server.mend()
  server.fault('turns.example', { kind: 'reset' })
  await failure(feed('https://turns.example/x', { turn }))
  assert.equal(reports.at(-1)?.status, undefined)
  server.mend()
})

test('DNS: TXT strings are joined, mail hosts are in lower case, no records are an empty list, a failure is a failure, unless it was aborted here', async () => {
  const dns = await startDnsServer((name) => {
    if (name === 'gone.example') return undefined
    if (name === 'silent.example') return 'silence'
    return { txt: [['v=spf1 ', 'include:a.example -all'], 'x=1'], mx: ['ASPMX.L.Google.com', '.'] }
  })
  const asked = open({}, { COLLECT_DNS: dns.address }).dns
  assert.deepEqual((await asked.txt('acme.example')).toSorted(), ['v=spf1 include:a.example -all', 'x=1'])
  assert.deepEqual(await asked.mx('acme.example'), ['aspmx.l.google.com'])
  assert.deepEqual([await asked.txt('gone.example'), await asked.mx('gone.example')], [[], []])
  const closing = open({}, { COLLECT_DNS: dns.address })
  const lookup = closing.dns.mx('silent.example')
  await closing.close()
  await assert.rejects(lookup, FetcherClosed)
  const unreachable = open({}, { COLLECT_DNS: '127.0.0.1:1' }).dns.mx('acme.example')
  await assert.rejects(unreachable, (error) => error instanceof VisitFailure && error.reason === 'unavailable')
})

test('a connection is reused, and one that the host closed is replaced', async () => {
  const request: CollectorRequest = { url: 'https://again.example/', kind: 'feed' }
  const keeping = await openReceiver((_request, response) => response.end('home'))
  const served = new WeakSet<object>()
  const closing = await openReceiver(({ socket }, response) => {
    if (served.has(socket)) socket.destroy()
    else response.end('home')
    served.add(socket)
  })
  for (const [receiver, connections] of [
    [keeping, 1],
    [closing, 3],
  ] as const) {
    const own = open(LONG_ENOUGH, { COLLECT_REROUTE: `http://127.0.0.1:${receiver.port}` })
    for (let i = 0; i < 3; i++) assert.equal((await askWith(own)(request)).text, 'home')
    assert.equal(receiver.connections.length, connections)
    await own.close()
    await assert.rejects(askWith(own)(request), FetcherClosed)
  }
})
