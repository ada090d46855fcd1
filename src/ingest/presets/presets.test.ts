// A file in the documented shape of each preset becomes the right lines, and the lines are read as they are.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoTime, parseRecord, Rejection } from '../../meaning/signals/index.ts'
import { CsvReader } from '../formats/csv.ts'
import { DateFormat } from '../formats/date-format.ts'
import { LineSplitter } from '../formats/lines.ts'
import type { RawRecord } from '../formats/raw-record.ts'
import { findPreset, matchPreset, PRESETS, presetNamed } from './match-preset.ts'
import { presetLayout } from './preset-layout.ts'

const NOW = Date.UTC(2026, 10, 1) / 1_000

function rawRecords(name: string, lines: readonly string[], dates?: DateFormat): RawRecord[] {
  const reader = new CsvReader('x.csv', dates, presetLayout(presetNamed(name), { dates }))
  const [splitter, records] = [new LineSplitter(), [] as RawRecord[]]
  for (const line of [...splitter.push(Buffer.from(`${lines.join('\n')}\n`)), ...splitter.end()])
    reader.take(line, records)
  reader.end(records)
  return records
}

/** What is written for a file, in short. A text: why a line is rejected. */
function read(name: string, lines: readonly string[], dates?: DateFormat) {
  return rawRecords(name, lines, dates).map(({ text, error }) => {
    const line = error === undefined ? parseRecord(JSON.parse(text), NOW) : new Rejection(error)
    if (line instanceof Rejection) return line.reason
    if (line.record === 'company') return line.company
    if (line.record !== 'signal') return line.record
    const { type, company, source, key, occurredAt, confidence, label, status, url, fields } = line
    const signal = { company, source, key, occurredAt: isoTime(occurredAt).slice(0, 10), confidence, label, fields }
    return { type, ...signal, ...(url !== undefined && { url }), ...(status !== 'active' && { status }) }
  })
}

const CRUNCHBASE =
  'Organization Name,Organization Name URL,Website,Headquarters Location,Industries,Number of Employees,Last Funding Date,' +
  'Last Funding Type,Last Funding Amount,Last Funding Amount Currency,Last Funding Amount Currency (in USD),CB Rank (Company)'

test('crunchbase-companies: companies, and their last rounds with their dates', () => {
  const rows = [
    CRUNCHBASE,
    'Northwind,https://www.crunchbase.com/organization/northwind,https://www.northwind.example/,"Munich, Bayern, Germany","Logistics, SaaS",51-100,2024-03-05,Series A,9000000,EUR,9810000,"1,204"',
    'Globex,https://www.crunchbase.com/organization/globex,http://globex.example,"Austin, Texas, United States",,10001+,2022-11-30,Venture - Series Unknown,,,,88',
    'Fabrikam,,fabrikam.example,Atlantis,AI,,,,,,,',
  ]
  const northwind = { domain: 'northwind.example', name: 'Northwind' }
  const globex = { domain: 'globex.example', name: 'Globex' }
  const raised = { type: 'funding', source: 'Crunchbase', confidence: 0.85 }
  assert.deepEqual(read('crunchbase-companies', rows), [
    { ...northwind, hqCountry: 'DE', employeeCount: 51, industry: 'logistics' },
    {
      ...{ ...raised, company: northwind, key: 'northwind.example/2024-03-05/series_a' },
      ...{ occurredAt: '2024-03-05', label: 'Raised money: Series A' },
      fields: { round: 'series_a', amountUsd: 9_810_000, instrument: 'equity' },
    },
    { ...globex, hqCountry: 'US', employeeCount: 10_001 },
    {
      ...{ ...raised, company: globex, key: 'globex.example/2022-11-30' },
      ...{ occurredAt: '2022-11-30', label: 'Raised money: Venture - Series Unknown' },
      fields: { instrument: 'equity' },
    },
    { domain: 'fabrikam.example', name: 'Fabrikam', industry: 'ai' },
  ])
})

test('an amount without its US dollars is converted; its currency and amount are kept', () => {
  const row = 'Northwind,,northwind.example,,,,2024-03-05,Debt Financing,2000000,EUR,,'
  const [, round] = read('crunchbase-companies', [CRUNCHBASE, row])
  const { fields } = round as { fields: Record<string, unknown> }
  assert.deepEqual([fields.amountOriginal, fields.instrument], ['EUR 2000000', 'debt'])
  assert.ok((fields.amountUsd as number) > 2_000_000)
})

test('apollo-accounts: companies and last rounds; nothing of the persons in an export of contacts', () => {
  const rows = [
    'First Name,Last Name,Email,Company Name,Company Name for Emails,# Employees,Industry,Website,Company Country,Latest Funding,Latest Funding Amount,Last Raised At,Apollo Account Id',
    'Jane,Doe,jane@northwind.example,Northwind GmbH,Northwind,240,information technology & services,http://www.northwind.example,Germany,Series B,12000000,2025-02-01T00:00:00.000+00:00,5e66',
  ]
  const northwind = { domain: 'northwind.example', name: 'Northwind GmbH' }
  assert.deepEqual(read('auto', rows), [
    { ...northwind, hqCountry: 'DE', employeeCount: 240, industry: 'information_technology_services' },
    {
      ...{ type: 'funding', source: 'Apollo', confidence: 0.7, company: northwind },
      ...{ key: 'northwind.example/2025-02-01/series_b', occurredAt: '2025-02-01' },
      ...{ label: 'Raised money: Series B' },
      fields: { round: 'series_b', amountUsd: 12_000_000, instrument: 'equity' },
    },
  ])
  assert.doesNotMatch(JSON.stringify(rawRecords('auto', rows).map(({ text }) => text)), /Jane|Doe|jane@/)
})

test('pitchbook-companies: companies and the days of their last deals, without amounts of an unknown currency', () => {
  const header =
    'Company ID,Companies,HQ Location,HQ Country/Territory/Region,Website,Employees,Primary Industry Code,Last Financing Date,Last Financing Size,Last Financing Deal Type'
  const rows = [
    header,
    '1-1,Northwind,"San Francisco, CA",United States,www.northwind.example,240,Logistics,16-May-2023,12.00,Seed Round',
    '2-2,Globex,"Wilmington, DE",Germany,globex.example,,Media,2024-02-01,5.00,Early Stage VC',
    '3-3,Fabrikam,,,fabrikam.example,,,1-Feb-2024,,Out of Business',
  ]
  const northwind = { domain: 'northwind.example', name: 'Northwind' }
  const globex = { domain: 'globex.example', name: 'Globex' }
  const raised = { type: 'funding', source: 'PitchBook', confidence: 0.85 }
  assert.deepEqual(read('auto', rows), [
    { ...northwind, hqCountry: 'US', employeeCount: 240, industry: 'logistics' },
    {
      ...{ ...raised, company: northwind, key: 'northwind.example/2023-05-16/seed', occurredAt: '2023-05-16' },
      ...{ label: 'Raised money: Seed Round', fields: { round: 'seed', instrument: 'equity' } },
    },
    { ...globex, hqCountry: 'DE', industry: 'media' },
    {
      ...{ ...raised, company: globex, key: 'globex.example/2024-02-01', occurredAt: '2024-02-01' },
      ...{ label: 'Raised money: Early Stage VC', fields: { instrument: 'equity' } },
    },
    { domain: 'fabrikam.example', name: 'Fabrikam' },
  ])
})

test('theirstack-jobs: jobs by the days on which they were posted, and the end of those that are closed', () => {
  const rows = [
    'id,job_title,url,date_posted,company,final_url,long_location,remote,hybrid,country_code,seniority,company_domain,closed_at',
    '1234,Senior Data Engineer,https://example.com/job/1234,2025-01-02,Northwind,https://northwind.example/jobs/7,"Berlin, Germany",false,true,DE,senior,northwind.example,',
    '1235,Clerk,https://example.com/job/1235,2025-01-03,Northwind,,Berlin,False,False,DE,staff,northwind.example,2025-03-01T08:00:00',
  ]
  const company = { domain: 'northwind.example', name: 'Northwind' }
  const [first, second] = read('auto', rows) as Record<string, unknown>[]
  assert.deepEqual(
    [first?.type, first?.company, first?.source, first?.key, first?.occurredAt, first?.label],
    ['hiring', company, 'TheirStack', '1234', '2025-01-02', 'Hiring: Senior Data Engineer'],
  )
  const { jobTitle, jobUrl, location, country, workplaceType, seniority } = (first?.fields ?? {}) as Record<
    string,
    unknown
  >
  assert.deepEqual(
    [jobTitle, jobUrl, location, country, workplaceType, seniority],
    ['Senior Data Engineer', 'https://northwind.example/jobs/7', 'Berlin, Germany', 'DE', 'hybrid', 'senior'],
  )
  assert.deepEqual([second?.status, second?.url], ['closed', 'https://example.com/job/1235'])
})

test('hubspot-companies: the domain, else the website', () => {
  const rows = [
    'Record ID,Company name,Company Domain Name,Website URL,Company owner,Create Date,Country/Region,Industry,Number of Employees',
    '9001,Northwind,northwind.example,https://northwind.example/en,Ann Owner,2025-01-02 09:30,Germany,COMPUTER_SOFTWARE,"1,240"',
    '9002,Globex,,https://www.globex.example/about,,2025-01-02 09:30,,,',
  ]
  assert.deepEqual(read('auto', rows), [
    {
      domain: 'northwind.example',
      name: 'Northwind',
      hqCountry: 'DE',
      employeeCount: 1_240,
      industry: 'computer_software',
    },
    { domain: 'globex.example', name: 'Globex' },
  ])
})

test('salesforce-accounts: exports by the names of fields, and reports by their labels', () => {
  const northwind = {
    domain: 'northwind.example',
    name: 'Northwind',
    hqCountry: 'DE',
    employeeCount: 240,
    industry: 'media',
  }
  const exported = [
    '"Id","IsDeleted","MasterRecordId","Name","BillingCountry","Website","Industry","NumberOfEmployees"',
    '"0015e00000abc","false","","Northwind","Germany","www.northwind.example","Media","240"',
  ]
  const report = ['Account Name;Website;Billing Country;Industry;Employees', 'Northwind;northwind.example;DE;Media;240']
  assert.deepEqual(read('auto', exported), [northwind])
  assert.deepEqual(read('auto', report), [northwind])
})

test('a plain sheet: what people call such columns', () => {
  const rows = ['Firma;Web;Land;Size;Notes', 'Northwind;northwind.example;Germany;51-100;call them', 'Globex;;US;;']
  assert.deepEqual(read('auto', rows), [
    { domain: 'northwind.example', name: 'Northwind', hqCountry: 'DE', employeeCount: 51 },
    'the row has no website',
  ])
})

test('each preset is found by the header of its own file, and the preview shows what each column becomes', () => {
  for (const preset of PRESETS) {
    const headers = [...preset.fields.flatMap((field) => field.headers[0] ?? []), ...preset.marks, 'Notes']
    const found = findPreset([...new Set(headers)])
    assert.ok(typeof found !== 'string', String(found))
    assert.equal(found.preset.name, preset.name)
    const columns = new Map(found.preview.map(({ header, becomes }) => [header, becomes]))
    for (const { headers: names, becomes } of preset.fields) assert.equal(columns.get(names[0] ?? ''), becomes)
    assert.equal(columns.get('Notes'), undefined)
  }
})

test('a wrong preset is reported with everything that the header lacks', () => {
  const preset = presetNamed('theirstack-jobs')
  assert.ok(preset)
  assert.equal(
    matchPreset(preset, ['Organization Name', 'Website']),
    'the header has no column "id" or "job_id", "job_title", "date_posted", "company_domain" or "company_object.domain", which theirstack-jobs needs',
  )
  // If a program's file lacks something that its preset needs, the error lists it.
  assert.match(String(findPreset(['date_posted', 'job_title'])), /"id" or "job_id".*which theirstack-jobs needs/)
  assert.match(String(findPreset(['Colour', 'Weight'])), /"Domain".*which sheet needs, and no other preset fits/)
  assert.throws(() => presetNamed('crunchbase'), /no preset "crunchbase".*Did you mean|See bin/)
})

test('dates are ISO dates, or in the format that the operator gives', () => {
  const row = 'Northwind,,northwind.example,,,,05/03/2024,Seed,,,1000000,'
  assert.match(String(read('crunchbase-companies', [CRUNCHBASE, row])[1]), /occurredAt/)
  const [, round] = read('crunchbase-companies', [CRUNCHBASE, row], new DateFormat('DD/MM/YYYY')) as { key: string }[]
  assert.equal(round?.key, 'northwind.example/2024-03-05/seed')
})

test('importing the same file again changes nothing: keys follow only from the rows', () => {
  const row = 'Northwind,,https://northwind.example,,,,2024-03-05,Seed,,,1000000,'
  assert.deepEqual(read('auto', [CRUNCHBASE, row]), read('auto', [CRUNCHBASE, row]))
})
