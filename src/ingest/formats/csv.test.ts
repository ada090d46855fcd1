import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CsvReader } from './csv.ts'
import { DateFormat } from './date-format.ts'
import { LineSplitter } from './lines.ts'
import { parseJson } from './ndjson.ts'
import type { RawRecord } from './raw-record.ts'

function recordsOf(text: string | Buffer): RawRecord[] {
  const [splitter, reader, records] = [new LineSplitter(), new CsvReader('x.csv'), [] as RawRecord[]]
  for (const line of [...splitter.push(Buffer.from(text)), ...splitter.end()]) reader.take(line, records)
  reader.end(records)
  return records
}
const jsonOf = ({ text, error }: RawRecord) => (error === undefined ? JSON.parse(text) : undefined)
const valuesOf = (text: string) => recordsOf(text).map(jsonOf)
const placesOf = (text: string | Buffer) =>
  recordsOf(text).map(({ line, error }) => (error ? `${line}: ${error}` : `${line}`))

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

test('companies and signals may be mixed, and an empty cell is an absent field', () => {
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

test('a cell that is not a number stays text, so that validation rejects it', () => {
  assert.deepEqual(valuesOf('domain,employeeCount\na.example,"1,200"\nb.example,0x10\nc.example,-5'), [
    { domain: 'a.example', employeeCount: '1,200', record: 'company' },
    { domain: 'b.example', employeeCount: '0x10', record: 'company' },
    { domain: 'c.example', employeeCount: -5, record: 'company' },
  ])
})

test('cells that repeat are read once for each column, however many different ones there are, and lists are not shared', () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => {
    const [count, text] = [n % 700, n % 3 === 0 ? ' ' : ` city ${n % 1_300} `]
    return {
      row: `a.example,${count},${text},x;y`,
      value: { domain: 'a.example', employeeCount: count, industry: text.trim() },
    }
  })
  const records = recordsOf(`domain,employeeCount,industry,aliases\n${rows.map(({ row }) => row).join('\n')}`)
  for (const [n, { value }] of rows.entries()) {
    const { industry, ...rest } = value
    const expected = { ...rest, ...(industry && { industry }), aliases: ['x', 'y'], record: 'company' }
    assert.deepEqual(jsonOf(records[n] ?? assert.fail()), expected)
  }
  const [one, another] = records.map(({ value }) => value as { domain: string; aliases: string[] })
  assert.notEqual(one?.aliases, another?.aliases)
})

test('a record whose value was taken keeps its text and not the value, and is read again from that', () => {
  const [record = assert.fail()] = recordsOf('domain,employeeCount\na.example,12')
  const first = parseJson(record)
  assert.equal(record.value, undefined)
  assert.deepEqual(parseJson(record), first)
  assert.deepEqual(JSON.parse(record.text), first.value)
})

test('line numbers are right after quoted line breaks, CRLF, a byte order mark and empty lines', () => {
  const csv = '\ufeffdomain,name\r\n\r\na.example,"A\r\n\r\nB"\r\n   \r\nb.example,B\r\n'
  assert.deepEqual(valuesOf(csv), [
    { domain: 'a.example', name: 'A\n\nB', record: 'company' },
    { domain: 'b.example', name: 'B', record: 'company' },
  ])
  assert.deepEqual(placesOf(csv), ['3', '7'])
  assert.equal(recordsOf(csv)[0]?.original, 'a.example,"A\n\nB"')
})

test('a broken row does not affect other rows', () => {
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
    '2: column 2 has text after its closing quote',
    '3',
    '4: column 2 has a quote in unquoted text',
    '5: the row has 3 columns, the header has 2',
    '6: the row has 1 columns, the header has 2',
    '7: column 2 has text after its closing quote',
    '8',
    '9',
  ])
})

test('an unclosed quote is given up at the end of the file, and after 256 KiB', () => {
  assert.deepEqual(placesOf('domain,name\na.example,"A\nb.example,B\nc.example,C'), [
    '2: a quote is not closed',
    '3',
    '4',
  ])
  const places = placesOf(`domain,name\na.example,"A\n${'b.example,B\n'.repeat(50_000)}`)
  assert.equal(places.length, 50_001)
  assert.equal(places[0], '2: a quote is not closed')
  assert.equal(places.at(-1), '50002')
})

test('invalid UTF-8 rejects one row, even inside a quoted field', () => {
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
    '3: a quote is not closed',
    '4: the line is not valid UTF-8',
    '5',
  ])
})

test('unknown columns fail once, all of them listed, each with a correct suggestion or none', () => {
  assert.throws(
    () => recordsOf('domain,Nmae,Employe Count,__proto__,Favourite colour,\na.example,A,5,x,red,\n'),
    /^AppError: x\.csv: the header has 4 unknown columns: "Nmae" \(did you mean name\?\), "Employe Count" \(did you mean employeeCount\?\), "__proto__", "Favourite colour"\. Rename or remove them/,
  )
  assert.throws(() => recordsOf('domain,Foo\n'), /has an unknown column: "Foo"\. Rename or remove it/)
  assert.throws(
    () => recordsOf(`domain,${Array.from({ length: 25 }, (_, n) => `Column ${n}`)}\n`),
    /25 unknown columns: .*"Column 19" and 5 more/,
  )
})

test('names that other programs give to a column are recognised, unless the header has the field already', () => {
  assert.throws(
    () => recordsOf('domain,Headcount,Posted Date,Company Website\n'),
    /"Headcount" \(did you mean employeeCount\?\), "Posted Date" \(did you mean occurredAt\?\), "Company Website" \(did you mean website\?\)\./,
  )
  assert.throws(() => recordsOf('domain,employeeCount,Headcount\n'), /an unknown column: "Headcount"\. /)
  assert.throws(
    () => recordsOf('Account Name,Company Domain,Notes\n'),
    /must be a header with a column company or domain, not .*Notes"\. "Account Name" \(did you mean name\?\)\. "Company Domain" \(did you mean domain\?\)\.$/,
  )
})

test('rows that a spreadsheet leaves empty are skipped, and the others keep their numbers', () => {
  assert.deepEqual(placesOf(';\n"";""\ndomain;name\na.example;A\n'), ['4'])
  assert.deepEqual(placesOf('domain;name\n;\na.example;A\n ; \n"";""\nb.example;B\n;\n;\n'), ['3', '6'])
})

test('dates are read by --date-format, and ISO dates as always', () => {
  const dates = (format: string, ...cells: string[]) => {
    const reader = new CsvReader('x.csv', new DateFormat(format))
    const records: RawRecord[] = []
    const rows = ['type,company,occurredAt', ...cells.map((cell) => `hiring,a.example,${cell}`)]
    for (const [n, text] of rows.entries()) reader.take({ number: n + 1, text }, records)
    return records.map((record) => (jsonOf(record) as { occurredAt: string }).occurredAt)
  }
  assert.deepEqual(dates('DD.MM.YYYY', '10.11.2026', '1.2.2026', '10.11.2026 9:30', '2026-05-04', '10/11/2026'), [
    '2026-11-10',
    '2026-02-01',
    '2026-11-10T09:30:00Z',
    '2026-05-04',
    '10/11/2026',
  ])
  assert.deepEqual(dates('yyyy/mm/dd', '2026/11/10'), ['2026-11-10'])
  assert.deepEqual(dates('MM/DD/YYYY', '11/10/2026', '11/10/26'), ['2026-11-10', '11/10/26'])
  for (const wrong of ['DD.MM', 'DD.MM/YYYY', 'DD.DD.YYYY', 'german']) {
    assert.throws(() => new DateFormat(wrong), /--date-format must be such as DD\.MM\.YYYY/)
  }
})

test('an invalid header is an error for the complete file', () => {
  assert.throws(
    () => recordsOf('a.example;A\n'),
    /x\.csv: the first line must be a header with a column company or domain, not "a\.example;A"\.$/,
  )
  assert.throws(() => recordsOf('domain,name,domain\n'), /the header has the column "domain" twice/)
  assert.throws(() => recordsOf('domain,"name\na.example,A\n'), /the header cannot be read: a quote is not closed/)
  assert.deepEqual(recordsOf(''), [])
})

test('columns separated by semicolons, tabs or bars are read, and so is the line in which a spreadsheet names the separator', () => {
  const expected = [
    {
      record: 'signal',
      type: 'funding',
      company: 'a.example',
      key: 'r,1',
      investors: ['Acme', 'Beta'],
      confidence: 0.8,
    },
  ]
  for (const [separator, before] of [
    [';', ''],
    ['\t', ''],
    ['|', ''],
    [';', 'sep=;\n'],
  ] as const) {
    const rows = [
      ['type', 'company', 'key', 'investors', 'confidence'],
      ['funding', 'a.example', '"r,1"', '"Acme;Beta"', '0,8'],
    ]
    const [value] = valuesOf(before + rows.map((row) => row.join(separator)).join('\n')) as object[]
    assert.deepEqual({ record: 'signal', ...value }, expected[0], JSON.stringify(separator))
  }
})

test('a header in any case, with spaces or underscores, names the same columns', () => {
  assert.deepEqual(valuesOf('DOMAIN,Employee Count,funding_stage\na.example,5,seed'), [
    { domain: 'a.example', employeeCount: 5, fundingStage: 'seed', record: 'company' },
  ])
  assert.throws(() => recordsOf('domain,Domain\n'), /the header has the column "domain" twice/)
})

test('numbers without a leading zero and with a decimal comma are read', () => {
  const csv =
    'type,company,confidence\ntool,a.example,.8\ntool,a.example,"0,85"\ntool,a.example,",5"\ntool,a.example,80%'
  assert.deepEqual(
    (valuesOf(csv) as { confidence: unknown }[]).map(({ confidence }) => confidence),
    [0.8, 0.85, 0.5, '80%'],
  )
})

test('a row with only source, key and status has no company', () => {
  assert.deepEqual(valuesOf('Source;Key;Status\nJob Board;4711;closed'), [
    { record: 'signal', source: 'Job Board', key: '4711', status: 'closed' },
  ])
})
