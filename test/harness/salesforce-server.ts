// A server on loopback that speaks the documented format of Salesforce's REST API: sign-in, describe, queries and collections, with
// its errors. Tests add accounts, end sessions, take away fields, and inject faults.

import { createVerify, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanup } from './cleanup.ts'
import { parseSoql, type SoqlRecord } from './soql.ts'

/**
 * What happens to a request instead. lost: it is carried out, and the connection breaks before the answer. silent: it isn't
 * carried out, and there is no answer. partial: the first half of a collection is carried out. expired: the session ends.
 */
export type SalesforceFault = 'lost' | 'silent' | 'partial' | 'limit' | 'daily' | 'unavailable' | 'expired'

interface Field {
  readonly type: string
  readonly length?: number
  readonly scale?: number
  readonly externalId?: boolean
  readonly unique?: boolean
  readonly updateable?: boolean
}
type Stored = Record<string, unknown>
type ObjectType = 'Account' | 'Task'
type Reply = [number, unknown]

const ID_FIELD: Field = { type: 'string', length: 40, externalId: true, unique: true }
const STANDARD: Record<ObjectType, Record<string, Field>> = {
  Account: {
    Id: { type: 'id' },
    Name: { type: 'string', length: 255 },
    Website: { type: 'url', length: 255 },
    OwnerId: { type: 'reference', length: 18 },
  },
  Task: {
    Id: { type: 'id' },
    Subject: { type: 'combobox', length: 255 },
    Description: { type: 'textarea', length: 32_000 },
    Status: { type: 'picklist', length: 255 },
    ActivityDate: { type: 'date' },
    OwnerId: { type: 'reference', length: 18 },
    WhatId: { type: 'reference', length: 18 },
    IsClosed: { type: 'boolean', updateable: false },
  },
}
/** As docs/crm.md tells people to create them. */
const OURS: Record<ObjectType, Record<string, Field>> = {
  Account: {
    Pro_Signal_Window__c: { type: 'string', length: 255 },
    Pro_Signal_Reason__c: { type: 'textarea', length: 1_000 },
    Pro_Signal_Opened__c: { type: 'date' },
    Pro_Signal_Closes__c: { type: 'date' },
    Pro_Signal_Heat__c: { type: 'double', scale: 1 },
    Pro_Signal_Link__c: { type: 'url', length: 255 },
    Pro_Signal_Id__c: ID_FIELD,
  },
  Task: { Pro_Signal_Id__c: ID_FIELD },
}

export class SalesforceServer {
  clientId = '3MVG9.consumer-key-of-the-tests'
  clientSecret = 'consumer-secret-of-the-tests'
  /** Of the key with which a user may sign in. */
  publicKey = ''
  readonly orgId = '00D5g000004TESTEAK'
  readonly objects = { Account: new Map<string, Stored>(), Task: new Map<string, Stored>() }
  readonly fields: Record<ObjectType, Map<string, Field>> = {
    Account: new Map(Object.entries({ ...STANDARD.Account, ...OURS.Account })),
    Task: new Map(Object.entries({ ...STANDARD.Task, ...OURS.Task })),
  }
  readonly inactiveOwners = new Set<string>()
  statuses = [
    { ApiName: 'Not Started', IsClosed: false, IsDefault: true },
    { ApiName: 'In Progress', IsClosed: false, IsDefault: false },
    { ApiName: 'Completed', IsClosed: true, IsDefault: false },
  ]
  readonly requests: { readonly method: string; readonly path: string; readonly authorization: string }[] = []
  /** Decides for each request but those to sign in. */
  fault: (path: string) => SalesforceFault | undefined = () => undefined
  /** Why a record is refused. */
  refuses: (record: SoqlRecord) => string | undefined = () => undefined
  signInError: { readonly error: string; readonly error_description: string } | undefined
  /** What the answer to a sign-in names. */
  instanceUrl: string | undefined
  /** What the first page of a long answer names as the next one. */
  nextRecordsUrl: string | undefined
  pageSize = 2_000
  usage = [10, 15_000]
  url = ''
  readonly tokens = new Set<string>()
  readonly #cursors = new Map<string, readonly unknown[]>()
  #created = 100

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.#answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    cleanup(() => {
      server.close()
      server.closeAllConnections()
    })
    return this
  }

  addAccount(website: string, values: Stored = {}): string {
    return String(
      this.#add('Account', { Name: website, Website: website, OwnerId: '0055g00000OWNERAAA', ...values }).Id,
    )
  }

  account(id: string): Stored {
    return this.objects.Account.get(id) ?? {}
  }

  get tasks(): Stored[] {
    return [...this.objects.Task.values()]
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { pathname: path, searchParams } = new URL(request.url ?? '/', this.url)
    const { method = '', headers } = request
    const { authorization = '' } = headers
    this.requests.push({ method, path, authorization })
    const reply = ([status, value]: Reply) => {
      const usage = `api-usage=${this.usage[0]}/${this.usage[1]}`
      response
        .writeHead(status, { 'content-type': 'application/json;charset=UTF-8', 'sforce-limit-info': usage })
        .end(JSON.stringify(value))
    }
    if (path === '/services/oauth2/token') return reply(this.#signIn(new URLSearchParams(text)))
    const token = authorization.replace(/^Bearer /, '')
    const fault = this.fault(path)
    if (fault === 'silent') return
    if (fault === 'expired') this.tokens.delete(token)
    if (!this.tokens.has(token)) return reply([401, errors('INVALID_SESSION_ID', 'Session expired or invalid')])
    if (fault === 'limit')
      return reply([
        403,
        errors('REQUEST_LIMIT_EXCEEDED', 'ConcurrentRequests (Concurrent API Requests) Limit exceeded.'),
      ])
    if (fault === 'daily') return reply([403, errors('REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.')])
    if (fault === 'unavailable') return reply([503, errors('SERVER_UNAVAILABLE', 'Server too busy')])
    const body = JSON.parse(text || '{}') as Stored
    const result = this.#carryOut(method, path, searchParams.get('q') ?? '', body, fault === 'partial')
    if (fault === 'lost') response.destroy()
    else reply(result)
  }

  #signIn(form: URLSearchParams): Reply {
    if (this.signInError) return [400, this.signInError]
    const grant = form.get('grant_type')
    if (grant === 'client_credentials') {
      if (form.get('client_id') !== this.clientId)
        return [400, { error: 'invalid_client_id', error_description: 'client identifier invalid' }]
      if (form.get('client_secret') !== this.clientSecret)
        return [400, { error: 'invalid_client', error_description: 'invalid client credentials' }]
    } else if (grant !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return [400, { error: 'unsupported_grant_type', error_description: 'grant type not supported' }]
    else if (!this.#isSigned(form.get('assertion') ?? ''))
      return [400, { error: 'invalid_grant', error_description: 'invalid assertion' }]
    const token = `${this.orgId}!${randomUUID()}`
    this.tokens.add(token)
    return [
      200,
      {
        access_token: token,
        signature: 'c2lnbmF0dXJl',
        scope: 'api',
        instance_url: this.instanceUrl ?? this.url,
        id: `https://login.salesforce.com/id/${this.orgId}/${RUN_AS}`,
        token_type: 'Bearer',
        issued_at: String(Date.now()),
      },
    ]
  }

  #isSigned(assertion: string): boolean {
    const [head = '', claims = '', signature = ''] = assertion.split('.')
    const verify = createVerify('RSA-SHA256').update(`${head}.${claims}`)
    if (this.publicKey === '' || !verify.verify(this.publicKey, signature, 'base64url')) return false
    const { iss, sub, aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    return (
      iss === this.clientId && sub.includes('@') && aud === 'https://login.salesforce.com' && exp > Date.now() / 1_000
    )
  }

  #carryOut(method: string, path: string, soql: string, body: Stored, isPartial: boolean): Reply {
    const [, rest = ''] = /^\/services\/data\/v\d+\.0(\/.*)$/.exec(path) ?? []
    const [, described] = /^\/sobjects\/(Account|Task)\/describe$/.exec(rest) ?? []
    if (method === 'GET' && described) return [200, this.#describe(described as ObjectType)]
    if (method === 'GET' && rest === '/query') return this.#query(soql)
    const [, cursor] = /^\/query\/(.+)$/.exec(rest) ?? []
    if (method === 'GET' && cursor) return this.#page(this.#cursors.get(cursor))
    const [, upserted, idField = ''] = /^\/composite\/sobjects(?:\/(Account|Task)\/(\w+))?$/.exec(rest) ?? []
    if (method === 'PATCH' && rest.startsWith('/composite/sobjects')) {
      const records = (body.records ?? []) as Stored[]
      return this.#write(upserted as ObjectType | undefined, idField, records, isPartial)
    }
    if (method === 'POST' && rest === '/sobjects/Task') return this.#createTask(body)
    return [404, errors('NOT_FOUND', 'The requested resource does not exist')]
  }

  #createTask(values: Stored): Reply {
    const problem = this.#problemOf('Task', values, true, false)
    if (problem) return [400, errors(...problem)]
    return [201, { id: this.#add('Task', { ...values, IsClosed: false }).Id, success: true, errors: [] }]
  }

  #describe(type: ObjectType) {
    const fields = [...this.fields[type]].map(([name, field]) => ({
      ...{
        name,
        label: name,
        length: 0,
        scale: 0,
        createable: true,
        updateable: true,
        externalId: false,
        unique: false,
      },
      ...field,
    }))
    return { name: type, label: type, fields }
  }

  #query(text: string): Reply {
    try {
      const { object, fields, where } = parseSoql(text)
      if (object === 'TaskStatus') return this.#page(this.statuses)
      const type = object as ObjectType
      const known = (name: string) => this.fields[type].has(name) || (type === 'Account' && name === 'Owner.IsActive')
      const unknown = fields.find((name) => !known(name))
      if (unknown) {
        const message = `\nselect ${unknown}\n ^\nERROR at Row:1:Column:8\nNo such column '${unknown}' on entity '${type}'.`
        return [400, errors('INVALID_FIELD', message)]
      }
      const records = [...this.objects[type].values()].filter(where).map((record) => {
        const { 'Owner.IsActive': _, ...chosen } = Object.fromEntries(
          fields.map((name) => [name, record[name] ?? null]),
        )
        const isActive = !this.inactiveOwners.has(String(record.OwnerId))
        const attributes = { type, url: `/services/data/v60.0/sobjects/${type}/${record.Id}` }
        return { attributes, ...chosen, ...(fields.includes('Owner.IsActive') && { Owner: { IsActive: isActive } }) }
      })
      return this.#page(records)
    } catch (error) {
      return [400, errors('MALFORMED_QUERY', (error as Error).message)]
    }
  }

  #page(records: readonly unknown[] | undefined): Reply {
    if (!records) return [400, errors('INVALID_QUERY_LOCATOR', 'invalid query locator')]
    const [page, rest] = [records.slice(0, this.pageSize), records.slice(this.pageSize)]
    if (rest.length === 0) return [200, { totalSize: records.length, done: true, records: page }]
    const cursor = `01g5g00000${++this.#created}-${this.pageSize}`
    this.#cursors.set(cursor, rest)
    const nextRecordsUrl = this.nextRecordsUrl ?? `/services/data/v60.0/query/${cursor}`
    return [200, { totalSize: records.length, done: false, nextRecordsUrl, records: page }]
  }

  #write(upserted: ObjectType | undefined, idField: string, records: readonly Stored[], isPartial: boolean): Reply {
    if (records.length > 200) return [400, errors('INVALID_BATCH_SIZE', 'The batch has more than 200 records.')]
    const isExternalId = upserted && this.fields[upserted].get(idField)?.externalId === true
    if (upserted && !isExternalId)
      return [404, errors('NOT_FOUND', `Provided external ID field does not exist or is not accessible: ${idField}`)]
    const half = isPartial ? Math.ceil(records.length / 2) : records.length
    const results: unknown[] = []
    for (const [i, { attributes, id, ...values }] of records.entries()) {
      const type = (attributes as { type: ObjectType }).type
      const unknown = Object.keys(values).find((name) => !this.fields[type].has(name))
      if (unknown) return [400, errors('INVALID_FIELD', `No such column '${unknown}' on sobject of type ${type}`)]
      const stored = upserted
        ? [...this.objects[type].values()].find((record) => record[idField] === values[idField])
        : this.objects[type].get(String(id))
      const problem = this.#problemOf(type, values, stored !== undefined || upserted !== undefined, i >= half)
      if (problem) {
        const [statusCode, message] = problem
        results.push({ success: false, errors: [{ statusCode, message, fields: [] }] })
        continue
      }
      // What is created without an owner belongs to the user of the connected app.
      const record = stored ?? this.#add(type, { OwnerId: RUN_AS })
      Object.assign(record, values)
      if (type === 'Task')
        record.IsClosed = this.statuses.some((each) => each.ApiName === record.Status && each.IsClosed)
      results.push({ id: record.Id, success: true, errors: [], ...(upserted && { created: !stored }) })
    }
    return [200, results]
  }

  #problemOf(type: ObjectType, values: Stored, isThere: boolean, isLocked: boolean): [string, string] | undefined {
    if (isLocked) return ['UNABLE_TO_LOCK_ROW', 'unable to obtain exclusive access to this record']
    if (!isThere) return ['ENTITY_IS_DELETED', 'entity is deleted']
    const refused = this.refuses(values)
    if (refused) return ['FIELD_CUSTOM_VALIDATION_EXCEPTION', refused]
    for (const [name, value] of Object.entries(values)) {
      const { type: kind, length = 0 } = this.fields[type].get(name) as Field
      if (value === null) continue
      if (kind === 'date' && !/^\d{4}-\d\d-\d\d$/.test(String(value))) return ['JSON_PARSER_ERROR', `no date: ${value}`]
      if (kind === 'double' && (value === '' || !Number.isFinite(Number(value))))
        return ['JSON_PARSER_ERROR', `no double: ${value}`]
      if (length > 0 && String(value).length > length)
        return ['STRING_TOO_LONG', `${name}: data value too large: (max length=${length})`]
    }
    if (type === 'Task' && this.inactiveOwners.has(String(values.OwnerId)))
      return ['INACTIVE_OWNER_OR_USER', 'operation performed with inactive user']
    return undefined
  }

  #add(type: ObjectType, values: Stored): Stored {
    const Id = `${type === 'Account' ? '001' : '00T'}5g${String(++this.#created).padStart(10, '0')}AAA`
    const record = { Id, ...values }
    this.objects[type].set(Id, record)
    return record
  }
}

const RUN_AS = '0055g00000RUNASAAX'

const errors = (errorCode: string, message: string) => [{ message, errorCode }]
