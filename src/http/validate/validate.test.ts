import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TObject, Type } from 'typebox'
import { contract } from '../../settings-contract/index.ts'
import { validatorCompiler } from './validate.ts'

function validate(schema: TObject, body: unknown): { value?: unknown; error?: Error } {
  return validatorCompiler({ schema, httpPart: 'body', method: 'POST', url: '/' })(body) as never
}

test('null counts as absent where a field is optional, on every level, and is kept where it has a meaning', () => {
  const webhook = { url: 'https://a.example', types: ['hiring'] }
  const { body } = contract.changeWebhook
  assert.deepEqual(validate(body, { ...webhook, filter: { signals: null, onceDays: 7 } }), {
    value: { ...webhook, filter: { onceDays: 7 } },
  })
  assert.deepEqual(validate(body, { ...webhook, filter: null }), { value: { ...webhook, filter: null } })
  const strict = { additionalProperties: false }
  const row = Type.Object({ id: Type.String(), note: Type.Optional(Type.String()) }, strict)
  const rows = Type.Object({ rows: Type.Array(row) }, strict)
  assert.deepEqual(validate(rows, { rows: [{ id: 'a', note: null }] }), { value: { rows: [{ id: 'a' }] } })
  assert.match(validate(rows, { rows: null }).error?.message ?? '', /rows must be a list, not null/)
  assert.match(validate(rows, { rows: [{ id: null }] }).error?.message ?? '', /rows\[0\].id must be a text, not null/)
})

test('the body that was sent is not changed', () => {
  const sent = { token: 'x', password: null }
  assert.deepEqual(validate(contract.acceptInvitation.body, sent), { value: { token: 'x' } })
  assert.deepEqual(sent, { token: 'x', password: null })
})

test('a text that the database can’t store is reported with its place, and deep nesting is harmless', () => {
  const body = Type.Object({ filters: Type.Record(Type.String(), Type.Unknown()) }, { additionalProperties: false })
  const messageOf = (filters: unknown) => validate(body, { filters }).error?.message
  assert.equal(messageOf({ countries: ['DE', 'F\0'] }), 'filters.countries[1] has a NUL character (U+0000)')
  assert.match(messageOf({ list: 'x\udc00' }) ?? '', /^filters\.list is not well-formed Unicode/)
  assert.equal(messageOf({ list: '🚀' }), undefined)
  assert.equal(messageOf({ list: JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) }), undefined)
})
