import assert from 'node:assert/strict'
import { test } from 'node:test'
import { line, NOW } from '../../../test/harness/lines.ts'
import { SIGNAL_DECLARATIONS } from './declarations.ts'
import { Refusal } from './refusal.ts'
import { readRecord, WRITABLE_TYPES } from './validate.ts'

function reasonOf(value: unknown): string {
  const result = readRecord(value, NOW)
  assert.ok(result instanceof Refusal, 'it was taken')
  return result.reason
}

const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
const company = (facts: object) => ({ record: 'company', domain: 'northwind.example', ...facts })

const refusals: [value: unknown, reason: string][] = [
  [null, 'a line must be a JSON object, not null'],
  [[], 'a line must be a JSON object, not a list'],
  [deep, 'a line must be a JSON object, not a list'],
  ['text', 'a line must be a JSON object, not text'],
  [1, 'a line must be a JSON object, not a number'],
  [{}, 'record is required: it is company or signal'],
  [{ record: 'sginal' }, 'record cannot be "sginal": did you mean signal?'],
  [{ record: deep }, 'record must be text, not a list'],
  [line('hiring', { type: undefined }), 'type is required'],
  [line('hirng'), 'type cannot be "hirng": did you mean hiring?'],
  [line('weather'), 'type cannot be "weather": it is one of hiring, funding, web, tool'],
  [line('velocity'), 'type cannot be velocity: the service concludes it by itself from the other signals'],
  [line('funding_ai'), 'type cannot be funding_ai: the service concludes it by itself from the other signals'],

  [line('hiring', { jobTitel: 'AI SDR' }), '"jobTitel" is no field of a hiring signal: did you mean jobTitle?'],
  [line('hiring', { title: 'AI SDR' }), '"title" is no field of a hiring signal: did you mean jobTitle?'],
  [line('tool', { name: 'HubSpot' }), '"name" is no field of a tool signal: did you mean tool?'],
  [line('web', { amountUsd: 5 }), '"amountUsd" is no field of a web signal'],
  [line('web', { x: null }), '"x" is no field of a web signal'],
  [JSON.parse(`{"__proto__":1,${JSON.stringify(line('web')).slice(1)}`), '"__proto__" is no field of a web signal'],
  [line('web', { constructor: 1 }), '"constructor" is no field of a web signal'],
  [line('web', { ['y'.repeat(300)]: 1 }), `"${'y'.repeat(59)}…" is no field of a web signal`],
  [line('web', { 'a\u0000\u001b[31m\u202e': 1 }), '"a\\u0000\\u001b[31m�" is no field of a web signal'],

  [line('web', { company: undefined }), 'company is required'],
  [line('web', { company: 7 }), 'company must be a domain or an object, not a number'],
  [line('web', { company: deep }), 'company must be a domain or an object, not a list'],
  [line('web', { company: {} }), 'company.domain is required'],
  [line('web', { company: '' }), 'company is required'],
  [line('web', { company: '10.0.0.1' }), 'company cannot be "10.0.0.1": write a domain such as northwind.example'],
  [
    line('web', { company: 'https://www.a.example/x' }),
    'company cannot be "https://www.a.example/x": did you mean a.example?',
  ],
  [line('web', { company: { domain: 5 } }), 'company.domain must be text, not a number'],
  [line('web', { company: { domain: 'a.example', nmae: 'A' } }), '"nmae" is no field of company: did you mean name?'],
  [line('web', { company: { domain: 'a.example', name: 5 } }), 'company.name must be text, not a number'],

  [line('web', { label: undefined }), 'label is required'],
  [line('web', { label: ' ' }), 'label is required'],
  [line('web', { label: 5 }), 'label must be text, not a number'],
  [line('web', { label: 'x'.repeat(501) }), 'label has 501 characters; 500 are allowed'],
  [line('web', { label: 'a\u0000b' }), 'label has a control character (U+0000)'],
  [line('web', { label: 'a\nb' }), 'label has a control character (U+000A)'],
  [line('web', { label: 'a\u009bb' }), 'label has a control character (U+009B)'],
  [line('web', { label: 'a\ud800' }), 'label is not well-formed Unicode: it has half of a surrogate pair'],
  [line('web', { source: 'x'.repeat(101) }), 'source has 101 characters; 100 are allowed'],
  [
    line('web', { source: 'Pro Signal' }),
    'source cannot be Pro Signal: the name is kept for what the service concludes by itself',
  ],
  [
    line('web', { source: 'pro-signal' }),
    'source cannot be pro-signal: the name is kept for what the service concludes by itself',
  ],
  [line('web', { key: 'k'.repeat(201) }), 'key has 201 characters; 200 are allowed'],
  [line('web', { key: 12 }), 'key must be text, not a number'],
  [line('web', { confidence: '0.9' }), 'confidence must be a number, not text'],
  [line('web', { confidence: 1e308 }), 'confidence must be a number from 0 to 1'],
  [line('web', { confidence: -0.1 }), 'confidence must be a number from 0 to 1'],
  [line('web', { confidence: Number.NaN }), 'confidence must be a number from 0 to 1'],
  [line('web', { status: 'open' }), 'status cannot be "open": it is one of active, closed, retracted'],
  [
    line('web', { url: 'ftp://a.example' }),
    'url cannot be "ftp://a.example": write a URL that begins with https:// or http://',
  ],
  [
    line('web', { url: 'javascript:alert(1)' }),
    'url cannot be "javascript:alert(1)": write a URL that begins with https:// or http://',
  ],
  [line('web', { url: 'https://' }), 'url cannot be "https://": write a URL that begins with https:// or http://'],
  [line('web', { url: `https://a.example/${'x'.repeat(2_000)}` }), 'url has 2018 characters; 2000 are allowed'],

  [line('hiring', { jobTitle: undefined }), 'jobTitle is required'],
  [line('web', { kind: undefined }), 'kind is required'],
  [line('tool', { tool: null }), 'tool is required'],
  [line('hiring', { function: 'saless' }), 'function cannot be "saless": did you mean sales?'],
  [line('hiring', { country: 'Germny' }), 'country cannot be "Germny": did you mean DE (Germany)?'],
  [line('hiring', { country: '??' }), 'country cannot be "??": write an ISO 3166-1 code such as DE'],
  [line('hiring', { ai: 'true' }), 'ai must be true or false, not text'],
  [line('funding', { amountUsd: '5' }), 'amountUsd must be a whole number, not text'],
  [line('funding', { amountUsd: -1 }), 'amountUsd must be a whole number from 0 to 9007199254740991'],
  [line('funding', { amountUsd: 1.5 }), 'amountUsd must be a whole number from 0 to 9007199254740991'],
  [line('funding', { amountUsd: 2 ** 53 }), 'amountUsd must be a whole number from 0 to 9007199254740991'],
  [line('funding', { round: '!?' }), 'round cannot be "!?": it has neither letter nor digit'],
  [line('funding', { round: 'x'.repeat(101) }), 'round has 101 characters; 100 are allowed'],
  [line('funding', { investors: 'A' }), 'investors must be a list of texts, not text'],
  [line('funding', { investors: Array(51).fill('A') }), 'investors has 51 entries; 50 are allowed'],
  [line('funding', { investors: ['A', 5] }), 'investors[1] must be text, not a number'],
  [line('funding', { investors: deep }), 'investors[0] must be text, not a list'],
  [
    line('funding', { announcedOn: '2026-02-30' }),
    'announcedOn cannot be "2026-02-30": write a date such as 2026-05-04',
  ],
  [
    line('funding', { announcedOn: '2026-05-04T00:00:00Z' }),
    'announcedOn cannot be "2026-05-04T00:00:00Z": write a date such as 2026-05-04',
  ],
  [line('funding', { announcedOn: '1989-12-31' }), 'announcedOn cannot be "1989-12-31": it is before 1990'],

  [company({ domain: undefined }), 'domain is required'],
  [company({ source: 'Job Board' }), '"source" is no field of a company'],
  [company({ employeeCount: 2 ** 31 }), 'employeeCount must be a whole number from 0 to 2147483647'],
  [
    company({ fundingStage: 'series_z' }),
    'fundingStage cannot be "series_z": did you mean series_a or series_b or series_c?',
  ],
]
for (const [value, reason] of refusals) test(`refused: ${reason}`, () => assert.equal(reasonOf(value), reason))

const badTimes = [
  '+275760-09-13T00:00:00Z',
  '2026',
  '2026-05',
  '2026-13-01',
  '2026-00-10',
  '2026-02-29',
  '1900-02-29',
  '2026-05-04T24:00:00Z',
  '2026-05-04T12:60',
  '2026-05-04T12:00:60Z',
  '2026-05-04T12',
  '2026-05-04T12:00:00.Z',
  '2026-05-04T12:00:00.1234567890Z',
  '2026-05-04T12:00:00+15:00',
  '2026-05-04T12:00:00+02:0',
  '2026-05-04T12:00:00 UTC',
  '2026/05/04',
  '04.05.2026',
  '20260504',
  'yesterday',
  '1780272000',
]
for (const text of badTimes) {
  test(`refused: occurredAt ${text}`, () => {
    assert.match(
      reasonOf(line('web', { occurredAt: text })),
      /^occurredAt cannot be ".*": write a date or time such as /,
    )
  })
}

test('refused: times that are numbers, too old or too far ahead', () => {
  assert.equal(reasonOf(line('web', { occurredAt: NOW })), 'occurredAt must be text, not a number')
  assert.match(reasonOf(line('web', { occurredAt: '1989-12-31T23:59:59Z' })), /it is before 1990$/)
  assert.match(reasonOf(line('web', { occurredAt: '2026-06-02T12:00:01Z' })), /^occurredAt .* more than a day ahead$/)
  assert.match(reasonOf(line('web', { seenAt: '9999-12-31' })), /^seenAt .* more than a day ahead$/)
})

test('a value of a wrong type is refused by the name of its field, for every field of every type', () => {
  for (const type of WRITABLE_TYPES) {
    for (const { name } of SIGNAL_DECLARATIONS[type].fields) {
      assert.ok(reasonOf(line(type, { [name]: { an: 'object' } })).startsWith(`${name} must be `))
    }
  }
})
