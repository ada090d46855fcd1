import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { adaptFor } from './adapt-record.ts'
import type { NamedMapping } from './mapping.ts'
import { type PreviewOptions, previewUpload } from './preview.ts'
import { sampleSource } from './upload-source.ts'

const NOW = 1_790_000_000

function preview(content: string | Buffer, options: Partial<PreviewOptions> & { isWhole?: boolean } = {}) {
  const { isWhole = true, ...others } = options
  const file = sampleSource('file.csv', 'csv', Buffer.from(content), isWhole)
  return previewUpload(file, { saved: [], adapt: adaptFor('Northwind'), now: NOW, ...others })
}

const CRUNCHBASE = [
  'Organization Name,Website,Last Funding Date,Last Funding Type,Notes',
  'Globex,https://globex.example/,2023-03-05,Series A,x',
  'Initech,see below,,,',
].join('\n')

test('a preset is found by the header, with what each column becomes, the first rows, and the rejects', async () => {
  const found = await preview(CRUNCHBASE)
  assert.equal(found.mapping?.preset, 'crunchbase-companies')
  assert.equal(found.problem, null)
  assert.deepEqual(
    found.columns.map(({ header, field, example }) => [header, field, example]),
    [
      ['Organization Name', 'name', 'Globex'],
      ['Website', 'website', 'https://globex.example/'],
      ['Last Funding Date', 'roundDate', '2023-03-05'],
      ['Last Funding Type', 'roundType', 'Series A'],
      ['Notes', null, 'x'],
    ],
  )
  assert.deepEqual(found.rows[0]?.values, [
    ['domain', 'globex.example'],
    ['name', 'Globex'],
  ])
  assert.deepEqual([found.lines, found.rejected], [3, 1])
  assert.deepEqual(found.rejects, [{ reason: '"…" is no domain', lines: 1 }])
})

test('a column can become something else, and a mapping that was saved is found again by its headers', async () => {
  const odd = 'Firmenname;Seite;Mitarbeitende\nGlobex;globex.example;40\n'
  const unfit = await preview(odd)
  assert.match(unfit.problem ?? '', /no column "Domain" or .*which sheet needs/)
  assert.deepEqual(
    unfit.columns.map(({ header }) => header),
    ['Firmenname', 'Seite', 'Mitarbeitende'],
  )
  const mapping = {
    preset: 'sheet',
    columns: [
      { header: 'Seite', field: 'website' },
      { header: 'Mitarbeitende', field: 'employees' },
    ],
    dates: null,
  }
  const mapped = await preview(odd, { mapping })
  assert.equal(mapped.problem, null)
  assert.deepEqual(mapped.rows[0]?.values, [
    ['domain', 'globex.example'],
    ['employeeCount', '40'],
  ])
  const saved: NamedMapping[] = [{ id: '1', name: 'Our sheet', mapping }]
  assert.equal((await preview(odd, { saved })).saved, 'Our sheet')
  assert.equal((await preview(CRUNCHBASE, { saved })).saved, null)
})

test('a sample ends in the middle of a line, also for a compressed file', async () => {
  const file = `Company,Website\n${Array.from({ length: 5_000 }, (_, n) => `C${n},c${n}.example\n`).join('')}`
  const cut = await preview(file.slice(0, 60), { isWhole: false })
  assert.deepEqual([cut.problem, cut.lines, cut.rejected], [null, 3, 0])
  const packed = gzipSync(file)
  const part = await preview(packed.subarray(0, packed.length / 2), { isWhole: false })
  assert.deepEqual([part.problem, part.lines, part.rejected], [null, 200, 0])
})

test('files of wrong formats are identified in the message', async () => {
  const problemOf = async (content: string | Buffer, options = {}) => (await preview(content, options)).problem ?? ''
  assert.match(
    await problemOf(Buffer.from('PK\x03\x04 ................ [Content_Types].xml', 'latin1')),
    /is a zip|Excel/,
  )
  assert.match(await problemOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])), /is an Excel workbook/)
  assert.match(
    await problemOf(Buffer.from('Company,Website,Straße\nA,a.example,x\n', 'latin1')),
    /is not UTF-8, perhaps Latin-1/,
  )
  assert.match(await problemOf('Company,Website\n'), /has no lines/)
  assert.match(await problemOf(''), /is empty/)
  assert.match(await problemOf('Company,Website\nA,none\nB,see below\n'), /none of its first 2 lines can be read/)
  assert.match(await problemOf(CRUNCHBASE, { choice: 'theirstack-jobs' }), /which theirstack-jobs needs/)
  assert.match(
    await problemOf(CRUNCHBASE, { mapping: { preset: 'crunchbase-companies', columns: [], dates: null } }),
    /no column becomes domain and name/,
  )
})

test('an owner’s file can’t report for others’ sources, or change who a company is', async () => {
  const lines = [
    { record: 'company', domain: 'a.example', name: 'A' },
    { record: 'company', domain: 'a.example', aliases: ['b.example'] },
    { record: 'company', domain: 'a.example', mergedInto: 'b.example' },
    { record: 'source', source: 'Greenhouse', completeSince: '2024-01-01' },
    { source: 'Greenhouse', key: '1', status: 'retracted' },
  ]
  const read = await preview(lines.map((line) => JSON.stringify(line)).join('\n'))
  assert.deepEqual([read.mapping?.preset, read.lines, read.rejected], ['own', 5, 3])
  const adapted = adaptFor('Northwind')({ record: 'status', source: 'Greenhouse', key: '1', status: 'retracted' })
  assert.equal('source' in adapted && adapted.source, 'Greenhouse (Northwind)')
})
