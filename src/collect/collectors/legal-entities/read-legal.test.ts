import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWebPage } from '../web-page/read-page.ts'
import { bareNameKey, legalNameKey } from './legal-name.ts'
import { legalLinks } from './legal-pages.ts'
import { legalPlace } from './legal-places.ts'
import { joinEntities, readLegalPage } from './read-legal.ts'

const ACME = { domains: ['acme.example'], names: ['Acme'] }
const read = (html: string, seat = true) => readLegalPage(html, ACME, { seat })
const named = (html: string, seat = true) =>
  read(html, seat).entities.map(({ name, places }) => [name, ...places].join(' | '))

test('a register and a website write one legal name differently; another legal form is another name', () => {
  const same = ['Acme, Inc.', 'ACME INC', 'Acme Incorporated', 'ACME INC /DE/', 'Acme Inc']
  assert.deepEqual([...new Set(same.map(legalNameKey))], ['acme inc'])
  assert.equal(legalNameKey('Acme L.L.C.'), legalNameKey('ACME LLC'))
  assert.notEqual(legalNameKey('Acme, Inc.'), legalNameKey('Acme LLC'))
  assert.notEqual(legalNameKey('Acme, Inc.'), legalNameKey('Acme Robotics, Inc.'))
  assert.equal(bareNameKey('Acme Holdings LLC'), bareNameKey('Acme, Inc.'))
})

test('a footer states the legal name and the address', () => {
  const footer =
    '<footer><p>© 2026 Acme, Inc. All rights reserved.</p><p>548 Market St, San Francisco, CA 94104</p></footer>'
  assert.deepEqual(named(footer), ['Acme Inc. | US-CA'])
  assert.deepEqual(named('<p>Copyright 2024–2026 by Northside Labs, LLC</p>'), ['Northside Labs LLC'], 'another name')
  assert.deepEqual(named('<p>© 2026 Acme</p><p>Austin, TX 78701</p>'), [], 'no legal form')
})

test('terms state where the company is registered; addresses in them may be those of courts', () => {
  const terms =
    '<p>You and Acme Robotics, Inc. (“Acme”), a Delaware corporation, agree.</p><p>JAMS, Irvine, CA 92614</p>'
  assert.deepEqual(named(terms, false), ['Acme Robotics Inc. | US-DE'])
  assert.deepEqual(named('<p>Acme LLC is organized under the laws of the State of New York.</p>', false), [
    'Acme LLC | US-NY',
  ])
  assert.deepEqual(named('<p>Acme, Inc. Disputes are governed by the laws of the State of Delaware.</p>', false), [
    'Acme Inc.',
  ])
})

test('names of others are not the company’s', () => {
  for (const html of [
    '<p>Powered by Shopify Inc.</p>',
    '<p>Trusted by Globex Corporation and Initech LLC</p>',
    '<p>Payments by Stripe, Inc., a Delaware corporation</p>',
    '<script>var c = "Acme, Inc."</script>',
    '<p>Limited offer. A Delaware Corporation.</p>',
  ])
    assert.deepEqual(named(html), [], html)
})

test('British numbers in the forms that the law allows', () => {
  const numbers = (html: string) => read(html).britishNumbers.join(' ')
  assert.equal(numbers('<p>Acme Ltd is registered in England and Wales No. 01234567.</p>'), '01234567')
  assert.equal(numbers('<p>Registered in England No 1234567</p>'), '01234567')
  assert.equal(numbers('<p>Acme Limited, company number SC123456, registered in Scotland</p>'), 'SC123456')
  assert.equal(numbers('<p>Registered in Northern Ireland: NI012345</p>'), 'NI012345')
  assert.equal(numbers('<p>Company No. 01234567 (England)</p><p>VAT no. GB123456789</p>'), '01234567')
  assert.equal(numbers('<p>VAT number 123456789. Call 01234 567890. Company number HRB 12345</p>'), '')
  assert.deepEqual(named('<p>Acme Ltd is registered in England and Wales No. 01234567.</p>'), ['Acme Ltd | GB'])
})

test('a place is a state of the United States, or another country; just the United States isn’t one', () => {
  assert.equal(legalPlace('CA'), 'US-CA')
  assert.equal(legalPlace('Delaware'), 'US-DE')
  assert.equal(legalPlace('New York', 'US'), 'US-NY')
  assert.equal(legalPlace('CA', 'ES'), 'ES')
  assert.equal(legalPlace(undefined, 'US'), undefined)
  assert.equal(legalPlace('United Kingdom'), 'GB')
  const [entity] = joinEntities([
    { name: 'Acme, Inc.', places: ['US-DE'] },
    { name: 'Acme Inc', places: ['US-CA', 'US-DE'] },
  ])
  assert.deepEqual(entity, { name: 'Acme, Inc.', places: ['US-CA', 'US-DE'] })
})

test('the imprint and the terms of the same site are requested, one of each', () => {
  const page = readWebPage(
    `<a href="/terms-of-service">Legal</a><a href="/terms/partners">Partner terms</a><a href="/imprint">Impressum</a>
     <a href="https://other.example/terms">Terms</a><a href="/determined">Determined</a>`,
    'https://acme.example/',
  )
  assert.deepEqual(legalLinks(page, 'https://acme.example/'), [
    { url: 'https://acme.example/imprint', seat: true },
    { url: 'https://acme.example/terms-of-service', seat: false },
  ])
})
