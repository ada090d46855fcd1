// A NUL character or half of a surrogate pair in any text of a request: the field is named, and nothing fails. The inputs are
// made from the schemas, so a new route or field is covered without a change here.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { contract, type SettingsRoute } from '../../src/settings-contract/index.ts'
import { type ApiTeam, type ErrorBody, NO_LIMITS, startApi } from '../harness/api.ts'
import type { Browser } from '../harness/browser.ts'
import { description, resolve } from '../harness/contract.ts'
import { plantText } from '../harness/planted-texts.ts'
import { startSettings } from '../harness/settings.ts'

const NUL = 'a text of 16\0characters'
const SURROGATE = 'a text of 16\ud800characters'
const PROBLEM = /has a NUL character|is not well-formed Unicode|must |is not valid/

let team: ApiTeam
let browser: Browser
before(async () => {
  team = await (await startApi()).newTeam({ limits: NO_LIMITS })
  const settings = await startSettings()
  const { owner, teamId } = await settings.newTeam()
  browser = await settings.browserOf(owner, teamId)
})

async function assertFieldNamed(response: Response, field: string, where: string): Promise<void> {
  const text = await response.text()
  assert.equal(response.status, 422, `${where}: ${text}`)
  const { error } = JSON.parse(text) as ErrorBody
  const problem = error.details?.find((detail) => detail.field === field)
  assert.match(problem?.message ?? '', PROBLEM, `${where}: ${text}`)
}

test('in the body of a search', async () => {
  const { schema } = description.paths['/api/v1/companies']?.post?.requestBody?.content['application/json'] ?? {}
  for (const text of [NUL, SURROGATE]) {
    const inputs = plantText(resolve(schema ?? {}), text)
    assert.ok(inputs.length > 10)
    for (const { field, input } of inputs) {
      const valid = field === 'signal_query' ? input : { ...input, signal_query: 'hiring' }
      await assertFieldNamed(await team.post(valid), field, `${field}: ${JSON.stringify(text)}`)
    }
  }
})

test('in query strings and paths: what names a resource is unknown, any other text invalid', async () => {
  const encoded = encodeURIComponent(NUL)
  for (const { name } of description.paths['/api/v1/slices']?.get?.parameters ?? []) {
    if (name === 'slice') continue
    const response = await team.get(`/slices?slice=ai-sdr-hiring&${name}=${encoded}`)
    await assertFieldNamed(response, name, name)
  }
  for (const path of ['/slices?scoreMin=1&slice=', '/slices?scoreMin=1&slice=tool-displacement:', '/companies/']) {
    assert.equal((await team.get(path + encoded)).status, 404, path)
  }
})

test('in the body, the query string and the path of every route of the settings', async () => {
  let sent = 0
  for (const route of Object.values(contract) as SettingsRoute[]) {
    const { name, query, body } = route
    const paramNames = Object.keys(route.params?.properties ?? {})
    const params = Object.fromEntries(paramNames.map((each) => [each, ID]))
    for (const { field, input } of body ? [...plantText(body, NUL), ...plantText(body, SURROGATE)] : []) {
      await assertFieldNamed(await browser.send(route, { params, body: input } as never), field, `${name} ${field}`)
      sent++
    }
    for (const { field, input } of query ? plantText(query, NUL) : []) {
      const namesSlice = name === 'exploreSlice' && field === 'slice'
      const filtered = namesSlice ? { ...input, scoreMin: '1' } : input
      const response = await browser.send(route, { params, query: filtered } as never)
      if (namesSlice) assert.equal(response.status, 404)
      else await assertFieldNamed(response, field, `${name} ${field}`)
      sent++
    }
    // Validation comes before the path is looked up.
    if (paramNames.length > 0 && !body && !query) {
      const odd = Object.fromEntries(paramNames.map((each) => [each, NUL]))
      assert.equal((await browser.send(route, { params: odd } as never)).status, 404, name)
    }
  }
  assert.ok(sent > 60, String(sent))
})

const ID = '228e30f0-b309-8056-9a02-48b39bce5609'
