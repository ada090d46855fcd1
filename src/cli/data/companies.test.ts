// The commands as a person types them, on a real database.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { company, signal } from '../../../test/harness/signals.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import type { Database } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Config, loadConfig } from '../../platform/config/config.ts'
import { Stamper } from '../../write/log/index.ts'
import { companyId, writeRecords } from '../../write/write-path/index.ts'
import { EXIT, exitCodeOf } from '../exit-codes.ts'
import { companiesCommands } from './companies.ts'

let config: Config
let db: Database

before(async () => {
  const opened = await openTestDatabase()
  db = opened
  config = loadConfig({ DATABASE_URL: opened.url })
  await writeRecords(db, new Stamper(db), [
    company('old.example', { name: 'Old', fundingStage: 'seed' }),
    { ...company('new.example', { name: 'New', parent: 'group.example' }), aliases: ['new-shop.example'] },
    signal('jobs.old.example', 'job-1'),
    signal('old.example', 'job-2', {
      type: 'funding',
      fields: { round: 'series_b' },
      company: { domain: 'old.example' },
    }),
  ])
})

const type = (line: string) => typeCommand(companiesCommands, line, config)

const fails = (exitCode: number, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError)
  assert.equal(exitCodeOf(error), exitCode)
  assert.match(error.message, message)
  return true
}

test('a company is shown by its domain, a subdomain, an alias or its id', async () => {
  const { text, json } = await type('companies show old.example')
  assert.match(text, /^stage +series_b \(records state seed\)$/m)
  assert.match(text, /^reports as jobs\.old\.example +1$/m)
  assert.deepEqual((await type('companies show jobs.old.example')).json, json)
  assert.deepEqual((await type(`companies show ${companyId('old.example')}`)).json, json)
  const shop = await type('companies show new-shop.example')
  assert.match(shop.text, /^aliases +new-shop\.example$/m)
  assert.match(shop.text, /^parent +group\.example$/m)
})

test('companies merge --from old.example --into new.example, and a split undoes it', async () => {
  const { text, json } = await type('companies merge --from old.example --into new.example')
  assert.match(text, /^Merged old\.example into new\.example: 2 reports moved\. The id .* leads to .* now\.$/m)
  const ids = (domain: string, name: string) => ({ id: companyId(domain), domain, name })
  assert.deepEqual(json, { from: ids('old.example', 'Old'), into: ids('new.example', 'New'), reports: 2 })
  const byOldId = await type(`companies show ${companyId('old.example')}`)
  assert.match(byOldId.text, /^aliases +new-shop\.example, old\.example$/m)
  assert.match(byOldId.text, /^stage +series_b \(records state seed\)$/m)
  const split = await type('companies split --domain old.example --from new.example')
  assert.match(split.text, /^Split old\.example from new\.example: 2 reports moved\./)
  assert.match((await type('companies show new.example')).text, /^stage +unknown$/m)
})

test('an alias without reports is only removed', async () => {
  const { text, json } = await type('companies split --domain new-shop.example')
  assert.match(text, /no longer an alias of new\.example/)
  assert.equal((json as { company: unknown }).company, null)
})

test('an error is one line with the reason', async () => {
  await assert.rejects(type('companies show'), fails(EXIT.usage, /A domain or a company id is required/))
  await assert.rejects(type('companies show nobody.example'), fails(EXIT.notFound, /No company has the domain/))
  await assert.rejects(type(`companies show ${companyId('x')}`), fails(EXIT.notFound, /No company has the id/))
  await assert.rejects(
    type('companies merge --from https://a.example --into new.example'),
    fails(EXIT.usage, /--from must be a domain/),
  )
  await assert.rejects(
    type('companies merge --from new.example --into new.example'),
    fails(EXIT.failed, /are one company already/),
  )
  await assert.rejects(
    type('companies merge --from nobody.example --into new.example'),
    fails(EXIT.notFound, /No company has the domain nobody\.example/),
  )
  await assert.rejects(type('companies split --domain new.example'), fails(EXIT.failed, /company of its own already/))
})

test('jobs for clients make a company an agency, with the reason, and the operator overrules it', async () => {
  const jobOf = (key: string, title: string) =>
    signal('globex.example', key, {
      company: { domain: 'globex.example', name: 'Globex' },
      label: `Hiring: ${title}`,
      fields: { jobTitle: title },
    })
  await writeRecords(db, new Stamper(db), [jobOf('g1', 'Cook for our client'), jobOf('g2', 'Koch für unseren Kunden')])
  const { text } = await type('companies show globex.example')
  assert.match(text, /^employer +agency \(records state unknown\)$/m)
  assert.match(text, /^because +Most of its jobs are for clients, such as: "(?:Cook|Koch) /m)
  const { json } = await type('companies kind globex.example direct')
  const because = 'The operator decided that it is a direct employer.'
  assert.deepEqual(json, {
    ...{ id: companyId('globex.example'), domain: 'globex.example', name: 'Globex' },
    ...{ employerKind: 'direct', employerKindReason: because },
  })
  await writeRecords(db, new Stamper(db), [jobOf('g3', 'Nurse for our client')])
  assert.match((await type('companies show globex.example')).text, /^employer +direct/m, 'new jobs change nothing')
  assert.match((await type('companies kind globex.example automatic')).text, /^globex\.example: agency\. Most/)
  await assert.rejects(type('companies kind globex.example recruiter'), fails(EXIT.usage, /one of direct, agency/))
  await assert.rejects(type('companies kind nobody.example direct'), fails(EXIT.notFound, /No company has the domain/))
})
