import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wrongFileProblem } from './wrong-file.ts'

const problem = (text: string, format: 'csv' | 'ndjson') => wrongFileProblem(Buffer.from(text, 'latin1'), format)

test('a workbook, an archive and a Parquet file are identified, with advice', () => {
  const zip = (name: string) => `PK\x03\x04${'\0'.repeat(26)}${name}\0`
  for (const bytes of [zip('[Content_Types].xml'), zip('xl/workbook.xml'), zip('mimetype'), '\xd0\xcf\x11\xe0\xa1']) {
    for (const format of ['csv', 'ndjson'] as const) {
      assert.match(problem(bytes, format) ?? '', /Excel workbook .*save it as "CSV UTF-8"/)
    }
  }
  assert.match(problem(zip('signals.csv'), 'csv') ?? '', /zip archive: unpack it/)
  for (const format of ['csv', 'ndjson'] as const) {
    assert.match(problem('PAR1xx', format) ?? '', /Parquet/)
    assert.match(problem('%PDF-1.7\n', format) ?? '', /PDF/)
    assert.match(problem('<!DOCTYPE html><html>', format) ?? '', /web page/)
    assert.match(problem('<?xml version="1.0"?><jobs/>', format) ?? '', /XML/)
  }
  assert.equal(problem('PKey,domain\n', 'csv'), undefined)
})

test('a wrong file extension is detected', () => {
  assert.match(problem('{"record":"company"}\n', 'csv') ?? '', /looks like JSON.*--format ndjson/)
  assert.match(problem('\n[{"record":"company"}]', 'csv') ?? '', /--format ndjson/)
  for (const header of ['domain,name', 'Domain;Employee Count\r\na.example;5', 'source\tkey\tstatus']) {
    assert.match(problem(header, 'ndjson') ?? '', /looks like CSV: use --format csv/, header)
  }
  for (const text of ['{"record":"company"}', '[', 'domain', 'not json', '']) {
    assert.equal(problem(text, 'ndjson'), undefined, text)
  }
})

test('a list in an object is named by its field', () => {
  for (const text of [
    '{"data":[{"record":"company"}]}',
    '{"meta":{"tags":["a]"]},"data":[\n{',
    '{\n "next": "\\"[",\n "data": [\n {',
  ]) {
    assert.match(problem(text, 'ndjson') ?? '', /is one object whose "data" is the list.* jq \.data FILE/, text)
  }
  for (const text of ['{"aliases":["a.example"],"record":"company"}', '{"record":"signal","data":{}}', '{"data":1}']) {
    assert.equal(problem(text, 'ndjson'), undefined, text)
  }
})
