import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeIssuer } from './whose-filing.ts'

const ISSUER = { name: 'ACME, INC.', formerNames: ['Disc Over LLC'], places: ['US-CA', 'US-DE'], hasRounds: true }
const candidate = (...entities: { name: string; places: string[] }[]) => ({ domain: 'acme.example', entities })
const why = (company: ReturnType<typeof candidate>, others: string[] = []) => {
  const verdict = judgeIssuer(ISSUER, company, others)
  return verdict.isOwn ? 'own' : verdict.why
}

test('the same legal name and a place that agrees are proof, if no other known company has the name', () => {
  assert.equal(why(candidate({ name: 'Acme Inc', places: ['US-DE'] })), 'own', 'the state of the register')
  assert.equal(why(candidate({ name: 'Acme, Inc.', places: ['US-NY', 'US-CA'] })), 'own', 'one of its addresses')
})

test('anything less waits, with the reason', () => {
  const cases: readonly [ReturnType<typeof candidate>, RegExp, string[]?][] = [
    [candidate(), /states no legal name\./],
    [candidate({ name: 'Acme LLC', places: ['US-CA'] }), /states Acme LLC instead/],
    [candidate({ name: 'Acme, Inc.', places: [] }), /no state or country/],
    [candidate({ name: 'Acme, Inc.', places: ['US-NY'] }), /in US-NY, the filing in US-CA, US-DE/],
    [candidate({ name: 'Disc Over LLC', places: ['US-CA'] }), /was called Disc Over LLC before/],
    [
      candidate({ name: 'Acme, Inc.', places: ['US-CA'] }),
      /Other known companies have this name: acme\.io/,
      ['acme.io'],
    ],
  ]
  for (const [company, words, others] of cases) assert.match(why(company, others), words)
})
