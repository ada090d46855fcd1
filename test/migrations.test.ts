// The check of `npm run check` that a migration blocks no node. Each rule finds what it is for, and only that.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_CHECKED, lint } from '../bin/migrations/lint.ts'
import { effectsOf } from '../src/db/migrations/effects.ts'
import { type Migration, readMigrations } from '../src/db/migrations/read.ts'
import { RULES, type Rule } from '../src/db/migrations/rules.ts'
import { splitStatements } from '../src/db/migrations/statements.ts'
import { VERSION } from '../src/platform/config/version.ts'

function lintText(sql: string, version = '0.3.0'): string[] {
  const inTransaction = !/^-- no-transaction$/m.test(sql)
  const minCodeVersion = /^-- least-code-version: (\S+)$/m.exec(sql)?.[1]
  const migration: Migration = { number: 99, name: '0099-x.sql', sql, checksum: '', minCodeVersion, inTransaction }
  return lint(migration, version)
}

function rulesBrokenBy(sql: string): string[] {
  return lintText(sql).map((problem) => /^0099-x\.sql:\d+: ([a-z-]+): /.exec(problem)?.[1] ?? problem)
}

const BAD: Readonly<Record<Rule, readonly string[]>> = {
  index: ['create index a on signals (x)', 'create unique index a on public.signals using gin (x)'],
  'drop-index': ['drop index a', 'drop index if exists a'],
  'rewriting-column': [
    'alter table signals add column a uuid not null default gen_random_uuid()',
    'alter table signals add column a timestamptz default clock_timestamp()',
    'alter table signals add a bigserial',
    'alter table signals add column a int generated always as identity',
    'alter table signals add column a text generated always as (lower(b)) stored',
  ],
  'not-null': [
    'alter table signals add column a text not null',
    'alter table signals add column b int, add column a text not null',
  ],
  'set-not-null': ['alter table only signals alter column a set not null'],
  type: [
    'alter table signals alter column a type bigint',
    'alter table signals alter a set data type bigint using a::bigint',
  ],
  'foreign-key': [
    'alter table signals add constraint a foreign key (b) references companies',
    'alter table signals add foreign key (b) references companies (ordinal)',
    'alter table signals add column a int default 1 references companies',
  ],
  check: [
    'alter table signals add constraint a check (b > 0)',
    "alter table signals add column a text check (a in ('x', 'not valid'))",
  ],
  unique: [
    'alter table signals add constraint a unique (b)',
    'alter table signals add primary key (b)',
    'alter table signals add column a int unique',
    'alter table signals add constraint a exclude using gist (b with &&)',
  ],
  removes: [
    'alter table signals drop column a',
    'alter table signals drop a',
    'alter table signals rename column a to b',
    'alter table signals rename to b',
    'drop table signals',
    'drop function a(int)',
    'drop view if exists a',
    'truncate signals',
    'alter table events detach partition a',
  ],
  rows: [
    'update signals set a = 1',
    'delete from signals where a = 1',
    'insert into signals select * from reports',
    'with a as (select 1) update signals set b = 1',
  ],
  lock: [
    'lock table signals',
    'cluster signals',
    'reindex table signals',
    'vacuum full signals',
    'alter table signals set logged',
  ],
  validate: ['alter table signals validate constraint a'],
  session: ['set lock_timeout = 0', 'commit', "set local statement_timeout = '1h'"],
  block: ["do $$ begin execute 'drop table signals'; end $$", 'select make_event_partitions()'],
  unknown: ['grant select on signals to public', 'alter table signals something new'],
  'no-transaction': [
    '-- no-transaction\nalter table signals add column a int',
    '-- no-transaction\ncreate index concurrently a on signals (x)',
    '-- no-transaction\ncreate index concurrently if not exists on signals (x)',
    '-- no-transaction\ndrop index concurrently a',
    '-- no-transaction\ncreate index a on signals (x)',
    '-- no-transaction\nvacuum full signals',
  ],
  concurrently: [
    'create index concurrently if not exists a on signals (x)',
    'create index concurrently a on signals (x)',
    'drop index concurrently if exists a',
    'vacuum signals',
  ],
}

for (const rule of Object.keys(RULES) as Rule[]) {
  test(`a migration that breaks the rule ${rule} is refused, and one with a reason is not`, () => {
    for (const sql of BAD[rule]) {
      assert.deepEqual(rulesBrokenBy(sql), [rule], sql)
      const [mark, statement] = sql.startsWith('--') ? sql.split('\n') : ['', sql]
      const allowed = `${mark}\ncreate table t (x int);\n-- allow ${rule}: it has one row per team\n${statement};`
      if (mark === '') assert.deepEqual(lintText(allowed), [], sql)
      assert.match(lintText(`-- allow ${rule}\n${statement};`).join(), mark === '' ? /say why/ : /not needed|say why/)
    }
  })
}

const GOOD = [
  "create table a (x int primary key references teams, y text not null check (y > '')); create index b on a (y); update a set x = 1; alter table a add column z int not null",
  'alter table signals add column a int',
  "alter table signals add column a text not null default 'not null check (references)', add column b timestamptz not null default now()",
  "alter table signals add column a numeric(3, 2) not null default '1'::numeric",
  'alter table signals add column a int references companies',
  'alter table signals add constraint a check (b > 0) not valid; alter table signals drop constraint c',
  'alter table signals add constraint a foreign key (b) references companies not valid',
  'alter table signals add constraint a unique using index b',
  'alter table signals alter column a set default 1, alter column b drop not null, alter column c set storage external',
  'create index a on only events (x)',
  "insert into log_head values (1, 'update signals; drop table signals')",
  'comment on table signals is $$ drop table signals; $$',
  'create or replace function f() returns trigger language plpgsql as $f$ begin delete from signals; return null; end $f$',
  'create trigger t before insert on signals for each row execute function f()',
  '/* drop table signals; */ create table a (x int) -- ; drop table signals',
  '-- least-code-version: 0.3.0\nalter table signals drop column a; drop table b',
  '-- no-transaction\ncreate unique index concurrently if not exists a on signals (lower(x)) where y; drop index concurrently if exists b; alter table signals validate constraint c; analyze signals; vacuum signals',
]

test('a migration may do what blocks no node', () => {
  for (const sql of GOOD) assert.deepEqual(lintText(sql), [], sql)
})

test('a version that this code has not reached yet, a misspelt mark and a misspelt rule are refused', () => {
  assert.match(lintText('-- least-code-version: 0.4.0\ndrop table a').join(), /it would not start again/)
  assert.match(lintText('--no-transaction\nanalyze a').join(), /a mark is a line of its own/)
  assert.match(lintText('-- least-code-version 0.3.0\ncreate table a (x int)').join(), /a mark is a line of its own/)
  assert.match(
    lintText('-- allow indices: it is small enough\ncreate table a (x int)').join(),
    /there is no rule indices/,
  )
})

test('the migrations of this version keep the rules, and every statement of those before is understood', () => {
  const migrations = readMigrations()
  assert.deepEqual(
    migrations.filter(({ number }) => number >= FIRST_CHECKED).flatMap((migration) => lint(migration, VERSION)),
    [],
  )
  const statements = migrations.flatMap(({ sql }) => splitStatements(sql))
  assert.deepEqual(
    statements.filter((statement) => effectsOf(statement).some(({ rule }) => rule === 'unknown')).map(({ sql }) => sql),
    [],
  )
})
