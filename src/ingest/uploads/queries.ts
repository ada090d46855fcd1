import { many, maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'
import type { ImportState } from '../../settings-contract/index.ts'
import type { Mapping, NamedMapping } from './mapping.ts'

export interface Done {
  readonly bytesRead: number
  readonly lines: number
  readonly companiesCreated: number
  readonly companiesUpdated: number
  readonly signalsCreated: number
  readonly signalsUpdated: number
  readonly rejected: number
}

export interface ImportRow extends Done {
  readonly id: string
  readonly fileName: string
  readonly mapping: Mapping
  readonly state: ImportState
  readonly bytes: number
  readonly received: number
  readonly isWaiting: boolean
  readonly attempts: number
  readonly isCancelling: boolean
  readonly message: string | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  [column: string]: unknown
}

const IMPORT = `id, file_name as "fileName", mapping, state, bytes, received, bytes_read as "bytesRead", lines,
  companies_created as "companiesCreated", companies_updated as "companiesUpdated",
  signals_created as "signalsCreated", signals_updated as "signalsUpdated", rejected,
  state = 'running' and leased_until < clock_timestamp() as "isWaiting", attempts, cancel_asked as "isCancelling", message,
  created_at as "createdAt", finished_at as "finishedAt"`

const SHOWN = 10

export async function listImports(db: Queryable, teamId: string): Promise<ImportRow[]> {
  return many<ImportRow>(
    db,
    `select ${IMPORT} from imports where team_id = $1 order by created_at desc, id limit ${SHOWN}`,
    [teamId],
  )
}

export async function findImport(db: Queryable, teamId: string, id: string): Promise<ImportRow | undefined> {
  return maybeOne<ImportRow>(db, `select ${IMPORT} from imports where team_id = $1 and id = $2`, [teamId, id])
}

/** An upload without a new part for this long is aborted. */
const UPLOAD_MINUTES = 10

/** Undefined: the team has an open import. The index allows one. */
export async function insertImport(
  tx: Transaction,
  teamId: string,
  { fileName, bytes, mapping, sendsNews }: { fileName: string; bytes: number; mapping: Mapping; sendsNews: boolean },
): Promise<ImportRow | undefined> {
  return maybeOne<ImportRow>(
    tx,
    `insert into imports (team_id, file_name, bytes, mapping, sends_news) values ($1, $2, $3, $4, $5)
     on conflict (team_id) where state in ('uploading', 'running') do nothing returning ${IMPORT}`,
    [teamId, fileName, bytes, JSON.stringify(mapping), sendsNews],
  )
}

export async function countOpen(db: Queryable): Promise<number> {
  return (
    await one<{ count: number }>(
      db,
      `select count(*)::int as count from imports where state in ('uploading', 'running')`,
    )
  ).count
}

/**
 * Adds a part and checks the received bytes in one statement, so a part sent twice counts once. The last part starts
 * the import. Undefined: the part does not begin where the last one ended, or the upload is over.
 */
export async function insertPart(
  db: Queryable,
  teamId: string,
  importId: string,
  { at, data }: { readonly at: number; readonly data: Buffer },
): Promise<ImportRow | undefined> {
  return maybeOne<ImportRow>(
    db,
    `with taken as (
       update imports set received = received + $4, heard_at = now(),
              state = case when received + $4 = bytes then 'running' else state end,
              queued_at = case when received + $4 = bytes then now() end
        where team_id = $1 and id = $2 and state = 'uploading' and not cancel_asked and received = $3 and received + $4 <= bytes
       returning ${IMPORT}),
     part as (insert into import_parts (import_id, at, data) select id, $3, $5 from taken)
     select * from taken`,
    [teamId, importId, at, data.length, data],
  )
}

export async function readPart(db: Queryable, importId: string, at: number): Promise<Buffer | undefined> {
  const row = await maybeOne<{ data: Buffer }>(db, `select data from import_parts where import_id = $1 and at = $2`, [
    importId,
    at,
  ])
  return row?.data
}

/** Ends an upload immediately. An import that a node is working on is cancelled by that node. */
export async function askToCancel(tx: Transaction, teamId: string, id: string): Promise<ImportRow | undefined> {
  return maybeOne<ImportRow>(
    tx,
    `with asked as (
       update imports set cancel_asked = true,
              finished_at = case when state = 'uploading' then now() end,
              message = case when state = 'uploading' then 'You cancelled the upload. Nothing was written.' end,
              state = case when state = 'uploading' then 'cancelled' else state end
        where team_id = $1 and id = $2 and state in ('uploading', 'running')
       returning ${IMPORT}),
     parts as (delete from import_parts where import_id in (select id from asked where state = 'cancelled'))
     select * from asked`,
    [teamId, id],
  )
}

export interface Claim extends ImportRow {
  readonly teamId: string
  readonly token: string
  readonly sendsNews: boolean
}

export const MAX_ATTEMPTS = 5

/**
 * The next import that no node is working on. Its rejects are deleted: it is read from the beginning, and writing is
 * idempotent.
 */
export async function claimImports(db: Queryable, leaseSeconds: number, limit: number): Promise<Claim[]> {
  return many<Claim>(
    db,
    `with next as (
       select id from imports
        where state = 'running' and leased_until < clock_timestamp() and attempts < ${MAX_ATTEMPTS} and not cancel_asked
        order by queued_at, id limit $2 for update skip locked),
     forgotten as (delete from import_rejects where import_id in (select id from next))
     update imports set token = gen_random_uuid(), attempts = attempts + 1, rejected = 0, bytes_read = 0, lines = 0,
            leased_until = clock_timestamp() + make_interval(secs => $1)
      where id in (select id from next)
     returning ${IMPORT}, team_id as "teamId", token, sends_news as "sendsNews"`,
    [leaseSeconds, limit],
  )
}

const DONE = `bytes_read = least(bytes, $3), lines = $4, companies_created = $5, companies_updated = $6, signals_created = $7,
  signals_updated = $8, rejected = $9`

const valuesOf = (done: Done) => [
  done.bytesRead,
  done.lines,
  done.companiesCreated,
  done.companiesUpdated,
  done.signalsCreated,
  done.signalsUpdated,
  done.rejected,
]

/** Renews the lease as well. Undefined: another node has the import, or its team was deleted. */
export async function noteProgress(
  db: Queryable,
  { id, token }: Pick<Claim, 'id' | 'token'>,
  done: Done,
  leaseSeconds: number,
): Promise<{ readonly isCancelling: boolean } | undefined> {
  return maybeOne<{ isCancelling: boolean }>(
    db,
    `update imports set ${DONE}, leased_until = clock_timestamp() + make_interval(secs => $10)
      where id = $1 and token = $2 and state = 'running' returning cancel_asked as "isCancelling"`,
    [id, token, ...valuesOf(done), leaseSeconds],
  )
}

export interface StoredReject {
  readonly line: number
  readonly reason: string
  readonly text: string
}

export async function insertRejects(
  db: Queryable,
  { id, token }: Pick<Claim, 'id' | 'token'>,
  from: number,
  rejects: readonly StoredReject[],
): Promise<void> {
  await db.query(
    `insert into import_rejects (import_id, number, line, reason, text)
     select $1, $3 + n - 1, line, reason, text
       from unnest($4::int[], $5::text[], $6::text[]) with ordinality as r (line, reason, text, n)
      where exists (select from imports where id = $1 and token = $2)
     on conflict do nothing`,
    [
      id,
      token,
      from,
      rejects.map(({ line }) => line),
      rejects.map(({ reason }) => reason),
      rejects.map(({ text }) => text),
    ],
  )
}

export async function readRejects(db: Queryable, importId: string): Promise<StoredReject[]> {
  return many<{ line: number; reason: string; text: string }>(
    db,
    `select line, reason, text from import_rejects where import_id = $1 order by number`,
    [importId],
  )
}

/** Deletes its file as well. False: another node has it. */
export async function settleImport(
  db: Queryable,
  { id, token }: Pick<Claim, 'id' | 'token'>,
  done: Done,
  end: { readonly state: 'done' | 'failed' | 'cancelled'; readonly message?: string },
): Promise<boolean> {
  const settled = await maybeOne(
    db,
    `with settled as (
       update imports set ${DONE}, state = $10, message = $11, finished_at = now(), token = null, leased_until = '-infinity'
        where id = $1 and token = $2 and state = 'running' returning id),
     parts as (delete from import_parts where import_id in (select id from settled))
     select id from settled`,
    [id, token, ...valuesOf(done), end.state, end.message ?? null],
  )
  return settled !== undefined
}

/** Another node, or the next start, continues immediately. The attempt does not count. */
export async function giveBack(db: Queryable, { id, token }: Pick<Claim, 'id' | 'token'>): Promise<void> {
  await db.query(
    `update imports set token = null, leased_until = '-infinity', attempts = attempts - 1
      where id = $1 and token = $2 and state = 'running'`,
    [id, token],
  )
}

const REJECT_DAYS = 7
const IMPORT_DAYS = 400

/** Ends abandoned imports, deletes their files, and deletes old rows. */
export async function cleanImports(db: Queryable): Promise<void> {
  const end = (state: string, message: string, condition: string) => `with ended as (
       update imports set state = '${state}', message = ${message}, finished_at = now() where ${condition} returning id)
     delete from import_parts where import_id in (select id from ended)`
  const isFree = `state = 'running' and leased_until < clock_timestamp()`
  await db.query(
    end(
      'cancelled',
      `'The upload was interrupted. Nothing was written: import the file again.'`,
      `state = 'uploading' and heard_at < now() - interval '${UPLOAD_MINUTES} minutes'`,
    ),
  )
  await db.query(end('cancelled', 'null', `${isFree} and cancel_asked`))
  await db.query(
    end(
      'failed',
      `'It was started ${MAX_ATTEMPTS} times, and each time the service ended first. Written lines stay. Import the file in parts.'`,
      `${isFree} and attempts >= ${MAX_ATTEMPTS}`,
    ),
  )
}

export async function forgetOldImports(db: Queryable): Promise<void> {
  await db.query(
    `delete from import_rejects where import_id in (
       select id from imports where finished_at < now() - interval '${REJECT_DAYS} days')`,
  )
  await db.query(`delete from imports where finished_at < now() - interval '${IMPORT_DAYS} days'`)
}

/** The label of the team's sources: its name when it first imported, with a number if another team has that. */
export async function labelOf(db: Queryable, teamId: string, name: string): Promise<string> {
  for (let number = 1; number <= MAX_SAME_NAME; number++) {
    const label = number === 1 ? name : `${name} ${number}`
    await db.query(`insert into import_labels (team_id, label) values ($1, $2) on conflict do nothing`, [teamId, label])
    const stored = await maybeOne<{ label: string }>(db, `select label from import_labels where team_id = $1`, [teamId])
    if (stored) return stored.label
  }
  throw new Error(`${MAX_SAME_NAME} teams have the name ${name}`)
}

const MAX_SAME_NAME = 1_000

export async function listMappings(db: Queryable, teamId: string): Promise<NamedMapping[]> {
  return many<NamedMapping & { [column: string]: unknown }>(
    db,
    `select id, name, mapping from import_mappings where team_id = $1 order by lower(name)`,
    [teamId],
  )
}

/** Under the team's lock. Undefined: the team has `max` others. */
export async function putMapping(
  tx: Transaction,
  teamId: string,
  { name, mapping, max }: { readonly name: string; readonly mapping: Mapping; readonly max: number },
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  return maybeOne<{ id: string; name: string }>(
    tx,
    `insert into import_mappings (team_id, name, mapping)
     select $1, $2, $3 where (select count(*) from import_mappings where team_id = $1 and lower(name) <> lower($2)) < $4
     on conflict (team_id, lower(name)) do update set name = excluded.name, mapping = excluded.mapping
     returning id, name`,
    [teamId, name, JSON.stringify(mapping), max],
  )
}

export async function deleteMapping(tx: Transaction, teamId: string, id: string): Promise<string | undefined> {
  const row = await maybeOne<{ name: string }>(
    tx,
    `delete from import_mappings where team_id = $1 and id = $2 returning name`,
    [teamId, id],
  )
  return row?.name
}
