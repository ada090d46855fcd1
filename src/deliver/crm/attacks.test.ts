// Attacks through a CRM connection: redirecting our requests, getting at a token, or continuing without rights.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { box } from '../../../test/harness/firehose.ts'
import { HubSpotServer } from '../../../test/harness/hubspot-server.ts'
import { recordingLog } from '../../../test/harness/log.ts'
import { SalesforceServer } from '../../../test/harness/salesforce-server.ts'
import { startSettings } from '../../../test/harness/settings.ts'
import { many, one } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { contract } from '../../settings-contract/index.ts'
import { askCrm, type ConnectRequest, readAccess } from './access.ts'
import { CrmError } from './clients/crm.ts'
import { HubSpot } from './clients/hubspot.ts'
import { JsonClient } from './clients/json-client.ts'
import { Salesforce } from './clients/salesforce.ts'
import { newSessions } from './clients/salesforce-session.ts'
import { openCrm } from './open-crm.ts'

const client = new JsonClient({ allowLoopback: true, timeoutMs: 2_000 })
cleanup(() => client.close())
const ask = (request: ConnectRequest) => askCrm(readAccess(request, true), { client, allowLoopback: true })

async function listen(answer: (path: string) => [number, Record<string, string>, string]) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    const [status, headers, body] = answer(request.url ?? '')
    request.resume().on('end', () => response.writeHead(status, headers).end(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const HUBSPOT = { kind: 'hubspot', token: 'pat-eu1-secret-of-the-attacks' } as const
const SALESFORCE = { kind: 'salesforce', clientId: 'consumer-key', clientSecret: 'secret-of-the-attacks' } as const

test('a redirect is not followed, wherever it leads and whatever request it answers', async () => {
  const victim = await listen(() => [200, {}, '{}'])
  for (const status of [301, 302, 303, 307, 308]) {
    const moved = await listen(() => [
      status,
      { location: `${victim.url}/internal`, 'content-type': 'application/json' },
      '{}',
    ])
    await assert.rejects(ask({ ...HUBSPOT, instance: moved.url }), /names another address: nothing was sent there/)
    await assert.rejects(ask({ ...SALESFORCE, instance: moved.url }), /The address leads elsewhere/)
    // A batch isn't halved repeatedly for it.
    const hubspot = new HubSpot({ client, origin: moved.url, token: HUBSPOT.token })
    const updates = Array.from({ length: 100 }, (_, i) => ({ externalId: String(i), values: { x: '1' } }))
    const before = moved.seen.length
    await assert.rejects(hubspot.update(updates), CrmError)
    assert.equal(moved.seen.length - before, 1)
  }
  // After a sign-in that succeeded.
  const token = JSON.stringify({
    access_token: 'token-of-a-session',
    instance_url: '',
    id: 'https://x/id/00D5g000004TESTEAK/1',
  })
  const later = await listen((path) =>
    path.includes('/oauth2/token')
      ? [200, {}, token.replace('""', JSON.stringify(later.url))]
      : [302, { location: victim.url }, ''],
  )
  await assert.rejects(ask({ ...SALESFORCE, instance: later.url }), /The address leads elsewhere/)
  assert.deepEqual(victim.seen, [])
})

test('a name of the CRM that leads to a private address, or has one among others, is never connected', async () => {
  const victim = await listen(() => [200, {}, '{}'])
  for (const addresses of [['127.0.0.1'], ['10.0.0.5'], ['169.254.169.254'], ['::1'], ['93.184.216.34', '10.0.0.5']]) {
    const guarded = new JsonClient({ allowLoopback: false, timeoutMs: 2_000, resolve: async () => addresses })
    const options = { client: guarded, allowLoopback: false }
    for (const request of [HUBSPOT, { ...SALESFORCE, instance: 'https://acme.my.salesforce.com' }]) {
      const error = await askCrm(readAccess(request, false), options).catch((each: unknown) => each)
      assert.ok(error instanceof AppError && error.code === 'crm_refused', `${addresses}: ${error}`)
    }
    await guarded.close()
  }
  assert.deepEqual(victim.seen, [])
})

test('a session requires the secret, and a token that could end a header is rejected', async () => {
  const salesforce = await new SalesforceServer().start()
  const sessions = newSessions()
  const salesforceOf = (clientSecret: string) =>
    new Salesforce({
      ...{ client, origin: salesforce.url, allowLoopback: true, sessions },
      credentials: { clientId: salesforce.clientId, clientSecret },
    })
  const company = [{ company: 1, domain: 'a.example', externalId: null }]
  await salesforceOf(salesforce.clientSecret).find(company, [])
  await assert.rejects(salesforceOf('a-guess-of-another-team').find(company, []), /paste the consumer secret/)

  for (const access_token of ['a b', 'a\r\nhost: evil.example', '', 7, null]) {
    const odd = await listen(() => [
      200,
      {},
      JSON.stringify({ access_token, instance_url: 'https://x.my.salesforce.com' }),
    ])
    await assert.rejects(ask({ ...SALESFORCE, instance: odd.url }), /has no access token/)
  }
})

test('a token echoed by a CRM is removed from messages to people', async () => {
  const talkative = await listen(() => [
    400,
    { 'content-type': 'application/json' },
    JSON.stringify({ message: `Bearer ${HUBSPOT.token} is not known`, category: 'VALIDATION_ERROR' }),
  ])
  const error = await ask({ ...HUBSPOT, instance: talkative.url }).catch((each: unknown) => each)
  assert.match(String(error), /Bearer \[hidden\] is not known/)
})

test('a token is in no line of the log, no reply, no audit record and, in the clear, in no table', async () => {
  const { log, lines } = recordingLog()
  const settings = await startSettings({ log })
  const hubspot = await new HubSpotServer().start()
  hubspot.token = `${HUBSPOT.token}-and-right`
  const { teamId, owner } = await settings.newTeam()
  const browser = await settings.browserOf(owner, teamId)
  const wrong = [
    { ...HUBSPOT, instance: hubspot.url },
    { ...HUBSPOT, token: `${HUBSPOT.token} with spaces`, instance: hubspot.url },
    { ...HUBSPOT, instance: 'https://10.0.0.1' },
    { ...HUBSPOT, instance: 'http://127.0.0.1:9' },
    { ...HUBSPOT, unknown: HUBSPOT.token },
    { ...SALESFORCE, clientSecret: HUBSPOT.token, instance: 'https://evil.example' },
    { ...SALESFORCE, username: 'a@b.example', privateKey: `-----BEGIN PRIVATE KEY-----\n${HUBSPOT.token}` },
  ]
  const replies: string[] = []
  for (const body of wrong) {
    const reply = await browser.send(contract.connectCrm, { body: body as never })
    assert.ok(reply.status >= 400, JSON.stringify(body))
    replies.push(await reply.text())
  }
  const connected = await browser.call(contract.connectCrm, {
    body: { ...HUBSPOT, token: hubspot.token, instance: hubspot.url },
  })
  const again = await browser.call(contract.getCrm, {})
  const audit = await browser.call(contract.listAudit, { query: {} })
  const tables = await many<{ name: string }>(
    settings.pool,
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) =>
      one<{ found: number }>(
        settings.pool,
        `select count(*)::int as found from ${name} t where strpos(t::text, $1) > 0`,
        [HUBSPOT.token],
      ),
    ),
  )
  assert.deepEqual(
    tables.filter((_, i) => rows[i]?.found !== 0),
    [],
  )
  const seen = JSON.stringify([lines, replies, connected, again, audit])
  assert.ok(lines.length > wrong.length, 'the requests are logged')
  assert.ok(!seen.includes(HUBSPOT.token))
})

test('credentials that are copied to the row of another team can’t be used there', async () => {
  const [mine, theirs] = ['7b1d7c40-0000-4000-8000-000000000001', '7b1d7c40-0000-4000-8000-000000000002']
  const credentials = box.seal(JSON.stringify({ token: HUBSPOT.token }), mine)
  const open = (id: string) =>
    openCrm(
      { id, kind: 'hubspot', instance: 'https://api.hubapi.com', credentials },
      { client, allowLoopback: true, box: () => box },
    )
  open(mine)
  assert.throws(() => open(theirs), /can’t be decrypted/)
})

test('an owner who loses the role during the CRM check connects nothing; of two concurrent ones, one connection is left', async () => {
  const settings = await startSettings()
  const hubspot = await new HubSpotServer().start()
  const { teamId, owner } = await settings.newTeam()
  const other = await settings.newMember(teamId, 'owner')
  const body = { kind: 'hubspot', token: hubspot.token, instance: hubspot.url } as const
  const browser = await settings.browserOf(owner, teamId)
  let demoted: Promise<unknown> | undefined
  hubspot.fault = () => {
    demoted ??= settings.pool.query(`update team_members set role = 'member' where account_id = $1`, [owner.accountId])
    return undefined
  }
  hubspot.delay = () => demoted
  const refused = await browser.send(contract.connectCrm, { body })
  assert.equal(refused.status, 403, await refused.text())
  const connections = () => many(settings.pool, `select from crm_connections where team_id = $1`, [teamId])
  assert.deepEqual(await connections(), [])

  hubspot.fault = () => undefined
  await settings.pool.query(`update team_members set role = 'owner' where account_id = $1`, [owner.accountId])
  const both = [await settings.browserOf(owner, teamId), await settings.browserOf(other, teamId)]
  await Promise.all(both.map((each) => each.call(contract.connectCrm, { body })))
  assert.equal((await connections()).length, 1)
})
