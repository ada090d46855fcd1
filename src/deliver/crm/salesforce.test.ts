// A company enters and leaves a window, and Salesforce shows it: over the wire, to a server that speaks its documented
// format.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { PUBLIC_URL } from '../../../test/harness/alerts.ts'
import { beforeEachTest } from '../../../test/harness/cleanup.ts'
import { DAY, openCrmTests } from '../../../test/harness/crm.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { SalesforceServer } from '../../../test/harness/salesforce-server.ts'
import { one } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { companyId } from '../../write/write-path/index.ts'
import { askCrm, type ConnectRequest, readAccess } from './access.ts'
import { Salesforce } from './clients/salesforce.ts'
import { salesforceOrigin } from './clients/salesforce-session.ts'

const db = await openTestDatabase()
const crm = openCrmTests(db)
const { pool, client, clock, warnings, domain, hire, run, companies, view } = crm

let salesforce: SalesforceServer
beforeEachTest(async () => {
  salesforce = await new SalesforceServer().start()
  await crm.begin()
})

const request = (): ConnectRequest => ({
  kind: 'salesforce',
  instance: salesforce.url,
  clientId: salesforce.clientId,
  clientSecret: salesforce.clientSecret,
})
const connect = (changes: object = {}) => crm.connect(request(), changes)
const ask = (access: ConnectRequest = request()) => askCrm(readAccess(access, true), { client, allowLoopback: true })

/** Only the client, without a database. */
const direct = (): Salesforce =>
  new Salesforce({
    client,
    origin: salesforce.url,
    allowLoopback: true,
    credentials: { clientId: salesforce.clientId, clientSecret: salesforce.clientSecret },
  })

test('an account whose company enters a window has its fields and a task for its owner; both follow when it ends', async () => {
  const acme = salesforce.addAccount(`https://WWW.${domain('acme')}/about`, { OwnerId: '0055g00000SELLERAA' })
  const twin = salesforce.addAccount(domain('acme'))
  const longer = salesforce.addAccount(`${domain('acme')}.br`)
  const left = salesforce.addAccount(`http://${domain('left')}`, { OwnerId: '0055g00000GONEAAAA' })
  salesforce.inactiveOwners.add('0055g00000GONEAAAA')
  salesforce.pageSize = 2
  await connect()
  await hire('acme', 'left', 'stranger')
  await run()
  const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
  const { Pro_Signal_Heat__c: heat, Id, Name, ...said } = salesforce.account(acme)
  assert.deepEqual(said, {
    Website: `https://WWW.${domain('acme')}/about`,
    OwnerId: '0055g00000SELLERAA',
    Pro_Signal_Window__c: 'AI SDRs',
    Pro_Signal_Reason__c: 'AI outbound. It hires <AI> SDRs.',
    Pro_Signal_Opened__c: day(clock.at),
    Pro_Signal_Closes__c: day(clock.at + 29 * DAY),
    Pro_Signal_Link__c: `${PUBLIC_URL}/explore/companies/${companyId(domain('acme'))}`,
  })
  assert.ok(Number(heat) > 0)
  assert.equal(salesforce.account(left).Pro_Signal_Window__c, 'AI SDRs')
  for (const other of [twin, longer]) assert.deepEqual(Object.keys(salesforce.account(other)).length, 4)
  assert.equal(salesforce.objects.Account.size, 4, 'nothing is created for an unknown company')
  const [task] = salesforce.tasks
  assert.equal(salesforce.tasks.length, 1)
  const { Id: taskId, Pro_Signal_Id__c: key, Description, ...shown } = task ?? {}
  assert.deepEqual(shown, {
    WhatId: acme,
    OwnerId: '0055g00000SELLERAA',
    Subject: 'ACME: AI SDRs',
    Status: 'Not Started',
    ActivityDate: day(clock.at + DAY),
    IsClosed: false,
  })
  assert.match(String(Description), /^AI outbound\. It hires <AI> SDRs\. Two\.\nWhom to approach: VP Sales\nhttps:/)
  assert.deepEqual((await companies()).map(({ name, state, problem }) => [name, state, problem]).sort(), [
    ['ACME', 'written', null],
    ['LEFT', 'written', 'No task was created: the company has no active owner in the CRM.'],
    ['STRANGER', 'unknown', `The CRM has no company with the domain ${domain('stranger')}.`],
  ])

  const requests = salesforce.requests.length
  await run()
  assert.equal(salesforce.requests.length, requests, 'nothing is asked when nothing is due')

  salesforce.statuses = [
    { ApiName: 'Offen', IsClosed: false, IsDefault: true },
    { ApiName: 'Erledigt', IsClosed: true, IsDefault: false },
  ]
  clock.at += 40 * DAY
  await run()
  assert.equal(salesforce.account(acme).Pro_Signal_Window__c, null)
  assert.equal(salesforce.account(acme).Pro_Signal_Opened__c, null)
  assert.equal(salesforce.account(acme).Pro_Signal_Heat__c, null)
  assert.deepEqual(
    salesforce.tasks.map(({ Status }) => Status),
    ['Erledigt'],
  )
})

test('a lost answer, a limit, an outage, an ended session and a partial collection: each task exists once', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  for (const name of names) salesforce.addAccount(domain(name))
  await connect({ createsCompanies: true })
  await hire(...names, 'new')
  const faults = ['lost', 'partial', 'silent', 'limit', 'daily', 'unavailable', 'expired'] as const
  for (const path of ['sobjects', 'Task/Pro_Signal_Id__c', 'Account/Pro_Signal_Id__c']) {
    for (const fault of faults) {
      let isDone = false
      salesforce.fault = (asked) => {
        if (isDone || !asked.includes(path) || asked.includes('describe')) return undefined
        isDone = true
        return fault
      }
      await run()
      clock.at += 3_601
    }
  }
  salesforce.fault = () => undefined
  clock.at += DAY
  await run()
  assert.equal(salesforce.tasks.length, names.length + 1)
  assert.equal(salesforce.objects.Account.size, names.length + 1)
  const windows = new Set([...salesforce.objects.Account.values()].map((each) => each.Pro_Signal_Window__c))
  assert.deepEqual(windows, new Set(['AI SDRs']))
  assert.equal((await view()).problem, null)
})

test('missing fields are reported with the steps before and during setup, and writing continues when they exist', async () => {
  const acme = salesforce.addAccount(domain('acme'))
  const [account, task] = [salesforce.fields.Account, salesforce.fields.Task]
  const [reason, id] = [account.get('Pro_Signal_Reason__c'), task.get('Pro_Signal_Id__c')]
  account.delete('Pro_Signal_Reason__c')
  account.set('Pro_Signal_Opened__c', { type: 'string', length: 20 })
  task.set('Pro_Signal_Id__c', { type: 'string', length: 40 })
  const STEPS =
    'Account has no usable Pro_Signal_Reason__c (Long Text Area(1000)); Pro_Signal_Opened__c (Date). In Setup, Object Manager, Account, Fields & Relationships, create or change them. ' +
    'Task has no usable Pro_Signal_Id__c (Text(40), Unique, External ID). In Setup, Object Manager, Activity, Fields & Relationships, create or change it. ' +
    'Let the user of the connected app see and edit them (field-level security), then test the connection.'
  assert.deepEqual(await ask(), { account: `Salesforce org ${salesforce.orgId}`, problem: STEPS })
  await connect()
  assert.equal((await view()).problem, STEPS, 'it is connected, and says what is missing before anything is due')
  await hire('acme')
  await run()
  assert.equal((await view()).problem, STEPS)
  account.set('Pro_Signal_Reason__c', reason ?? assert.fail()).set('Pro_Signal_Opened__c', { type: 'date' })
  task.set('Pro_Signal_Id__c', id ?? assert.fail())
  clock.at += 3_601
  await run()
  assert.equal((await view()).problem, null)
  assert.equal(salesforce.account(acme).Pro_Signal_Window__c, 'AI SDRs')
  // A field that is deleted later.
  account.delete('Pro_Signal_Link__c')
  clock.at += DAY
  await run()
  assert.match((await view()).problem ?? '', /^Salesforce answered INVALID_FIELD: /)
  clock.at += 3_601
  await run()
  assert.match((await view()).problem ?? '', /^Account has no usable Pro_Signal_Link__c \(URL\)\. /)
})

test('a record that Salesforce rejects shows the reason, and doesn’t block others', async () => {
  for (const name of ['good', 'bad', 'fine']) salesforce.addAccount(domain(name))
  salesforce.refuses = ({ Pro_Signal_Link__c: link, Subject }) =>
    String(link).endsWith(companyId(domain('bad'))) || String(Subject).startsWith('FINE')
      ? 'Ask your admin.'
      : undefined
  await connect()
  await hire('good', 'bad', 'fine')
  await run()
  const refusal = 'Salesforce refused it: Ask your admin. (FIELD_CUSTOM_VALIDATION_EXCEPTION)'
  assert.deepEqual((await companies()).map(({ name, problem }) => [name, problem]).sort(), [
    ['BAD', refusal],
    ['FINE', `Task: ${refusal}`],
    ['GOOD', null],
  ])
})

test('a session is reused, and renewed once when it has ended', async () => {
  const signIns = () => salesforce.requests.filter(({ path }) => path === '/services/oauth2/token').length
  const one = direct()
  await one.find([{ company: 1, domain: 'a.example', externalId: null }], [])
  await one.find([{ company: 1, domain: 'a.example', externalId: null }], [])
  assert.equal(signIns(), 1)
  salesforce.tokens.clear()
  await one.find([{ company: 1, domain: 'a.example', externalId: null }], [])
  assert.equal(signIns(), 2)
  salesforce.fault = () => 'expired'
  const before = salesforce.requests.length
  await assert.rejects(
    one.find([{ company: 1, domain: 'a.example', externalId: null }], []),
    /ends each session at once/,
  )
  assert.equal(salesforce.requests.length - before, 3, 'asked, signed in, asked again')
})

test('the last requests of a day are left to other integrations', async () => {
  await connect()
  await hire('acme')
  salesforce.usage = [14_500, 15_000]
  await run()
  const { problem, heldUntil } = await view()
  assert.match(problem ?? '', /nearly used up \(14,500 of 15,000\)/)
  assert.equal((heldUntil?.getTime() ?? 0) / 1_000, clock.at + 3_600)
  const asked = salesforce.requests.length
  clock.at += 3_601
  await run()
  assert.ok(salesforce.requests.length - asked <= 2, 'one request tells whether there are more again')
})

test('300 domains are found in few queries, over pages, each by its exact host', async () => {
  const domains = Array.from({ length: 300 }, (_, i) => `company-number-${i}.with-a-long-name.example`)
  const ids = domains.map((each, i) => salesforce.addAccount(i % 2 ? `http://${each}/` : `www.${each}`))
  for (const each of domains.slice(0, 100)) salesforce.addAccount(`${each}.evil.example`)
  salesforce.pageSize = 20
  const found = await direct().find(
    domains.map((each, company) => ({ company, domain: each, externalId: null })),
    ['Pro_Signal_Window__c'],
  )
  assert.deepEqual(
    domains.map((_, company) => found.get(company)?.externalId),
    ids,
  )
  const queries = salesforce.requests.filter(({ path }) => path.endsWith('/query')).length
  assert.ok(queries <= 15, `${queries} queries`)
})

test('sign-in errors are explained, without the secret', async () => {
  const refusal = async (change: Partial<ConnectRequest>): Promise<string> => {
    const error = await ask({ ...request(), ...change }).catch((each: unknown) => each)
    assert.ok(error instanceof AppError && error.code === 'crm_refused', String(error))
    assert.ok(!error.message.includes('another-secret') && !error.message.includes(salesforce.clientSecret))
    return error.message
  }
  assert.match(await refusal({ clientId: 'another-key' }), /paste the consumer key/)
  assert.match(await refusal({ clientSecret: 'another-secret' }), /paste the consumer secret/)
  const say = (error: string, description: string) => {
    salesforce.signInError = { error, error_description: description }
    return refusal({})
  }
  assert.match(await say('invalid_grant', 'no client credentials user enabled'), /"Run As"/)
  assert.match(await say('invalid_grant', 'request not supported on this domain'), /My Domain URL/)
  assert.match(
    await say('odd', `no ${salesforce.clientSecret}`),
    /^Salesforce refused the sign-in \(odd\): no \[hidden\]\.$/,
  )
})

test('a user signs in with a key', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  salesforce.publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const byKey: ConnectRequest = { ...request(), username: 'sync@acme.example', privateKey, clientSecret: undefined }
  assert.equal((await ask(byKey)).problem, null)
  salesforce.publicKey = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()
  await assert.rejects(ask(byKey), /invalid assertion/)
  assert.throws(() => readAccess({ ...byKey, privateKey: 'no key' }, true), /This is no RSA private key/)
  assert.throws(() => readAccess({ ...byKey, username: 'nobody' }, true), /no user name/)
})

test('requests go to Salesforce, whatever an owner enters, an answer names, or a row says', async () => {
  const accepted = {
    'acme.my.salesforce.com': 'https://acme.my.salesforce.com',
    'https://acme--dev.sandbox.my.salesforce.com/': 'https://acme--dev.sandbox.my.salesforce.com',
    'https://acme.lightning.force.com/lightning/page/home': 'https://acme.my.salesforce.com',
    'https://acme.my.salesforce-setup.com/lightning/setup/x': 'https://acme.my.salesforce.com',
  }
  for (const [text, origin] of Object.entries(accepted)) assert.equal(salesforceOrigin(text, false), origin)
  const forbidden = [
    ...['http://acme.my.salesforce.com', 'https://acme.my.salesforce.com.evil.example', 'https://evilsalesforce.com'],
    ...['https://acme.my.salesforce.com:8443', 'https://acme.my.salesforce.com@evil.example', 'https://force.com'],
    ...['https://10.0.0.1', 'http://169.254.169.254', 'https://login.salesforce.com', 'ftp://acme.force.com', ''],
  ]
  for (const text of forbidden)
    for (const allowLoopback of [false, true])
      assert.throws(() => salesforceOrigin(text, allowLoopback), AppError, `${text} ${allowLoopback}`)
  assert.throws(() => salesforceOrigin(salesforce.url, false), AppError)

  salesforce.addAccount(domain('acme'))
  const nobody = await new SalesforceServer().start()
  for (const url of [
    'https://10.0.0.1',
    'http://169.254.169.254/',
    'https://evil.example',
    'file:///etc/passwd',
    '',
    'x',
  ]) {
    salesforce.instanceUrl = url
    await assert.rejects(ask(), /names a server that isn’t Salesforce’s: nothing was sent there/)
  }
  salesforce.instanceUrl = undefined
  salesforce.pageSize = 1
  salesforce.addAccount(domain('acme'))
  for (const next of [
    `@${nobody.url.slice(7)}/services/data/v60.0/query/1`,
    `${nobody.url}/x`,
    '/services/data/v60.0/sobjects',
  ]) {
    salesforce.nextRecordsUrl = next
    const search = direct().find([{ company: 1, domain: domain('acme'), externalId: null }], [])
    await assert.rejects(search, /names a next page that is none/)
  }
  assert.equal(nobody.requests.length, 0)

  salesforce.nextRecordsUrl = undefined
  await connect()
  await hire('acme')
  await pool.query(`update crm_connections set instance = 'https://10.0.0.1'`)
  await run()
  assert.match((await view()).problem ?? '', /must point to a public address/)
})

test('secrets are stored sealed, and appear in no message, warning or record', async () => {
  await connect()
  await hire('acme')
  salesforce.fault = () => 'silent'
  await run()
  const { text } = await one<{ text: string }>(
    pool,
    `select (select string_agg(c::text, '') from crm_connections c) || (select string_agg(a::text, '') from audit_log a) as text`,
  )
  const seen = `${text} ${warnings.join()} ${JSON.stringify(await view())}`
  for (const secret of [salesforce.clientSecret, ...salesforce.tokens]) assert.ok(!seen.includes(secret))
})
