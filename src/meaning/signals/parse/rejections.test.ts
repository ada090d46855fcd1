import assert from 'node:assert/strict'
import { test } from 'node:test'
import { line, NOW } from '../../../../test/harness/lines.ts'
import { canBeStated, REPORTED_TYPES, SIGNAL_DECLARATIONS } from '../../types/index.ts'
import { parseRecord } from './parse-record.ts'
import { Rejection } from './rejection.ts'

function reasonOf(value: unknown): string {
  const result = parseRecord(value, NOW)
  assert.ok(result instanceof Rejection, 'it was accepted')
  return result.reason
}

const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
const company = (facts: object) => ({ record: 'company', domain: 'northwind.example', ...facts })

const rejections: [value: unknown, reason: string][] = [
  [null, 'a line must be a JSON object, not null'],
  [[], 'a line must be a JSON object, not a list'],
  [deep, 'a line must be a JSON object, not a list'],
  ['text', 'a line must be a JSON object, not the text "text"'],
  [1, 'a line must be a JSON object, not the number 1'],
  [{}, 'record is required: use company, signal or source'],
  [{ record: 'sginal' }, 'record cannot be "sginal": did you mean signal?'],
  [{ record: deep }, 'record must be text, not a list'],
  [line('hiring', { type: undefined }), 'type is required'],
  [
    { source: 'Job Board', key: 'k1', status: 'closed', label: 'A job' },
    'label needs type and company too: without them a line only changes the status',
  ],
  [
    { source: 'Job Board', key: 'k1', status: 'closed', jobTitle: 'Planner' },
    '"jobTitle" is not a field of a line that only changes the status',
  ],
  [{ source: 'Job Board', key: 'k1', status: 'gone' }, 'status cannot be "gone": use one of active, closed, retracted'],
  [
    { source: 'pro-signal', key: 'k1', status: 'closed' },
    'source cannot be pro-signal: the name is reserved for derived signals',
  ],
  [line('hiring', { key: 2 ** 60 }), 'key 1152921504606847000 has too many digits for a JSON number: write it as text'],
  [line('hiring', { key: 1.5 }), 'key must be text, not the number 1.5'],
  [line('hiring', { confidence: '0,8' }), 'confidence must be a number, not the text "0,8"'],
  [line('hiring', { confidence: 80 }), 'confidence must be a number from 0 to 1, not 80'],
  [line('hirng'), 'type cannot be "hirng": did you mean hiring?'],
  [line('weather'), 'type cannot be "weather": use one of hiring, funding, web, tool'],
  [line('velocity'), 'type cannot be velocity: the service derives it from other signals'],
  [line('funding_ai'), 'type cannot be funding_ai: the service derives it from other signals'],

  [line('hiring', { jobTitel: 'AI SDR' }), '"jobTitel" is not a field of a hiring signal: did you mean jobTitle?'],
  [line('hiring', { title: 'AI SDR' }), '"title" is not a field of a hiring signal: did you mean jobTitle?'],
  [line('tool', { name: 'HubSpot' }), '"name" is not a field of a tool signal: did you mean tool?'],
  [line('web', { amountUsd: 5 }), '"amountUsd" is not a field of a web signal'],
  [line('web', { x: null }), '"x" is not a field of a web signal'],
  [JSON.parse(`{"__proto__":1,${JSON.stringify(line('web')).slice(1)}`), '"__proto__" is not a field of a web signal'],
  [line('web', { constructor: 1 }), '"constructor" is not a field of a web signal'],
  [line('web', { ['y'.repeat(300)]: 1 }), `"${'y'.repeat(59)}…" is not a field of a web signal`],
  [line('web', { 'a\u0000\u001b[31m\u202e': 1 }), '"a\\u0000\\u001b[31m�" is not a field of a web signal'],

  [line('web', { company: undefined }), 'company is required'],
  [line('web', { company: 7 }), 'company must be a domain or an object, not the number 7'],
  [line('web', { company: deep }), 'company must be a domain or an object, not a list'],
  [line('web', { company: {} }), 'company.domain is required'],
  [line('web', { company: '' }), 'company is required'],
  [line('web', { company: '10.0.0.1' }), 'company cannot be "10.0.0.1": use a domain such as northwind.example'],
  [
    line('web', { company: 'https://www.a.example/x' }),
    'company cannot be "https://www.a.example/x": did you mean a.example?',
  ],
  [line('web', { company: { domain: 5 } }), 'company.domain must be text, not the number 5'],
  [
    line('web', { company: { domain: 'a.example', nmae: 'A' } }),
    '"nmae" is not a field of company: did you mean name?',
  ],
  [line('web', { company: { domain: 'a.example', name: 5 } }), 'company.name must be text, not the number 5'],

  [line('web', { label: undefined }), 'label is required'],
  [line('web', { label: ' ' }), 'label is required'],
  [line('web', { label: 5 }), 'label must be text, not the number 5'],
  [line('web', { label: 'x'.repeat(501) }), 'label has 501 characters; the maximum is 500'],
  [line('web', { label: 'a\u0000b' }), 'label has a control character (U+0000)'],
  [line('web', { label: 'a\nb' }), 'label has a control character (U+000A)'],
  [line('web', { label: 'a\u009bb' }), 'label has a control character (U+009B)'],
  [line('web', { label: 'a\ud800' }), 'label is not well-formed Unicode: it has an unpaired surrogate'],
  [line('web', { source: 'x'.repeat(101) }), 'source has 101 characters; the maximum is 100'],
  [line('web', { source: 'Pro Signal' }), 'source cannot be Pro Signal: the name is reserved for derived signals'],
  [line('web', { source: 'pro-signal' }), 'source cannot be pro-signal: the name is reserved for derived signals'],
  [line('web', { key: 'k'.repeat(201) }), 'key has 201 characters; the maximum is 200'],
  [line('web', { confidence: '0.9' }), 'confidence must be a number, not the text "0.9"'],
  [line('web', { confidence: 1e308 }), 'confidence must be a number from 0 to 1, not 1e+308'],
  [line('web', { confidence: -0.1 }), 'confidence must be a number from 0 to 1, not -0.1'],
  [line('web', { confidence: Number.NaN }), 'confidence must be a number from 0 to 1, not NaN'],
  [line('web', { status: 'open' }), 'status cannot be "open": use one of active, closed, retracted'],
  [
    line('web', { url: 'ftp://a.example' }),
    'url cannot be "ftp://a.example": use a URL that starts with https:// or http://',
  ],
  [
    line('web', { url: 'javascript:alert(1)' }),
    'url cannot be "javascript:alert(1)": use a URL that starts with https:// or http://',
  ],
  [line('web', { url: 'https://' }), 'url cannot be "https://": use a URL that starts with https:// or http://'],
  [line('web', { url: `https://a.example/${'x'.repeat(2_000)}` }), 'url has 2018 characters; the maximum is 2000'],

  [line('hiring', { jobTitle: undefined }), 'jobTitle is required'],
  [line('web', { kind: undefined }), 'kind is required'],
  [line('tool', { tool: null }), 'tool is required'],
  [line('hiring', { function: 'saless' }), 'function cannot be "saless": did you mean sales?'],
  [line('hiring', { country: 'Germny' }), 'country cannot be "Germny": did you mean DE (Germany)?'],
  [line('hiring', { country: '??' }), 'country cannot be "??": use an ISO 3166-1 code such as DE'],
  [line('hiring', { ai: 'true' }), 'ai must be true or false, not the text "true"'],
  [line('hiring', { aiFrom: 'description' }), 'aiFrom needs ai: true'],
  [line('funding', { amountUsd: true }), 'amountUsd must be a whole number, not true'],
  [
    line('funding', { amountUsd: 'undisclosed' }),
    'amountUsd cannot be "undisclosed": use a number, or words such as 5 million or €5m',
  ],
  [
    line('funding', { amountUsd: '1.500' }),
    'amountUsd cannot be "1.500": use a number, or words such as 5 million or €5m',
  ],
  [line('funding', { amount: 5e6 }), 'amount needs a currency, such as EUR; amountUsd needs none'],
  [line('funding', { amount: '5 million' }), 'amount needs a currency, such as EUR; amountUsd needs none'],
  [line('funding', { amount: '€5m', currency: 'GBP' }), 'amount is in EUR, but currency is GBP'],
  [line('funding', { amountUsd: 5e6, currency: 'EUR' }), 'currency EUR needs amount: amountUsd is in US dollars'],
  [line('funding', { amountOriginal: '5 million' }), 'amountOriginal needs a currency, such as EUR 5000000'],
  [line('funding', { amountUsd: -1 }), 'amountUsd must be a whole number from 0 to 9007199254740991, not -1'],
  [line('funding', { amountUsd: 1.5 }), 'amountUsd must be a whole number from 0 to 9007199254740991, not 1.5'],
  [
    line('funding', { amountUsd: 2 ** 53 }),
    'amountUsd must be a whole number from 0 to 9007199254740991, not 9007199254740992',
  ],
  [line('funding', { round: '!?' }), 'round cannot be "!?": it has no letters or digits'],
  [line('funding', { round: 'x'.repeat(101) }), 'round has 101 characters; the maximum is 100'],
  [line('funding', { investors: 'A' }), 'investors must be a list of texts, not the text "A"'],
  [line('funding', { investors: Array(51).fill('A') }), 'investors has 51 entries; the maximum is 50'],
  [line('funding', { investors: ['A', 5] }), 'investors[1] must be text, not the number 5'],
  [line('funding', { investors: deep }), 'investors[0] must be text, not a list'],
  [line('funding', { announcedOn: '2026-02-30' }), 'announcedOn cannot be "2026-02-30": use a date such as 2026-05-04'],
  [
    line('funding', { announcedOn: '2026-05-04T00:00:00Z' }),
    'announcedOn cannot be "2026-05-04T00:00:00Z": use a date such as 2026-05-04',
  ],
  [line('funding', { announcedOn: '1989-12-31' }), 'announcedOn cannot be "1989-12-31": it is before 1990'],

  [company({ domain: undefined }), 'domain is required'],
  [
    line('web', { company: 'boards.greenhouse.io' }),
    'company cannot be "boards.greenhouse.io": greenhouse.io is a job board that many companies use: use the company\'s own domain',
  ],
  [
    line('web', { company: { domain: 'https://www.linkedin.com/company/x' } }),
    'company.domain cannot be "https://www.linkedin.com/company/x": linkedin.com is a social network that many companies use: use the company\'s own domain',
  ],
  [
    line('web', { company: 'someone@gmail.com' }),
    'company cannot be "someone@gmail.com": gmail.com is a mail service that many companies use: use the company\'s own domain',
  ],
  [line('web', { company: 'someone@a.example' }), 'company cannot be "someone@a.example": did you mean a.example?'],
  [
    company({ domain: 'acme.github.io' }),
    'domain cannot be "acme.github.io": github.io is a code host that many companies use: use the company\'s own domain',
  ],
  [
    company({ domain: 'co.uk' }),
    'domain cannot be "co.uk": under co.uk everybody can register a domain: use the company\'s own',
  ],
  [company({ aliases: 'a.example' }), 'aliases must be a list of texts, not the text "a.example"'],
  [
    company({ aliases: ['a.example', 'jobs.lever.co'] }),
    'aliases[1] cannot be "jobs.lever.co": lever.co is a job board that many companies use: use the company\'s own domain',
  ],
  [company({ mergedInto: 'northwind.example' }), 'mergedInto cannot be the domain of the company itself'],
  [
    company({ mergedInto: 'a.example', aliases: ['b.example'] }),
    'aliases belong to the company that mergedInto names: state them there',
  ],
  [line('web', { company: { domain: 'a.example', aliases: ['b.example'] } }), '"aliases" is not a field of company'],
  [company({ source: 'Job Board' }), '"source" is not a field of a company'],
  [company({ employeeCount: 2 ** 31 }), 'employeeCount must be a whole number from 0 to 2147483647, not 2147483648'],
  [
    company({ fundingStage: 'series_z' }),
    'fundingStage cannot be "series_z": did you mean series_a or series_b or series_c?',
  ],
]
for (const [value, reason] of rejections) test(`rejected: ${reason}`, () => assert.equal(reasonOf(value), reason))

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
  test(`rejected: occurredAt ${text}`, () => {
    assert.match(reasonOf(line('web', { occurredAt: text })), /^occurredAt cannot be ".*": use a date or time such as /)
  })
}

test('rejected: times that are numbers, too old or too far in the future', () => {
  assert.equal(reasonOf(line('web', { occurredAt: NOW })), 'occurredAt must be text, not the number 1780315200')
  assert.match(reasonOf(line('web', { occurredAt: '1989-12-31T23:59:59Z' })), /it is before 1990$/)
  assert.match(
    reasonOf(line('web', { occurredAt: '2026-06-02T12:00:01Z' })),
    /^occurredAt .* more than a day in the future$/,
  )
  assert.match(reasonOf(line('web', { seenAt: '9999-12-31' })), /^seenAt .* more than a day in the future$/)
})

test('rejected: a currency without a rate', () => {
  const reason = /^currency cannot be "XYZ": the rates are known for USD, EUR, GBP, /
  assert.match(reasonOf(line('funding', { amount: 5, currency: 'XYZ' })), reason)
  assert.match(reasonOf(line('funding', { amountUsd: 'XYZ 5m' })), reason)
  assert.match(reasonOf(line('funding', { amount: 5, currency: 'kr' })), /^currency cannot be "kr": /)
})

test('a value of the wrong type is rejected with the name of its field, for every field of every type', () => {
  for (const type of REPORTED_TYPES) {
    for (const field of SIGNAL_DECLARATIONS[type].fields) {
      const { name } = field
      const reason = reasonOf(line(type, { [name]: { an: 'object' } }))
      assert.ok(reason.startsWith(canBeStated(field) ? `${name} must be ` : `${name} cannot be stated`), reason)
    }
  }
})
