// Counts the values of open sets in SQL. Each statement is limited by the pool's timeout. A list that takes longer is
// left out, without warnings about its values.

import type { Pool } from 'pg'
import { many } from '../../db/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import { readHead } from '../../write/log/index.ts'
import { COUNTRIES, INDUSTRIES, listName, OPEN_FIELDS, type OpenField, SOURCES } from '../values/open-fields.ts'
import { type CountedList, countedList, MAX_COUNTED_VALUES, type ValueCounts } from '../values/value-counts.ts'

interface CountRow {
  list: string
  value: string
  n: number
  [column: string]: unknown
}

const COMPANY_FACTS = `select list, value, count(*)::int as n from companies c
  cross join lateral (values ('${INDUSTRIES}', c.industry), ('${COUNTRIES}', c.hq_country)) as f (list, value)
  where c.merged_into is null group by 1, 2`

/** Most facts have one source. */
const SOURCE_NAMES = `select '${SOURCES}' as list, source as value, count(*)::int as n from signals
    where status <> 'retracted' and sources is null group by source
  union all
  select '${SOURCES}', name, count(*)::int
    from (select distinct s.id, x->>'name' as name from signals s cross join lateral jsonb_array_elements(s.sources) x
           where s.status <> 'retracted' and s.sources is not null) named group by name`

const TYPES = `select type as list, '' as value, count(*)::int as n from signals where status <> 'retracted' group by type`

function fieldsSql(type: SignalType): string | undefined {
  const fields = OPEN_FIELDS.filter((field) => field.type === type)
  if (fields.length === 0) return undefined
  const isList = ({ kind }: OpenField) => kind === 'texts' || kind === 'countries'
  const lists = fields.filter(isList)
  const scalars = fields.filter((field) => !isList(field))
  const parts = [
    ...(scalars.length > 0
      ? [
          `select * from (values ${scalars.map((field) => `('${listName(field)}', s.fields->>'${field.name}')`).join(', ')}) as v (list, value)`,
        ]
      : []),
    ...lists.map(
      (field) => `select '${listName(field)}', jsonb_array_elements_text(coalesce(s.fields->'${field.name}', '[]'))`,
    ),
  ]
  return `select f.list, f.value, count(*)::int as n from signals s cross join lateral (${parts.join(' union all ')}) as f (list, value)
    where s.type = '${type}' and s.status <> 'retracted' and f.value is not null
    group by 1, 2 order by 3 desc limit ${fields.length * (MAX_COUNTED_VALUES + 1)}`
}

export async function countValues(pool: Pool): Promise<ValueCounts> {
  const position = await readHead(pool)
  const lists: Record<string, CountedList> = {}
  const add = (names: readonly string[], rows: readonly CountRow[]) => {
    for (const name of names) {
      lists[name] = countedList(rows.flatMap(({ list, value, n }) => (list === name ? [[value, n] as const] : [])))
    }
  }
  const companies = await rowsOf(pool, COMPANY_FACTS)
  if (companies) add([INDUSTRIES, COUNTRIES], companies)
  const names = await rowsOf(pool, SOURCE_NAMES)
  if (names) lists[SOURCES] = countedList(summed(names))
  const types = await rowsOf(pool, TYPES)
  for (const type of SIGNAL_TYPES) {
    const sql = fieldsSql(type)
    const rows = sql && (await rowsOf(pool, sql))
    if (rows) add(OPEN_FIELDS.filter((field) => field.type === type).map(listName), rows)
  }
  return { position, types: types && typesOf(types), lists }
}

function summed(rows: readonly CountRow[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { value, n } of rows) sums.set(value, (sums.get(value) ?? 0) + n)
  return sums
}

function typesOf(rows: readonly CountRow[]): Record<SignalType, number> {
  const count = (type: string) => rows.reduce((sum, { list, n }) => sum + (list === type ? n : 0), 0)
  return Object.fromEntries(SIGNAL_TYPES.map((type) => [type, count(type)])) as Record<SignalType, number>
}

/** Undefined if the statement took too long or failed. */
async function rowsOf(pool: Pool, sql: string): Promise<CountRow[] | undefined> {
  return many<CountRow>(pool, sql).catch(() => undefined)
}
