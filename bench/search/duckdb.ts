// The same searches in DuckDB, with the best tables that we know for it: an in-memory table sorted by type and label,
// texts as numbers of a dictionary that is searched first, the key of each signal by which matches are ordered, and a
// summary row per company for the clauses that need no more.

import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { DuckDBInstance } from '@duckdb/node-api'
import { CONFIDENCE_SECONDS, SHIFT_SECONDS, SIZE_BOUNDS, SIZE_SECONDS } from '../../src/meaning/signals/index.ts'
import {
  type Clause,
  type Condition,
  isNeutral,
  isWeighedBySize,
  type PatternWord,
  partsThatOrder,
  type Query,
  statesBeside,
} from '../../src/query/index.ts'
import type { CompanyFilters, Search } from '../../src/search/index.ts'
import type { CsvFiles } from './load-tables.ts'
import { TYPES } from './world.ts'

type Connection = Awaited<ReturnType<DuckDBInstance['connect']>>

/** As many as there are cores, which is also DuckDB's own default. */
export const DUCKDB_THREADS = cpus().length

export class DuckDbEngine {
  readonly #connection: Connection

  private constructor(connection: Connection) {
    this.#connection = connection
  }

  /** In memory, from the file of an earlier run if there is one, else from CSV files; the file is written then. */
  static async open(csv: CsvFiles, file?: string): Promise<DuckDbEngine> {
    const instance = await DuckDBInstance.create(':memory:', { threads: String(DUCKDB_THREADS) })
    const connection = await instance.connect()
    const isKept = file !== undefined && existsSync(file)
    if (!isKept) await fillTables(connection, csv)
    if (file !== undefined) {
      await connection.run(`attach '${file}' as kept`)
      await connection.run(isKept ? 'copy from database kept to memory' : 'copy from database memory to kept')
      await connection.run('detach kept')
    }
    return new DuckDbEngine(connection)
  }

  async page(search: Search): Promise<{ total: number; ordinals: number[] }> {
    const { joins, key, held } = orderOf(search)
    const order = 'key desc, tie desc, id'
    const sql = `with hits as materialized (select company.*, ${key} as key, ${search.sort === 'score' ? '0' : 'heat'} as tie from company ${joins.join(' ')}
        where ${queryOf(search.query, search.asOf, held)}${filtersOf(search.filters)})
      select (select count(*) from hits)::integer, (select list(id order by ${order}) from (select id, key, tie from hits order by ${order} limit ${search.limit}))`
    const [row] = (await this.#connection.runAndReadAll(sql)).getRows()
    const ids = row?.[1] as { items: number[] } | null
    return { total: Number(row?.[0]), ordinals: [...(ids?.items ?? [])] }
  }
}

async function fillTables(connection: Connection, { companies, signals }: CsvFiles): Promise<void> {
  const run = (sql: string) => connection.run(sql)
  await run(`create table facts as select * from read_csv('${companies}', header = false, columns = {
      'id': 'INTEGER', 'country': 'VARCHAR', 'employees': 'INTEGER', 'stage': 'VARCHAR', 'industry': 'VARCHAR', 'heat': 'INTEGER', 'score': 'INTEGER'})`)
  await run(`create table raw as select * from read_csv([${signals.map((file) => `'${file}'`).join()}], header = false, columns = {
      'company': 'INTEGER', 'type': 'VARCHAR', 'label': 'VARCHAR', 'func': 'VARCHAR', 'place': 'VARCHAR', 'amount': 'BIGINT', 'time': 'INTEGER', 'conf': 'UTINYINT', 'present': 'BOOLEAN', 'surge': 'INTEGER'})`)
  for (const text of ['label', 'place', 'func']) {
    await run(`create table ${text}s as select row_number() over ()::integer as id, value, string_split(replace(replace(value, '_', ' '), '-', ' '), ' ') as words
                   from (select distinct ${text} as value from raw where ${text} is not null)`)
  }
  await run(`create table signal as
      select company, list_position([${TYPES.map((type) => `'${type}'`).join()}], type)::utinyint as type, l.id as label, f.id as func, p.id as place, amount, time, conf, present,
             time // 86400 * 86400 + [${TYPES.map((type) => SHIFT_SECONDS[type]).join()}][list_position([${TYPES.map((type) => `'${type}'`).join()}], type)] + surge * 86400 + [${CONFIDENCE_SECONDS.slice(1).join()}][conf] as key
        from raw join labels l on l.value = raw.label left join funcs f on f.value = raw.func left join places p on p.value = raw.place
       order by 2, 3, time`)
  await run('drop table raw')
  const summaries = TYPES.flatMap((_, i) =>
    ['last', 'best'].map(
      (name) => `max(${name === 'last' ? 'time' : 'key'}) filter (type = ${i + 1} and present) as ${name}${i + 1}`,
    ),
  ).join(', ')
  const surest = TYPES.map((_, i) => `max(conf) filter (type = ${i + 1} and present) as surest${i + 1}`).join(', ')
  const bands = SIZE_BOUNDS.map((upTo, band) => `when employees <= ${upTo} then ${SIZE_SECONDS[band]}`).join(' ')
  await run(`create table company as select f.*, case ${bands} else ${SIZE_SECONDS.at(-1)} end as size, s.* exclude (company)
      from facts f left join (select company, max(time) as last0, max(key) as best0, ${summaries}, ${surest} from signal group by company) s on s.company = f.id order by id`)
  await run('drop table facts')
}

interface Ranked {
  /** Joins to the companies, and the key of the order, by the rules of query/evaluate/ranking.ts. */
  readonly joins: string[]
  readonly key: string
  /** By part of the query that is joined: whether it holds. No clause is searched twice. */
  readonly held: Map<Query, string>
}

function orderOf({ query, sort, asOf }: Search): Ranked {
  const joins: string[] = []
  const held = new Map<Query, string>()
  if (sort === 'heat' || sort === 'score') return { joins, key: sort, held }
  const isMatch = sort === 'match'
  const own = isMatch ? 'key' : 'time'
  const joined = (part: Query, set: string) => {
    const name = `k${joins.length}`
    joins.push(`left join (${set}) ${name} on ${name}.company = id`)
    held.set(part, `${name}.k is not null`)
    return `${name}.k`
  }
  const certaintyOf = (part: Query): string => {
    if (part.node !== 'clause') throw new Error('the benchmark only supports clauses as states beside an act')
    const isSummarised = part.conditions.length === 0 && part.withinDays === undefined
    const surest = isSummarised
      ? `surest${typeOf(part)}`
      : joined(part, `select company, max(conf) as k ${companiesOf(part, asOf)}`)
    return `[${CONFIDENCE_SECONDS.slice(1).join()}][${surest}]`
  }
  const keyOf = (part: Query): string => {
    switch (part.node) {
      case 'clause': {
        // Without a window the summary has the key.
        const isSummarised = part.conditions.length === 0 && part.withinDays === undefined
        const greatest = isSummarised
          ? `${isMatch ? 'best' : 'last'}${typeOf(part)}`
          : joined(part, `select company, max(${own}) as k ${companiesOf(part, asOf)}`)
        return isMatch && isWeighedBySize(part) ? `(${greatest} + size)` : greatest
      }
      case 'sequence':
        return joined(
          part,
          `select a.company, ${isMatch ? 'least(max(a.key), max(b.key))' : 'max(b.time)'} as k ${pairsOf(part, asOf)} group by a.company`,
        )
      case 'not':
        return 'null'
      case 'or':
        return `greatest(${part.of.map(keyOf).join(', ')})`
      default: {
        const parts = isMatch ? partsThatOrder(part.of) : part.of.filter((each) => !isNeutral(each))
        const key = `${isMatch ? 'least' : 'greatest'}(${parts.map(keyOf).join(', ')})`
        const states = isMatch ? statesBeside(part.of).map(certaintyOf) : []
        return states.length === 0 ? key : `(${key} + least(${states.join(', ')}))`
      }
    }
  }
  return { joins, key: isNeutral(query) ? '-1' : `coalesce(${keyOf(query)}, -1)`, held }
}

function pairsOf({ steps }: Query & { node: 'sequence' }, asOf: number): string {
  const [first, second] = steps
  if (!first || !second || steps.length > 2) throw new Error('the benchmark only supports two steps')
  const reach = (second.withinDays ?? 1e4) * 86_400
  return `from signal a join signal b on a.company = b.company and b.time > a.time and b.time <= a.time + ${reach}
    where ${rowOf(first.clauses[0] as Clause, asOf, 'a.')} and ${rowOf(second.clauses[0] as Clause, asOf, 'b.')}`
}

function queryOf(query: Query, asOf: number, held: ReadonlyMap<Query, string>): string {
  const isHeld = held.get(query)
  if (isHeld !== undefined) return isHeld
  switch (query.node) {
    case 'clause':
      return clauseOf(query, asOf)
    case 'not':
      return `not (${queryOf(query.of, asOf, held)})`
    case 'sequence':
      return `id in (select a.company ${pairsOf(query, asOf)})`
    default:
      return `(${query.of.map((part) => queryOf(part, asOf, held)).join(` ${query.node} `)})`
  }
}

function clauseOf(clause: Clause, asOf: number): string {
  if (clause.count) return `id in (select company ${companiesOf(clause, asOf)})`
  // Null means that there is no signal: NOT needs false.
  if (clause.conditions.length === 0) return `coalesce(last${typeOf(clause)} >= ${sinceOf(clause, asOf)}, false)`
  return `id in (select company from signal where ${rowOf(clause, asOf)})`
}

/** The companies of a clause with their signals. */
function companiesOf(clause: Clause, asOf: number): string {
  const having = clause.count ? ` having count(*) >= ${clause.count.atLeast}` : ''
  return `from signal where ${rowOf(clause, asOf)} group by company${having}`
}

const typeOf = ({ type }: Clause) => (type === 'any' ? 0 : TYPES.indexOf(type) + 1)
const sinceOf = ({ withinDays }: Clause, asOf: number) => (withinDays === undefined ? 0 : asOf - withinDays * 86_400)

function rowOf(clause: Clause, asOf: number, alias = ''): string {
  const parts = clause.conditions.map((condition) => conditionOf(condition, alias))
  if (clause.type !== 'any') parts.push(`${alias}type = ${typeOf(clause)}`)
  if (clause.presence) parts.push(`${alias}present`)
  if (clause.withinDays !== undefined) parts.push(`${alias}time >= ${sinceOf(clause, asOf)}`)
  return parts.length > 0 ? parts.join(' and ') : 'true'
}

function conditionOf(condition: Condition, alias: string): string {
  const column =
    { confidence: 'conf', amountUsd: 'amount', function: 'func', location: 'place' }[condition.field] ?? 'label'
  if ('patterns' in condition) {
    const found = condition.patterns.map(({ words, phrase }) => {
      const adjacent = (form: string) => `contains(' ' || array_to_string(words, ' ') || ' ', ' ${form} ')`
      const formsOf = ({ text, same = [] }: PatternWord) => [text, ...same.map((form) => form.join(' '))]
      if (phrase) {
        const forms = words.map(formsOf).reduce((all, own) => all.flatMap((one) => own.map((form) => `${one} ${form}`)))
        return `(${forms.map(adjacent).join(' or ')})`
      }
      return words
        .map((word) => {
          if (word.prefix) return `len(list_filter(words, lambda w: starts_with(w, '${word.text}'))) > 0`
          const others = (word.same ?? []).map((form) => ` or ${adjacent(form.join(' '))}`)
          return `(list_contains(words, '${word.text}')${others.join('')})`
        })
        .join(' and ')
    })
    return `${alias}${column} in (select id from ${column}s where ${found.join(' or ')})`
  }
  if (condition.op === ':') {
    return `${alias}${column} in (select id from ${column}s where value in (${condition.values.map((value) => `'${value}'`).join()}))`
  }
  if (!('value' in condition)) throw new Error('the benchmark does not support this condition')
  const value = condition.field === 'confidence' ? Math.round(Number(condition.value) * 100) : condition.value
  return `${alias}${column} ${condition.op} ${value}`
}

function filtersOf({ countries, employeesMin }: CompanyFilters): string {
  const parts = []
  if (countries) parts.push(`country in (${countries.map((country) => `'${country}'`).join()})`)
  if (employeesMin !== undefined) parts.push(`employees >= ${Math.max(1, employeesMin)}`)
  return parts.map((part) => ` and ${part}`).join('')
}
