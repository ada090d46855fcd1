// A team's connection to its CRM, as owners change it. The CRM is contacted before anything is saved, with no
// transaction open.

import { randomUUID } from 'node:crypto'
import { lockTeam } from '../../account/accounts/index.ts'
import { type Actor, recordAudit } from '../../account/audit/index.ts'
import { listsOf, selectLists } from '../../account/lists/index.ts'
import { CRM_FIELDS, type CrmKind } from '../../closed-sets/crm.ts'
import { many, maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SecretBox } from '../../platform/config/secret-box.ts'
import { DEFAULT_FIELDS, refused } from './access.ts'
import type { CheckedAccess, CrmUses, FieldMapping } from './clients/crm.ts'
import { type CrmAccess, type OpenOptions, openCrm } from './open-crm.ts'
import { addCompanies, markDue } from './sync-windows.ts'

const MAX_TESTS = 20
const TESTS_MINUTES = 10

/**
 * Each is a request to a third-party server, so their number is limited per team. Counting and recording are one step.
 */
export async function recordTest(tx: Transaction, actor: Actor, teamId: string): Promise<void> {
  await lockTeam(tx, teamId)
  const { tests } = await one<{ tests: number }>(
    tx,
    `select count(*)::int as tests from audit_log
      where team_id = $1 and action = 'crm.tested' and at > now() - interval '${TESTS_MINUTES} minutes'`,
    [teamId],
  )
  if (tests >= MAX_TESTS)
    throw new AppError(
      'throttled',
      `A CRM can be tested ${MAX_TESTS} times in ${TESTS_MINUTES} minutes: try again later.`,
      {
        code: 'too_many_tests',
        retryAfterSeconds: TESTS_MINUTES * 60,
      },
    )
  await recordAudit(tx, actor, teamId, { action: 'crm.tested' })
}

/** The same account keeps its windows; for another one nothing is known. */
export async function saveConnection(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { kind, instance, credentials, account, problem }: CrmAccess & CheckedAccess,
  box: SecretBox,
): Promise<void> {
  const old = await maybeOne<{ id: string; isSame: boolean }>(
    tx,
    `select id, kind = $2 and instance = $3 and account = $4 as "isSame" from crm_connections where team_id = $1 for update`,
    [teamId, kind, instance, account],
  )
  const text = JSON.stringify(credentials)
  if (old?.isSame) {
    await tx.query(
      `update crm_connections set credentials = $2, version = version + 1, prepared_at = null, problem = $3, failures = 0,
              held_until = null where id = $1`,
      [old.id, box.seal(text, old.id), problem],
    )
  } else {
    const id = randomUUID()
    const searches = old
      ? await many<{ search: number }>(tx, `select search from crm_searches where connection = $1`, [old.id])
      : []
    if (old) await tx.query(`delete from crm_connections where id = $1`, [old.id])
    await tx.query(
      `insert into crm_connections (id, team_id, kind, instance, account, credentials, fields, problem)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[id, teamId, kind, instance, account.slice(0, 200), box.seal(text, id)],
        ...[JSON.stringify(DEFAULT_FIELDS[kind]), problem],
      ],
    )
    await follow(
      tx,
      id,
      searches.map(({ search }) => search),
    )
  }
  await recordAudit(tx, actor, teamId, { action: 'crm.connected', target: { id: teamId, name: account } })
}

export interface CrmChanges extends CrmUses {
  readonly fields: FieldMapping
  /** The ids of saved searches. */
  readonly searches: readonly string[]
}

const RESERVED = ['domain', 'name', 'website', 'hubspot_owner_id', 'ownerid', 'id', 'pro_signal_id', 'pro_signal_id__c']

export async function changeConnection(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { fields, createsCompanies, createsTasks, searches }: CrmChanges,
  now: number,
): Promise<void> {
  const { id, kind, account } = await requireConnection(tx, teamId)
  checkFields(kind, fields)
  const known = await many<{ n: number }>(
    tx,
    `select n from saved_searches where team_id = $1 and id = any($2::uuid[])`,
    [teamId, searches],
  )
  if (known.length < new Set(searches).size) throw new AppError('not_found', 'The team has no such saved search.')
  const ordinals = known.map(({ n }) => n)
  await tx.query(`delete from crm_searches where connection = $1 and search <> all($2::int[])`, [id, ordinals])
  await follow(tx, id, ordinals)
  await tx.query(
    `update crm_connections set fields = $2, creates_companies = $3, creates_tasks = $4, version = version + 1,
            prepared_at = null,
            problem = case when prepared_at is null then problem end, failures = 0, held_until = null, compared_at = null where id = $1`,
    [id, JSON.stringify(fields), createsCompanies, createsTasks],
  )
  const open = await many<{ company: number }>(
    tx,
    `select distinct company from crm_windows where connection = $1 and ended_at is null`,
    [id],
  )
  await markDue(
    tx,
    id,
    open.map(({ company }) => company),
    now,
  )
  await recordAudit(tx, actor, teamId, {
    action: 'crm.changed',
    target: { id: teamId, name: account },
    details: { searches: ordinals.length, createsCompanies, createsTasks },
  })
}

/** From now on: companies that match already go to the CRM only on request. */
async function follow(tx: Transaction, connection: string, searches: readonly number[]): Promise<void> {
  await tx.query(
    `insert into crm_searches (connection, search, seen)
     select $1, s.n, coalesce((select max(c.n) from search_changes c where c.search = s.n), 0)
       from unnest($2::int[]) s (n) on conflict do nothing`,
    [connection, searches],
  )
}

function checkFields(kind: CrmKind, fields: FieldMapping): void {
  const names = CRM_FIELDS.flatMap((field) => fields[field] ?? [])
  for (const name of names) {
    if (!/^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(name))
      throw invalidFields(
        `"${name.slice(0, 40)}" is no name of a property: use its internal name, such as pro_signal_window.`,
      )
    if (kind === 'salesforce' && !name.endsWith('__c'))
      throw invalidFields(`${name} is no custom field: its API name ends with __c, such as Pro_Signal_Window__c.`)
    if (RESERVED.includes(name.toLowerCase()) || name.startsWith('hs_'))
      throw invalidFields(`The property ${name} belongs to the CRM: choose another one.`)
  }
  if (new Set(names).size < names.length) throw invalidFields('Two fields can’t be written to one property.')
}

const invalidFields = (message: string) => new AppError('invalid', message, { field: 'fields' })

/** Written data stays in the CRM. */
export async function removeConnection(tx: Transaction, actor: Actor, teamId: string): Promise<void> {
  const { id, account } = await requireConnection(tx, teamId)
  await tx.query(`delete from crm_connections where id = $1`, [id])
  await recordAudit(tx, actor, teamId, { action: 'crm.disconnected', target: { id: teamId, name: account } })
}

interface StoredConnection extends CrmUses {
  readonly id: string
  readonly kind: CrmKind
  readonly instance: string
  readonly account: string
  readonly credentials: string
  readonly fields: FieldMapping
  readonly [column: string]: unknown
}

export async function requireConnection(db: Queryable, teamId: string): Promise<StoredConnection> {
  const row = await maybeOne<StoredConnection>(
    db,
    `select id, kind, instance, account, credentials, fields, creates_companies as "createsCompanies", creates_tasks as "createsTasks"
       from crm_connections where team_id = $1`,
    [teamId],
  )
  if (!row) throw new AppError('not_found', 'The team has connected no CRM.')
  return row
}

export async function testConnection(
  stored: StoredConnection,
  options: OpenOptions & { readonly box: () => SecretBox },
): Promise<CheckedAccess> {
  try {
    return await openCrm(stored, options).check(stored.fields, stored)
  } catch (error) {
    throw refused(error)
  }
}

/** Fields that a person has added in the CRM meanwhile are used immediately. */
export async function recordTested(tx: Transaction, id: string, { problem }: CheckedAccess): Promise<void> {
  await tx.query(`update crm_connections set problem = $2, held_until = null, failures = 0 where id = $1`, [
    id,
    problem,
  ])
}

const MAX_MATCHES = 50
/** A search with more matches is not watched. */
const MAX_CANDIDATES = 20_000

export interface CurrentMatch {
  readonly ordinal: number
  readonly id: string
  readonly [column: string]: unknown
}

/**
 * Of a followed search: the strongest that aren't in an open window yet; if any of them is on a list of the team, only
 * those. Most others aren't in its CRM, but would be charged all the same. Throws if there are none.
 */
export async function readCurrentMatches(tx: Transaction, teamId: string, searchId: string): Promise<CurrentMatch[]> {
  const { id } = await requireConnection(tx, teamId)
  const all = await many<CurrentMatch>(
    tx,
    `select o.ordinal, o.id from crm_searches f join saved_searches s on s.n = f.search
       join search_members m on m.search = s.n and m.left_at is null join companies o on o.ordinal = m.company
       left join company_ranks r on r.company_ordinal = o.ordinal
      where f.connection = $1 and s.team_id = $2 and s.id = $3
        and not exists (select from search_mutes u where u.search = s.n and u.company = m.company)
        and not exists (select from crm_windows w
                         where w.connection = $1 and w.company = m.company and w.search = s.n and w.ended_at is null)
      order by r.heat_key desc nulls last, m.company limit ${MAX_CANDIDATES}`,
    [id, teamId, searchId],
  )
  const lists = (await selectLists(tx, teamId)).map((list) => list.id)
  const listed = await listsOf(
    tx,
    lists,
    all.map(({ ordinal }) => ordinal),
  )
  const matches = (listed.size > 0 ? all.filter(({ ordinal }) => listed.has(ordinal)) : all).slice(0, MAX_MATCHES)
  if (matches.length === 0)
    throw new AppError('conflict', 'Every company that matches now is in the CRM’s windows already.', {
      code: 'nothing_matches',
    })
  return matches
}

/** `matches`: those that were charged. One that has left meanwhile is left out. */
export async function writeCurrentMatches(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  {
    searchId,
    matches,
    now,
  }: { readonly searchId: string; readonly matches: readonly CurrentMatch[]; readonly now: number },
): Promise<void> {
  const { id, account } = await requireConnection(tx, teamId)
  const companies = matches.map(({ ordinal }) => ordinal)
  await addCompanies(tx, id, companies)
  await tx.query(
    `insert into crm_windows (connection, company, search, opened_at)
     select $1, m.company, s.n, m.entered_at from saved_searches s
       join crm_searches f on f.connection = $1 and f.search = s.n
       join search_members m on m.search = s.n and m.left_at is null and m.company = any($4::int[])
       join crm_companies c on c.connection = $1 and c.company = m.company
      where s.team_id = $2 and s.id = $3 and not exists (
        select from crm_windows w where w.connection = $1 and w.company = m.company and w.search = s.n and w.ended_at is null)
     on conflict (connection, company, search, opened_at) do update set ended_at = null,
       task_state = case when crm_windows.task_state = 'none' then 'none' else 'unknown' end`,
    [id, teamId, searchId, companies],
  )
  await markDue(tx, id, companies, now)
  await recordAudit(tx, actor, teamId, {
    action: 'crm.matches_written',
    target: { id: searchId, name: account },
    details: { companies: companies.length },
  })
}
