// HubSpot's CRM API, v3, with the token of a private app. Companies are found by their domain and written in batches.
// Objects that we create have a unique property of ours, so that repeating a request whose answer was lost creates no
// duplicates.

import {
  type CheckedAccess,
  type CompanyUpdate,
  type Crm,
  type CrmCompany,
  CrmError,
  type CrmTask,
  type CrmUses,
  type FieldMapping,
  type FoundCompany,
  inGroups,
  type NewCompany,
} from './crm.ts'
import { failureOf, type HubSpotError, Refusal, saidBy } from './hubspot-errors.ts'
import { OUR_ID, prepareProperties } from './hubspot-properties.ts'
import type { JsonClient, JsonReply, JsonRequest } from './json-client.ts'

export const HUBSPOT_ORIGIN = 'https://api.hubapi.com'

interface HubSpotOptions {
  readonly client: Pick<JsonClient, 'send'>
  readonly origin: string
  readonly token: string
  /** Called before each request: throws once the worker's claim has expired. Waits if it is too early. */
  readonly beforeRequest?: () => Promise<void>
}

/** Of HubSpot's batch endpoints. */
const BATCH = 100
/** A search accepts 3,000 characters. */
const MAX_SEARCHED_CHARACTERS = 2_000
const SEARCH_PAGE = 200
const MAX_SEARCH_PAGES = 5

const COMPANY_SCOPES = ['crm.objects.companies.read', 'crm.objects.companies.write', 'crm.schemas.companies.write']
/** Tasks have no scopes of their own. */
const TASK_SCOPES = ['crm.objects.contacts.write']

interface HubSpotRecord {
  readonly id?: unknown
  readonly properties?: Readonly<Record<string, unknown>>
}

interface Results {
  readonly results?: readonly HubSpotRecord[]
  readonly errors?: readonly HubSpotError[]
  readonly paging?: { readonly next?: { readonly after?: unknown } }
}

export class HubSpot implements Crm {
  readonly #options: HubSpotOptions

  constructor(options: HubSpotOptions) {
    this.#options = options
  }

  async check(_fields: FieldMapping, { createsTasks }: CrmUses): Promise<CheckedAccess> {
    const { token } = this.#options
    const info = (await this.#ask('POST', '/oauth/v2/private-apps/get/access-token-info', { tokenKey: token })) as {
      hubId?: unknown
      scopes?: unknown
    }
    if (Array.isArray(info.scopes)) {
      const granted = info.scopes.map(String)
      const missing = [...COMPANY_SCOPES, ...(createsTasks ? TASK_SCOPES : [])].filter(
        (each) => !granted.includes(each),
      )
      if (missing.length > 0)
        throw new CrmError(
          'access',
          `The private app lacks scopes: ${missing.join(', ')}. Add them in HubSpot, then try again.`,
        )
    }
    return { account: `HubSpot account ${String(info.hubId ?? 'without a number').slice(0, 40)}`, problem: null }
  }

  prepare(fields: FieldMapping, uses: CrmUses): Promise<void> {
    return prepareProperties((path, body) => this.#ask('POST', path, body), fields, uses)
  }

  async find(companies: readonly CrmCompany[], properties: readonly string[]): Promise<Map<number, FoundCompany>> {
    const read = [...new Set(['domain', 'hubspot_owner_id', ...properties])]
    const byId = await this.#readById(
      companies.flatMap(({ externalId }) => externalId ?? []),
      read,
    )
    const found = new Map<number, FoundCompany>()
    const unknown: CrmCompany[] = []
    for (const each of companies) {
      const record = each.externalId === null ? undefined : byId.get(each.externalId)
      if (record) found.set(each.company, record)
      else unknown.push(each)
    }
    const byDomain = await this.#searchByDomain([...new Set(unknown.map(({ domain }) => domain))], read)
    for (const { company, domain } of unknown) {
      const record = byDomain.get(domain)
      if (record) found.set(company, record)
    }
    return found
  }

  async update(updates: readonly CompanyUpdate[]): Promise<Map<string, string>> {
    const problems = new Map<string, string>()
    for (const group of inGroups(updates, BATCH)) await this.#updateGroup(group, problems)
    return problems
  }

  async create(companies: readonly NewCompany[]) {
    const created = new Map<number, { readonly externalId: string } | { readonly problem: string }>()
    for (const group of inGroups(companies, BATCH)) {
      const { results, problems } = await this.#batch(
        '/crm/v3/objects/companies/batch/upsert',
        group.map(({ id, name, domain, values }) => ({
          idProperty: OUR_ID,
          id,
          properties: { [OUR_ID]: id, name, domain, ...values },
        })),
      )
      for (const { company, id } of group) {
        const externalId = results.get(id)
        created.set(company, externalId ? { externalId } : { problem: problems.get(id) ?? NOT_CREATED })
      }
    }
    return created
  }

  async putTasks(tasks: readonly CrmTask[]): Promise<Map<string, string>> {
    const problems = new Map<string, string>()
    for (const group of inGroups(
      tasks.filter(({ isDone }) => !isDone),
      BATCH,
    ))
      await this.#openTasks(group, problems)
    for (const group of inGroups(
      tasks.filter(({ isDone }) => isDone),
      BATCH,
    ))
      await this.#completeTasks(group, problems)
    return problems
  }

  async #openTasks(tasks: readonly CrmTask[], problems: Map<string, string>): Promise<void> {
    const { results, problems: refused } = await this.#batch(
      '/crm/v3/objects/tasks/batch/upsert',
      tasks.map(({ key, ownerId, subject, lines, dueAt }) => ({
        idProperty: OUR_ID,
        id: key,
        properties: {
          [OUR_ID]: key,
          hs_task_subject: subject,
          hs_task_body: lines.map(escaped).join('<br>'),
          hs_task_status: 'NOT_STARTED',
          hs_task_type: 'TODO',
          hs_timestamp: new Date(dueAt * 1_000).toISOString(),
          hubspot_owner_id: ownerId,
        },
      })),
    )
    const pairs = tasks.flatMap(({ key, companyId }) => {
      const id = results.get(key)
      if (id === undefined) problems.set(key, refused.get(key) ?? NOT_CREATED)
      return id === undefined ? [] : [{ key, from: { id }, to: { id: companyId } }]
    })
    if (pairs.length === 0) return
    const reply = (await this.#ask('POST', '/crm/v4/associations/tasks/companies/batch/associate/default', {
      inputs: pairs.map(({ from, to }) => ({ from, to })),
    })) as Results
    if (!reply.errors?.length) return
    // The answer doesn't reliably identify the failed pairs: all are retried, and none is created twice.
    for (const { key } of pairs)
      problems.set(key, `The task couldn’t be linked to the company: ${this.#said(reply.errors[0])}`)
  }

  /** A deleted task counts as done, too. */
  async #completeTasks(tasks: readonly CrmTask[], problems: Map<string, string>): Promise<void> {
    const { problems: refused } = await this.#batch(
      '/crm/v3/objects/tasks/batch/update',
      tasks.map(({ key }) => ({ idProperty: OUR_ID, id: key, properties: { hs_task_status: 'COMPLETED' } })),
      (error) => error.category === 'OBJECT_NOT_FOUND',
    )
    for (const [key, problem] of refused) problems.set(key, problem)
  }

  async #updateGroup(updates: readonly CompanyUpdate[], problems: Map<string, string>): Promise<void> {
    const { problems: refused } = await this.#batch(
      '/crm/v3/objects/companies/batch/update',
      updates.map(({ externalId, values }) => ({ id: externalId, properties: values })),
    )
    for (const [id, problem] of refused) problems.set(id, problem)
  }

  /**
   * One request for all inputs. If HubSpot rejects them all because of one, sends halves until only the inputs that it
   * rejects individually are left.
   */
  async #batch(
    path: string,
    inputs: readonly { readonly id: string; readonly idProperty?: string; readonly properties: object }[],
    isFine: (error: HubSpotError) => boolean = () => false,
  ): Promise<{ results: Map<string, string>; problems: Map<string, string> }> {
    const [results, problems] = [new Map<string, string>(), new Map<string, string>()]
    const ask = async (some: typeof inputs): Promise<void> => {
      if (some.length === 0) return
      let reply: Results
      try {
        reply = (await this.#ask('POST', path, { inputs: some })) as Results
      } catch (error) {
        if (!(error instanceof Refusal) || error.isMissingProperty) throw error
        const [only] = some
        if (some.length === 1 && only) {
          if (!isFine(error)) problems.set(only.id, `HubSpot refused it: ${error.said}`)
          return
        }
        const middle = Math.ceil(some.length / 2)
        await ask(some.slice(0, middle))
        return ask(some.slice(middle))
      }
      for (const { id, properties } of reply.results ?? []) results.set(String(properties?.[OUR_ID] ?? id), String(id))
      for (const error of reply.errors ?? []) {
        if (isFine(error)) continue
        const ids = Array.isArray(error.context?.ids) ? error.context.ids.map(String) : some.map(({ id }) => id)
        for (const id of ids) if (!results.has(id)) problems.set(id, `HubSpot refused it: ${this.#said(error)}`)
      }
    }
    await ask(inputs)
    return { results, problems }
  }

  async #readById(ids: readonly string[], properties: readonly string[]): Promise<Map<string, FoundCompany>> {
    const found = new Map<string, FoundCompany>()
    for (const group of inGroups(ids, BATCH)) {
      const inputs = group.map((id) => ({ id }))
      const { results = [] } = (await this.#ask('POST', '/crm/v3/objects/companies/batch/read', {
        properties,
        inputs,
      })) as Results
      for (const record of results) found.set(String(record.id), companyOf(record))
    }
    return found
  }

  /** Of several companies with one domain, the oldest that has an owner. */
  async #searchByDomain(domains: readonly string[], properties: readonly string[]): Promise<Map<string, FoundCompany>> {
    const found = new Map<string, FoundCompany>()
    for (const values of searchable(domains)) {
      let after: string | undefined
      for (let page = 0; page < MAX_SEARCH_PAGES; page++) {
        const { results = [], paging } = (await this.#ask('POST', '/crm/v3/objects/companies/search', {
          filterGroups: [{ filters: [{ propertyName: 'domain', operator: 'IN', values }] }],
          properties,
          limit: SEARCH_PAGE,
          ...(after !== undefined && { after }),
        })) as Results
        for (const record of results) {
          const domain = String(record.properties?.domain ?? '')
            .toLowerCase()
            .replace(/^www\./, '')
          const [mine, other] = [companyOf(record), found.get(domain)]
          if (!other || isBefore(mine, other)) found.set(domain, mine)
        }
        after = paging?.next?.after === undefined ? undefined : String(paging.next.after)
        if (after === undefined) break
      }
    }
    return found
  }

  async #ask(method: JsonRequest['method'], path: string, body: object): Promise<object> {
    const { client, origin, token, beforeRequest } = this.#options
    await beforeRequest?.()
    const reply: JsonReply = await client.send({
      method,
      url: `${origin}${path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const failure = failureOf(reply, token)
    if (failure) throw failure
    return reply.body as object
  }

  #said(error: HubSpotError | undefined): string {
    return saidBy(error ?? {}, this.#options.token)
  }
}

/** The body of a task is HTML, and job titles are third-party text. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const NOT_CREATED = 'HubSpot didn’t say that it was created.'

function companyOf({ id, properties = {} }: HubSpotRecord): FoundCompany {
  const values = Object.entries(properties).map(([name, value]) => [name, value == null ? '' : String(value)] as const)
  const ownerId = String(properties.hubspot_owner_id ?? '')
  return { externalId: String(id), ownerId: ownerId === '' ? null : ownerId, values: Object.fromEntries(values) }
}

function isBefore(a: FoundCompany, b: FoundCompany): boolean {
  if ((a.ownerId === null) !== (b.ownerId === null)) return a.ownerId !== null
  return Number(a.externalId) < Number(b.externalId)
}

/** Groups that fit one search. */
function searchable(domains: readonly string[]): string[][] {
  const groups: string[][] = []
  let room = 0
  for (const domain of domains) {
    const group = groups.at(-1)
    if (group && group.length < BATCH && domain.length + 3 <= room) group.push(domain)
    else {
      groups.push([domain])
      room = MAX_SEARCHED_CHARACTERS
    }
    room -= domain.length + 3
  }
  return groups
}
