// Runs a workflow of n8n as far as its nodes say what happens: expressions are evaluated, items are split, filtered and linked to
// those that they came from, and HTTP requests are sent, to the servers of the test. Nodes, versions and parameters are
// those that n8n documents: anything else throws, so that a workflow can't be more than n8n imports.

import assert from 'node:assert/strict'
import { runInNewContext } from 'node:vm'

type Json = Record<string, unknown>

export interface N8nNode {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly typeVersion: number
  readonly position: readonly number[]
  readonly parameters: Json
}

export interface N8nWorkflow {
  readonly name: string
  readonly nodes: readonly N8nNode[]
  readonly connections: Readonly<
    Record<string, { readonly main: readonly (readonly { readonly node: string; readonly index: number }[])[] }>
  >
}

/** Of n8n-nodes-base, with the parameters that workflows here may set. */
const NODES: Readonly<
  Record<string, { readonly versions: readonly number[]; readonly parameters: readonly string[] }>
> = {
  webhook: {
    versions: [2, 2.1],
    parameters: ['httpMethod', 'path', 'authentication', 'responseMode', 'options'],
  },
  scheduleTrigger: { versions: [1.2], parameters: ['rule'] },
  set: { versions: [3.4], parameters: ['assignments', 'options'] },
  splitOut: { versions: [1], parameters: ['fieldToSplitOut', 'options'] },
  removeDuplicates: { versions: [2], parameters: ['operation', 'logic', 'dedupeValue', 'options'] },
  filter: { versions: [2.2], parameters: ['conditions', 'options'] },
  stopAndError: { versions: [1], parameters: ['errorMessage'] },
  httpRequest: {
    versions: [4.2],
    parameters: [
      ...['method', 'url', 'authentication', 'genericAuthType', 'nodeCredentialType', 'options'],
      ...['sendQuery', 'queryParameters', 'sendBody', 'specifyBody', 'jsonBody'],
    ],
  },
}
const CREDENTIALS = [
  'hubspotAppToken',
  'salesforceOAuth2Api',
  'googleSheetsOAuth2Api',
  'slackOAuth2Api',
  'httpBearerAuth',
]

/** Throws for what n8n would not import, or not run. */
export function checkWorkflow({ name, nodes, connections }: N8nWorkflow): void {
  assert.ok(name !== '')
  const names = new Set(nodes.map((node) => node.name))
  assert.equal(names.size, nodes.length, 'names are unique')
  assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length, 'ids are unique')
  for (const { type, typeVersion, position, parameters } of nodes) {
    const [, kind = ''] = /^n8n-nodes-base\.(\w+)$/.exec(type) ?? []
    const known = NODES[kind] ?? assert.fail(`no node ${type}`)
    assert.ok(known.versions.includes(typeVersion), `${type} ${typeVersion}`)
    assert.equal(position.length, 2)
    for (const each of Object.keys(parameters)) assert.ok(known.parameters.includes(each), `${type}.${each}`)
    const credential = parameters.nodeCredentialType ?? parameters.genericAuthType
    if (credential !== undefined) assert.ok(CREDENTIALS.includes(String(credential)), String(credential))
  }
  for (const [from, { main }] of Object.entries(connections)) {
    assert.ok(names.has(from), from)
    for (const { node } of main.flat()) assert.ok(names.has(node), node)
  }
  // n8n blocks $env in expressions, and a secret has no place in a workflow.
  assert.doesNotMatch(JSON.stringify(nodes), /\$env|process\.env|Bearer |xox[bp]-|pat-/)
}

export interface HttpCall {
  readonly method: string
  readonly url: URL
  readonly credential: string
  readonly body: string | undefined
}

interface Item {
  readonly json: Json
  /** By the name of a node: what it gave for this item. */
  readonly before: ReadonlyMap<string, Json>
}

export class N8nRun {
  readonly #workflow: N8nWorkflow
  readonly #send: (call: HttpCall) => Promise<Json>
  /** Kept from one execution to the next. */
  readonly #seen = new Set<unknown>()

  constructor(workflow: N8nWorkflow, send: (call: HttpCall) => Promise<Json>) {
    checkWorkflow(workflow)
    this.#workflow = workflow
    this.#send = send
  }

  /** The webhook of its first node is called. What the last node gives. */
  async onWebhook(body: Json): Promise<Json[]> {
    const [first] = this.#workflow.nodes
    assert.equal(first?.type, 'n8n-nodes-base.webhook')
    const json = { headers: {}, params: {}, query: {}, body }
    return this.#after(first, [{ json, before: new Map() }])
  }

  async #after(node: N8nNode, items: readonly Item[]): Promise<Json[]> {
    const [next] = this.#workflow.connections[node.name]?.main.flat() ?? []
    const given = items.map(({ json, before }) => ({ json, before: new Map([...before, [node.name, json]]) }))
    // n8n doesn't run a node without items.
    if (!next || items.length === 0) return given.map(({ json }) => json)
    const then = this.#workflow.nodes.find(({ name }) => name === next.node) ?? assert.fail()
    return this.#after(then, await this.#run(then, given))
  }

  async #run({ name, type, parameters }: N8nNode, items: readonly Item[]): Promise<Item[]> {
    switch (type.replace('n8n-nodes-base.', '')) {
      case 'set':
        return items.map((item) => ({ ...item, json: assigned(parameters, item) }))
      case 'splitOut':
        return items.flatMap((item) => {
          const rows = item.json[String(parameters.fieldToSplitOut)] as Json[]
          assert.ok(Array.isArray(rows), `${name}: no list`)
          return rows.map((json) => ({ ...item, json }))
        })
      case 'removeDuplicates':
        return items.filter((item) => {
          const key = evaluated(parameters.dedupeValue, item)
          assert.ok(typeof key === 'string' && key !== '')
          return !this.#seen.has(key) && this.#seen.add(key)
        })
      case 'filter':
        return items.filter((item) => passes(parameters, item))
      case 'stopAndError':
        throw new Error(String(evaluated(parameters.errorMessage, items[0] as Item)))
      case 'httpRequest':
        return Promise.all(items.map(async (item) => ({ ...item, json: await this.#send(callOf(parameters, item)) })))
      default:
        return assert.fail(`${type} doesn’t run here`)
    }
  }
}

function callOf(parameters: Json, item: Item): HttpCall {
  const url = new URL(String(evaluated(parameters.url, item)))
  const { parameters: query = [] } = (parameters.queryParameters ?? {}) as {
    parameters?: { name: string; value: unknown }[]
  }
  for (const { name, value } of query) url.searchParams.set(name, String(evaluated(value, item)))
  const body = parameters.sendBody ? evaluated(parameters.jsonBody, item) : undefined
  if (body !== undefined) JSON.parse(String(body))
  return {
    method: String(parameters.method),
    url,
    credential: String(parameters.nodeCredentialType),
    body: body as string | undefined,
  }
}

function assigned(parameters: Json, item: Item): Json {
  const { assignments } = parameters.assignments as { assignments: { name: string; value: unknown; type: string }[] }
  const values = assignments.map(({ name, value, type }) => {
    const result = evaluated(value, item)
    assert.equal(Array.isArray(result) ? 'array' : typeof result, type, name)
    return [name, result] as const
  })
  return Object.fromEntries(values)
}

/** With strict types, as n8n's default is. */
function passes(parameters: Json, item: Item): boolean {
  const { conditions, options } = parameters.conditions as {
    options: { typeValidation: string }
    conditions: { leftValue: unknown; rightValue: unknown; operator: { type: string; operation: string } }[]
  }
  assert.equal(options.typeValidation, 'strict')
  return conditions.every(({ leftValue, rightValue, operator: { type, operation } }) => {
    const left = evaluated(leftValue, item)
    assert.equal(typeof left, type)
    if (operation === 'false') return left === false
    assert.equal(operation, 'gt')
    return (left as number) > (rightValue as number)
  })
}

/** Of a parameter: an expression or a plain value. */
function evaluated(parameter: unknown, { json, before }: Item): unknown {
  if (typeof parameter !== 'string' || !parameter.startsWith('=')) return parameter
  const [, code] = /^=\{\{([\s\S]+)\}\}$/.exec(parameter) ?? assert.fail(`no expression: ${parameter}`)
  const $ = (name: string) => ({ item: { json: before.get(name) ?? assert.fail(`${name} did not run before`) } })
  const result: unknown = runInNewContext(`(${code})`, { $json: json, $ }, { timeout: 1_000 })
  return result === undefined ? undefined : JSON.parse(JSON.stringify(result))
}
