import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/harness/database.ts'
import { NodeLease, NodeStopped, type NodeTable } from './node-lease.ts'

const DELETED: NodeTable = {
  table: 'firehose_nodes',
  newId: 'gen_random_uuid()',
  endsWhen: 'deleted',
  pool: 'firehose',
}
const EXPIRED: NodeTable = { table: 'collect_nodes', newId: 'default', endsWhen: 'expired', pool: 'ingest' }

const db = await openTestDatabase()
const open = (node: NodeTable, leaseSeconds = 60) => new NodeLease(db, node, { name: 'test', leaseSeconds })
const isNew = (lease: NodeLease<string | number>) => lease.renew((isNew) => isNew)
const query = (text: string, values: unknown[] = []) => db.pool('ingest').query(text, values)

for (const node of [DELETED, EXPIRED]) {
  test(`${node.table}: a node keeps its id while it renews in time, and leaves so that others can take over`, async () => {
    const lease = open(node)
    assert.throws(() => lease.id, NodeStopped)
    assert.equal(await isNew(lease), true)
    const { id } = lease
    assert.equal(await isNew(lease), false)
    assert.deepEqual([lease.id, lease.lastId, lease.isFresh, lease.isEnding], [id, id, true, false])
    await lease.leave()
    assert.deepEqual([lease.isValid, lease.lastId], [false, undefined])
    const { rows } = await query(`select from ${node.table} where id = $1 and expires_at > now()`, [id])
    assert.equal(rows.length, 0)
    assert.equal(await isNew(lease), true)
    assert.notEqual(lease.id, id)
  })

  test(`${node.table}: the term counts from before the renewal was sent, whatever time the rest takes`, async () => {
    const lease = open(node, 0.005)
    await lease.renew(() => query('select pg_sleep(0.01)'))
    assert.equal(lease.isValid, false)
    assert.throws(() => lease.id, NodeStopped)
  })

  test(`${node.table}: a new lease is valid only when the process has dropped what it held`, async () => {
    const lease = open(node)
    await lease.renew(() => {})
    const before = lease.id
    lease.giveUp()
    const failing = lease.renew(() => {
      assert.equal(lease.isValid, false)
      assert.notEqual(lease.lastId, before)
      throw new Error('the database is gone')
    })
    await assert.rejects(failing, /gone/)
    assert.equal(lease.isValid, false)
    assert.equal(await isNew(lease), true, 'it was not forgotten yet')
    assert.equal(await isNew(lease), false)
  })
}

test('a node that expired can renew until others delete its row, where that frees what it held', async () => {
  const lease = open(DELETED)
  await lease.renew(() => {})
  const { id } = lease
  await query(`update firehose_nodes set expires_at = now() - interval '1 s' where id = $1`, [id])
  assert.equal(await isNew(lease), false)
  assert.equal(lease.id, id)
  await query(`delete from firehose_nodes where id = $1`, [id])
  assert.equal(await isNew(lease), true)
  assert.notEqual(lease.id, id)
})

test('an expired node never returns under its id, if others check for its expiry', async () => {
  const lease = open(EXPIRED)
  await lease.renew(() => {})
  const { id } = lease
  await query(`update collect_nodes set expires_at = now() - interval '1 s' where id = $1`, [id])
  assert.equal(await isNew(lease), true)
  assert.notEqual(lease.id, id)
})

test('the time is the database’s, even if this machine’s clock is set', async (t) => {
  const lease = open(EXPIRED)
  await lease.renew(() => {})
  const { rows } = await query(`select extract(epoch from clock_timestamp()) * 1000 as now`)
  const isRight = () => Math.abs(lease.databaseMs() - Number(rows[0]?.now)) < 5_000
  assert.ok(isRight())
  const months = Date.now() + 2_200 * 3_600_000
  t.mock.method(Date, 'now', () => months)
  assert.ok(isRight())
})
