import { many, maybeOne, one, type Queryable } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Role, SignInMethod } from '../../settings-contract/index.ts'
import type { PlanName } from '../plans/index.ts'

export interface Account {
  id: string
  email: string
  passwordHash: string
  /**
   * An operator vouched for the address, or a mailed link was used. Otherwise the account was created with a link that
   * was handed over.
   */
  proven: boolean
}

const ACCOUNT = `id, email, password_hash as "passwordHash", proven_at is not null as proven`

export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  return maybeOne<Account>(db, `select ${ACCOUNT} from accounts where email = $1`, [email])
}

export async function requireAccount(db: Queryable, email: string): Promise<Account> {
  const account = await findAccountByEmail(db, email)
  if (!account) throw new AppError('not_found', `There is no account for ${email}.`)
  return account
}

export async function insertAccount(
  db: Queryable,
  email: string,
  passwordHash: string,
  { proven, id: given }: { proven: boolean; id?: string },
): Promise<string> {
  const { id } = await one<{ id: string }>(
    db,
    `insert into accounts (id, email, password_hash, proven_at)
     values (coalesce($4, gen_random_uuid()), $1, $2, case when $3 then now() end) returning id`,
    [email, passwordHash, proven, given ?? null],
  )
  return id
}

export async function markProven(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(`update accounts set proven_at = now() where id = $1 and proven_at is null`, [accountId])
}

/** False: the address was verified in the meantime, or the account was deleted. */
export async function renameUnproven(tx: Queryable, accountId: string, email: string): Promise<boolean> {
  const { rowCount } = await tx.query(`update accounts set email = $2 where id = $1 and proven_at is null`, [
    accountId,
    email,
  ])
  return rowCount === 1
}

export async function listFamiliarNetworks(db: Queryable, accountId: string): Promise<string[]> {
  const rows = await many<{ network: string }>(
    db,
    `select network::text as network from familiar_networks where account_id = $1`,
    [accountId],
  )
  return rows.map(({ network }) => network)
}

/**
 * Locks the account until the transaction ends. A session that is being opened with the old password at this moment is
 * then either visible and deleted, or never opened. False: the password hash is no longer `expectedHash`.
 */
export async function updatePasswordHash(
  tx: Queryable,
  accountId: string,
  passwordHash: string,
  expectedHash?: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update accounts set password_hash = $2 where id = $1 and ($3::text is null or password_hash = $3)`,
    [accountId, passwordHash, expectedHash ?? null],
  )
  return rowCount === 1
}

/**
 * The account with this address, if there is one, and whether it has signed in from this network. One query either way.
 */
export async function findForSignIn(
  db: Queryable,
  email: string,
  network: string,
): Promise<{ account: Account | undefined; familiar: boolean }> {
  const row = await maybeOne<Account & { familiar: boolean }>(
    db,
    `select ${ACCOUNT}, exists (
              select from familiar_networks f where f.account_id = accounts.id and f.network = $2::cidr) as familiar
       from accounts where email = $1`,
    [email, network],
  )
  if (!row) return { account: undefined, familiar: false }
  const { familiar, ...account } = row
  return { account, familiar }
}

/** Keeps the newest 20 networks of an account. */
export async function rememberNetwork(tx: Queryable, accountId: string, network: string): Promise<void> {
  await tx.query(
    `insert into familiar_networks (account_id, network) values ($1, $2)
         on conflict (account_id, network) do update set last_at = now()`,
    [accountId, network],
  )
  await tx.query(
    `delete from familiar_networks where account_id = $1 and network in (
       select network from familiar_networks where account_id = $1 order by last_at desc, network offset 20)`,
    [accountId],
  )
}

/** A session that a password opened doesn't work in a team that requires sign-on. */
const WORKS_IN_TEAM = `not (t.requires_sign_on and s.signed_in_by = 'password')`

interface NewSession {
  readonly signedInBy: SignInMethod
  readonly tokenHash: Buffer
  readonly accountId: string
  readonly teamId: string
  readonly address: string
  readonly userAgent: string | null
  readonly maxSeconds: number
  readonly providerSid: string | undefined
  readonly previousId: string | undefined
}

/**
 * Opens a session if the password is still the one that was verified. The account's lock makes a concurrent password
 * change wait, and that change then finds this session and ends it. Undefined: the password has changed, or the account
 * no longer belongs to the team, or the team has begun to require sign-on.
 */
export async function insertSession(
  tx: Queryable,
  session: NewSession,
  verifiedHash: string | null,
): Promise<string | undefined> {
  const row = await maybeOne<{ id: string }>(
    tx,
    `insert into sessions (token_hash, account_id, team_id, ends_at, address, user_agent, signed_in_by, provider_sid)
     select $1, s.id, m.team_id, now() + make_interval(secs => $6), $4, $5, s.signed_in_by,
            case when s.signed_in_by = 'provider' then coalesce($9, (select provider_sid from sessions where id = $10)) end
       from (select id, $8::text as signed_in_by from accounts
              where id = $2 and ($7::text is null or password_hash = $7) for share) s
       join team_members m on m.account_id = s.id and m.team_id = $3
       join teams t on t.id = m.team_id
      where ${WORKS_IN_TEAM}
     returning id`,
    [
      session.tokenHash,
      session.accountId,
      session.teamId,
      session.address,
      session.userAgent,
      session.maxSeconds,
      verifiedHash,
      session.signedInBy,
      session.providerSid,
      session.previousId,
    ],
  )
  return row?.id
}

/**
 * The team that a new session starts in: the account's oldest membership in a team where such a session works. `onlyBySignOn`:
 * there is none, but one that requires sign-on.
 */
export async function findFirstTeam(
  db: Queryable,
  accountId: string,
  signedInBy: SignInMethod,
): Promise<{ teamId: string; onlyBySignOn?: undefined } | { teamId?: undefined; onlyBySignOn: boolean }> {
  const row = await maybeOne<{ teamId: string; works: boolean }>(
    db,
    `select s.team_id as "teamId", s.works from (
       select s.team_id, s.joined_at, ${WORKS_IN_TEAM} as works
         from (select team_id, joined_at, $2::text as signed_in_by from team_members where account_id = $1) s
         join teams t on t.id = s.team_id) s
      order by s.works desc, s.joined_at, s.team_id limit 1`,
    [accountId, signedInBy],
  )
  return row?.works ? { teamId: row.teamId } : { onlyBySignOn: row !== undefined }
}

export interface SessionRow {
  sessionId: string
  accountId: string
  email: string
  teamId: string
  teamName: string
  plan: PlanName
  demo: boolean
  role: Role
  signedInBy: SignInMethod
  idleEndsAt: Date
  endsAt: Date
  /** The last use was recorded at least a minute ago. */
  stale: boolean
}

const SESSION = `
  select s.id as "sessionId", a.id as "accountId", a.email, t.id as "teamId", t.name as "teamName", t.plan, t.demo, m.role,
         s.signed_in_by as "signedInBy", s.last_seen_at + make_interval(secs => $2) as "idleEndsAt", s.ends_at as "endsAt",
         s.last_seen_at < now() - interval '1 minute' as stale
    from sessions s
    join accounts a on a.id = s.account_id
    join teams t on t.id = s.team_id
    join team_members m on m.team_id = s.team_id and m.account_id = s.account_id
   where s.ends_at > now() and s.last_seen_at > now() - make_interval(secs => $2) and ${WORKS_IN_TEAM}`

/** Not bound to a team: the token is the key, and this query finds the team. */
export async function findSessionByToken(
  db: Queryable,
  tokenHash: Buffer,
  idleSeconds: number,
): Promise<SessionRow | undefined> {
  return maybeOne<SessionRow>(db, `${SESSION} and s.token_hash = $1`, [tokenHash, idleSeconds])
}

export async function findSession(
  db: Queryable,
  sessionId: string,
  idleSeconds: number,
): Promise<SessionRow | undefined> {
  return maybeOne<SessionRow>(db, `${SESSION} and s.id = $1`, [sessionId, idleSeconds])
}

export async function touchSession(db: Queryable, sessionId: string, address: string): Promise<void> {
  await db.query(
    `update sessions set last_seen_at = now(), address = $2 where id = $1 and last_seen_at < now() - interval '1 minute'`,
    [sessionId, address],
  )
}

export async function listTeamsOf(
  db: Queryable,
  accountId: string,
): Promise<{ id: string; name: string; role: Role }[]> {
  return many(
    db,
    `select t.id, t.name, m.role from team_members m join teams t on t.id = m.team_id
      where m.account_id = $1 order by lower(t.name), t.id`,
    [accountId],
  )
}

/** False: the account doesn't belong to that team, or such a session doesn't work there. */
export async function moveSession(
  db: Queryable,
  accountId: string,
  sessionId: string,
  teamId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update sessions s set team_id = m.team_id from team_members m join teams t on t.id = m.team_id
      where s.id = $2 and s.account_id = $1 and m.account_id = $1 and m.team_id = $3 and ${WORKS_IN_TEAM}`,
    [accountId, sessionId, teamId],
  )
  return rowCount === 1
}

/** Whether the account belongs to the team, and the team requires sign-on. */
export async function needsSignOn(db: Queryable, accountId: string, teamId: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    `select from team_members m join teams t on t.id = m.team_id
      where m.account_id = $1 and m.team_id = $2 and t.requires_sign_on`,
    [accountId, teamId],
  )
  return row !== undefined
}

interface OpenSessionRow {
  id: string
  teamName: string
  signedInAt: Date
  lastSeenAt: Date
  address: string | null
  userAgent: string | null
}

export async function listSessionsOf(db: Queryable, accountId: string, idleSeconds: number): Promise<OpenSessionRow[]> {
  return many<OpenSessionRow>(
    db,
    `select s.id, t.name as "teamName", s.signed_in_at as "signedInAt", s.last_seen_at as "lastSeenAt",
            host(s.address) as address, s.user_agent as "userAgent"
       from sessions s join teams t on t.id = s.team_id
      where s.account_id = $1 and s.ends_at > now() and s.last_seen_at > now() - make_interval(secs => $2)
      order by s.last_seen_at desc, s.id`,
    [accountId, idleSeconds],
  )
}

/** Returns the team that the session was in. Undefined: the account has no such session. */
export async function deleteSession(db: Queryable, accountId: string, sessionId: string): Promise<string | undefined> {
  const row = await maybeOne<{ teamId: string }>(
    db,
    `delete from sessions where account_id = $1 and id = $2 returning team_id as "teamId"`,
    [accountId, sessionId],
  )
  return row?.teamId
}

/** Returns how many sessions were ended. */
export async function deleteSessionsOf(db: Queryable, accountId: string, keepSessionId?: string): Promise<number> {
  const { rowCount } = await db.query(`delete from sessions where account_id = $1 and id is distinct from $2`, [
    accountId,
    keepSessionId ?? null,
  ])
  return rowCount ?? 0
}

/** A person has a few browsers. A program that keeps signing in keeps only its newest sessions. */
export async function deleteOldestSessions(tx: Queryable, accountId: string, limit: number): Promise<void> {
  await tx.query(
    `delete from sessions where account_id = $1 and id in (
       select id from sessions where account_id = $1 order by last_seen_at desc, signed_in_at desc, id offset $2)`,
    [accountId, limit],
  )
}

/**
 * Serialises all changes to the team's settings. Data read after it stays valid until the transaction ends: the
 * caller's role, and counts that have a limit.
 */
export async function lockTeam(tx: Queryable, teamId: string): Promise<void> {
  await tx.query(`select from teams where id = $1 for no key update`, [teamId])
}

export async function findRole(
  tx: Queryable,
  teamId: string,
  accountId: string,
  sessionId: string,
): Promise<Role | undefined> {
  const row = await maybeOne<{ role: Role }>(
    tx,
    `select m.role from team_members m join sessions s on s.team_id = m.team_id and s.account_id = m.account_id
       join teams t on t.id = m.team_id
      where m.team_id = $1 and m.account_id = $2 and s.id = $3 and ${WORKS_IN_TEAM}`,
    [teamId, accountId, sessionId],
  )
  return row?.role
}

/** Deletes expired rows, which no longer have any effect. */
export async function deleteExpired(db: Queryable, idleSeconds: number): Promise<void> {
  await db.query(`delete from sessions where ends_at < now() or last_seen_at < now() - make_interval(secs => $1)`, [
    idleSeconds,
  ])
  await db.query(`delete from password_resets where expires_at < now()`)
  await db.query(`delete from reset_requests where asked_at < now() - interval '1 hour'`)
  await db.query(`delete from sign_in_links where expires_at < now()`)
  await db.query(`delete from attempt_levels where at < now() - interval '1 day'`)
  await db.query(`delete from familiar_networks where last_at < now() - interval '180 days'`)
}
