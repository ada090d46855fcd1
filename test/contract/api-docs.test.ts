// Checks docs/api.md and the examples of openapi.json: they run unchanged on the demo world and return what is shown. The
// tables of the page match the code.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { BUCKETS, PLANS } from '../../src/account/plans/index.ts'
import { shippedSlices, sliceOf } from '../../src/api/slices/index.ts'
import { openDatabase } from '../../src/db/index.ts'
import { loadDemo } from '../../src/demo/index.ts'
import { EXAMPLE_COMPANY } from '../../src/meaning/companies/schema.ts'
import type { Signal } from '../../src/meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../src/meaning/types/index.ts'
import { loadConfig, packageRoot } from '../../src/platform/config/config.ts'
import { companyId } from '../../src/write/write-path/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { description, type ResponseObject, resolve, responses } from '../harness/contract.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { silentLog } from '../harness/log.ts'
import { startTestService } from '../harness/service.ts'

const page = readFileSync(join(packageRoot, 'docs/api.md'), 'utf8')
const examples = [...page.matchAll(/^```sh\n(curl .*?)\n```\n\n```json\n(.*?)\n```$/gms)].map(
  ([, command = '', reply = '']) => ({
    command,
    reply: JSON.parse(reply) as unknown,
  }),
)

const [, companyOfPage = ''] = /^export COMPANY_ID=(\S+)$/m.exec(page) ?? []

let url: string
let key: string
before(async () => {
  const service = await startTestService()
  url = service.url
  const db = await openDatabase({ config: loadConfig({ DATABASE_URL: service.databaseUrl }), log: silentLog })
  cleanup(() => db.close())
  key = (await loadDemo(db, { dataDir: temporaryFolder() })).key
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

/** `domains` narrows a search or a slice down. */
async function runCurl(command: string, domains?: readonly string[]): Promise<Response> {
  const [curl, ...words] = wordsOf(command, { URL: url, KEY: key, COMPANY_ID: companyOfPage })
  assert.equal(curl, 'curl')
  const headers = new Headers()
  let target = ''
  let body: string | undefined
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(words.shift() ?? '') ?? []
      headers.set(name, value)
    } else if (word === '-d') body = words.shift()
    else if (word.startsWith('http') && target === '') target = word
    else assert.fail(`${word} is not an option that this test knows`)
  }
  if (body === undefined) return fetch(domains ? `${target}&domains=${domains}` : target, { headers })
  return fetch(target, { headers, method: 'POST', body: JSON.stringify({ ...JSON.parse(body), domains }) })
}

type Row = { readonly domain: string }
interface Rows {
  readonly companies?: readonly Row[]
  readonly data?: unknown
}

function rowsOf({ companies, data }: Rows): readonly Row[] | undefined {
  return companies ?? (Array.isArray(data) ? (data as Row[]) : undefined)
}

/**
 * Asserts that a search or a slice finds companies, and returns its reply with the rows of the shown companies instead. They
 * are asked for by their domains: which companies of the demo come first depends on the day.
 */
async function withShownRows(
  shown: Rows,
  found: Rows,
  ask: (domains: readonly string[]) => Promise<Rows>,
): Promise<Rows> {
  const shownRows = rowsOf(shown)
  if (!shownRows) return found
  assert.ok(rowsOf(found)?.length, 'finds nothing')
  const domains = shownRows.map(({ domain }) => domain)
  const rows = rowsOf(await ask(domains)) ?? []
  assert.deepEqual(rows.map(({ domain }) => domain).toSorted(), domains.toSorted())
  return { ...found, [shown.companies ? 'companies' : 'data']: rows }
}

/**
 * Asserts that what is shown has exactly the fields of the reply, with values of the same types. A list that is shown with
 * elements has elements, and one of them has the fields of the first that is shown.
 */
function assertShown(shown: unknown, found: unknown, place: string): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(found), place)
    const [first] = shown
    if (first === undefined) return
    const alike = found.find((each) => fieldsOf(each) === fieldsOf(first))
    assert.ok(alike !== undefined, `${place}: no element has the fields ${fieldsOf(first)}: ${found.map(fieldsOf)}`)
    assertShown(first, alike, `${place}[0]`)
  } else if (typeof shown === 'object' && shown !== null) {
    assert.equal(fieldsOf(shown), fieldsOf(found), place)
    for (const [name, value] of Object.entries(shown)) {
      assertShown(value, (found as Record<string, unknown>)[name], `${place}.${name}`)
    }
  } else if (shown !== null) assert.equal(typeof found, typeof shown, place)
}

/** A `note` appears next to a limit only sometimes. */
function fieldsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.keys(value)
    .filter((name) => name !== 'note')
    .toSorted()
    .join(' ')
}

test('every example of the guide runs on the demo world and returns what the page shows, with complete rows', async () => {
  assert.equal(examples.length, 6)
  assert.equal(companyOfPage, companyId('northwind.example'))
  for (const { command, reply } of examples) {
    const response = await runCurl(command)
    const error = (reply as { error?: Record<string, unknown> }).error
    assert.equal(response.status, error?.status ?? 200, command)
    const found = (await response.json()) as Rows & { error?: Record<string, unknown> }
    const ask = async (domains: readonly string[]) => (await (await runCurl(command, domains)).json()) as Rows
    assertShown(reply, await withShownRows(reply as Rows, found, ask), command)
    if (error) assert.deepEqual({ ...found.error, requestId: '' }, { ...error, requestId: '' })
  }
  const shown = JSON.stringify(examples.map(({ reply }) => reply))
  // Most companies have one domain.
  assert.ok(!shown.replaceAll('"aliases":[]', '').includes('[]'), 'no list is shown empty')
})

interface ShownSlice {
  readonly score: number
  readonly enteredAt: string
  readonly windowEndsAt: string
  readonly reasons?: readonly { readonly clause: string }[]
}

/** Everything in a document that is a company's place in a slice. */
function slicesIn(value: unknown): ShownSlice[] {
  if (typeof value !== 'object' || value === null) return []
  const isSlice = 'windowEndsAt' in value && typeof value.windowEndsAt === 'string'
  return isSlice ? [value as ShownSlice] : Object.values(value).flatMap(slicesIn)
}

test('the slice in the examples has the clause, score and dates that the shipped slice gives', () => {
  const slice = shippedSlices().find(({ definition }) => definition.slug === 'ai-sdr-hiring') ?? assert.fail()
  const [occurredAt, asOf] = ['2026-11-03', '2026-11-15'].map((day) => Date.parse(day) / 1000) as [number, number]
  const posting: Signal = {
    ...{ id: 'posting', type: 'hiring', label: 'Hiring AI SDR', confidence: 0.95, status: 'active' },
    ...{ occurredAt, firstSeenAt: occurredAt, lastSeenAt: asOf, source: { name: 'job-boards' } },
    fields: { jobTitle: 'AI SDR' },
  }
  const found = sliceOf(slice, [posting], asOf, SIGNAL_TYPES) ?? assert.fail()
  const shown = slicesIn([examples, JSON.parse(readFileSync(join(packageRoot, 'openapi.json'), 'utf8'))])
  assert.equal(shown.length, 4)
  for (const { score, enteredAt, windowEndsAt, reasons = found.reasons } of shown) {
    const [entered, ends] = [enteredAt, windowEndsAt].map((time) => Date.parse(time) / 1000)
    assert.deepEqual([score, entered, ends], [found.score, found.enteredAt, found.windowEndsAt])
    assert.equal(reasons[0]?.clause, found.reasons[0]?.clause)
  }
})

test('the example of the README finds companies in the demo world', async () => {
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8')
  const [, body = ''] = /\/api\/v1\/companies -d '(\{[^']*\})'/.exec(readme) ?? []
  assert.ok(rowsOf(await post(JSON.parse(body)))?.length)
})

const headers = () => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
async function post(body: unknown): Promise<Rows> {
  const init = { method: 'POST', headers: headers(), body: JSON.stringify(body) }
  return (await (await fetch(`${url}/api/v1/companies`, init)).json()) as Rows
}

test('every example of openapi.json finds something in the demo world, and shows complete rows', async () => {
  assert.equal(EXAMPLE_COMPANY.id, companyId(EXAMPLE_COMPANY.domain))
  const exampleOf = (path: string, method = 'get') => {
    const operation = description.paths[path]?.[method] ?? assert.fail(path)
    return resolve<ResponseObject>(operation.responses[200] ?? assert.fail(path)).content?.['application/json']?.example
  }
  const search = description.paths['/api/v1/companies']?.post?.requestBody?.content['application/json']?.example
  const shown = exampleOf('/api/v1/companies', 'post') as Rows
  const page = await withShownRows(shown, await post(search), (domains) => post({ ...(search as object), domains }))
  assertShown(shown, page, 'search')
  const parameters = description.paths['/api/v1/slices']?.get?.parameters ?? []
  const query = new URLSearchParams()
  for (const { name, example } of parameters) query.set(name, String(example ?? assert.fail(name)))
  const slice = (await (await fetch(`${url}/api/v1/slices?${query}`, { headers: headers() })).json()) as Rows
  assertShown(exampleOf('/api/v1/slices'), slice, 'slice')
  const dossier = await fetch(`${url}/api/v1/companies/${EXAMPLE_COMPANY.id}`, { headers: headers() })
  assert.equal(dossier.status, 200)
  assertShown(exampleOf('/api/v1/companies/{id}'), await dossier.json(), 'dossier')
  for (const path of ['/api/v1/health', '/api/v1/stats']) {
    assertShown(exampleOf(path), await (await fetch(`${url}${path}`, { headers: headers() })).json(), path)
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
