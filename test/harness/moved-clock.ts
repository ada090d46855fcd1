import pg from 'pg'
import { type Database, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { cleanup } from './cleanup.ts'
import { createDatabase } from './database.ts'
import { silentLog } from './log.ts'

/**
 * A database whose time the test moves: in every statement and every default, now() and clock_timestamp() are the time of the
 * test. Collecting takes its time from the database, so this moves it. `days` may be negative.
 */
export async function openMovedDatabase(days: number): Promise<{ db: Database; moveTo(days: number): Promise<void> }> {
  const url = await createDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const name = client.escapeIdentifier(new URL(url).pathname.slice(1))
  await client.query(`
    create schema moved;
    create table moved.clock (by interval not null);
    insert into moved.clock values (make_interval(days => ${days}));
    create function moved.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + by from moved.clock';
    create function moved.clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + by from moved.clock';
    alter database ${name} set search_path = public, moved, pg_catalog;
    do $$
    declare each record;
    begin
      for each in
        select adrelid::regclass as on_table, attname, regexp_replace(pg_get_expr(adbin, adrelid), '\\m(now|clock_timestamp)\\(\\)', 'moved.\\1()', 'g') as value
          from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
         where pg_get_expr(adbin, adrelid) ~ '\\m(now|clock_timestamp)\\(\\)' and attgenerated = ''
      loop
        execute format('alter table %s alter column %I set default %s', each.on_table, each.attname, each.value);
      end loop;
    end $$`)
  const db = await openDatabase({ config: loadConfig({ DATABASE_URL: url }), log: silentLog })
  cleanup(async () => {
    await db.close()
    await client.end()
  })
  const moveTo = async (by: number) => {
    await client.query(`update moved.clock set by = make_interval(days => $1)`, [by])
  }
  return { db, moveTo }
}
