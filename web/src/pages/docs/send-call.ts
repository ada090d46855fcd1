// Sends a call of the API from the page: as the person who is signed in, by the settings API's copy of the route, which
// draws on the allowance of people, or with a key.

import { SETTINGS_PREFIX, TEAM_HEADER } from '../../contract.ts'
import type { Call } from './openapi.ts'

const API_PREFIX = '/api/v1'
/** The calls that the settings API has too. The others are about a key. */
const AS_PERSON = new Set(['searchCompanies', 'searchSlice', 'getCompany', 'listFilters'])

export const worksAsPerson = ({ operation }: Call) => AS_PERSON.has(operation.operationId)

export type Caller = { readonly key: string } | { readonly teamId: string }

export interface CallInput {
  /** By name. Empty ones are left out. */
  readonly values: Readonly<Record<string, string>>
  /** JSON. Undefined: the call has none. */
  readonly body: string | undefined
}

/** The call as its description gives an example of it. */
export function exampleInput({ operation: { parameters = [], requestBody } }: Call): CallInput {
  const json = requestBody?.content['application/json']
  return {
    values: Object.fromEntries(
      parameters.filter(({ required }) => required).map(({ name, example }) => [name, exampleText(example)]),
    ),
    body: json && JSON.stringify(json.example, null, 2),
  }
}

export const exampleText = (example: unknown) => (Array.isArray(example) ? example.join(',') : String(example ?? ''))

/** Path and query, below the prefix of the API. */
export function pathOf({ path, operation }: Call, { values }: CallInput): string {
  const given = (operation.parameters ?? []).map((each) => ({ ...each, value: values[each.name]?.trim() ?? '' }))
  const filled = given
    .filter((each) => each.in === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value || name)), path)
  const query = new URLSearchParams(
    given.filter((each) => each.in === 'query' && each.value !== '').map(({ name, value }) => [name, value]),
  ).toString()
  return filled + (query && `?${query}`)
}

export function curlOf(call: Call, input: CallInput): string {
  const lines = [`curl "${location.origin}${pathOf(call, input)}"`, '-H "Authorization: Bearer YOUR_API_KEY"']
  if (input.body !== undefined) {
    lines.push('-H "Content-Type: application/json"', `-d '${oneLine(input.body).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}

function oneLine(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json))
  } catch {
    return json
  }
}

export interface CallResult {
  readonly status: number
  readonly ms: number
  /** JSON, or the text if it is none. */
  readonly body: unknown
}

export async function sendCall(call: Call, input: CallInput, caller: Caller): Promise<CallResult> {
  const path = pathOf(call, input)
  const url = 'key' in caller ? path : `${SETTINGS_PREFIX}/explore${path.slice(API_PREFIX.length)}`
  const startedAt = performance.now()
  const response = await fetch(url, {
    method: call.method,
    credentials: 'key' in caller ? 'omit' : 'same-origin',
    headers: {
      ...('key' in caller ? { authorization: `Bearer ${caller.key.trim()}` } : { [TEAM_HEADER]: caller.teamId }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input.body !== undefined && { body: input.body }),
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - startedAt)
  try {
    return { status: response.status, ms, body: JSON.parse(text) }
  } catch {
    return { status: response.status, ms, body: text }
  }
}
