// The same searches in DuckDB, with the best tables that we know for it: an in-memory table sorted by type and label,
// texts as numbers of a dictionary that is searched first, and a summary row per company for the clauses that need no
// more.

import { DuckDBInstance } from '@duckdb/node-api'
import type { Clause, Condition, PatternWord, Query } from '../../src/features/query/index.ts'
import type { CompanyFilters, Search } from '../../src/features/search/index.ts'
import { TYPES } from './world.ts'

type Connection = Awaited<ReturnType<DuckDBInstance['connect']>>

export class DuckDbEngine {
  readonly #connection: Connection

  private constructor(connection: Connection) {
    this.#connection = connection
  }

  /** From two CSV files: companies and signals. */
  static async open(companies: string, signals: string): Promise<DuckDbEngine> {
    const instance = await DuckDBInstance.create(':memory:', { threads: '2' })
    const connection = await instance.connect()
    const run = (sql: string) => connection.run(sql)
    await run(`create table facts as select * from read_csv('${companies}', header = false, columns = {
      'id': 'INTEGER', 'country': 'VARCHAR', 'employees': 'INTEGER', 'stage': 'VARCHAR', 'industry': 'VARCHAR', 'heat': 'INTEGER', 'score': 'INTEGER'})`)
    await run(`create table raw as select * from read_csv('${signals}', header = false, columns = {
      'company': 'INTEGER', 'type': 'VARCHAR', 'label': 'VARCHAR', 'func': 'VARCHAR', 'place': 'VARCHAR', 'amount': 'BIGINT', 'time': 'INTEGER', 'conf': 'UTINYINT'})`)
    for (const text of ['label', 'place', 'func']) {
      await run(`create table ${text}s as select row_number() over ()::integer as id, value, string_split(replace(replace(value, '_', ' '), '-', ' '), ' ') as words
                   from (select distinct ${text} as value from raw where ${text} is not null)`)
    }
    await run(`create table signal as
      select company, list_position([${TYPES.map((type) => `'${type}'`).join()}], type)::utinyint as type, l.id as label, f.id as func, p.id as place, amount, time, conf
        from raw join labels l on l.value = raw.label left join funcs f on f.value = raw.func left join places p on p.value = raw.place
       order by 2, 3, time`)
    await run('drop table raw')
    const summaries = TYPES.map((_, i) => `max(time) filter (type = ${i + 1}) as last${i + 1}`).join(', ')
    await run(`create table company as select f.*, s.* exclude (company)
      from facts f left join (select company, max(time) as last0, ${summaries} from signal group by company) s on s.company = f.id order by id`)
    await run('drop table facts')
    return new DuckDbEngine(connection)
  }

  async page(search: Search): Promise<{ total: number; ordinals: number[] }> {
    const key = { heat: 'heat', score: 'score', recent: 'coalesce(last0, -1)' }[search.sort]
    const sql = `with hits as materialized (select id, ${key} as key from company where ${queryOf(search.query, search.asOf)}${filtersOf(search.filters)})
      select (select count(*) from hits)::integer, (select list(id order by key desc, id) from (select * from hits order by key desc, id limit ${search.limit}))`
    const [row] = (await this.#connection.runAndReadAll(sql)).getRows()
    const ids = row?.[1] as { items: number[] } | null
    return { total: Number(row?.[0]), ordinals: [...(ids?.items ?? [])] }
  }
}

function queryOf(query: Query, asOf: number): string {
  switch (query.node) {
    case 'clause':
      return clauseOf(query, asOf)
    case 'not':
      return `not (${queryOf(query.of, asOf)})`
    case 'sequence': {
      const [first, second] = query.steps
      if (!first || !second || query.steps.length > 2) throw new Error('the benchmark only supports two steps')
      const reach = (second.withinDays ?? 1e4) * 86_400
      return `id in (select a.company from signal a join signal b on a.company = b.company and b.time > a.time and b.time <= a.time + ${reach}
        where ${rowOf(first.clauses[0] as Clause, asOf, 'a.')} and ${rowOf(second.clauses[0] as Clause, asOf, 'b.')})`
    }
    default:
      return `(${query.of.map((part) => queryOf(part, asOf)).join(` ${query.node} `)})`
  }
}

function clauseOf(clause: Clause, asOf: number): string {
  if (clause.count) {
    return `id in (select company from signal where ${rowOf(clause, asOf)} group by company having count(*) >= ${clause.count.atLeast})`
  }
  // Null means that there is no signal: NOT needs false.
  if (clause.conditions.length === 0) return `coalesce(last${typeOf(clause)} >= ${sinceOf(clause, asOf)}, false)`
  return `id in (select company from signal where ${rowOf(clause, asOf)})`
}

const typeOf = ({ type }: Clause) => (type === 'any' ? 0 : TYPES.indexOf(type) + 1)
const sinceOf = ({ withinDays }: Clause, asOf: number) => (withinDays === undefined ? 0 : asOf - withinDays * 86_400)

function rowOf(clause: Clause, asOf: number, alias = ''): string {
  const parts = clause.conditions.map((condition) => conditionOf(condition, alias))
  if (clause.type !== 'any') parts.push(`${alias}type = ${typeOf(clause)}`)
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
