// The schema that the migrations add up to, as one readable text: what a newcomer reads, and what shows in a review.

import { many, type Queryable } from './sql.ts'

interface Column {
  table: string
  name: string
  type: string
  notNull: boolean
  default: string | null
}

interface Definition {
  table: string
  text: string
}

export async function describeSchema(db: Queryable): Promise<string> {
  const columns = await many<Column & { [key: string]: unknown }>(
    db,
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
            case when a.attidentity <> '' then 'identity' else pg_get_expr(d.adbin, d.adrelid) end as default
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname collate "C", a.attnum`,
  )
  // Since PostgreSQL 18 a NOT NULL is a constraint too (contype n); it is shown with its column, as before.
  const details = await many<Definition & { [key: string]: unknown }>(
    db,
    `select c.relname as table, pg_get_constraintdef(k.oid) as text, 1 as part, k.conname as name
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition and k.contype in ('p', 'u', 'c', 'f')
      union all
     select c.relname, regexp_replace(pg_get_indexdef(i.indexrelid), ' ON (ONLY )?public\\.', ' ON '), 2, x.relname
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid)
      union all
     select c.relname, regexp_replace(pg_get_triggerdef(t.oid), ' ON public\\.', ' ON '), 3, t.tgname
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and not c.relispartition
      order by 1, 3, 4, 2`,
  )
  const functions = await many<{ name: string }>(
    db,
    `select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid) as name
       from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`,
  )
  const tables = Map.groupBy(columns, ({ table }) => table)
  const blocks = [...tables].map(([table, its]) =>
    [
      table,
      ...its.map(
        (column) =>
          `  ${column.name} ${column.type}${column.notNull ? ' not null' : ''}${column.default ? ` default ${column.default}` : ''}`,
      ),
      ...details.filter((detail) => detail.table === table).map(({ text }) => `  - ${text}`),
    ].join('\n'),
  )
  const routines = ['functions', ...functions.map(({ name }) => `  ${name}`)].join('\n')
  return `The schema after all migrations, table by table. Generated: change it by a new migration, then npm run gen.\n\n${[...blocks, routines].join('\n\n')}\n`
}
