import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type pg from 'pg'
import { PatientPool } from './patient-pool.ts'

/** A server that accepts one connection and starts no process for others. */
class OneConnection extends EventEmitter {
  static opened = 0
  readonly connection = { stream: { destroy: () => this.#fail?.(new Error('closed')) } }
  /** As the driver calls it: a connection that isn't is not taken back. */
  readonly _queryable = true
  #fail: ((error: Error) => void) | undefined

  connect(callback: (error?: Error) => void): void {
    if (OneConnection.opened++ === 0) queueMicrotask(callback)
    else this.#fail = callback
  }

  end(callback?: () => void): void {
    callback?.()
  }
}

test('a caller whose connection is delayed takes one that was returned meanwhile', async () => {
  const pool = new PatientPool({
    Client: OneConnection as unknown as new () => pg.Client,
    max: 3,
    connectionTimeoutMillis: 20,
  })
  const first = await pool.connect()
  const second = pool.connect()
  first.release()
  assert.equal(await second, first)
  // None is returned.
  await assert.rejects(pool.connect(), /connection timeout/)
  await assert.rejects(pool.query('select 1'), /connection timeout/)
  first.release()
  await pool.end()
})
