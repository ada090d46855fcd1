// openapi.json itself: complete, in sync with the service, and with valid examples.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { SIGNAL_DECLARATIONS, SIGNAL_TYPES } from '../../src/meaning/types/index.ts'
import { packageRoot } from '../../src/platform/config/config.ts'
import { type Api, startApi } from '../harness/api.ts'
import {
  assertDescribed,
  checked,
  description,
  type Operation,
  type ResponseObject,
  resolve,
  responses,
  validationErrors,
} from '../harness/contract.ts'

let api: Api
before(async () => {
  api = await startApi()
})

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
const METERED = ['listFilters', 'searchCompanies', 'getCompany', 'searchSlice']

test('it is OpenAPI 3.1, version 1.0.0, with exactly the six operations, all behind the bearer key', () => {
  assert.match(description.openapi, /^3\.1\./)
  assert.equal(description.info.version, '1.0.0')
  assert.deepEqual(operations.map(({ name }) => name).toSorted(), [
    'GET /api/v1/companies/{id}',
    'GET /api/v1/filters',
    'GET /api/v1/health',
    'GET /api/v1/slices',
    'GET /api/v1/stats',
    'POST /api/v1/companies',
  ])
  const [scheme] = Object.values(description.components.securitySchemes)
  assert.deepEqual([scheme?.type, scheme?.scheme], ['http', 'bearer'])
  assert.equal(description.security.length, 1)
})

test('it is served without a key, exactly as in the repository', async () => {
  const response = await fetch(`${api.url}/openapi.json`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(await response.text(), readFileSync(join(packageRoot, 'openapi.json'), 'utf8'))
})

test('every operation and parameter is described, and every 2xx and body has an example', () => {
  for (const { name, operation } of operations) {
    assert.ok(operation.operationId && operation.summary && operation.description.length > 40, name)
    for (const parameter of operation.parameters ?? []) assert.ok(parameter.description, `${name} ${parameter.name}`)
    const ok = resolve<ResponseObject>(operation.responses[200] ?? assert.fail(name))
    assert.ok(ok.content?.['application/json']?.example, name)
    const body = operation.requestBody?.content['application/json']
    if (operation.requestBody) assert.ok(body?.example, name)
  }
})

test('every example is valid against its schema', () => {
  const described = [
    ...operations.flatMap(({ operation }) => Object.values(operation.responses).map(resolve<ResponseObject>)),
    ...Object.values(responses),
  ]
  const media = [
    ...described.flatMap(({ content }) => Object.values(content ?? {})),
    ...operations.flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {})),
  ]
  assert.ok(media.length > 30)
  for (const { schema, example } of media)
    assert.deepEqual(validationErrors(schema, example), [], JSON.stringify(example))
})

test('every operation lists every error that it can return, with its headers', () => {
  const statuses = ({ responses }: Operation) => Object.keys(responses).map(Number)
  for (const { name, operation } of operations) {
    const metered = METERED.includes(operation.operationId)
    const expected = [200, 401, 403, 408, 417, 422, 431, 500, 503, ...(metered ? [429] : [])]
    if (operation.requestBody) expected.push(400, 413, 415)
    if (['getCompany', 'searchSlice'].includes(operation.operationId)) expected.push(404)
    assert.deepEqual(
      statuses(operation).toSorted((a, b) => a - b),
      expected.toSorted((a, b) => a - b),
      name,
    )
    for (const [status, response] of Object.entries(operation.responses)) {
      const { headers, description: text } = resolve<ResponseObject>(response)
      assert.ok(text.length > 5 && 'X-Request-Id' in headers, `${name} ${status}`)
      const limits = metered && (status === '200' || status === '429')
      assert.equal('X-RateLimit-Limit' in headers, limits, `${name} ${status}`)
      const wait = status === '401' || status === '429' || (status === '503' && operation.operationId !== 'getHealth')
      assert.equal('Retry-After' in headers, wait, `${name} ${status}`)
      assert.equal('WWW-Authenticate' in headers, status === '401')
    }
  }
})

test('every reference resolves, and every component is used', () => {
  const text = JSON.stringify(description)
  const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference))
  for (const $ref of references) assert.ok(resolve({ $ref }), $ref)
  for (const [kind, components] of Object.entries(description.components)) {
    if (kind === 'securitySchemes') continue
    for (const name of Object.keys(components)) assert.ok(references.has(`#/components/${kind}/${name}`), name)
  }
})

test('a client knows where to send its requests', () => {
  assert.deepEqual(
    description.servers.map(({ url }) => url),
    ['/'],
  )
})

/** Every schema inside a value, with its path. */
function schemasIn(value: unknown, path = ''): [path: string, schema: Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null || /\/examples?$/.test(path)) return []
  const own = value as Record<string, unknown>
  return [[path, own], ...Object.entries(own).flatMap(([key, each]) => schemasIn(each, `${path}/${key}`))]
}

test('no reply forbids fields that a later version adds', () => {
  const closed = schemasIn(description).filter(([, schema]) => schema.additionalProperties === false)
  assert.deepEqual(
    closed.map(([path]) => path),
    ['/components/schemas/CompanySearchRequest'],
  )
})

test('a field of the request with a default stays optional in generated types', () => {
  const body = description.components.schemas.CompanySearchRequest as {
    properties: Record<string, Record<string, unknown>>
    required: string[]
  }
  assert.deepEqual(body.required, ['signal_query'])
  for (const [name, property] of Object.entries(body.properties)) assert.ok(!('default' in property), name)
  assert.match(String(body.properties.pageSize?.description), /Default: `25`\./)
})

test('Signal is a union by type, each with the fields of its type', () => {
  const { oneOf, discriminator } = description.components.schemas.Signal as {
    oneOf: { $ref: string }[]
    discriminator: { propertyName: string; mapping: Record<string, string> }
  }
  assert.equal(discriminator.propertyName, 'type')
  assert.deepEqual(Object.keys(discriminator.mapping), [...SIGNAL_TYPES])
  for (const type of SIGNAL_TYPES) {
    const $ref = discriminator.mapping[type] ?? assert.fail(type)
    assert.ok(oneOf.some((each) => each.$ref === $ref))
    const { properties, required } = resolve<{ properties: Record<string, { enum?: string[] }>; required: string[] }>({
      $ref,
    })
    assert.deepEqual(properties.type?.enum, [type])
    assert.ok(required.includes('type') && required.includes('label'))
    for (const field of SIGNAL_DECLARATIONS[type].fields) {
      assert.ok(field.name in properties, `${type}.${field.name}`)
      assert.equal(required.includes(field.name), field.required === true, `${type}.${field.name}`)
    }
  }
})

test('the check of replies finds replies that are not described', async () => {
  const team = await api.newTeam()
  const before = checked.replies
  const response = await team.get('/health')
  assert.equal(checked.replies, before + 1)
  const good = {
    method: 'GET',
    path: '/api/v1/health',
    status: 200,
    headers: response.headers,
    text: await response.text(),
  }
  assertDescribed(good)
  const withHeader = new Headers(response.headers)
  withHeader.set('x-surprise', '1')
  const without = new Headers(response.headers)
  without.delete('x-request-id')
  const bad = [
    { ...good, status: 201 },
    { ...good, status: 500 },
    { ...good, text: '{"status":"fine"}' },
    { ...good, text: good.text.replace('{', '{"more":1,') },
    { ...good, path: '/api/v1/filters' },
    { ...good, path: '/api/v1/unknown' },
    { ...good, headers: withHeader },
    { ...good, headers: without },
  ]
  for (const reply of bad)
    assert.throws(() => assertDescribed(reply), { name: 'AssertionError' }, JSON.stringify(reply))
})
