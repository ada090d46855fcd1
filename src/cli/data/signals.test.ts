// The commands as a person types them, on a real database.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { company, JUNE, signal } from '../../../test/harness/signals.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { type Config, loadConfig } from '../../platform/config/config.ts'
import { Stamper } from '../../write/log/index.ts'
import { signalId, writeRecords } from '../../write/write-path/index.ts'
import { signalsCommands } from './signals.ts'

let config: Config
before(async () => {
  const db = await openTestDatabase()
  config = loadConfig({ DATABASE_URL: db.url })
  const write = (...lines: Parameters<typeof writeRecords>[2]) => writeRecords(db, new Stamper(db), lines)
  await write(company('told.example', { employeeCount: 10 }), signal('told.example', 'job', { confidence: 0.5 }))
  await write(signal('told.example', 'job', { label: 'Account Executive', confidence: 0.9 }))
  await write(company('told.example', { employeeCount: 12 }))
  await write(signal('told.example', 'job', { label: 'Account Executive', status: 'closed', closedAt: JUNE }))
})

const id = signalId('test', 'job')

test('signals show --history shows what each report said before it changed', async () => {
  const { text, json } = await typeCommand(signalsCommands, `signals show ${id} --history`, config)
  const lines = text.slice(text.indexOf('history\n')).split('\n')
  const told = lines
    .slice(1)
    .map((line) => line.replace(/^ +\d{4}-\d\d-\d\d \d\d:\d\d UTC +/, '').replace(/ {2,}/, ' '))
  assert.deepEqual(told.sort(), [
    'test job changed: label Signal job → Account Executive, confidence 0.5 → 0.9',
    'test job closed: status active → closed, closedAt – → 2026-06-01T00:00:00.000Z',
    'test job first known',
    'told.example changed: employeeCount was 10',
    'told.example first known',
  ])
  const { history } = json as { history: { reports: { isComplete: boolean; entries: { was?: unknown }[] }[] } }
  assert.deepEqual(
    history.reports.map(({ isComplete, entries }) => [isComplete, entries.map(({ was }) => was)]),
    [[true, [undefined, { label: 'Signal job', confidence: 0.5 }, { status: 'active', closedAt: null }]]],
  )
})

test('without --history the record is not read', async () => {
  const { text, json } = await typeCommand(signalsCommands, `signals show ${id}`, config)
  assert.doesNotMatch(text, /history/)
  assert.equal('history' in (json as object), false)
})
