import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { anyCharacter } from '../../../../test/harness/fast-check.ts'
import { line, lineOf, NOW } from '../../../../test/harness/lines.ts'
import { COMPANY_FIELDS, type CompanyField } from '../../companies/index.ts'
import { type FieldKind, REPORTED_TYPES, SIGNAL_DECLARATIONS } from '../../types/index.ts'
import { parseIsoTime } from './parse-iso-time.ts'
import { parseRecord } from './parse-record.ts'
import { Rejection } from './rejection.ts'

const anyText = fc.oneof(
  { weight: 10, arbitrary: fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `${text}a`) },
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('', ' ', 'Zürich', 'e\u0301', '\ud800', '\u0000', 'www.a.example', '2026-05-04', 'İstanbul', 'ﬁ'),
)

/** Values that are likely for each kind. */
const likely: Readonly<Record<FieldKind | CompanyField['kind'], fc.Arbitrary<unknown>>> = {
  text: anyText,
  texts: fc.array(anyText, { maxLength: 5 }),
  enum: anyText,
  slug: anyText,
  countries: fc.array(fc.constantFrom('DE', 'GB'), { maxLength: 2 }),
  country: fc.constantFrom('DE', 'usa', 'Côte d’Ivoire', 'uk', 'zz'),
  integer: fc.nat(),
  number: fc.double({ min: 0, max: 1e6, noNaN: true }),
  boolean: fc.boolean(),
  date: fc.constantFrom('2024-02-29', '2026-05-04'),
  url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  note: fc.constantFrom('EUR 5000000', '€5m', 'GBP 1.5', '5 million'),
  domain: fc.domain(),
  domains: fc.array(fc.domain(), { maxLength: 3 }),
}

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  fc.jsonValue(),
  anyText,
)
const maybe = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 2, arbitrary: value }, hostile)
const valueOfField = ({ kind, values }: { kind: keyof typeof likely; values?: readonly string[] }) =>
  maybe(values ? fc.constantFrom(...values, ...values.map((value) => value.toUpperCase())) : likely[kind])

/** Almost valid lines: each field has a likely value, a hostile one, or none. */
const lines = fc.constantFrom(...REPORTED_TYPES).chain((type) => {
  const own = SIGNAL_DECLARATIONS[type].fields.map((field) => [field.name, valueOfField(field)])
  const facts = COMPANY_FIELDS.filter(({ recordOnly }) => !recordOnly).map((field) => [field.name, valueOfField(field)])
  return fc
    .tuple(
      fc.record(Object.fromEntries(own)),
      fc.record(Object.fromEntries(facts)),
      fc.record({
        label: anyText,
        key: anyText,
        confidence: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
        url: maybe(likely.url),
      }),
      fc.oneof({ weight: 9, arbitrary: fc.domain() }, anyText),
    )
    .map(([fields, company, common, domain]) => line(type, { ...common, ...fields, company: { ...company, domain } }))
})

test('no JSON value makes it throw, and every reason is short and printable', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue({ maxDepth: 4 }), lines), (value) => {
      const result = parseRecord(JSON.parse(JSON.stringify(value)), NOW)
      if (!(result instanceof Rejection)) return
      assert.ok(result.reason.length < 300, result.reason)
      assert.ok(result.reason.isWellFormed())
      assert.doesNotMatch(result.reason, /\p{Cc}/u)
    }),
    { numRuns: 3_000 },
  )
})

test('parsing is idempotent: an accepted record, written as a line, is parsed as the same record', () => {
  let accepted = 0
  fc.assert(
    fc.property(lines, (value) => {
      const record = parseRecord(value, NOW)
      if (record instanceof Rejection || record.record === 'status' || record.record === 'source') return
      accepted++
      assert.deepEqual(parseRecord(lineOf(record), NOW), record)
      const again = JSON.parse(JSON.stringify(lineOf(record)))
      assert.deepEqual(parseRecord(again, NOW), record)
    }),
    { numRuns: 5_000 },
  )
  assert.ok(accepted > 100, `only ${accepted} lines were accepted`)
})

test('times are parsed as Date parses them', () => {
  const times = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  const zone = fc.tuple(fc.constantFrom('+', '-'), fc.nat(14), fc.nat(59))
  fc.assert(
    fc.property(times, zone, (time, [sign, hours, minutes]) => {
      const iso = time.toISOString()
      const pad = (number: number) => String(number).padStart(2, '0')
      assert.equal(parseIsoTime(iso), Math.floor(time.getTime() / 1_000))
      assert.equal(parseIsoTime(iso.slice(0, 10)), Date.parse(iso.slice(0, 10)) / 1_000)
      const there = `${iso.slice(0, 19)}${sign}${pad(hours)}:${pad(minutes)}`
      assert.equal(parseIsoTime(there), Date.parse(there) / 1_000)
      assert.equal(parseIsoTime(there.replace(/:(\d\d)$/, '$1')), Date.parse(there) / 1_000)
    }),
  )
})
