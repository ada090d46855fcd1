import type { KeyScope, KeyState } from '../../closed-sets/keys.ts'
import { many, maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'
import type { PlanName } from '../plans/index.ts'

export interface ApiKey {
  id: string
  teamId: string
  name: string
  prefix: string
  lastFour: string
  createdBy: string | null
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  replacedBy: string | null
  state: KeyState
  /** Null: every group of endpoints. */
  scopes: KeyScope[] | null
  /** In CIDR notation; null: every network. */
  networks: string[] | null
}

const KEY = `
  id, team_id as "teamId", name, prefix, last_four as "lastFour",
  (select email from accounts a where a.id = created_by) as "createdBy", created_at as "createdAt",
  expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt", replaced_by as "replacedBy",
  scopes, allowed_networks::text[] as networks,
  case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
       when replaced_by is not null then 'replaced' else 'active' end as state`

const WORKING = `revoked_at is null and (expires_at is null or expires_at > now())`

/** What a key may call, and from where. Undefined: everything, from everywhere. */
export interface KeyAccess {
  readonly scopes?: readonly KeyScope[] | undefined
  readonly networks?: readonly string[] | undefined
}

interface NewKey extends KeyAccess {
  readonly name: string
  readonly hash: Buffer
  readonly prefix: string
  readonly lastFour: string
  readonly expiresAt?: Date | undefined
  readonly createdBy?: string | undefined
}

export async function insertKey(tx: Transaction, teamId: string, key: NewKey): Promise<ApiKey> {
  return one<ApiKey>(
    tx,
    `insert into api_keys (team_id, name, hash, prefix, last_four, expires_at, created_by, scopes, allowed_networks)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::cidr[]) returning ${KEY}`,
    [
      teamId,
      key.name,
      key.hash,
      key.prefix,
      key.lastFour,
      key.expiresAt ?? null,
      key.createdBy ?? null,
      key.scopes ?? null,
      key.networks ?? null,
    ],
  )
}

/** Undefined: the team has no such key, or it no longer works. */
export async function updateAccess(
  tx: Transaction,
  teamId: string,
  keyId: string,
  { scopes, networks }: KeyAccess,
): Promise<ApiKey | undefined> {
  return maybeOne<ApiKey>(
    tx,
    `update api_keys set scopes = $3, allowed_networks = $4::cidr[]
      where team_id = $1 and id = $2 and ${WORKING} returning ${KEY}`,
    [teamId, keyId, scopes ?? null, networks ?? null],
  )
}

export async function listKeys(db: Queryable, teamId: string): Promise<ApiKey[]> {
  return many<ApiKey>(db, `select ${KEY} from api_keys where team_id = $1 order by created_at desc, id`, [teamId])
}

export interface KeySetup {
  readonly hasKey: boolean
  /** Whether one was used, even if it was revoked since. */
  readonly hasRequest: boolean
}

export async function readKeySetup(db: Queryable, teamId: string): Promise<KeySetup> {
  return one<KeySetup & { [column: string]: unknown }>(
    db,
    `select count(*) > 0 as "hasKey", coalesce(bool_or(last_used_at is not null), false) as "hasRequest"
       from api_keys where team_id = $1`,
    [teamId],
  )
}

/** Every working key, and the newest of the others. */
export async function listKeysToShow(db: Queryable, teamId: string, maxEnded: number): Promise<ApiKey[]> {
  return many<ApiKey>(
    db,
    `select ${KEY} from api_keys
      where team_id = $1 and (${WORKING} or id in (
        select id from api_keys where team_id = $1 and not (${WORKING}) order by created_at desc, id limit $2))
      order by created_at desc, id`,
    [teamId, maxEnded],
  )
}

export async function countWorkingKeys(db: Queryable, teamId: string): Promise<number> {
  return (
    await one<{ count: number }>(db, `select count(*)::int as count from api_keys where team_id = $1 and ${WORKING}`, [
      teamId,
    ])
  ).count
}

export async function findKey(db: Queryable, teamId: string, keyId: string): Promise<ApiKey | undefined> {
  return maybeOne<ApiKey>(db, `select ${KEY} from api_keys where team_id = $1 and id = $2`, [teamId, keyId])
}

/** For the operator, who passes only the id of a key. */
export async function findTeamOfKey(db: Queryable, keyId: string): Promise<string | undefined> {
  return (await maybeOne<{ teamId: string }>(db, `select team_id as "teamId" from api_keys where id = $1`, [keyId]))
    ?.teamId
}

/** Undefined: the team has no such key, or it is already revoked. */
export async function endKey(tx: Transaction, teamId: string, keyId: string): Promise<ApiKey | undefined> {
  return maybeOne<ApiKey>(
    tx,
    `update api_keys set revoked_at = now() where team_id = $1 and id = $2 and revoked_at is null returning ${KEY}`,
    [teamId, keyId],
  )
}

/**
 * The successor inherits everything. The old key ends after the grace period, or at its own expiry if that is earlier.
 * One statement: of two concurrent rotations the second waits for the first and then finds the key replaced. Undefined:
 * the team has no such key, or the key is not active.
 */
export async function replaceKey(
  tx: Transaction,
  teamId: string,
  keyId: string,
  successor: Pick<NewKey, 'hash' | 'prefix' | 'lastFour' | 'createdBy'>,
  graceSeconds: number,
): Promise<ApiKey | undefined> {
  return maybeOne<ApiKey>(
    tx,
    `with next as (select gen_random_uuid() as id),
     old as (
       update api_keys k
          set replaced_by = next.id, expires_at = least(k.expires_at, now() + make_interval(secs => $7))
         from next
        where k.team_id = $1 and k.id = $2 and k.replaced_by is null and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now())
       returning k.id, k.name, k.replaced_by
     )
     insert into api_keys (id, team_id, name, hash, prefix, last_four, created_by, expires_at, scopes, allowed_networks)
     select old.replaced_by, $1, old.name, $3, $4, $5, coalesce($6, before.created_by), before.expires_at, before.scopes,
            before.allowed_networks
       from old join api_keys before on before.id = old.id
     returning ${KEY}`,
    [teamId, keyId, successor.hash, successor.prefix, successor.lastFour, successor.createdBy ?? null, graceSeconds],
  )
}

export interface KnownKey {
  keyId: string
  teamId: string
  plan: PlanName
  expiresAt: Date | null
  revokedAt: Date | null
  scopes: KeyScope[] | null
  networks: string[] | null
}

const LOOK_UP_KEY = {
  name: 'look_up_key',
  text: `select e.epoch, clock_timestamp() as now, k.id as "keyId", k.team_id as "teamId", t.plan,
                k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.scopes, k.allowed_networks::text[] as networks
           from access_epoch e left join (api_keys k join teams t on t.id = k.team_id) on k.hash = $1`,
}
const READ_ACCESS_EPOCH = {
  name: 'read_access_epoch',
  text: `select epoch, clock_timestamp() as now from access_epoch`,
}

/** The key, if there is one, with the access epoch and the database's clock, all from one snapshot. */
export async function lookUpKey(
  db: Queryable,
  hash: Buffer,
): Promise<{ epoch: string; now: Date; key: KnownKey | undefined }> {
  const row = await one<{ epoch: string; now: Date } & (KnownKey | { keyId: null })>(db, LOOK_UP_KEY, [hash])
  const { epoch, now, ...key } = row
  return { epoch, now, key: key.keyId === null ? undefined : key }
}

export async function readAccessEpoch(db: Queryable): Promise<{ epoch: string; now: Date }> {
  return one(db, READ_ACCESS_EPOCH)
}

/** At most one write per minute and key, however many nodes there are. */
/** A time in the future was written before the database's clock was set back. */
export async function touchKeys(db: Queryable, keyIds: readonly string[]): Promise<void> {
  await db.query(
    `update api_keys set last_used_at = now()
      where id = any($1::uuid[])
        and (last_used_at is null or last_used_at < now() - interval '1 minute' or last_used_at > now())`,
    [keyIds],
  )
}
