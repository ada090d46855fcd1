// The closed sets of the code and those of the database are the same. Migrations can't import TypeScript, so their CHECK
// constraints repeat the sets; this test compares the two in the migrated database.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import {
  ALERT_DESTINATIONS,
  ALERT_INTERVALS,
  MESSAGE_STATES,
  SEARCH_ACTIONS,
  SILENCES,
  SWEEPS,
} from '../../src/closed-sets/alerts.ts'
import { LIST_MONITORING, MATCH_DECISIONS, STORED_OUTCOMES } from '../../src/closed-sets/collecting.ts'
import { CRM_COMPANY_STATES, CRM_KINDS, CRM_TASK_STATES } from '../../src/closed-sets/crm.ts'
import { DISPOSITION_KINDS } from '../../src/closed-sets/dispositions.ts'
import { EVENT_ACTIONS, EVENT_KINDS } from '../../src/closed-sets/events.ts'
import { FEEDBACK_KINDS, VERDICTS } from '../../src/closed-sets/feedback.ts'
import { IMPORT_STATES, TEAM_IMPORTS } from '../../src/closed-sets/imports.ts'
import { MAIL_KINDS, MAIL_STATES } from '../../src/closed-sets/mail.ts'
import { CHARGED_LIMITS, PLAN_NAMES } from '../../src/closed-sets/plans.ts'
import { DERIVED_TYPES, EMPLOYER_KINDS, REPORTED_TYPES, SIGNAL_TYPES } from '../../src/closed-sets/signals.ts'
import { ROLES, SIGN_IN_METHODS } from '../../src/closed-sets/teams.ts'
import {
  ANNOUNCED_STATES,
  LOGGED_LANES,
  NOTICE_KINDS,
  PAUSE_REASONS,
  STORED_WEBHOOK_STATES,
} from '../../src/closed-sets/webhooks.ts'
import { type Database, many, readFunctions } from '../../src/db/index.ts'
import { SIGNAL_STATUSES } from '../../src/meaning/signals/index.ts'
import { LASTING_TYPES } from '../../src/meaning/types/index.ts'
import { packageRoot } from '../../src/platform/config/config.ts'
import { AUDIT_ACTIONS } from '../../src/settings-contract/index.ts'
import { PRESENT_COLUMNS, RANK_COLUMNS } from '../../src/write/write-path/index.ts'
import { openTestDatabase } from '../harness/database.ts'

let db: Database

before(async () => {
  db = await openTestDatabase()
})

const IN_CODE: Record<string, readonly string[]> = {
  'companies.employer_kind': EMPLOYER_KINDS,
  'companies.operator_kind': EMPLOYER_KINDS,
  'companies.stated_kind': EMPLOYER_KINDS,
  'companies.texts_kind': ['agency', 'marketplace'],
  'crm_companies.state': CRM_COMPANY_STATES,
  'crm_connections.kind': CRM_KINDS,
  'crm_windows.task_state': CRM_TASK_STATES,
  'dispositions.kind': DISPOSITION_KINDS,
  'events.action': EVENT_ACTIONS,
  'events.kind': EVENT_KINDS,
  'feedback.kind': FEEDBACK_KINDS,
  'feedback.verdict': VERDICTS,
  'imports.state': IMPORT_STATES,
  'invitations.role': ROLES,
  'mails.kind': MAIL_KINDS,
  'mails.state': MAIL_STATES,
  'matches.decision': MATCH_DECISIONS,
  'reports.status': SIGNAL_STATUSES,
  'saved_searches.destination': ALERT_DESTINATIONS,
  'saved_searches.every': ALERT_INTERVALS,
  'saved_searches.sweep': SWEEPS,
  'search_changes.action': SEARCH_ACTIONS,
  'search_changes.silence': SILENCES,
  'search_messages.state': MESSAGE_STATES,
  'sessions.signed_in_by': SIGN_IN_METHODS,
  'sign_on_domains.default_role': ROLES,
  'signals.status': SIGNAL_STATUSES,
  'team_members.role': ROLES,
  'teams.plan': PLAN_NAMES,
  'visits.outcome': STORED_OUTCOMES,
  'webhook_attempts.lane': LOGGED_LANES,
  'webhook_cursors.state': ANNOUNCED_STATES,
  'webhook_notices.kind': NOTICE_KINDS,
  'webhooks.pause_reason': PAUSE_REASONS,
  'webhooks.state': STORED_WEBHOOK_STATES,
}

interface Check {
  readonly table: string
  readonly definition: string
}

/** Those of the form `column = ANY (ARRAY['a'::text, …])`, which is how PostgreSQL prints `column in ('a', …)`. */
function setsOf(checks: readonly Check[]): Record<string, string[]> {
  const sets = checks.flatMap(({ table, definition }) => {
    const [, column, values] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition) ?? []
    if (column === undefined || values === undefined) return []
    const members = [...values.matchAll(/'([^']*)'::text/g)].map(([, member = '']) => member)
    return [[`${table}.${column}`, members] as const]
  })
  return Object.fromEntries(sets)
}

const readChecks = (): Promise<(Check & { [key: string]: unknown })[]> =>
  many(
    db.pool('settings'),
    `select c.relname as table, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = 'public'::regnamespace and k.contype = 'c' and not c.relispartition
      order by c.relname collate "C", k.conname collate "C"`,
  )

test('every set in a CHECK constraint is the one that the code declares', async () => {
  const inDatabase = setsOf(await readChecks())
  assert.deepEqual(Object.keys(inDatabase).sort(), Object.keys(IN_CODE))
  for (const [column, members] of Object.entries(inDatabase))
    assert.deepEqual(members.sort(), [...(IN_CODE[column] ?? [])].sort(), column)
})

test('a CHECK constraint with another set is found', () => {
  const planted = { table: 'teams', definition: `CHECK ((plan = ANY (ARRAY['free'::text, 'gold'::text])))` }
  assert.deepEqual(setsOf([planted]), { 'teams.plan': ['free', 'gold'] })
  assert.notDeepEqual(setsOf([planted])['teams.plan'], IN_CODE['teams.plan'])
})

test('company_ranks has the columns of every signal type, with their types', async () => {
  const columns = await many<{ name: string; type: string }>(
    db.pool('settings'),
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = 'company_ranks'::regclass and attnum > 0 and not attisdropped
        and attname ~ '^(present_)?(last|best)_' and attname <> 'last_at'`,
  )
  const declared = [...Object.values(RANK_COLUMNS), ...Object.values(PRESENT_COLUMNS)].flatMap(({ last, best }) => [
    [last, 'timestamp(0) with time zone'],
    [best, 'smallint'],
  ])
  assert.deepEqual(
    Object.fromEntries(columns.map(({ name, type }) => [name, type])),
    Object.fromEntries(declared),
    'a migration adds the columns of rank-columns.ts',
  )
  assert.equal(columns.length, declared.length, 'no two types share a column')
})

test('use_team_budgets has the charged limits of the code, in their order', () => {
  const sql = readFunctions().find(({ name }) => name === 'use_team_budgets')?.sql ?? ''
  const [, list = ''] = /buckets constant text\[\] := array\[(.*?)\];/.exec(sql) ?? []
  assert.deepEqual(
    [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name),
    [...CHARGED_LIMITS],
  )
})

test('every audit action has the form that the database accepts', async () => {
  const [check] = (await readChecks()).filter(({ table }) => table === 'audit_log')
  const [, pattern = ''] = /~ '(.*)'::text/.exec(check?.definition ?? '') ?? []
  for (const action of Object.values(AUDIT_ACTIONS).flat()) assert.match(action, new RegExp(pattern))
})

/** Lists of literals in the code: `['a', 'b']` and `'a' | 'b'`, with at least two members. */
function literalSets(text: string): string[][] {
  const lists = text.matchAll(/\[\s*('[\w-]+',\s*)+'[\w-]+',?\s*\]|'[\w-]+'(\s*\|\s*'[\w-]+')+/g)
  return [...lists].map(([list]) => [...list.matchAll(/'([\w-]+)'/g)].map(([, member = '']) => member))
}

test('no file of the code repeats a set of src/closed-sets', async () => {
  const files = globSync(['src/**/*.ts', 'web/src/**/*.{ts,tsx}', 'bench/**/*.ts'], { cwd: packageRoot })
  const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8')
  const isDeclaration = (file: string) => file.startsWith('src/closed-sets/')
  const keyOf = (members: readonly string[]) => [...members].sort().join()
  // The sets of signal types are computed from their table.
  const ofTypes = [SIGNAL_TYPES, REPORTED_TYPES, DERIVED_TYPES, LASTING_TYPES]
  const literal = files.filter(isDeclaration).flatMap((file) => literalSets(read(file)))
  const declared = new Set([...literal, ...ofTypes].map(keyOf))
  assert.ok(declared.size >= 15, `${declared.size} sets were seen`)
  const copies = files
    .filter((file) => !isDeclaration(file) && !file.endsWith('.test.ts'))
    .flatMap((file) => literalSets(read(file)).map((members) => ({ file, members })))
    .filter(({ members }) => declared.has(keyOf(members)))
    .map(({ file, members }) => `${file}: ${members.join(', ')}`)
  // The configuration may not import the sets. Where it is read, the compiler compares its own with the set.
  const inConfig = [LIST_MONITORING, TEAM_IMPORTS].map(
    (members) => `src/platform/config/config.ts: ${members.join(', ')}`,
  )
  assert.deepEqual(copies, inConfig)
  assert.ok(declared.has(keyOf(literalSets(`type Plan = 'pro' | 'free'`)[0] ?? [])), 'a copy would be seen')
})
