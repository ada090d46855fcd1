import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { addWatched } from '../../collect/collecting/index.ts'
import { COLLECTORS, VisitFailure } from '../../collect/collectors/index.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { checkCollecting } from '../operate/doctor/collecting.ts'
import { describeFailures, noteFailure } from './collect.ts'

test('a host that fails for every company is one line, and the most frequent failures come first', () => {
  assert.deepEqual(describeFailures(new Map()), [])
  const lines = describeFailures(
    new Map([
      ['home-page: missing: DOMAIN answered 404', ['a.example']],
      ['home-page: refused: www.DOMAIN answered 403.', ['b.example', 'c.example', 'd.example']],
    ]),
  )
  assert.deepEqual(lines, [
    'b.example and 2 more: home-page: refused: www.b.example answered 403.',
    'a.example: home-page: missing: a.example answered 404',
    'bin/pro-signal watch show DOMAIN shows what failed and when it is retried',
  ])
  const many = describeFailures(new Map(Array.from({ length: 12 }, (_, i) => [`source ${i}`, ['a.example']])))
  assert.equal(many.at(-2), 'and 2 more failed')
  const rerouted = describeFailures(new Map([['home-page: refused', ['a.example']]]), 'http://127.0.0.1:4010')
  assert.equal(rerouted[1], 'COLLECT_REROUTE is set: every request went to http://127.0.0.1:4010')
})

test('the parts that a visit could not read are reported', () => {
  const failures = new Map<string, string[]>()
  const snapshot = { signals: [], complete: false, failure: new VisitFailure('unavailable', 'a.example answered 500.') }
  const look = { domain: 'a.example', collector: 'discovery' }
  noteFailure(failures, { look, result: { kind: 'snapshot', snapshot, answer: undefined, bytes: 0 } })
  assert.equal(describeFailures(failures)[0], 'a.example: discovery: unavailable: a.example answered 500.')
})

test('doctor shows what is watched, what waits and which hosts are paused, one or many', async () => {
  const db = await openTestDatabase()
  const config = loadConfig({ COLLECT_CONTACT: 'owner@example.com' })
  const watch = (domain: string) => db.transaction('settings', (tx) => addWatched(tx, [{ domain }], COLLECTORS))
  const wait = (name: string) =>
    db.pool('settings').query(
      `with closed as (insert into host_turns (host, closed_until) values ($1, '2100-01-01 09:30Z'))
       insert into matches (domain, collector, target, page, why) values ('first.example', 'lever', $1, '', '')`,
      [name],
    )
  await watch('first.example')
  await wait('first.example')
  const until = 'until 2100-01-01 09:30 UTC'
  const sources = 8
  const none =
    'no process collects: start serve (or restart it, if it was started before COLLECT_CONTACT was set), or run collect --once'
  assert.equal(
    (await checkCollecting(db, config)).message,
    `1 company is watched, ${sources} sources, 1 board, filer or domain waits for you (bin/pro-signal matches list); ${none}; 1 host is not asked for a while: first.example ${until}`,
  )
  await watch('second.example')
  for (const host of ['second.example', 'third.example', 'lever']) await wait(host)
  assert.equal(
    (await checkCollecting(db, config)).message,
    `2 companies are watched, ${2 * sources} sources, 4 boards, filers or domains wait for you (bin/pro-signal matches list); ${none}; 4 hosts are not asked for a while: lever ${until}, first.example ${until}, second.example ${until} and 1 more`,
  )
})
