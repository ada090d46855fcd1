// The commands as a person types them, on a real database.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Config, loadConfig, packageRoot } from '../../platform/config/config.ts'
import { EXIT, exitCodeOf } from '../exit-codes.ts'
import { slicesCommands } from './slices.ts'

const folder = temporaryFolder()
const shipped = join(packageRoot, 'slices/hiring-surge.json')
const surge = JSON.parse(readFileSync(shipped, 'utf8')) as Record<string, unknown>
let config: Config

before(async () => {
  const db = await openTestDatabase()
  config = loadConfig({ DATABASE_URL: db.url })
})

const type = (line: string) => typeCommand(slicesCommands, line, config)

function write(name: string, content: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const fails = (exitCode: number, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError)
  assert.equal(exitCodeOf(error), exitCode)
  assert.match(error.message, message)
  return true
}

test('the list has the shipped slices, as text and as data', async () => {
  const { text, json } = await type('slices list')
  assert.match(
    text,
    /^SLUG +LABEL +WINDOW +STATE +ORIGIN +APPLIED\nai-sdr-hiring .* 45 days +not_fed: hiring +shipped +–\n/,
  )
  const { slices } = json as { slices: { state: string; notFed: string[] }[] }
  assert.equal(slices.length, 17)
  assert.deepEqual([slices[0]?.state, slices[0]?.notFed], ['not_fed', ['hiring']], 'nobody has delivered anything')
})

test('a slice can be shown, changed and applied, and applying the shipped one undoes the change', async () => {
  const shown = await type('slices show hiring-surge')
  assert.match(shown.text, /WEIGHT +CLAUSE\n0.70? +velocity/)
  assert.deepEqual(shown.json, surge)
  const file = write('ours.json', [
    { ...surge, label: 'Ours' },
    { ...surge, slug: 'second' },
  ])
  const { text, exitCode = EXIT.done } = await type(`slices apply ${file}`)
  assert.equal(exitCode, EXIT.done)
  assert.match(text, /^hiring-surge +applied\nsecond +applied$/m)
  assert.match((await type('slices show hiring-surge')).text, /^origin +applied, \d{4}-/m)
  assert.match((await type(`slices apply ${shipped}`)).text, /reverted to the shipped slice/)
  assert.deepEqual((await type('slices show hiring-surge')).json, surge)
})

test('one bad slice in a file rejects the whole file, and every problem is reported with its place', async () => {
  const file = write('bad.json', [
    { ...surge, slug: 'good-one' },
    { ...surge, slug: 'bad-one', query: 'velocity(ratio > many)', windowDays: 0 },
  ])
  const { text, json, exitCode } = await type(`slices apply ${file}`)
  assert.equal(exitCode, EXIT.failed)
  assert.match(
    text,
    /^Nothing was applied\. .* has 2 problems:\n +\[1\]\.query +at 17: .*\n +\[1\]\.windowDays +must be a/,
  )
  assert.equal((json as { problems: unknown[] }).problems.length, 2)
  await assert.rejects(type('slices show good-one'), fails(EXIT.notFound, /There is no slice "good-one"/))
})

test('an error is one line with the reason', async () => {
  await assert.rejects(type('slices apply'), fails(EXIT.usage, /A file is required/))
  await assert.rejects(type('slices apply /nowhere/at-all.json'), fails(EXIT.usage, /cannot be read/))
  await assert.rejects(type(`slices apply ${write('no.json', '{')}`), fails(EXIT.failed, /is not valid JSON/))
  await assert.rejects(type('slices show'), fails(EXIT.usage, /slug is required/))
  await assert.rejects(type('slices show hiring-surg'), fails(EXIT.notFound, /did you mean hiring-surge\?/))
})
