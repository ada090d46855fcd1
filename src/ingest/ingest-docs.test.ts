// docs/ingest.md documents the input format: its tables match the declarations, and its examples are accepted.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { COMPANY_FIELDS } from '../meaning/companies/index.ts'
import { COMMON_FIELDS, parseRecord, Rejection } from '../meaning/signals/index.ts'
import { canBeStated, REPORTED_TYPES, SIGNAL_DECLARATIONS } from '../meaning/types/index.ts'
import { CsvReader } from './formats/csv.ts'
import type { RawRecord } from './formats/raw-record.ts'
import { emptySummary } from './ingest.ts'

const guide = readFileSync(new URL('../../docs/ingest.md', import.meta.url), 'utf8')
const NOW = Date.UTC(2026, 5, 1) / 1_000

interface Declared {
  readonly name: string
  readonly kind: string
  readonly description: string
  readonly required?: true
  readonly default?: string
  readonly values?: readonly string[]
  readonly computed?: true
}

function rowOf({ name, kind, description, required, default: fallback }: Declared): string[] {
  const suffix = required ? ', required' : fallback === undefined ? '' : `, default \`${fallback}\``
  return [`\`${name}\``, kind + suffix, description]
}

/** The rows under `<!-- fields: what -->`. */
function tableOf(what: string): string[][] {
  const [, after = ''] = guide.split(`<!-- fields: ${what} -->\n\n`)
  const [table = ''] = after.split('\n\n', 1)
  const cells = table.split('\n').map((row) => row.split('|').slice(1, -1))
  return cells.slice(2).map((row) => row.map((cell) => cell.trim()))
}

const tables: [what: string, fields: readonly Declared[]][] = [
  ['company', COMPANY_FIELDS],
  ['signal', COMMON_FIELDS],
  ...REPORTED_TYPES.map((type): [string, readonly Declared[]] => [type, SIGNAL_DECLARATIONS[type].fields]),
]
for (const [what, fields] of tables) {
  const stated = fields.filter(canBeStated)
  test(`the table of ${what} matches the declaration`, () => assert.deepEqual(tableOf(what), stated.map(rowOf)))
}

test('there are no other tables of fields, and every enum value is listed', () => {
  assert.equal(guide.split('<!-- fields: ').length - 1, tables.length)
  for (const { values = [] } of tables.flatMap(([, fields]) => fields)) {
    for (const value of values) assert.ok(guide.includes(`\`${value}\``), value)
  }
})

function examples(language: string): string[] {
  return [...guide.matchAll(/^```(\w+)\n(.*?)\n```$/gms)].flatMap(([, found, text = '']) =>
    found === language ? [text] : [],
  )
}

test('the examples are accepted, and the summary has the right shape', () => {
  const [company, signal, status, source, summary, reject] = examples('json').map((text) => JSON.parse(text))
  for (const value of [company, signal, status, source]) assert.ok(!(parseRecord(value, NOW) instanceof Rejection))
  const shape = (value: object): unknown =>
    Object.entries(value).map(([key, inner]) => [key, typeof inner === 'object' ? shape(inner) : typeof inner])
  assert.deepEqual(shape(summary), shape(emptySummary()))
  const misspelt = parseRecord({ ...signal, jobTitle: undefined, jobTitel: 'AI SDR' }, NOW)
  assert.equal((misspelt as Rejection).reason, reject.reason)
})

test('the CSV example is accepted', () => {
  const [reader, records] = [new CsvReader('guide.csv'), [] as RawRecord[]]
  const [csv = ''] = examples('csv')
  for (const [at, text] of csv.split('\n').entries()) reader.take({ number: at + 1, text }, records)
  assert.equal(records.length, 1)
  const record = parseRecord(JSON.parse(records[0]?.text ?? ''), NOW)
  assert.ok(!(record instanceof Rejection), JSON.stringify(record))
})
