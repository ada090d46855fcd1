// Checks every reply under /api/v1 that a test receives against openapi.json: the status must be described for the
// operation, the described headers present and valid, no header of ours undescribed, and the body valid. It replaces
// the global `fetch`, and the harness that starts a service imports it, so no test can forget it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { packageRoot } from '../../src/platform/config/config.ts'

export interface Description {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly security: readonly Record<string, unknown>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly headers: Readonly<Record<string, HeaderObject>>
    readonly securitySchemes: Readonly<Record<string, Record<string, unknown>>>
    readonly schemas: Readonly<Record<string, unknown>>
  }
  readonly servers: readonly { readonly url: string }[]
  /** Replies where there is no operation, because the path or the method is unknown. */
  readonly 'x-unrouted-responses': Readonly<Record<string, ResponseObject>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly {
    name: string
    in: string
    required?: boolean
    description?: string
    example?: unknown
    schema: object
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, { $ref: string } | ResponseObject>>
}

export interface ResponseObject {
  readonly description: string
  readonly headers: Readonly<Record<string, { $ref: string }>>
  readonly content?: Readonly<Record<string, MediaType>>
}

interface MediaType {
  readonly schema: object
  readonly example?: unknown
}

interface HeaderObject {
  readonly required: boolean
  readonly description: string
  readonly schema: object
}

export const description = JSON.parse(readFileSync(join(packageRoot, 'openapi.json'), 'utf8')) as Description

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false })
formats.default(ajv)
ajv.addSchema(closed(description) as object, 'openapi')
/** A header is text. Its schema says how to read it. */
const coercing = new Ajv2020({ strict: false, coerceTypes: true })
const headerChecks = new Map<object, ValidateFunction>()

function isValidHeader({ schema }: HeaderObject, value: string): boolean {
  const validate = headerChecks.get(schema) ?? coercing.compile({ type: 'object', properties: { value: schema } })
  headerChecks.set(schema, validate)
  return validate({ value }) as boolean
}

/**
 * Clients must accept fields that they don't know, so the description allows them. The service must not send a field that
 * isn't described, so the tests forbid them.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]))
  const isObject = copy.type === 'object' && 'properties' in copy && !('additionalProperties' in copy)
  return isObject ? { ...copy, additionalProperties: false } : copy
}

const compiled = new Map<object, ValidateFunction>()

/** The errors of the value; empty when it is valid. */
export function validationErrors(schema: object, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(absolute(closed(schema)) as object)
  compiled.set(schema, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** References are relative to the document. A schema that is compiled alone must name the document. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === '$ref' ? `openapi${each}` : absolute(each)]),
  )
}

export function resolve<T extends object>(value: T | { $ref: string }): T {
  if (!('$ref' in value)) return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], description) as T
}

/** The operations of the described path that matches a path. */
function operationsAt(path: string): Readonly<Record<string, Operation>> | undefined {
  const parts = path.split('/')
  const [, operations] =
    Object.entries(description.paths).find(([template]) => {
      const expected = template.split('/')
      return expected.length === parts.length && expected.every((part, i) => part.startsWith('{') || part === parts[i])
    }) ?? []
  return operations
}

/** Every response by its name. */
export const responses = { ...description.components.responses, ...description['x-unrouted-responses'] }

/** The responses allowed where there is no operation, because the path or the method is unknown. */
const ELSEWHERE: Readonly<Record<number, string>> = {
  400: 'InvalidJson',
  401: 'Unauthorized',
  403: 'ApiAccessRequired',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  417: 'ExpectationFailed',
  431: 'HeadersTooLarge',
  503: 'ServiceUnavailable',
}

/** Sent with every reply, or by HTTP itself, so the description doesn't repeat them for each response. */
const COMMON_HEADERS = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'referrer-policy',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
  'x-frame-options',
])

export interface Reply {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export function assertDescribed({ method, path, status, headers, text }: Reply): void {
  const where = `${method} ${path} → ${status}`
  assert.notEqual(status, 500, `${where}: ${text}`)
  const operations = operationsAt(path)
  // HEAD is described by GET, where it exists.
  const described = method === 'HEAD' && status !== 405 ? 'get' : method.toLowerCase()
  const operation = status === 417 ? undefined : operations?.[described]
  if (!operation && method === 'OPTIONS' && status === 204) {
    assert.equal(text, '', where)
    return
  }
  const named = operation ? operation.responses[status] : responses[ELSEWHERE[status] ?? '']
  assert.ok(named && resolve(named), `${where} is not described: ${text.slice(0, 300)}`)
  const response = resolve<ResponseObject>(named)
  assertHeaders(where, response, headers)
  if (method === 'HEAD') return
  const body = JSON.parse(text) as { error?: { requestId?: string } }
  const schema =
    response.content?.['application/json']?.schema ?? assert.fail(`${where} has no body in the description`)
  assert.deepEqual(validationErrors(schema, body), [], `${where}: ${text.slice(0, 500)}`)
  if (body.error) assert.equal(body.error.requestId, headers.get('x-request-id'), where)
}

function assertHeaders(where: string, response: ResponseObject, headers: Headers): void {
  assert.equal(headers.get('cache-control'), 'no-store', where)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', where)
  const described = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()))
  for (const [name] of headers) {
    const known = described.has(name) || COMMON_HEADERS.has(name) || name.startsWith('access-control-')
    assert.ok(known, `${where}: the header ${name} is not described`)
  }
  for (const [name, reference] of Object.entries(response.headers)) {
    const header = resolve<HeaderObject>(reference)
    const value = headers.get(name)
    if (value === null) assert.ok(!header.required, `${where}: the header ${name} is missing`)
    else assert.ok(isValidHeader(header, value), `${where}: ${name}: ${value}`)
  }
}

const plainFetch = globalThis.fetch

/** How many replies this process has checked, for the test that asserts that there are some. */
export const checked = { replies: 0 }

globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init)
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  if (!/^\/api\/v1(\/|$)/.test(pathname)) return response
  const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
  const text = await response.clone().text()
  assertDescribed({ method, path: pathname, status: response.status, headers: response.headers, text })
  checked.replies++
  return response
}
