// The examples for other clients work: every request of theirs is sent to the service.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { type Api, startApi, WORLD_SIZE } from '../test/harness/api.ts'

let api: Api
before(async () => {
  api = await startApi()
})

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[]
  readonly item: readonly {
    readonly name: string
    readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[]
    readonly request: {
      readonly method: string
      readonly header: readonly { readonly key: string; readonly value: string }[]
      readonly url: { readonly raw: string }
      readonly body?: { readonly raw: string }
    }
  }[]
}

test('every request of the Postman collection succeeds, in its order', async () => {
  const { key } = await api.newTeam()
  const { variable, item } = JSON.parse(read('postman/pro-signal.postman_collection.json')) as Collection
  const variables = new Map(variable.map((each) => [each.key, each.value]))
  variables.set('baseUrl', api.url).set('apiKey', key)
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? '')
  assert.equal(item.length, 6)
  for (const { name, event, request } of item) {
    const response = await fetch(filled(request.url.raw), {
      method: request.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...Object.fromEntries(request.header.map((each) => [each.key, each.value])),
      },
      ...(request.body && { body: filled(request.body.raw) }),
    })
    const body = (await response.json()) as object
    assert.equal(response.status, 200, `${name}: ${JSON.stringify(body)}`)
    const collectionVariables = { set: (variableName: string, value: string) => variables.set(variableName, value) }
    for (const { script } of event ?? []) {
      runInNewContext(script.exec.join('\n'), { pm: { response: { json: () => body }, collectionVariables } })
    }
  }
  assert.match(variables.get('companyId') ?? '', /^[0-9a-f-]{36}$/)
})

test('the search of the n8n workflow succeeds, and its nodes are connected', async () => {
  const { key } = await api.newTeam()
  const { nodes, connections } = JSON.parse(read('n8n/companies-every-morning.json'))
  const names = new Set(nodes.map(({ name }: { name: string }) => name))
  for (const [from, { main }] of Object.entries(connections) as [string, { main: { node: string }[][] }][]) {
    assert.ok(names.has(from))
    for (const { node } of main.flat()) assert.ok(names.has(node), node)
  }
  const requests = nodes.filter(({ type }: { type: string }) => type === 'n8n-nodes-base.httpRequest')
  assert.equal(requests.length, 1)
  const { method, url, jsonBody, genericAuthType } = requests[0].parameters
  // n8n blocks $env in expressions, so the address is in the node and the key is in a credential.
  assert.doesNotMatch(JSON.stringify(nodes), /\$env|process\.env/)
  assert.equal(genericAuthType, 'httpBearerAuth')
  const response = await fetch(url.replace('http://127.0.0.1:3000', api.url), {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: jsonBody,
  })
  assert.equal(response.status, 200)
  const { companies } = (await response.json()) as { companies: { name: string; signals: { label: string }[] }[] }
  assert.ok(companies.every(({ name, signals }) => name && signals.every(({ label }) => label)))
})

const python = await promisify(execFile)('python3', ['--version']).then(
  () => true,
  () => false,
)

test('the Python example runs unchanged', { skip: !python && 'there is no Python' }, async () => {
  const { key } = await api.newTeam()
  const program = new URL('python/search.py', import.meta.url).pathname
  const env = { PATH: process.env.PATH ?? '', PRO_SIGNAL_URL: api.url, PRO_SIGNAL_KEY: key }
  const { stdout } = await promisify(execFile)('python3', [program], { env })
  assert.match(stdout, new RegExp(`^${WORLD_SIZE} companies hire for AI: `))
  const refused = await promisify(execFile)('python3', [program], { env: { ...env, PRO_SIGNAL_KEY: 'psk_x' } }).catch(
    (error: { stderr: string }) => error.stderr,
  )
  assert.match(String(refused), /^401 invalid_api_key: .* \(req_/)
})
