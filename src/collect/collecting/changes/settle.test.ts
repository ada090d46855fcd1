// Results of visits are written in batches.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { collectOnce } from '../../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { many } from '../../../db/index.ts'
import { BOARD_COLLECTORS } from '../../collectors/index.ts'
import { addWatched } from '../index.ts'

test('a visit that can’t be written doesn’t block others', async () => {
  const db = await openTestDatabase()
  const server = await startBoardServer()
  // As many as are visited concurrently: a run ends at the first failure.
  const names = ['alpha', 'beta', 'gamma', 'delta']
  for (const [n, name] of names.entries())
    server.board('greenhouse', name, [{ id: `${n + 1}`, title: 'Account Executive', postedAt: 1_790_000_000 }])
  const watched = names.map((name) => ({ domain: `${name}.example`, board: `https://boards.greenhouse.io/${name}` }))
  await db.transaction('settings', (tx) => addWatched(tx, watched, BOARD_COLLECTORS))
  await db.pool('ingest').query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before update on looks for each row when (new.domain = 'gamma.example') execute function refuse()`)
  await assert.rejects(collectOnce(db, { server, collectors: BOARD_COLLECTORS, once: { all: true } }), /refused/)
  const stored = await many<{ domain: string }>(
    db.pool('ingest'),
    `select c.domain from signals s join companies c on c.ordinal = s.company_ordinal where s.type = 'hiring' order by domain`,
  )
  assert.deepEqual(
    stored.map(({ domain }) => domain),
    ['alpha.example', 'beta.example', 'delta.example'],
  )
})
