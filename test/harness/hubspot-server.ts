// A server on loopback that speaks the documented format of HubSpot's CRM API, v3: properties, companies, tasks and associations,
// with its errors. Tests add companies, revoke the token, remove scopes, and inject faults.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanup } from './cleanup.ts'

/**
 * What happens to a request instead. lost: it is carried out, and the connection breaks before the answer. silent: it isn't
 * carried out, and there is no answer. partial: the first half of a batch is carried out.
 */
export type HubSpotFault = 'lost' | 'silent' | 'partial' | 'limit' | 'daily' | 'unavailable' | 'expired'

interface Stored {
  readonly id: string
  readonly properties: Record<string, string>
}

interface Input {
  readonly id: string
  readonly idProperty?: string
  readonly properties?: Record<string, string>
  readonly name?: string
}

interface NewNote {
  readonly properties: Record<string, string>
  readonly associations: readonly {
    readonly to: { readonly id: string }
    readonly types: readonly { readonly associationCategory: string; readonly associationTypeId: number }[]
  }[]
}

const ALL_SCOPES = [
  'crm.objects.companies.read',
  'crm.objects.companies.write',
  'crm.schemas.companies.write',
  'crm.objects.contacts.write',
]
const STANDARD = {
  companies: { domain: 'string', name: 'string', hubspot_owner_id: 'enumeration' },
  tasks: {
    hs_task_subject: 'string',
    hs_task_body: 'string',
    hs_task_status: 'enumeration',
    hs_task_type: 'enumeration',
    hs_timestamp: 'datetime',
    hubspot_owner_id: 'enumeration',
  },
}
type ObjectType = keyof typeof STANDARD

export class HubSpotServer {
  token = 'pat-eu1-secret-token-of-the-tests'
  scopes = ALL_SCOPES
  hubId = 4711
  readonly objects = { companies: new Map<string, Stored>(), tasks: new Map<string, Stored>() }
  readonly properties = {
    companies: new Map<string, string>(Object.entries(STANDARD.companies)),
    tasks: new Map<string, string>(Object.entries(STANDARD.tasks)),
  }
  /** On companies. */
  readonly notes: { readonly companyId: string; readonly properties: Record<string, string> }[] = []
  readonly unique = new Set<string>()
  readonly associations = new Set<string>()
  readonly requests: {
    readonly path: string
    readonly body: Record<string, unknown>
    readonly authorization: string
  }[] = []
  /** Decides for each request. */
  fault: (path: string) => HubSpotFault | undefined = () => undefined
  /** What an answer waits for. */
  delay: () => Promise<unknown> | undefined = () => undefined
  /** Values that HubSpot refuses. A batch with one of them is refused as a whole. */
  refuses: (properties: Readonly<Record<string, string>>) => boolean = () => false
  url = ''
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

  addCompany(domain: string, properties: Record<string, string> = {}): string {
    return this.#add('companies', { domain, name: domain, ...properties }).id
  }

  company(id: string): Record<string, string> {
    return this.objects.companies.get(id)?.properties ?? {}
  }

  get tasks(): Record<string, string>[] {
    return [...this.objects.tasks.values()].map(({ properties }) => properties)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>
    const { pathname: path } = new URL(request.url ?? '/', this.url)
    const { authorization = '' } = request.headers
    this.requests.push({ path, body, authorization })
    const reply = (status: number, value: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
    }
    const fault = this.fault(path)
    await this.delay()
    if (fault === 'silent') return
    if (authorization !== `Bearer ${this.token}` || fault === 'expired') return reply(401, EXPIRED)
    if (fault === 'limit') return reply(429, LIMIT, { 'retry-after': '1' })
    if (fault === 'daily')
      return reply(429, { ...LIMIT, policyName: 'DAILY', message: 'You have reached your daily limit.' })
    if (fault === 'unavailable') return reply(502, { status: 'error', message: 'upstream' })
    const needed = scopeOf(path)
    if (needed && !this.scopes.includes(needed)) return reply(403, missing(needed))
    const [status, value] = this.#carryOut(path, body, fault === 'partial')
    if (fault === 'lost') response.destroy()
    else reply(status, value)
  }

  #carryOut(path: string, body: Record<string, unknown>, isPartial: boolean): [number, unknown] {
    if (path === '/oauth/v2/private-apps/get/access-token-info')
      return [200, { userId: 1, hubId: this.hubId, appId: 2, scopes: this.scopes }]
    const inputs = (body.inputs ?? []) as Input[]
    const [, properties, groups] =
      /^\/crm\/v3\/properties\/(companies|tasks)(\/groups)?(?:\/batch\/read)?$/.exec(path) ?? []
    if (properties !== undefined) return this.#property(properties as ObjectType, path, groups !== undefined, body)
    const [, object = '', verb] = /^\/crm\/v3\/objects\/(companies|tasks)\/(search|batch\/\w+)$/.exec(path) ?? []
    const type = object as ObjectType
    if (path === '/crm/v3/objects/notes') return this.#note(body as unknown as NewNote)
    if (verb === 'search') return this.#search(body)
    if (verb === 'batch/read') return this.#read(type, inputs, body.properties as string[])
    if (verb === 'batch/update' || verb === 'batch/upsert')
      return this.#write(type, inputs, verb === 'batch/upsert', isPartial)
    if (path === '/crm/v4/associations/tasks/companies/batch/associate/default') {
      for (const { from, to } of inputs as unknown as { from: Stored; to: Stored }[])
        this.associations.add(`${from.id} ${to.id}`)
      return [200, { status: 'COMPLETE', results: [] }]
    }
    return [404, { status: 'error', message: `no such path: ${path}`, category: 'OBJECT_NOT_FOUND' }]
  }

  /** As it is created with the company that it belongs to. */
  #note({ properties, associations }: NewNote): [number, unknown] {
    const [{ to, types } = { to: { id: '' }, types: [] }] = associations
    const isLinked = types.some(
      (each) => each.associationCategory === 'HUBSPOT_DEFINED' && each.associationTypeId === 190,
    )
    if (!isLinked || !this.objects.companies.has(to.id) || Number.isNaN(Date.parse(properties.hs_timestamp ?? '')))
      return [400, { status: 'error', message: 'Invalid input', category: 'VALIDATION_ERROR' }]
    this.notes.push({ companyId: to.id, properties })
    return [201, { id: String(++this.#created), properties, archived: false }]
  }

  #property(type: ObjectType, path: string, isGroup: boolean, body: Record<string, unknown>): [number, unknown] {
    if (isGroup) return [201, body]
    const known = this.properties[type]
    if (path.endsWith('/batch/read')) {
      const names = (body.inputs as Input[]).map(({ name = '' }) => name)
      const results = names.filter((name) => known.has(name)).map((name) => ({ name, type: known.get(name) }))
      return [results.length < names.length ? 207 : 200, { status: 'COMPLETE', results }]
    }
    const { name, type: kind, hasUniqueValue } = body as { name: string; type: string; hasUniqueValue?: boolean }
    if (known.has(name))
      return [
        409,
        { status: 'error', message: `Property named ${name} already exists.`, category: 'OBJECT_ALREADY_EXISTS' },
      ]
    known.set(name, kind)
    if (hasUniqueValue) this.unique.add(`${type}.${name}`)
    return [201, body]
  }

  #search(body: Record<string, unknown>): [number, unknown] {
    if (JSON.stringify(body.filterGroups).length > 3_000)
      return [400, { status: 'error', message: 'too long', category: 'VALIDATION_ERROR' }]
    const [group] = body.filterGroups as { filters: { propertyName: string; operator: string; values: string[] }[] }[]
    const [filter] = group?.filters ?? []
    const limit = Number(body.limit)
    const after = Number(body.after ?? 0)
    const all = [...this.objects.companies.values()].filter((each) =>
      filter?.values.includes(each.properties[filter.propertyName] ?? ''),
    )
    const results = all.slice(after, after + limit).map((each) => shown(each, body.properties as string[]))
    const next = after + limit < all.length ? { paging: { next: { after: String(after + limit) } } } : {}
    return [200, { total: all.length, results, ...next }]
  }

  #read(type: ObjectType, inputs: Input[], properties: string[]): [number, unknown] {
    const found = inputs.flatMap(({ id }) => this.objects[type].get(id) ?? [])
    const results = found.map((each) => shown(each, properties))
    return [results.length < inputs.length ? 207 : 200, { status: 'COMPLETE', results }]
  }

  #write(type: ObjectType, inputs: Input[], creates: boolean, isPartial: boolean): [number, unknown] {
    const refusal = this.#refusalOf(type, inputs, creates)
    if (refusal) return [400, { status: 'error', message: refusal, category: 'VALIDATION_ERROR' }]
    const half = isPartial ? Math.ceil(inputs.length / 2) : inputs.length
    const results: unknown[] = []
    const errors: unknown[] = []
    for (const [i, { id, idProperty, properties = {} }] of inputs.entries()) {
      const there = idProperty === undefined ? this.objects[type].get(id) : this.#byUnique(type, idProperty, id)
      if (i >= half)
        errors.push({ status: 'error', category: 'INTERNAL_ERROR', message: 'internal error', context: { ids: [id] } })
      else if (!there && !creates)
        errors.push({ status: 'error', category: 'OBJECT_NOT_FOUND', message: 'not found', context: { ids: [id] } })
      else {
        const record = there ?? this.#add(type, {})
        Object.assign(record.properties, properties)
        results.push({ ...shown(record, Object.keys(record.properties)), new: !there })
      }
    }
    return errors.length === 0
      ? [200, { status: 'COMPLETE', results }]
      : [207, { status: 'COMPLETE', results, numErrors: errors.length, errors }]
  }

  #refusalOf(type: ObjectType, inputs: Input[], creates: boolean): string | undefined {
    if (inputs.length > 100) return 'The batch has more than 100 inputs.'
    for (const { idProperty, properties = {} } of inputs) {
      if (creates && (idProperty === undefined || !this.unique.has(`${type}.${idProperty}`)))
        return `Unable to perform update/upsert by non-unique property ${idProperty}`
      const unknown = Object.keys(properties).find((name) => !this.properties[type].has(name))
      if (unknown) return `Property values were not valid: [{"error":"PROPERTY_DOESNT_EXIST","name":"${unknown}"}]`
      if (this.refuses(properties)) return 'Property values were not valid: [{"error":"INVALID_VALUE"}]'
    }
    return undefined
  }

  #byUnique(type: ObjectType, property: string, value: string): Stored | undefined {
    return [...this.objects[type].values()].find(({ properties }) => properties[property] === value)
  }

  #add(type: ObjectType, properties: Record<string, string>): Stored {
    const record = { id: String(++this.#created), properties }
    this.objects[type].set(record.id, record)
    return record
  }
}

function shown({ id, properties }: Stored, names: readonly string[]) {
  const chosen = names.map((name) => [name, properties[name] || null] as const)
  return { id, properties: { ...Object.fromEntries(chosen), hs_object_id: id }, archived: false }
}

function scopeOf(path: string): string | undefined {
  if (path.startsWith('/crm/v3/properties/companies') && !path.endsWith('/batch/read'))
    return 'crm.schemas.companies.write'
  if (path.includes('/tasks/')) return 'crm.objects.contacts.write'
  if (path.includes('/companies/batch/up')) return 'crm.objects.companies.write'
  return path.includes('/companies/') ? 'crm.objects.companies.read' : undefined
}

const EXPIRED = {
  status: 'error',
  message: 'Authentication credentials not found. This API supports OAuth 2.0 authentication.',
  category: 'INVALID_AUTHENTICATION',
}
const LIMIT = {
  status: 'error',
  message: 'You have reached your ten_secondly_rolling limit.',
  errorType: 'RATE_LIMIT',
  policyName: 'TEN_SECONDLY_ROLLING',
}
const missing = (scope: string) => ({
  status: 'error',
  message: "This app hasn't been granted all required scopes to make this call.",
  errors: [
    {
      message: 'One or more of the following scopes are required.',
      context: { requiredGranularScopes: [scope] },
    },
  ],
  category: 'MISSING_SCOPES',
})
