// A list of subprocessors over several visits: what is adopted, what is dropped, and what is ignored.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, startBoardServer } from '../../../test/harness/board-server.ts'
import { collectOnce } from '../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { type Database, many } from '../../db/index.ts'
import { collectorNamed } from '../collectors/index.ts'
import { addWatched } from './index.ts'

const collectors = [collectorNamed('subprocessors') ?? assert.fail()]
const domain = 'listed.example'
const PAGE = `https://${domain}/subprocessors`

let db: Database
let server: BoardServer

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
  server.page(`https://${domain}/`, '<a href="/subprocessors">Subprocessors</a>')
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain }], collectors))
})

function list(...rows: readonly string[]): void {
  server.page(PAGE, `<h1>Subprocessors</h1><ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`)
}

async function collect(): Promise<string[]> {
  const outcomes: string[] = []
  await collectOnce(db, {
    ...{ server, collectors, once: { all: true, domain } },
    onVisit: ({ settled }) => outcomes.push(settled.outcome),
  })
  return outcomes
}

/** Each tool with its change, if it has not ended. */
async function tools(): Promise<string[]> {
  const rows = await many<{ tool: string; change: string }>(
    db.pool('ingest'),
    `select fields ->> 'tool' as tool, fields ->> 'change' as change from signals
      where source = 'subprocessors' and status = 'active' order by 1, 2`,
  )
  return rows.map(({ tool, change }) => `${tool} ${change}`)
}

test('tools listed at first are in use, a row that appears is adopted, and one missing for two visits was dropped', async () => {
  list('Stripe, Inc. – payments', 'Sentry – errors', 'Amazon Web Services – hosting', 'Zendesk – support')
  assert.deepEqual(await collect(), ['first'])
  const atFirst = ['Amazon Web Services in_use', 'Sentry in_use', 'Stripe in_use', 'Zendesk in_use']
  assert.deepEqual(await tools(), atFirst)
  list('Stripe, Inc. – payments', 'Amazon Web Services – hosting', 'Zendesk – support', 'OpenAI, LLC – AI assistant')
  await collect()
  assert.deepEqual(await tools(), [...atFirst, 'OpenAI API adopted'].sort())
  await collect()
  assert.deepEqual(await tools(), [
    'Amazon Web Services in_use',
    'OpenAI API adopted',
    'Sentry dropped',
    'Stripe in_use',
    'Zendesk in_use',
  ])
})

test('a page that is no longer a list ends nothing, and one that loses more than half of its rows waits', async () => {
  const before = await tools()
  server.page(PAGE, '<h1>Subprocessors</h1><div id="root"></div>')
  assert.deepEqual([await collect(), await collect()], [['partial'], ['partial']])
  list('Stripe, Inc. – payments')
  assert.deepEqual(await collect(), ['waiting'])
  assert.deepEqual(await tools(), before)
})
