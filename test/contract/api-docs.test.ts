// docs/api.md: its examples are run as they stand, what they show is what comes back, and its tables are the code's.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { BUCKETS, PLANS } from '../../src/features/plans/index.ts'
import { packageRoot } from '../../src/platform/config.ts'
import { type Api, type ApiTeam, idOf, startApi } from '../harness/api.ts'
import { description, type ResponseObject, resolve } from '../harness/contract.ts'

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

/** The words of a command, as a shell splits them: quotes, and variables where they are not in single ones. */
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
    else assert.fail(`${word} is no option that this test knows`)
  }
  return fetch(url, { headers, ...(body !== undefined && { method: 'POST', body }) })
}

/** Every key that is shown is there, with a value of the same kind. */
function assertShown(shown: unknown, found: unknown, place: string): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(found), place)
    if (shown.length > 0) assertShown(shown[0], found[0], `${place}[0]`)
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [key, value] of Object.entries(shown)) {
      assert.ok(found && Object.hasOwn(found, key), `${place}.${key} is shown, and not there`)
      assertShown(value, (found as Record<string, unknown>)[key], `${place}.${key}`)
    }
  } else assert.equal(typeof found, typeof shown, place)
}

test('every example runs, and gives what is shown', async () => {
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

test('the search example finds companies, and the slice example too', async () => {
  for (const { command, reply } of examples.filter(({ command }) =>
    /companies" -d|slices\?.*countries/.test(command),
  )) {
    const found = (await (await runCurl(command)).json()) as { companies?: unknown[]; data?: unknown[] }
    assert.ok((found.companies ?? found.data ?? []).length > 0, JSON.stringify(reply))
  }
})

test('the table of budgets is that of the plan', () => {
  const rows = [...page.matchAll(/^\| (\w+) +\| ([\d,]+) +\|/gm)].map(([, bucket, limit]) => [
    bucket,
    Number(limit?.replace(',', '')),
  ])
  assert.deepEqual(
    rows,
    BUCKETS.map((bucket) => [bucket, PLANS.pro.limits[bucket]]),
  )
})

test('the table of errors is that of the description', () => {
  const told = [...page.matchAll(/^\| (\d{3}) +\| (`.*?`) +\|/gm)].flatMap(([, status, codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => `${status} ${code}`),
  )
  const described = Object.values(description.components.responses).flatMap((response) => {
    const schema = resolve<ResponseObject>(response).content?.['application/json']?.schema as {
      properties: { error: { properties: { code: { enum: string[] }; status: { const: number } } } }
    }
    const { code, status } = schema.properties.error.properties
    return code.enum.map((each) => `${status.const} ${each}`)
  })
  // What is no HTTP, or comes too late or too large, is no matter of a guide.
  const transport = new Set(['400 invalid_request', '408 request_timeout', '431 headers_too_large'])
  assert.deepEqual(told.toSorted(), [...new Set(described)].filter((each) => !transport.has(each)).toSorted())
})

test('the table of endpoints names the six', () => {
  const named = [...page.matchAll(/^\| `(GET|POST) (\S+)` +\|/gm)].map(([, method, path]) => `${method} ${path}`)
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(named.toSorted(), described.toSorted())
})
