// Checks docs/api.md: its examples run unchanged and return what the page shows, and its tables match the code.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { BUCKETS, PLANS } from '../../src/features/plans/index.ts'
import { packageRoot } from '../../src/platform/config.ts'
import { type Api, type ApiTeam, idOf, startApi } from '../harness/api.ts'
import { description, type ResponseObject, resolve, responses } from '../harness/contract.ts'

const page = readFileSync(join(packageRoot, 'docs/api.md'), 'utf8')
const examples = [...page.matchAll(/^```sh\n(.*?)\n```\n\n```json\n(.*?)\n```$/gms)].map(
  ([, command = '', reply = '']) => ({
    command,
    reply: JSON.parse(reply) as unknown,
  }),
)

let api: Api
let team: ApiTeam
before(async () => {
  api = await startApi()
  team = await api.newTeam()
})

/** Splits a command into words as a shell does. Variables are expanded except in single quotes. */
function wordsOf(command: string, variables: Readonly<Record<string, string>>): string[] {
  const words = command.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g)
  return [...words].map(
    ([, single, double, bare]) =>
      single ??
      (double ?? bare ?? '').replaceAll(
        /\$(\w+)/g,
        (_, name: string) => variables[name] ?? assert.fail(`$${name} is not set`),
      ),
  )
}

async function runCurl(command: string): Promise<Response> {
  const [curl, ...words] = wordsOf(command, { URL: api.url, KEY: team.key, COMPANY_ID: idOf(3) })
  assert.equal(curl, 'curl')
  const headers = new Headers()
  let url = ''
  let body: string | undefined
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(words.shift() ?? '') ?? []
      headers.set(name, value)
    } else if (word === '-d') body = words.shift()
    else if (word.startsWith('http') && url === '') url = word
    else assert.fail(`${word} is not an option that this test knows`)
  }
  return fetch(url, { headers, ...(body !== undefined && { method: 'POST', body }) })
}

/** Asserts that every key in the example is in the reply, with a value of the same type. */
function assertShown(shown: unknown, found: unknown, place: string): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(found), place)
    if (shown.length > 0) assertShown(shown[0], found[0], `${place}[0]`)
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [key, value] of Object.entries(shown)) {
      assert.ok(found && Object.hasOwn(found, key), `${place}.${key} is in the example but not in the reply`)
      assertShown(value, (found as Record<string, unknown>)[key], `${place}.${key}`)
    }
  } else assert.equal(typeof found, typeof shown, place)
}

test('every example runs and returns what the page shows', async () => {
  assert.equal(examples.length, 6)
  for (const { command, reply } of examples) {
    const response = await runCurl(command)
    const error = (reply as { error?: Record<string, unknown> }).error
    assert.equal(response.status, error?.status ?? 200, command)
    const found = (await response.json()) as { error?: Record<string, unknown> }
    assertShown(reply, found, command)
    if (error) assert.deepEqual({ ...found.error, requestId: '' }, { ...error, requestId: '' })
  }
})

test('the search example and the slice example find companies', async () => {
  for (const { command, reply } of examples.filter(({ command }) =>
    /companies" -d|slices\?.*countries/.test(command),
  )) {
    const found = (await (await runCurl(command)).json()) as { companies?: unknown[]; data?: unknown[] }
    assert.ok((found.companies ?? found.data ?? []).length > 0, JSON.stringify(reply))
  }
})

test('the table of budgets matches the plan', () => {
  const rows = [...page.matchAll(/^\| (\w+) +\| ([\d,]+) +\|/gm)].map(([, bucket, limit]) => [
    bucket,
    Number(limit?.replace(',', '')),
  ])
  assert.deepEqual(
    rows,
    BUCKETS.map((bucket) => [bucket, PLANS.pro.limits[bucket]]),
  )
})

test('the table of errors matches openapi.json', () => {
  const listed = [...page.matchAll(/^\| (\d{3}) +\| (`.*?`) +\|/gm)].flatMap(([, status, codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => `${status} ${code}`),
  )
  const described = Object.values(responses).flatMap((response) => {
    const schema = resolve<ResponseObject>(response).content?.['application/json']?.schema as {
      properties: { error: { properties: { code: { enum: string[] }; status: { const: number } } } }
    }
    const { code, status } = schema.properties.error.properties
    return code.enum.map((each) => `${status.const} ${each}`)
  })
  // The guide leaves out transport errors: invalid HTTP, timeouts and oversized headers.
  const transport = new Set(['400 invalid_request', '408 request_timeout', '431 headers_too_large'])
  assert.deepEqual(listed.toSorted(), [...new Set(described)].filter((each) => !transport.has(each)).toSorted())
})

test('the table of endpoints lists all six', () => {
  const named = [...page.matchAll(/^\| `(GET|POST) (\S+)` +\|/gm)].map(([, method, path]) => `${method} ${path}`)
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(named.toSorted(), described.toSorted())
})
