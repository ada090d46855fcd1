import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Collector, Snapshot } from '../../collectors/index.ts'
import { Readers } from './readers.ts'
import { runVisit } from './run-visit.ts'

test('a snapshot with unreadable entries is not complete, whatever its collector says; nor are boards read for it', async () => {
  const shown = (unreadable: number): Snapshot => ({ signals: [], complete: true, entries: { read: 9, unreadable } })
  const run = (snapshot: Snapshot) => {
    const collector: Collector = { name: 'x', title: 'X', every: 'day', types: [], visit: async () => snapshot }
    const context = { company: { domain: 'acme.example', name: 'Acme', aliases: [] }, now: 0 }
    const visit = { target: 'acme.example', context, call: async () => [], signal: new AbortController().signal }
    return runVisit(new Readers({ knows: () => false }), collector, visit, undefined)
  }
  assert.equal((await run(shown(0))).complete, true)
  assert.equal((await run(shown(1))).complete, false)
  const read = [{ collector: 'lever', board: 'acme', snapshot: shown(1) }]
  const { complete, read: boards } = await run({ ...shown(0), read })
  assert.deepEqual([complete, boards?.[0]?.snapshot.complete], [true, false])
})
