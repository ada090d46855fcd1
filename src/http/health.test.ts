import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { openTestDatabase } from '../../test/harness/database.ts'
import { probeRoutes } from './health.ts'

test('/readyz reports a full disk of the embedded database, and keeps serving', async () => {
  const app = Fastify()
  let free = 2 ** 30
  probeRoutes(app, await openTestDatabase(), { ready: true, freeBytes: () => free })
  const disk = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return [statusCode, (JSON.parse(body) as { checks: { disk: boolean } }).checks.disk]
  }
  assert.deepEqual(await disk(), [200, true])
  free = 2 ** 20
  assert.deepEqual(await disk(), [200, false])
})
