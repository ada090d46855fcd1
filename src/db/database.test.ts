import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestDatabase } from '../../test/harness/database.ts'
import { one } from './index.ts'

test('a connection that breaks while it is lent, between two statements, does not end the process', async () => {
  const db = await openTestDatabase()
  const client = await db.pool('search').connect()
  try {
    const { pid } = await one<{ pid: number }>(client, 'select pg_backend_pid() as pid')
    await db.pool('settings').query('select pg_terminate_backend($1)', [pid])
    // An error without a listener would be thrown here, outside of any statement.
    await sleep(200)
    await assert.rejects(client.query('select 1'))
  } finally {
    client.release(true)
  }
})
