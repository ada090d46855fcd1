// Salesforce's REST API, as the user of a connected app. Accounts are found by their website and written in
// collections. Objects that we create have an external id of ours, so that repeating a request whose answer was lost
// creates no duplicates.

import { readDomain } from '../../../meaning/companies/index.ts'
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
  type PropertyValues,
} from './crm.ts'
import { type RecordResult, recordProblem } from './salesforce-errors.ts'
import { type DescribedField, missingFields, OUR_ID } from './salesforce-fields.ts'
import { SalesforceClient, type SalesforceOptions } from './salesforce-session.ts'

/** Of a collection. */
const BATCH = 200
/** Of the encoded query: Salesforce accepts 16,384 bytes of address and headers, and a token may be long. */
const MAX_QUERY_CHARACTERS = 9_000
/** Of up to 2,000 records each. */
const MAX_PAGES = 5
const MAX_NAME = 255

interface SalesforceRecord {
  readonly Id?: unknown
  readonly [field: string]: unknown
}

type Values = Record<string, string | null>

export class Salesforce implements Crm {
  readonly #client: SalesforceClient
  #statuses: { readonly open: string; readonly closed: string } | undefined

  constructor(options: SalesforceOptions) {
    this.#client = new SalesforceClient(options)
  }

  async check(fields: FieldMapping, uses: CrmUses): Promise<CheckedAccess> {
    const orgId = await this.#client.orgId()
    const problem = (await this.#missing(fields, uses)) ?? null
    return { account: `Salesforce org ${orgId || 'without a number'}`, problem }
  }

  async prepare(fields: FieldMapping, uses: CrmUses): Promise<void> {
    const missing = await this.#missing(fields, uses)
    if (missing !== undefined) throw new CrmError('setup', missing)
  }

  /** By id, or else by the host of the website: of several accounts, the oldest with an active owner. */
  async find(companies: readonly CrmCompany[], properties: readonly string[]): Promise<Map<number, FoundCompany>> {
    const select = `select ${[...new Set(['Id', 'Website', 'OwnerId', 'Owner.IsActive', ...properties])].join(', ')} from Account`
    const found = new Map<number, FoundCompany>()
    const ids = companies.flatMap(({ externalId }) => externalId ?? [])
    const byId = new Map<string, FoundCompany>()
    for (const group of conditionsOf(ids, (id) => quoted(id), ',')) {
      const records = await this.#query(`${select} where Id in (${group})`)
      for (const record of records) byId.set(String(record.Id), accountOf(record, properties))
    }
    const unknown: CrmCompany[] = []
    for (const each of companies) {
      const account = byId.get(each.externalId ?? '')
      if (account) found.set(each.company, account)
      else unknown.push(each)
    }
    const byDomain = new Map<string, FoundCompany>()
    const domains = [...new Set(unknown.map(({ domain }) => domain))]
    for (const group of conditionsOf(domains, siteCondition, ' or ')) {
      for (const record of await this.#query(`${select} where ${group} order by CreatedDate, Id`)) {
        // The condition only narrows down: "acme.co" also finds acme.com.
        const read = readDomain(String(record.Website ?? ''))
        if (!read || !('domain' in read)) continue
        const [mine, other] = [accountOf(record, properties), byDomain.get(read.domain)]
        if (!other || (other.ownerId === null && mine.ownerId !== null)) byDomain.set(read.domain, mine)
      }
    }
    for (const { company, domain } of unknown) {
      const account = byDomain.get(domain)
      if (account) found.set(company, account)
    }
    return found
  }

  async update(updates: readonly CompanyUpdate[]): Promise<Map<string, string>> {
    const problems = new Map<string, string>()
    const records = updates.map(({ externalId, values }) => ({ id: externalId, ...cleared(values) }))
    for (const group of inGroups(records, BATCH)) {
      const results = await this.#collection('Account', '', group)
      for (const [i, { id }] of group.entries())
        if (results[i]?.success !== true) problems.set(id, this.#problem(results[i]))
    }
    return problems
  }

  async create(companies: readonly NewCompany[]) {
    const created = new Map<number, { readonly externalId: string } | { readonly problem: string }>()
    for (const group of inGroups(companies, BATCH)) {
      const results = await this.#collection(
        'Account',
        `/Account/${OUR_ID}`,
        group.map(({ id, name, domain, values }) => ({
          [OUR_ID]: id,
          Name: name.slice(0, MAX_NAME).toWellFormed(),
          Website: domain,
          ...cleared(values),
        })),
      )
      for (const [i, { company }] of group.entries()) {
        const result = results[i]
        const isThere = result?.success === true && typeof result.id === 'string'
        created.set(company, isThere ? { externalId: String(result.id) } : { problem: this.#problem(result) })
      }
    }
    return created
  }

  async putTasks(tasks: readonly CrmTask[]): Promise<Map<string, string>> {
    const problems = new Map<string, string>()
    const { open, closed } = await this.#readStatuses()
    const opened = tasks.filter(({ isDone }) => !isDone)
    for (const group of inGroups(opened, BATCH)) {
      const results = await this.#collection(
        'Task',
        `/Task/${OUR_ID}`,
        group.map(({ key, companyId, ownerId, subject, lines, dueAt }) => ({
          [OUR_ID]: key,
          WhatId: companyId,
          OwnerId: ownerId,
          Subject: subject,
          Description: lines.join('\n'),
          Status: open,
          ActivityDate: new Date(dueAt * 1_000).toISOString().slice(0, 10),
        })),
      )
      for (const [i, { key }] of group.entries())
        if (results[i]?.success !== true) problems.set(key, this.#problem(results[i]))
    }
    await this.#completeTasks(
      tasks.filter(({ isDone }) => isDone).map(({ key }) => key),
      closed,
      problems,
    )
    return problems
  }

  /** A completed or deleted task counts as done, too. */
  async #completeTasks(keys: readonly string[], status: string, problems: Map<string, string>): Promise<void> {
    const there: SalesforceRecord[] = []
    for (const group of conditionsOf(keys, quoted, ','))
      there.push(
        ...(await this.#query(`select Id, ${OUR_ID} from Task where ${OUR_ID} in (${group}) and IsClosed = false`)),
      )
    for (const group of inGroups(there, BATCH)) {
      const results = await this.#collection(
        'Task',
        '',
        group.map(({ Id }) => ({ id: String(Id), Status: status })),
      )
      for (const [i, record] of group.entries())
        if (results[i]?.success !== true) problems.set(String(record[OUR_ID]), this.#problem(results[i]))
    }
  }

  /** An organization may have other words for the statuses of tasks. */
  async #readStatuses() {
    if (this.#statuses) return this.#statuses
    const all = await this.#query('select ApiName, IsClosed, IsDefault from TaskStatus order by SortOrder')
    const isClosed = ({ IsClosed }: SalesforceRecord) => IsClosed === true
    const open = all.find((each) => each.IsDefault === true && !isClosed(each)) ?? all.find((each) => !isClosed(each))
    const closed = all.find((each) => isClosed(each) && each.ApiName === 'Completed') ?? all.find(isClosed)
    if (!open || !closed)
      throw new CrmError('setup', 'Salesforce has no status for open tasks, or none for closed ones.')
    this.#statuses = { open: String(open.ApiName), closed: String(closed.ApiName) }
    return this.#statuses
  }

  async #missing(fields: FieldMapping, uses: CrmUses): Promise<string | undefined> {
    const describe = async (object: string) => {
      const body = await this.#client.ask({ method: 'GET', path: `/sobjects/${object}/describe` })
      const { fields: described } = body as { fields?: unknown }
      return (Array.isArray(described) ? described : []) as readonly DescribedField[]
    }
    const Account = await describe('Account')
    return missingFields({ Account, Task: uses.createsTasks ? await describe('Task') : [] }, fields, uses)
  }

  /** One result for each record, in order. Each is written or rejected independently. */
  async #collection(type: string, path: string, records: readonly object[]): Promise<readonly RecordResult[]> {
    const body = await this.#client.ask({
      method: 'PATCH',
      path: `/composite/sobjects${path}`,
      body: { allOrNone: false, records: records.map((each) => ({ attributes: { type }, ...each })) },
    })
    return Array.isArray(body) ? (body as RecordResult[]) : []
  }

  async #query(soql: string): Promise<SalesforceRecord[]> {
    const records: SalesforceRecord[] = []
    let body = await this.#client.ask({ method: 'GET', path: '/query', query: `q=${encodeURIComponent(soql)}` })
    for (let page = 1; ; page++) {
      const {
        records: some,
        done,
        nextRecordsUrl,
      } = body as { records?: unknown; done?: unknown; nextRecordsUrl?: unknown }
      if (Array.isArray(some)) records.push(...(some as SalesforceRecord[]))
      if (done !== false || typeof nextRecordsUrl !== 'string' || page === MAX_PAGES) return records
      body = await this.#client.askNext(nextRecordsUrl)
    }
  }

  #problem(result: RecordResult | undefined): string {
    return recordProblem(result, this.#client.secrets)
  }
}

function accountOf(record: SalesforceRecord, properties: readonly string[]): FoundCompany {
  const { Id, OwnerId, Owner } = record
  const values = properties.map((name) => [name, record[name] == null ? '' : String(record[name])] as const)
  const isActive = (Owner as { IsActive?: unknown } | null | undefined)?.IsActive !== false
  return {
    externalId: String(Id),
    ownerId: typeof OwnerId === 'string' && isActive ? OwnerId : null,
    values: Object.fromEntries(values),
  }
}

/** An empty text isn't a date or a number. */
const cleared = (values: PropertyValues): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]))

const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`

/** Websites are free text: with or without http://, www. and a path. */
function siteCondition(domain: string): string {
  const like = ['', 'www.', '%//', '%//www.'].map((start) => `Website like ${quoted(`${start}${domain}%`)}`)
  return `(${like.join(' or ')})`
}

/** Joins conditions until a query is full. */
function conditionsOf<T>(items: readonly T[], conditionOf: (item: T) => string, separator: string): string[] {
  const groups: string[] = []
  let room = 0
  for (const item of items) {
    const condition = conditionOf(item)
    const length = encodeURIComponent(condition + separator).length
    if (groups.length > 0 && length <= room) groups[groups.length - 1] += separator + condition
    else {
      groups.push(condition)
      room = MAX_QUERY_CHARACTERS
    }
    room -= length
  }
  return groups
}
