import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBoardServer } from '../../../test/harness/board-server.ts'
import { visitContext } from '../../../test/harness/collecting.ts'
import { aiCrawlers, crawlersNamed } from './ai-crawlers/ai-crawlers.ts'
import { VisitFailure } from './collector.ts'
import { dnsRecords, readDns } from './dns/dns.ts'
import { isLlmsTxt, llmsTxt } from './llms-txt/llms-txt.ts'

const server = await startBoardServer()
const context = visitContext(server)
const isUnavailable = (error: unknown) => error instanceof VisitFailure && error.reason === 'unavailable'

test('llms.txt: 200, text, begins with "# ", no HTML', async () => {
  const is = (contentType: string, text: string) => isLlmsTxt({ contentType, text })
  assert.ok(is('text/plain', '# Acme\n> Mills'))
  assert.ok(is('text/markdown', '\n# Acme'))
  for (const [type, text] of [
    ['text/html', '# Acme'],
    ['text/plain', '<!doctype html><title># Acme</title>'],
    ['text/plain', '# Acme\n<html><body></body></html>'],
    ['text/plain', 'Acme'],
    ['text/plain', '#Acme'],
    ['application/json', '# Acme'],
    ['text/plain', ''],
  ] as const) {
    assert.equal(is(type, text), false, `${type} ${text}`)
  }
  const none = { signals: [], complete: true }
  assert.deepEqual(await llmsTxt.visit('acme.example', context), none)
  server.page('https://acme.example/llms.txt', { type: 'text/plain; charset=utf-8', text: '# Acme' })
  const { signals, complete } = await llmsTxt.visit('acme.example', context)
  assert.equal(complete, true)
  assert.deepEqual(
    signals.map(({ key, confidence, fields }) => [key, confidence, fields]),
    [['acme.example/llms_txt', 0.95, { kind: 'llms_txt', pageUrl: 'https://acme.example/llms.txt' }]],
  )
  server.page('https://acme.example/llms.txt', '<!doctype html><div id=app></div>')
  assert.deepEqual(await llmsTxt.visit('acme.example', context), none, 'it is gone, and every address has a page')
  server.fault('acme.example', { kind: 'status', status: 500 }, 1)
  await assert.rejects(async () => llmsTxt.visit('acme.example', context), isUnavailable)
})

test('groups of robots.txt for known AI agents count; "*" does not, nor Cloudflare’s managed block', async () => {
  assert.deepEqual(crawlersNamed('User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /x'), [])
  const managed = `# BEGIN Cloudflare Managed content
User-agent: *
Content-signal: search=yes,ai-train=no
Allow: /

User-agent: GPTBot
Disallow: /

# END Cloudflare Managed Content
`
  assert.deepEqual(crawlersNamed(`${managed}User-agent: *\nDisallow: /lp`), [])
  const own = 'User-agent: gptbot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow:\n'
  assert.deepEqual(crawlersNamed(managed + own), ['GPTBot', 'CCBot', 'Google-Extended'])
  assert.deepEqual(crawlersNamed('<!doctype html><p>User-agent: GPTBot</p>'), [])
  server.page('https://acme.example/robots.txt', { type: 'text/plain', text: own })
  const { signals } = await aiCrawlers.visit('acme.example', context)
  assert.deepEqual(
    signals.map(({ label, confidence, fields }) => [label, confidence, fields.kind]),
    [['Rules for AI crawlers: GPTBot, CCBot, Google-Extended', 0.9, 'ai_crawler_policy']],
  )
  assert.deepEqual(await aiCrawlers.visit('globex.example', context), { signals: [], complete: true })
})

const toolsIn = (txt: readonly string[], mx: readonly string[] = []) =>
  readDns('acme.example', txt, mx).map(({ fields, confidence }) => `${fields.tool} ${confidence}`)

test('mail hosts show who receives the mail', () => {
  const google = ['aspmx.l.google.com', 'alt1.aspmx.l.google.com', 'aspmx2.googlemail.com']
  assert.deepEqual(toolsIn([], google), ['Google Workspace 0.95'])
  assert.deepEqual(toolsIn([], ['acme-example.mail.protection.outlook.com']), ['Microsoft 365 0.95'])
  assert.deepEqual(toolsIn([], ['mail.acme.example', 'notgoogle.com']), [])
})

test('SPF includes show who may send mail; nested ones are not followed', () => {
  const spf =
    'v=spf1 include:_spf.salesforce.com include:123.spf04.hubspotemail.net ?include:sendgrid.net include:mail.zendesk.com ip4:1.2.3.4 ~all'
  assert.deepEqual(toolsIn([spf]), ['Salesforce 0.75', 'HubSpot 0.75', 'SendGrid 0.75', 'Zendesk 0.75'])
  assert.deepEqual(toolsIn(['v=spf1 redirect=_spf.google.com']), ['Google Workspace 0.75'])
  assert.deepEqual(toolsIn([spf, 'v=spf1 -all']), [], 'two are an error')
  assert.deepEqual(toolsIn(['note: include:sendgrid.net', 'v=spf10 include:sendgrid.net']), [])
  assert.deepEqual(toolsIn(['v=spf1 include:_spf.google.com -all'], ['aspmx.l.google.com']), ['Google Workspace 0.95'])
})

test('domain verifications: the vendor or family only, and those that are ignored', () => {
  assert.deepEqual(
    toolsIn([
      'openai-domain-verification=dv-abc',
      'anthropic-domain-verification-x1=abc',
      'notion-domain-verification=abc',
      'atlassian-domain-verification=abc',
      'zapier-domain-verification-challenge=abc',
    ]),
    ['OpenAI account 0.5', 'Anthropic account 0.5', 'Notion 0.5', 'Atlassian 0.5', 'Zapier 0.5'],
  )
  assert.deepEqual(
    toolsIn([
      'MS=ms12345678',
      'google-site-verification=abc',
      'stripe-verification=abc',
      'hubspot-developer-verification=abc',
      'facebook-domain-verification=abc',
      'something else',
    ]),
    [],
  )
})

test('a missing TXT record proves nothing, a missing mail host does; a failed lookup isn’t an empty answer', async () => {
  const signals = readDns('acme.example', ['notion-domain-verification=abc'], ['aspmx.l.google.com'])
  assert.deepEqual(
    signals.map(({ key, absenceEnds }) => [key, absenceEnds]),
    [
      ['acme.example/google_workspace', undefined],
      ['acme.example/notion', false],
    ],
  )
  const broken = async () => {
    throw new VisitFailure('unavailable', 'ETIMEOUT')
  }
  const visit = async () => dnsRecords.visit('acme.example', { ...context, dns: { txt: async () => [], mx: broken } })
  await assert.rejects(visit, isUnavailable)
})
