// The linter of migrations. A migration runs while nodes of the version before read and write, on tables that may be large, so
// what would stop them is refused. Where that is meant, the line before the statement says so and why:
//
//   -- allow index: one row per team
//   create index teams_by_plan on teams (plan);
//
// It reads statements with src/db/migrations, as `upgrade --check` does. Tables that the same file creates are not in use yet.

import { createdTable, effectsOf } from '../../src/db/migrations/effects.ts'
import type { Migration } from '../../src/db/migrations/read.ts'
import { RULES, type Rule } from '../../src/db/migrations/rules.ts'
import { type Statement, splitStatements } from '../../src/db/migrations/statements.ts'
import { compareVersions } from '../../src/platform/config/version.ts'

/** The migrations before it are released and never change. */
export const FIRST_CHECKED = 55

const MIN_REASON = 10

/** `version`: of package.json. */
export function lint(migration: Migration, version: string): string[] {
  const { name, sql, minCodeVersion, inTransaction } = migration
  const problems: string[] = []
  if (/^\s*--\s*(?:no-?transaction|least-code-version)\b/im.test(sql.replaceAll(MARKS, '')))
    problems.push(`${name}: a mark is a line of its own: "-- no-transaction", or "-- least-code-version: X.Y.Z"`)
  if (minCodeVersion !== undefined && compareVersions(minCodeVersion, version) > 0)
    problems.push(
      `${name}: the database would need ${minCodeVersion}, and this is ${version}: it would not start again`,
    )
  const own = new Set<string>()
  for (const statement of splitStatements(sql)) {
    const created = createdTable(statement)
    if (created !== undefined) own.add(created)
    const broken = new Set(brokenRules(statement, own, inTransaction))
    if (minCodeVersion !== undefined) broken.delete('removes')
    const at = `${name}:${statement.line}`
    for (const { rule, reason } of exceptionsOf(statement)) {
      if (!(rule in RULES)) problems.push(`${at}: there is no rule ${rule}: one of ${Object.keys(RULES).join(', ')}`)
      else if (!broken.delete(rule as Rule)) problems.push(`${at}: the exception from the rule ${rule} is not needed`)
      else if (reason.length < MIN_REASON) problems.push(`${at}: say why: "-- allow ${rule}: …"`)
    }
    for (const rule of broken) problems.push(`${at}: ${rule}: ${RULES[rule]}`)
  }
  return problems
}

const MARKS = /^-- (?:no-transaction|least-code-version: \d{1,5}\.\d{1,5}\.\d{1,5})$/gm

function brokenRules(statement: Statement, own: ReadonlySet<string>, inTransaction: boolean): Rule[] {
  const effects = effectsOf(statement)
  if (!inTransaction) {
    const isRepeatable = effects.every(({ rule }) => rule === 'concurrently' || rule === 'validate')
    return isRepeatable || statement.tokens[0] === 'analyze' ? [] : ['no-transaction']
  }
  return effects.flatMap(({ table, rule }) => {
    if (rule === undefined || (table !== undefined && own.has(table))) return []
    // Without a name or "if not exists". That comes second.
    return rule === 'no-transaction' ? ['concurrently' as const] : [rule]
  })
}

interface Exception {
  readonly rule: string
  readonly reason: string
}

function exceptionsOf({ comments }: Statement): Exception[] {
  return comments.flatMap((comment) => {
    const [, rule, reason = ''] = /^allow ([a-z-]+)(?:: *(.*))?$/.exec(comment) ?? []
    return rule === undefined ? [] : [{ rule, reason }]
  })
}
