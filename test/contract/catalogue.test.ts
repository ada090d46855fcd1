// The catalogue describes what the validator enforces: valid and invalid values are generated from each definition and
// sent to the endpoints that it names.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { FilterDefinition } from '../../src/api/catalogue/index.ts'
import { nameOf, shippedSlices } from '../../src/api/slices/index.ts'
import { InvalidQuery, parseSignalQuery } from '../../src/query/index.ts'
import { type Api, type ApiTeam, errorOf, NO_LIMITS, startApi } from '../harness/api.ts'
import { description } from '../harness/contract.ts'
import fc from '../harness/fast-check.ts'
import { newList } from '../harness/operator.ts'

let api: Api
let team: ApiTeam
let filters: FilterDefinition[]
before(async () => {
  api = await startApi()
  team = await api.newTeam({ limits: NO_LIMITS })
  await newList(api.db.pool('settings'), team.teamId, 'my-accounts', 'company-1.example')
  filters = ((await (await team.get('/filters')).json()) as { filters: FilterDefinition[] }).filters
})

const named = (id: string) => filters.find((filter) => filter.id === id) ?? assert.fail(id)

/** Sends a value for one filter, with the minimum that the endpoint also needs. */
async function send(endpoint: string, id: string, value: unknown): Promise<Response> {
  if (endpoint === 'companies') return team.post({ signal_query: 'hiring', [id]: value })
  const parameters = new URLSearchParams({ slice: 'ai-sdr-hiring', scoreMin: '0' })
  parameters.set(id, Array.isArray(value) ? value.join(',') : String(value))
  return team.get(`/slices?${parameters}`)
}

async function outcome(endpoint: string, id: string, value: unknown): Promise<string> {
  const response = await send(endpoint, id, value)
  if (response.status === 200) return 'taken'
  const error = await errorOf(response)
  const reported = error.code === 'slice_not_found' || error.details?.some(({ field }) => field === id)
  return reported ? 'rejected' : `${response.status} ${JSON.stringify(error)}`
}

function goodValues({ type, values, min = 0, max = 1_000_000, multiple, id }: FilterDefinition): fc.Arbitrary<unknown> {
  const one: fc.Arbitrary<unknown> =
    type === 'enum'
      ? fc.constantFrom(...(values ?? []))
      : type === 'number'
        ? id.startsWith('employees')
          ? fc.integer({ min, max })
          : fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => tenths / 10)
        : type === 'boolean'
          ? fc.boolean()
          : type === 'query'
            ? fc.constantFrom('hiring', 'funding + tool')
            : id.startsWith('domains')
              ? fc.constantFrom('acme.example', 'https://www.acme.example/jobs', 'buyer@acme.example')
              : fc.stringMatching(/^[a-z][a-z_ ]{0,20}$/)
  return multiple ? fc.array(one, { minLength: 1, maxLength: 5 }) : one
}

function badValues({ type, min, max, multiple }: FilterDefinition): unknown[] {
  const one =
    type === 'enum'
      ? ['no such value', 'x']
      : type === 'query'
        ? ['', 'hiring(', 'hirring']
        : type === 'number'
          ? [(min ?? 0) - 1, (max ?? 0) + 1, 'many']
          : type === 'boolean'
            ? ['yes', 1]
            : ['--', '!']
  return multiple ? [...one.map((value) => [value]), [['x'].concat(Array(250).fill('DE'))].flat()] : one
}

test('the catalogue lists what the schemas declare, each with the endpoints that take it', () => {
  const body = description.components.schemas.CompanySearchRequest as { properties: object; required: string[] }
  const query = description.paths['/api/v1/slices']?.get?.parameters ?? []
  const paging = ['page', 'pageSize']
  const listed = (endpoint: 'companies' | 'slices') =>
    filters.flatMap(({ id, appliesTo }) => (appliesTo.includes(endpoint) ? [id] : [])).toSorted()
  assert.deepEqual([...listed('companies'), ...paging].toSorted(), Object.keys(body.properties).toSorted())
  assert.deepEqual([...listed('slices'), ...paging].toSorted(), query.map(({ name }) => name).toSorted())
  const required = filters.filter((filter) => filter.required).map(({ id }) => id)
  assert.deepEqual(required, ['signal_query', 'slice'])
  const types = new Set(filters.map(({ type }) => type))
  assert.deepEqual([...types].toSorted(), ['boolean', 'enum', 'number', 'query', 'text'])
  assert.deepEqual(named('slice').values?.toSorted(), shippedSlices().map(nameOf).toSorted())
})

test('the filter slice says that a template takes any tool', async () => {
  const { templates, values, description } = named('slice')
  assert.deepEqual(templates, ['tool-displacement:{tool}'])
  assert.match(description, /the name of any tool after a colon: `tool-displacement:hubspot`/)
  for (const template of templates ?? []) {
    for (const tool of ['HubSpot', 'Salesforce', 'a tool that nobody has']) {
      assert.equal(await outcome('slices', 'slice', template.replace('{tool}', tool)), 'taken', tool)
    }
    assert.ok(values?.some((value) => value.startsWith(template.replace('{tool}', ''))))
  }
})

test('every example and every default is accepted', async () => {
  for (const { id, appliesTo, example, ...filter } of filters) {
    for (const endpoint of appliesTo) {
      assert.equal(await outcome(endpoint, id, example), 'taken', id)
      if ('default' in filter) assert.equal(await outcome(endpoint, id, filter.default), 'taken', id)
    }
  }
})

test('each endpoint accepts every value that a definition allows', async () => {
  for (const filter of filters) {
    for (const endpoint of filter.appliesTo) {
      const property = fc.asyncProperty(goodValues(filter), async (value) => {
        assert.equal(
          await outcome(endpoint, filter.id, value),
          'taken',
          `${endpoint} ${filter.id}=${JSON.stringify(value)}`,
        )
      })
      await fc.assert(property, { numRuns: 6 })
    }
  }
})

test('values at the limits are accepted, and values beyond them are rejected by name', async () => {
  for (const filter of filters) {
    for (const endpoint of filter.appliesTo) {
      for (const edge of [filter.min, filter.max]) {
        if (edge !== undefined) assert.equal(await outcome(endpoint, filter.id, edge), 'taken', filter.id)
      }
      for (const value of badValues(filter)) {
        const about = `${endpoint} ${filter.id}=${JSON.stringify(value).slice(0, 80)}`
        assert.equal(await outcome(endpoint, filter.id, value), 'rejected', about)
      }
    }
  }
})

test('an endpoint rejects a filter that does not apply to it', async () => {
  for (const { id, appliesTo, example } of filters) {
    for (const endpoint of ['companies', 'slices'] as const) {
      if (!appliesTo.includes(endpoint))
        assert.equal(await outcome(endpoint, id, example), 'rejected', `${endpoint} ${id}`)
    }
  }
})

test('every clause of the catalogue parses with every field, operator and value that it lists, and with no other', async () => {
  const { clauses = [] } = named('signal_query')
  // The route uses the same parser. Over HTTP, only one query per field is sent.
  const understood = (query: string) => {
    try {
      return parseSignalQuery(query) !== undefined
    } catch (error) {
      assert.ok(error instanceof InvalidQuery, query)
      return false
    }
  }
  const OPERATORS = [':', '!:', '~', '>=', '<=', '>', '<']
  for (const { type, fields } of clauses) {
    assert.ok(understood(type), type)
    for (const { name, example, operators, values = [], max } of fields) {
      assert.equal((await team.post({ signal_query: `${type}(${example})` })).status, 200, example)
      const [, value = ''] = /^\w+ ?[:~<>!=]+ ?(.*)$/.exec(example) ?? []
      for (const operator of OPERATORS) {
        // `status: any` lifts a restriction: there is nothing to exclude.
        if (value === 'any' && operator === '!:') continue
        const query = `${type}(${name} ${operator} ${value})`
        assert.equal(understood(query), (operators as readonly string[]).includes(operator), query)
      }
      for (const each of values) assert.ok(understood(`${type}(${name}: ${each})`), `${name}: ${each}`)
      if (values.length > 0) assert.ok(!understood(`${type}(${name}: no_such_value)`), name)
      if (max !== undefined) {
        assert.ok(understood(`${type}(${name} <= ${max})`), name)
        assert.ok(!understood(`${type}(${name} <= ${max + 1})`), name)
      }
    }
    assert.ok(!understood(`${type}(no_such_field: 1)`), type)
  }
})

test('the catalogue costs one request and no record', async () => {
  const { get, used } = await api.newTeam()
  const response = await get('/filters')
  assert.equal(response.headers.get('x-ratelimit-remaining'), '2999')
  const { monthlyRequests, monthlyRecords, monthlyPageTurns, dailyCompanyDetail } = await used()
  assert.deepEqual([monthlyRequests, monthlyRecords, monthlyPageTurns, dailyCompanyDetail], [1, 0, 0, 0])
})
