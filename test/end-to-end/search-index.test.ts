// The service with its search index: PostgreSQL answers until the index is ready, and the index finds new signals.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { NO_LIMITS, startApi, WORLD_SIZE } from '../harness/api.ts'
import { createDatabase } from '../harness/database.ts'
import { proxyDatabase } from '../harness/database-proxy.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { recordingLog } from '../harness/log.ts'
import { signal } from '../harness/signals.ts'

async function eventually(condition: () => Promise<boolean>, failure: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await condition()) return
    await sleep(50)
  }
  assert.fail(failure)
}

const readinessOf = async (url: string) =>
  (await (await fetch(`${url}/readyz`)).json()) as { status: string; search: string; searchReason?: string }
const metricsOf = async (url: string) => (await fetch(`${url}/metrics`)).text()

test('an index that no longer reaches the log falls back to PostgreSQL, reports it, and recovers', async () => {
  const databaseUrl = await createDatabase()
  const proxy = await proxyDatabase(databaseUrl)
  const env = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: proxy.url, SEARCH_ENGINE: 'index' }
  const { log, lines } = recordingLog()
  const api = await startApi({ env: { ...env, DATA_DIR: temporaryFolder() }, log })
  const team = await api.newTeam({ limits: NO_LIMITS })
  const total = async () =>
    ((await (await team.post({ signal_query: 'hiring:zymurgist' })).json()) as { total: number }).total
  const engine = async () => (await readinessOf(api.url)).search
  await eventually(async () => (await engine()) === 'index', 'the index is not ready')
  assert.equal((await readinessOf(api.url)).searchReason, undefined)

  await proxy.stop()
  await writeRecords(api.db, new Stamper(api.db), [signal('newcomer.example', 'new', { label: 'Zymurgist' })])
  await eventually(async () => (await engine()) === 'postgres', 'an index without contact goes on answering')
  const readiness = await readinessOf(api.url)
  assert.equal(readiness.status, 'ok', 'the pools are fine')
  assert.match(readiness.searchReason ?? '', /has had no answer from the database for 5 s/)
  assert.equal(await total(), 1, 'PostgreSQL finds the new signal')
  const metrics = await metricsOf(api.url)
  assert.match(metrics, /^pro_signal_search_index_ready 0$/m)
  assert.match(metrics, /^pro_signal_search_index_age_seconds [5-9]|[1-9]\d/m)
  const head = Number(/^pro_signal_log_position (\d+)$/m.exec(metrics)?.[1])
  const position = Number(/^pro_signal_search_index_position (\d+)$/m.exec(metrics)?.[1])
  assert.ok(head > position, `the log is at ${head}, the index at ${position}`)
  const waiting = lines.filter(({ msg }) => /the search index is waiting/.test(String(msg)))
  assert.equal(waiting.length, 1, 'one line, however often it tried')
  const listening = lines.filter(({ msg }) => /the firehose cannot listen for notifications/.test(String(msg)))
  assert.equal(listening.length, 1, 'one line, however often it tried')

  await proxy.restore()
  await eventually(async () => (await engine()) === 'index', 'the index does not come back')
  await eventually(async () => (await total()) === 1, 'the index does not have the new signal')
  await eventually(
    async () => lines.some(({ msg }) => msg === 'searches are answered by the search index again'),
    'the return of the index is not logged',
  )
})

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
