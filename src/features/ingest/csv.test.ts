import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CsvReader } from './csv.ts'
import type { Entry } from './entries.ts'
import { LineSplitter } from './lines.ts'

function entriesOf(text: string | Buffer): Entry[] {
  const [splitter, reader, entries] = [new LineSplitter(), new CsvReader('x.csv'), [] as Entry[]]
  for (const line of [...splitter.push(Buffer.from(text)), ...splitter.end()]) reader.take(line, entries)
  reader.end(entries)
  return entries
}
const valuesOf = (text: string) => entriesOf(text).map(({ value }) => value)
const placesOf = (text: string | Buffer) =>
  entriesOf(text).map(({ line, fault }) => (fault ? `${line}: ${fault}` : `${line}`))

test('a signal with all kinds of values', () => {
  const csv = `type,company,companyName,source,key,occurredAt,confidence,label,amountUsd,investors,round
funding,northwind.example,"Northwind, Inc.",Press,r1,2026-05-04,0.9,"Raised ""a lot""",12000000,Acme; Beta Capital,series_a
`
  assert.deepEqual(valuesOf(csv), [
    {
      record: 'signal',
      type: 'funding',
      company: { domain: 'northwind.example', name: 'Northwind, Inc.' },
      source: 'Press',
      key: 'r1',
      occurredAt: '2026-05-04',
      confidence: 0.9,
      label: 'Raised "a lot"',
      amountUsd: 12_000_000,
      investors: ['Acme', ' Beta Capital'],
      round: 'series_a',
    },
  ])
})

test('companies, mixed with signals in one table; what is empty is absent', () => {
  const csv = `record,type,company,domain,name,employeeCount,ai,key
,,,a.example,A,12,,
company,,b.example,,,,,
,tool,a.example,,,,YES,007
signal,tool,a.example,,,,maybe,1`
  assert.deepEqual(valuesOf(csv), [
    { domain: 'a.example', name: 'A', employeeCount: 12, record: 'company' },
    { record: 'company', domain: 'b.example' },
    { type: 'tool', company: 'a.example', ai: true, key: '007', record: 'signal' },
    { record: 'signal', type: 'tool', company: 'a.example', ai: 'maybe', key: '1' },
  ])
})

test('numbers that are none stay text, for the validation to name', () => {
  assert.deepEqual(valuesOf('domain,employeeCount\na.example,"1,200"\nb.example,0x10\nc.example,-5'), [
    { domain: 'a.example', employeeCount: '1,200', record: 'company' },
    { domain: 'b.example', employeeCount: '0x10', record: 'company' },
    { domain: 'c.example', employeeCount: -5, record: 'company' },
  ])
})

test('quoted line breaks, CRLF, a byte order mark and empty lines keep the line numbers true', () => {
  const csv = '\ufeffdomain,name\r\n\r\na.example,"A\r\n\r\nB"\r\n   \r\nb.example,B\r\n'
  assert.deepEqual(valuesOf(csv), [
    { domain: 'a.example', name: 'A\n\nB', record: 'company' },
    { domain: 'b.example', name: 'B', record: 'company' },
  ])
  assert.deepEqual(placesOf(csv), ['3', '7'])
  assert.equal(entriesOf(csv)[0]?.text, 'a.example,"A\n\nB"')
})

test('a broken row costs no row but itself', () => {
  const csv = `domain,name
a.example,"A" x
b.example,B
c.example,C"c
d.example,D,more
e.example
f.example,"F
g.example,G
h.example,"H"
`
  assert.deepEqual(placesOf(csv), [
    '2: column 2 goes on after its closing quote',
    '3',
    '4: a quote stands inside column 2',
    '5: the row has 3 columns, the header 2',
    '6: the row has 1 columns, the header 2',
    '7: column 2 goes on after its closing quote',
    '8',
    '9',
  ])
})

test('a quote that is never closed is let go at the end of the file, and after 256 KiB', () => {
  assert.deepEqual(placesOf('domain,name\na.example,"A\nb.example,B\nc.example,C'), [
    '2: a quote is opened and not closed',
    '3',
    '4',
  ])
  const places = placesOf(`domain,name\na.example,"A\n${'b.example,B\n'.repeat(50_000)}`)
  assert.equal(places.length, 50_001)
  assert.equal(places[0], '2: a quote is opened and not closed')
  assert.equal(places.at(-1), '50002')
})

test('bytes that are no UTF-8 are one reject, inside a quoted field too', () => {
  const bad = Buffer.from([0xff])
  const csv = Buffer.concat([
    Buffer.from('domain,name\na.example,'),
    bad,
    Buffer.from('\nb.example,"B\n'),
    bad,
    Buffer.from('"\nc.example,C\n'),
  ])
  assert.deepEqual(placesOf(csv), [
    '2: the line is not valid UTF-8',
    '3: a quote is opened and not closed',
    '4: the line is not valid UTF-8',
    '5',
  ])
})

test('a column called __proto__ is a column', () => {
  const [value] = valuesOf('domain,__proto__\na.example,x') as [object]
  assert.deepEqual(Object.keys(value), ['domain', '__proto__', 'record'])
})

test('a header that cannot be one ends the file', () => {
  assert.throws(() => entriesOf('a.example;A\n'), /x\.csv: the first line must name the columns, separated by commas/)
  assert.throws(() => entriesOf('domain,name,domain\n'), /the column "domain" stands twice in the header/)
  assert.throws(
    () => entriesOf('domain,"name\na.example,A\n'),
    /the header cannot be read: a quote is opened and not closed/,
  )
  assert.deepEqual(entriesOf(''), [])
})
