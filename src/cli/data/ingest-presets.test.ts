// Exports of other programs, from the command to the database.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { many } from '../../db/index.ts'
import { type Config, loadConfig } from '../../platform/config/config.ts'
import { ingestCommand } from './ingest.ts'
import { ingestPresetsCommand } from './ingest-presets.ts'
import { sourcesCommands } from './sources.ts'

const folder = temporaryFolder()
let db: Awaited<ReturnType<typeof openTestDatabase>>
let config: Config

before(async () => {
  db = await openTestDatabase()
  config = loadConfig({ DATABASE_URL: db.url })
})

function file(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const type = (...words: readonly string[]) => typeCommand([ingestPresetsCommand, ingestCommand], words, config)
const stored = () =>
  many<{ domain: string; occurred: string | null }>(
    db.pool('ingest'),
    `select c.domain, to_char(s.occurred_at, 'YYYY-MM-DD') as occurred from companies c
       left join signals s on s.company_ordinal = c.ordinal and s.type = 'funding' order by 1, 2`,
  )

const HEADER = 'Organization Name,Organization Name URL,Website,Last Funding Date,Last Funding Type,Notes'
const ROWS = [
  'Northwind,u/northwind,https://northwind.example/,2023-03-05,Series A,',
  'Globex,u/globex,globex.example,,,x',
]

test('a dry run shows what each column becomes, and writes nothing; the import keeps the dates of history', async () => {
  const path = file('companies.csv', HEADER, ...ROWS)
  const dry = await type('ingest', path, '--preset', 'auto', '--dry-run')
  assert.match(dry.text, /companies\.csv, as crunchbase-companies/)
  assert.match(dry.text, /Last Funding Date +occurredAt of a funding signal/)
  assert.match(dry.text, /Notes +– left out/)
  assert.match(dry.text, /dry run: nothing was written$/)
  const { files, signals } = dry.json as {
    files: { preset: string; columns: unknown[] }[]
    signals: { created: number }
  }
  assert.deepEqual([files[0]?.preset, files[0]?.columns.length, signals.created], ['crunchbase-companies', 6, 1])
  assert.deepEqual(await stored(), [])
  const done = await type('ingest', path, '--preset', 'auto', '--backfill')
  assert.match(done.stderr, /companies\.csv: crunchbase-companies/)
  assert.deepEqual(await stored(), [
    { domain: 'globex.example', occurred: null },
    { domain: 'northwind.example', occurred: '2023-03-05' },
  ])
})

test('a wrong preset, a file that fits none and an unreadable one stop the command before anything is written', async () => {
  const good = file('good.csv', 'Company,Website', 'Initech,initech.example')
  const jobs = file('jobs.csv', 'job_title,date_posted', 'Clerk,2025-01-02')
  const before = await stored()
  const refused = async (pattern: RegExp, ...words: readonly string[]) => {
    await assert.rejects(type('ingest', ...words), pattern)
    assert.deepEqual(await stored(), before)
  }
  await refused(
    /jobs\.csv: the header has no column "id" or "job_id", "company_domain" or .*\nNothing was written\./,
    good,
    jobs,
    '--preset',
    'auto',
  )
  await refused(
    /good\.csv: the header has no column "Organization Name", which crunchbase-companies needs/,
    good,
    '--preset',
    'crunchbase-companies',
  )
  const odd = file('odd.csv', 'Company,Website', 'Initech,see below', 'Umbrella,none')
  await refused(/none of its first 2 lines can be read as sheet: "see below" is no domain/, odd, '--preset', 'sheet')
  await refused(/no preset "hubspot".*Did you mean/, good, '--preset', 'hubspot')
  await refused(/--preset is for CSV files/, good, '--preset', 'auto', '--format', 'ndjson')
})

test('the presets are listed, and one is shown with its columns', async () => {
  const list = await type('ingest', 'presets')
  assert.match(list.text, /salesforce-accounts +Salesforce accounts/)
  const one = await type('ingest', 'presets', 'theirstack-jobs')
  assert.match(one.text, /date_posted +occurredAt +required/)
  assert.match(one.text, /All other columns are ignored\.$/)
  await assert.rejects(type('ingest', 'presets', 'pitchbook'), /no preset "pitchbook"/)
})

test('a source’s signals are retracted, and no others', async () => {
  const { url } = db
  const run = (...words: readonly string[]) => typeCommand(sourcesCommands, words, loadConfig({ DATABASE_URL: url }))
  const jobs = file(
    'more.csv',
    'type,company,companyName,source,key,occurredAt,confidence,label',
    'funding,northwind.example,Northwind,Other,1,2024-01-01,0.8,Raised',
  )
  await type('ingest', jobs)
  const counted = await run('sources', 'retract', 'Crunchbase')
  assert.match(counted.text, /^1 signal would be retracted: add --yes\.$/)
  const done = await run('sources', 'retract', 'Crunchbase', '--yes')
  assert.match(done.text, /^1 signal retracted\.$/)
  const left = await many(db.pool('ingest'), `select source, status from signals where type = 'funding' order by 1`)
  assert.deepEqual(left, [
    { source: 'Crunchbase', status: 'retracted' },
    { source: 'Other', status: 'active' },
  ])
  await assert.rejects(run('sources', 'retract', 'Crunchbase', '--yes'), /has no signals to retract/)
})
