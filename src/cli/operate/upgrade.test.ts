import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../../../test/harness/command-line.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { one, readMigrations, surveyUpgrade } from '../../db/index.ts'
import { attentionOf } from './upgrade.ts'

function migration(number: number, sql: string, minCodeVersion?: string) {
  const inTransaction = !sql.startsWith('-- no-transaction')
  return { number, name: `${number}.sql`, sql, checksum: sql, minCodeVersion, inTransaction }
}

test('upgrade --check shows what pending migrations lock and for how long by the size of the table, and changes nothing', async () => {
  const db = await openTestDatabase()
  const pool = db.pool('settings')
  await pool.query(
    `insert into sources (name) select 'source ' || i || repeat('x', 400) from generate_series(1, 40000) i; analyze sources`,
  )
  const known = readMigrations()
  const next = known.length + 1
  const migrations = [
    ...known,
    migration(next, 'alter table sources add column a text; create table t (x int); create index on t (x)'),
    migration(next + 1, 'alter table sources alter column name type varchar; create index on sources (name)'),
    migration(next + 2, '-- no-transaction\ncreate index concurrently if not exists n on sources (name)'),
    migration(next + 3, 'alter table sources drop column a', '0.9.0'),
  ]
  const survey = await surveyUpgrade(pool, { migrations })
  const [brief, slow, steps, contracting] = survey.migrations.map(({ effects: [effect], ...rest }) => ({
    ...effect,
    ...rest,
  }))
  const { bytes } = await one<{ bytes: number }>(pool, `select pg_table_size('sources')::bigint as bytes`)
  assert.deepEqual([brief?.table, brief?.blocks, brief?.seconds], ['sources', 'reads and writes', 0])
  assert.deepEqual([slow?.rows, slow?.bytes, slow?.work, slow?.lock], [40_000, bytes, 'rewrite', 'access exclusive'])
  assert.ok((slow?.seconds ?? 0) > bytes / 10e6, 'the rewrite, and the index')
  assert.deepEqual([steps?.blocks, steps?.inTransaction], ['nobody', false])
  assert.equal(contracting?.leastCodeVersion, '0.9.0')
  assert.equal((await one<{ n: number }>(pool, 'select count(*)::int as n from schema_migrations')).n, known.length)

  const large = {
    ...survey,
    migrations: survey.migrations.map((each) => ({
      ...each,
      effects: each.effects.map((effect) => ({ ...effect, seconds: effect.seconds * 100 })),
    })),
  }
  const nodes = [
    { name: 'a:1', version: '0.8.2' },
    { name: 'b:1', version: '0.9.0' },
  ]
  const [late, stop, ...others] = attentionOf(large, nodes)
  assert.match(late ?? '', /blocks reads and writes of sources for about \d+ (s|min): choose a quiet hour/)
  assert.match(stop ?? '', /stop these nodes first: a:1 \(0\.8\.2\)\.$/)
  assert.deepEqual(others, [])
  assert.deepEqual(attentionOf(survey, [{ name: 'b:1', version: '0.9.0' }]), [])
  assert.match(attentionOf(survey, undefined).join(), /stop all their nodes first/)
})

test('upgrade --check lists functions and rules that change, and its exit code shows whether action is needed', async () => {
  const db = await openTestDatabase()
  const DATABASE_URL = db.url
  const check = async () => {
    const { code, stdout } = await runCommand(['upgrade', '--check', '--json'], { DATABASE_URL })
    const { functions, rules, attention, migrations } = JSON.parse(stdout)
    return { code, functions, rules, attention, migrations }
  }
  assert.deepEqual(await check(), { code: 0, functions: [], rules: [], attention: [], migrations: [] })
  await db.pool('settings').query(
    `create or replace function stamp_log() returns bigint language plpgsql as $$ begin return 1; end $$;
     update schema_editions set edition = 'old' where name = 'lines'`,
  )
  assert.deepEqual(await check(), {
    code: 0,
    functions: ['stamp_log'],
    rules: ['lines'],
    attention: [],
    migrations: [],
  })
  await db.pool('settings').query(`update schema_migrations set least_code_version = '99.0.0' where number = 1`)
  const tooOld = await check()
  assert.equal(tooOld.code, 1)
  assert.match(tooOld.attention.join(), /^The database needs Pro Signal 99\.0\.0 or later/)
})

test('upgrade --check reports that the major version of the embedded PostgreSQL would change, with the two commands', async () => {
  const DATA_DIR = temporaryFolder()
  mkdirSync(join(DATA_DIR, 'postgres'))
  writeFileSync(join(DATA_DIR, 'postgres/PG_VERSION'), '14\n')
  const { code, stdout } = await runCommand(['upgrade', '--check'], { DATA_DIR })
  assert.equal(code, 1)
  assert.match(stdout, /^PostgreSQL would change from 14 to \d+, .* backup over\.backup.* restore over\.backup/)
})
