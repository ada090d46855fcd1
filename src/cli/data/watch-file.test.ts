// Files of accounts, as people and spreadsheets write them.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Config, loadConfig } from '../../platform/config/config.ts'
import { watchCommands } from './watch.ts'

let config: Config

before(async () => {
  config = loadConfig({ DATABASE_URL: (await openTestDatabase()).url, COLLECT_CONTACT: 'owner@example.com' })
  await type('watch add northwind.example --board https://boards.greenhouse.io/northwind')
})

const type = (line: string | readonly string[]) => typeCommand(watchCommands, line, config)

const fails = (message: RegExp) => (error: unknown) => error instanceof AppError && message.test(error.message)

test('all boards that a file has for a company are watched', async () => {
  const file = join(temporaryFolder(), 'accounts.csv')
  const boards = ['https://jobs.lever.co/wayne', 'https://boards.greenhouse.io/wayne', 'https://jobs.lever.co/wayne']
  writeFileSync(file, ['domain,board', ...boards.map((board) => `wayne.example,${board}`), ''].join('\n'))
  const added = await type(`watch add --file ${file}`)
  assert.deepEqual((added.json as { added: unknown }).added, [
    {
      domain: 'wayne.example',
      isNew: true,
      boards: [
        { collector: 'lever', target: 'wayne', isNew: true },
        { collector: 'greenhouse', target: 'wayne', isNew: true },
      ],
    },
  ])
  assert.match(added.text, /^wayne\.example: Lever job board wayne\nwayne\.example: Greenhouse job board wayne$/m)
  const { sources } = (await type('watch show wayne.example')).json as {
    sources: { collector: string; target: string }[]
  }
  const watched = sources.filter(({ target }) => target === 'wayne').map(({ collector }) => collector)
  assert.deepEqual(watched.sort(), ['greenhouse', 'lever'])
})

test('a file with bad lines: the others are watched, and every bad line is reported', async () => {
  const file = join(temporaryFolder(), 'accounts.csv')
  const bad = ['no domain,,', 'hooli.example,Hooli,https://hooli.example/jobs', 'me@gmail.com,,']
  // A board that is watched for another company, and one that a line before has.
  const taken = [
    'other.example,Other,https://boards.greenhouse.io/northwind',
    'twin.example,,https://jobs.lever.co/stark',
  ]
  const good = 'stark.example,Stark,https://jobs.lever.co/stark'
  writeFileSync(file, ['domain,name,board', good, ...bad, ...taken, ''].join('\n'))
  const added = await type(`watch add --file ${file}`)
  assert.equal(added.exitCode, 3)
  assert.match(
    added.text,
    /^Watching 1 new company\.\n.*stark\nNot added, 5 lines of the file:\n {2}line 3: "no domain" is not a domain/,
  )
  assert.match(added.text, /^ {2}line 6: The board northwind .* is watched for northwind\.example: run watch remove/m)
  assert.match(added.text, /^ {2}line 7: The board .*stark .* is watched for stark\.example/m)
  assert.match(added.text, /^ {2}line 4: .* is not the address of a job board/m)
  const { rejected } = added.json as { rejected: { line: number }[] }
  assert.deepEqual(
    rejected.map(({ line }) => line),
    [3, 4, 5, 6, 7],
  )
  assert.match((await type('watch list')).text, /^stark\.example .* now$/m)
  assert.doesNotMatch((await type('watch list')).text, /^(other|twin)\.example /m)
  writeFileSync(file, 'domain\nno domain\nme@gmail.com\n')
  assert.match((await type(`watch add --file ${file}`)).text, /^Watching 0 new companies\.\nNot added, 2 lines/)
})

test('a file that a spreadsheet saved as Unicode text is read', async () => {
  const file = join(temporaryFolder(), 'accounts.txt')
  const bytes = Buffer.from('\uFEFFdomain\tname\r\nunicode.example\tM\u00fcller\r\n', 'utf16le')
  writeFileSync(file, bytes)
  assert.match((await type(`watch add --file ${file}`)).text, /^Watching 1 new company/)
  assert.match((await type('watch list')).text, /M\u00fcller/)
})

test('invalid names and quotes reject only their lines', async () => {
  const file = join(temporaryFolder(), 'accounts.csv')
  const lines = [
    'name,domain',
    'Joe "Big" Co,stray.example',
    `${'x'.repeat(501)},long.example`,
    'Nul\0l,nul.example',
    '"Two\nlines",two.example',
    '  Cafe\u0301 ,cafe.example',
    '"Open,open.example',
    'M\u00fcller,latin.example',
    'Without,',
    ' , ',
    'Last,last.example',
  ]
  // The default of some spreadsheets.
  const [head = '', tail = ''] = `${lines.join('\n')}\n`.split('\u00fc')
  writeFileSync(file, Buffer.concat([Buffer.from(head), Buffer.from([0xfc]), Buffer.from(tail)]))
  const added = await type(`watch add --file ${file}`)
  assert.equal(added.exitCode, 3)
  const { rejected } = added.json as { rejected: unknown }
  assert.deepEqual(rejected, [
    { line: 2, reason: 'It is not valid CSV: a quote is missing, or there is one too many.' },
    { line: 3, reason: 'The name has 501 characters; the maximum is 500.' },
    { line: 4, reason: 'The name has a control character (U+0000).' },
    { line: 5, reason: 'The name has a control character (U+000A).' },
    { line: 8, reason: 'It is not valid CSV: a quote is missing, or there is one too many.' },
    { line: 9, reason: 'The name is not valid UTF-8: save the file as UTF-8.' },
    { line: 10, reason: 'The domain is missing.' },
  ])
  const list = (await type('watch list')).text
  assert.match(list, /^cafe\.example +Caf\u00e9 /m)
  assert.match(list, /^last\.example +Last /m)
  assert.doesNotMatch(list, /^(stray|long|nul|two|open|latin)\.example /m)
  await assert.rejects(type(['watch', 'add', 'blank.example', '--name', '   ']), fails(/^The name is empty\.$/))
  await assert.rejects(type(`watch add blank.example --name ${'x'.repeat(501)}`), fails(/the maximum is 500\.$/))
})
