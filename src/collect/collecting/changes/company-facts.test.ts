import assert from 'node:assert/strict'
import { test } from 'node:test'
import { companyFactsOf } from './company-facts.ts'

test('bidirectional controls are removed from a company’s name, and it is written once', () => {
  const look = (name: string | undefined) =>
    ({
      domain: 'acme.example',
      company: { stored: name && { name }, written: { name, nameFrom: 'page' }, givenName: null },
    }) as never
  const snapshot = { company: { name: '\u202eAcme\u202c' } } as never
  assert.equal(companyFactsOf(look('acme.example'), snapshot).facts.name, 'Acme')
  assert.equal(companyFactsOf(look('Acme'), snapshot).facts.name, undefined)
})
