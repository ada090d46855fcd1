// The commands as a person types them, on a real database.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { company } from '../../../test/harness/signals.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { createTeam } from '../../account/teams/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Config, loadConfig } from '../../platform/config/config.ts'
import { Stamper } from '../../write/log/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import { EXIT, exitCodeOf } from '../exit-codes.ts'
import { listsCommands } from './lists.ts'

let config: Config
let teams: readonly string[]
const folder = temporaryFolder()

before(async () => {
  const db = await openTestDatabase()
  config = loadConfig({ DATABASE_URL: db.url })
  await writeRecords(db, new Stamper(db), [company('acme.example', { name: 'Acme' })])
  const create = (email: string) =>
    createTeam(db, { name: 'Team', plan: 'pro' }, { email, password: 'a password' }).then(({ id }) => id)
  teams = [await create('one@example.com'), await create('two@example.com')]
})

const type = (...words: string[]) => typeCommand(listsCommands, ['lists', ...words].join(' '), config)

const failure = (code: number, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError, String(error))
  assert.match(error.message, message)
  assert.equal(exitCodeOf(error), code)
  return true
}

test('create, add, show, remove and delete a list', async () => {
  const [team = ''] = teams
  const of = ['--team', team, '--name', 'my-accounts']
  assert.match((await type('list', '--team', team)).text, /has no lists. Create one/)
  const file = join(folder, 'accounts.csv')
  writeFileSync(file, '\uFEFFName;Website\r\nAcme;https://acme.example/about\r\nLater;later.example\r\nNobody;\r\n')
  const created = await type('create', ...of, '--file', file, '--json')
  assert.equal(created.exitCode, EXIT.rejected)
  assert.match(created.text, /Created the list "my-accounts"\.\nAdded 2 companies\.\nNot known yet, .*: later\.example/)
  assert.match(created.text, /line 4: "Nobody;": it has no domain/)
  const added = await type('add', ...of, 'buyer@acme.example', 'contoso.example')
  assert.deepEqual(added.exitCode, EXIT.done)
  assert.match(added.text, /^Added 1 company; 1 already there\./)
  const unicode = join(folder, 'unicode.txt')
  writeFileSync(unicode, Buffer.from('\uFEFFfabrikam.example\r\n', 'utf16le'))
  assert.equal(((await type('add', ...of, '--file', unicode)).json as { added: number }).added, 1)
  const shown = await type('show', '--team', team, '--name', 'MY-ACCOUNTS')
  assert.match(shown.text, /^my-accounts: 4 companies, 3 of them not known yet\./)
  assert.match(shown.text, /acme\.example +Acme/)
  assert.match(shown.text, /later\.example +waiting/)
  const { accounts } = (await type('show', ...of, '--json')).json as { accounts: { domain: string }[] }
  assert.equal(accounts.length, 4)
  assert.match((await type('remove', ...of, 'contoso.example', 'unknown.example')).text, /^Removed 1 company from/)
  assert.match((await type('list', '--team', team)).text, /my-accounts +3 /)
  assert.match((await type('delete', ...of)).text, /^Deleted the list "my-accounts"\.$/)
  await assert.rejects(type('show', ...of), failure(EXIT.notFound, /The team has no list "my-accounts"\./))
})

test('errors are reported, and another team’s lists are as unknown as any', async () => {
  const [team = '', other = ''] = teams
  await type('create', '--team', team, '--name', 'secret-list', 'acme.example')
  await assert.rejects(
    type('show', '--team', team, '--name', 'secret-lisr'),
    failure(EXIT.notFound, /did you mean "secret-list"\?/),
  )
  await assert.rejects(
    type('show', '--team', other, '--name', 'secret-lisr'),
    failure(EXIT.notFound, /has no list "secret-lisr"\.$/),
  )
  await assert.rejects(type('delete', '--team', other, '--name', 'secret-list'), failure(EXIT.notFound, /has no list/))
  await assert.rejects(
    type('add', '--team', team, '--name', 'secret-list'),
    failure(EXIT.usage, /Companies are required/),
  )
  await assert.rejects(
    type('add', '--team', team, '--name', 'secret-list', '--file', join(folder, 'none')),
    failure(EXIT.usage, /cannot be read/),
  )
  const unknown = '6f0c1a52-0000-4000-8000-000000000000'
  await assert.rejects(type('list', '--team', unknown), failure(EXIT.notFound, /There is no team/))
  await assert.rejects(type('create', '--team', unknown, '--name', 'x'), failure(EXIT.notFound, /There is no team/))
})
