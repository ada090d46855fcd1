import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastCpuMs } from '../../../test/harness/cpu-time.ts'
import { isJsonDocument } from './json-document.ts'
import { MAX_LINE_BYTES } from './lines.ts'
import { parseJson } from './ndjson.ts'
import type { RawRecord } from './raw-record.ts'
import { readRawRecords } from './raw-records.ts'

async function recordsOf(bytes: Buffer, chunkBytes = bytes.length): Promise<(RawRecord & { value?: unknown })[]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const records: RawRecord[] = []
  for await (const some of readRawRecords(chunks(), { name: 'x.json', format: 'ndjson' })) records.push(...some)
  return records.map((record) => ({ ...record, ...parseJson(record) }))
}

const values = [{ a: 'x,]}"\\', b: [1, { c: [] }] }, { d: 'ä🚀\n' }, {}, { e: null }]

test('a JSON list is read object by object, on one line or on many, in chunks of any size', async () => {
  for (const text of [
    JSON.stringify(values),
    JSON.stringify(values, null, 2),
    `\ufeff\n [\r\n${JSON.stringify(values).slice(1)} \n`,
  ]) {
    for (const chunkBytes of [undefined, 64, 7]) {
      const bytes = Buffer.from(text)
      // The first chunk shows the list.
      const records = await recordsOf(bytes, chunkBytes)
      assert.deepEqual(
        records.map(({ value }) => value),
        values,
      )
    }
  }
})

test('objects that are spread over several lines are read, with the number of their first line', async () => {
  const text = values.map((value) => JSON.stringify(value, null, 1)).join('\n')
  const records = await recordsOf(Buffer.from(text))
  assert.deepEqual(
    records.map(({ value }) => value),
    values,
  )
  assert.deepEqual(
    records.slice(0, 2).map(({ line }) => line),
    [1, 10],
  )
})

test('an object may continue after its first line; a damaged first line of a file of lines is one reject', async () => {
  const spread = await recordsOf(
    Buffer.from('{"record": "company",\n "name": "A"}\n{"record": "company",\n "name": "B"}\n'),
  )
  assert.deepEqual(
    spread.map(({ line, value }) => [line, value]),
    [
      [1, { record: 'company', name: 'A' }],
      [3, { record: 'company', name: 'B' }],
    ],
  )
  const damaged = await recordsOf(Buffer.from('{"record": "company",\n{"a":1}\n{"b":2}\n'))
  assert.deepEqual(
    damaged.map(({ value, error }) => error ?? value),
    ['the line is not valid JSON: unexpected end', { a: 1 }, { b: 2 }],
  )
})

test('a broken object of a list is one reject, a list that is not closed makes the file incomplete', async () => {
  const broken = await recordsOf(Buffer.from('[{"a":1},\n{"b":},\n5,{"c":3}]'))
  assert.deepEqual(
    broken.map(({ line, value, error }) => error ?? [line, value]),
    [[1, { a: 1 }], 'the line is not valid JSON', [3, 5], [3, { c: 3 }]],
  )
  const seen: RawRecord[] = []
  async function* cut() {
    yield Buffer.from('[{"a":1},{"b":')
  }
  await assert.rejects(async () => {
    for await (const some of readRawRecords(cut(), { name: 'x.json', format: 'ndjson' })) seen.push(...some)
  }, /x\.json is incomplete: its JSON list is not closed\.$/)
  assert.equal(seen.length, 2)
})

test('a list on one line of several megabytes is read, and an object that is too long is one reject', async () => {
  const many = Array.from({ length: 40_000 }, (_, at) => ({
    record: 'company',
    domain: `c${at}.example`,
    name: 'A name',
  }))
  const long = { label: 'x'.repeat(MAX_LINE_BYTES) }
  const bytes = Buffer.from(JSON.stringify([...many, long, ...many]))
  const records = await recordsOf(bytes, 64 * 1024)
  assert.equal(records.length, 80_001)
  assert.deepEqual(
    records.flatMap(({ error }) => error ?? []),
    ['the object is longer than 256 KiB'],
  )
})

test('a list as a later line of NDJSON stays one line', async () => {
  const records = await recordsOf(Buffer.from('{"a":1}\n[{"b":2}]\n'))
  assert.deepEqual(
    records.map(({ value }) => value),
    [{ a: 1 }, [{ b: 2 }]],
  )
})

test('UTF-16 is read, with or without a byte order mark, whatever the chunks', async () => {
  const text = `${values.map((value) => JSON.stringify(value)).join('\r\n')}\r\n`
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  for (const bytes of [
    little,
    big,
    Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
  ]) {
    for (const chunkBytes of [bytes.length, 1, 5]) {
      assert.deepEqual(
        (await recordsOf(bytes, chunkBytes)).map(({ value }) => value),
        values,
      )
    }
  }
  await assert.rejects(recordsOf(little.subarray(0, -1)), /x\.json cannot be read: it is not valid UTF-16\.$/)
})

test('the beginning of a file is recognised quickly, whatever it repeats', () => {
  const beginnings: [string, boolean][] = [
    ['[', true],
    ['\ufeff \n[', true],
    ['{\r\n', true],
    ['{"a": \n 1', true],
    ['{"a":1}\n{"a":2}', false],
    ['{"a"', false],
  ]
  for (const [text, expected] of beginnings) assert.equal(isJsonDocument(Buffer.from(text)), expected, text)
  for (const unit of ['\ufeff', ' ', '\n', '{', '{,', ', ', '{\t']) {
    const bytes = Buffer.from(`${unit.repeat(4_000)}x`)
    assert.ok(leastCpuMs(() => isJsonDocument(bytes), 20) < 20, JSON.stringify(unit))
  }
})
