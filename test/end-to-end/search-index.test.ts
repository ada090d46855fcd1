// The service with its search index: PostgreSQL answers until the index is ready, and the index finds new signals.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Stamper } from '../../src/features/log/index.ts'
import { writeRecords } from '../../src/features/write-path/index.ts'
import { NO_LIMITS, startApi, WORLD_SIZE } from '../harness/api.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { signal } from '../harness/signals.ts'

async function eventually(condition: () => Promise<boolean>, failure: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await condition()) return
    await sleep(50)
  }
  assert.fail(failure)
}

test('searches and slices work from the start, and use the index once it is ready', async () => {
  const api = await startApi({ env: { SEARCH_ENGINE: 'index', DATA_DIR: temporaryFolder() } })
  const team = await api.newTeam({ limits: NO_LIMITS })
  const total = async (query: string) =>
    ((await (await team.post({ signal_query: query })).json()) as { total: number }).total
  const rows = async () =>
    ((await (await team.get('/slices?slice=ai-sdr-hiring&scoreMin=0')).json()) as { pagination: { total: number } })
      .pagination.total
  const early = { total: await total('hiring'), rows: await rows() }
  assert.equal(early.total, WORLD_SIZE)
  await eventually(async () => {
    const { search } = (await (await fetch(`${api.url}/readyz`)).json()) as { search: string }
    return search === 'index'
  }, 'the index is not ready')
  await eventually(async () => (await total('hiring')) === WORLD_SIZE, 'the index does not have the test companies')
  assert.equal(await rows(), early.rows)

  await writeRecords(api.db, new Stamper(api.db), [signal('newcomer.example', 'new', { label: 'Zymurgist' })])
  await eventually(async () => (await total('hiring:zymurgist')) === 1, 'the new signal is not found')
  const metrics = await (await fetch(`${api.url}/metrics`)).text()
  assert.match(metrics, /^pro_signal_search_index_ready 1$/m)
  assert.match(metrics, /^pro_signal_search_index_bytes [1-9]/m)
})
