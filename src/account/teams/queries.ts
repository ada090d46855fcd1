import { many, maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Role } from '../../settings-contract/index.ts'
import type { Limit, PlanName } from '../plans/index.ts'

export interface Team {
  id: string
  name: string
  plan: PlanName
  billingAnchor: Date
  demo: boolean
  createdAt: Date
  /** Passwords don't open it: its members sign in with the provider of sign-on. */
  requiresSignOn: boolean
}

const TEAM = `id, name, plan, billing_anchor as "billingAnchor", demo, created_at as "createdAt",
  requires_sign_on as "requiresSignOn"`

export interface NewTeam {
  readonly name: string
  readonly plan: PlanName
  readonly billingAnchor?: Date | undefined
  readonly demo?: boolean
}

export async function insertTeam(db: Queryable, team: NewTeam): Promise<Team> {
  return one<Team>(
    db,
    `insert into teams (name, plan, billing_anchor, demo)
     values ($1, $2, coalesce($3, date_trunc('second', now())), $4) returning ${TEAM}`,
    [team.name, team.plan, team.billingAnchor ?? null, team.demo ?? false],
  )
}

export async function insertOwner(db: Queryable, teamId: string, accountId: string): Promise<void> {
  await db.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'owner')`, [teamId, accountId])
}

export async function findTeam(db: Queryable, teamId: string): Promise<Team | undefined> {
  return maybeOne<Team>(db, `select ${TEAM} from teams where id = $1`, [teamId])
}

export const noTeam = (teamId: string) =>
  new AppError('not_found', `There is no team ${teamId}: bin/pro-signal teams list shows all teams.`)

export async function requireTeam(db: Queryable, teamId: string): Promise<Team> {
  const team = await findTeam(db, teamId)
  if (!team) throw noTeam(teamId)
  return team
}

export async function findDemoTeam(db: Queryable): Promise<Team | undefined> {
  return maybeOne<Team>(db, `select ${TEAM} from teams where demo`)
}

export async function listTeams(db: Queryable): Promise<(Team & { members: number; keys: number })[]> {
  return many(
    db,
    `select ${TEAM},
            (select count(*)::int from team_members m where m.team_id = teams.id) as members,
            (select count(*)::int from api_keys k where k.team_id = teams.id and k.revoked_at is null
                and (k.expires_at is null or k.expires_at > now())) as keys
       from teams order by created_at, id`,
  )
}

/** Ignores case and spacing. */
export async function findTeamsByName(db: Queryable, name: string): Promise<Team[]> {
  return many<Team & { [key: string]: unknown }>(
    db,
    `select ${TEAM} from teams
      where lower(regexp_replace(trim(name), '\\s+', ' ', 'g')) = lower(regexp_replace(trim($1), '\\s+', ' ', 'g'))
      order by created_at, id`,
    [name],
  )
}

/** Foreign keys delete everything of the team with it. */
export async function deleteTeamRow(tx: Transaction, teamId: string): Promise<void> {
  await tx.query(`delete from teams where id = $1`, [teamId])
}

/** Returns the addresses of the accounts that were deleted. */
export async function deleteAccountsWithoutTeam(tx: Transaction, accountIds: readonly string[]): Promise<string[]> {
  const rows = await many<{ email: string }>(
    tx,
    `delete from accounts a where id = any($1::uuid[])
        and not exists (select from team_members m where m.account_id = a.id) returning email`,
    [accountIds],
  )
  return rows.map(({ email }) => email).sort()
}

/** Foreign keys delete everything of the person with it. Invitations and requests know the person only by the address. */
export async function deleteAccountRow(tx: Transaction, accountId: string, email: string): Promise<void> {
  await tx.query(`delete from invitations where email = $1`, [email])
  await tx.query(`delete from reset_requests where lower(email) = $1`, [email])
  await tx.query(`delete from people_usage where account_id = $1`, [accountId])
  await tx.query(`delete from accounts where id = $1`, [accountId])
}

export async function countRealTeams(db: Queryable): Promise<number> {
  return (await one<{ count: number }>(db, `select count(*)::int as count from teams where not demo`)).count
}

/** Writes no audit record: for the billing provider, whose changes are in the service's log. */
export async function updatePlan(db: Queryable, teamId: string, plan: PlanName): Promise<Team | undefined> {
  return maybeOne<Team>(db, `update teams set plan = $2 where id = $1 returning ${TEAM}`, [teamId, plan])
}

export async function updateTimeZone(db: Queryable, teamId: string, timeZone: string): Promise<void> {
  await db.query(`update teams set time_zone = $2 where id = $1`, [teamId, timeZone])
}

export interface Member {
  accountId: string
  email: string
  role: Role
  joinedAt: Date
  /** The latest use of an open session; null: the member has none. */
  lastSeenAt: Date | null
}

const MEMBER = `
  select a.id as "accountId", a.email, m.role, m.joined_at as "joinedAt",
         (select max(s.last_seen_at) from sessions s where s.team_id = m.team_id and s.account_id = a.id) as "lastSeenAt"
    from team_members m join accounts a on a.id = m.account_id
   where m.team_id = $1`

export async function listMembers(db: Queryable, teamId: string): Promise<Member[]> {
  return many<Member>(db, `${MEMBER} order by m.role desc, m.joined_at, a.email`, [teamId])
}

export async function findMember(db: Queryable, teamId: string, accountId: string): Promise<Member | undefined> {
  return maybeOne<Member>(db, `${MEMBER} and a.id = $2`, [teamId, accountId])
}

/**
 * Returns false if the team is full. An existing member keeps their role. Call it under the team's lock: without it,
 * two concurrent joins don't count each other.
 */
export async function insertMember(
  tx: Transaction,
  teamId: string,
  accountId: string,
  role: Role,
  maxMembers: number,
): Promise<boolean> {
  const { isFull } = await one<{ isFull: boolean }>(
    tx,
    `with others as (select count(*) >= $4 as full from team_members where team_id = $1 and account_id <> $2), joined as (
       insert into team_members (team_id, account_id, role) select $1, $2, $3 from others where not others.full
       on conflict (team_id, account_id) do nothing)
     select others.full as "isFull" from others`,
    [teamId, accountId, role, maxMembers],
  )
  return !isFull
}

/** The database checks at the commit that the team still has an owner; `checkOwnerNow` checks it immediately. */
export async function updateRole(tx: Queryable, teamId: string, accountId: string, role: Role): Promise<void> {
  await tx.query(`update team_members set role = $3 where team_id = $1 and account_id = $2`, [teamId, accountId, role])
}

export async function checkOwnerNow(tx: Transaction): Promise<void> {
  await tx.query(`set constraints team_keeps_an_owner immediate`)
}

/** The person can't rejoin by signing in with the provider. */
export async function deleteMember(tx: Queryable, teamId: string, accountId: string): Promise<void> {
  await tx.query(
    `with removed as (
       delete from team_members where team_id = $1 and account_id = $2 returning team_id, account_id)
     insert into removed_members (team_id, account_id) select team_id, account_id from removed
         on conflict (team_id, account_id) do update set removed_at = now()`,
    [teamId, accountId],
  )
}

export async function wasRemoved(tx: Queryable, teamId: string, accountId: string): Promise<boolean> {
  const row = await maybeOne(tx, `select from removed_members where team_id = $1 and account_id = $2`, [
    teamId,
    accountId,
  ])
  return row !== undefined
}

/** The person was invited again. */
export async function forgetRemoval(tx: Queryable, teamId: string, accountId: string): Promise<void> {
  await tx.query(`delete from removed_members where team_id = $1 and account_id = $2`, [teamId, accountId])
}

export interface Invitation {
  id: string
  email: string
  role: Role
  invitedBy: string | null
  createdAt: Date
  expiresAt: Date
  /** The link was only mailed to the invited address. */
  byMail: boolean
}

const INVITATION = `
  i.id, i.email, i.role, (select email from accounts a where a.id = i.invited_by) as "invitedBy",
  i.created_at as "createdAt", i.expires_at as "expiresAt",
  coalesce(i.mailed_token_hash = i.token_hash, false) as "byMail"`

export async function listInvitations(db: Queryable, teamId: string): Promise<Invitation[]> {
  return many<Invitation>(
    db,
    `select ${INVITATION} from invitations i where i.team_id = $1 and i.expires_at > now() order by i.created_at desc, i.id`,
    [teamId],
  )
}

/** An open invitation for the same address is replaced, and its link stops working. */
export async function upsertInvitation(
  tx: Queryable,
  teamId: string,
  invitation: {
    email: string
    role: Role
    invitedBy: string | null
    tokenHash: Buffer
    byMail: boolean
    validSeconds: number
  },
): Promise<Invitation> {
  const { email, role, invitedBy, tokenHash, byMail, validSeconds } = invitation
  return one<Invitation>(
    tx,
    `insert into invitations as i (team_id, email, role, invited_by, token_hash, expires_at, mailed_token_hash)
     values ($1, $2, $3, $4, $5::bytea, now() + make_interval(secs => $6), case when $7::boolean then $5::bytea end)
         on conflict (team_id, email) do update
        set id = excluded.id, role = excluded.role, invited_by = excluded.invited_by, token_hash = excluded.token_hash,
            created_at = now(), expires_at = excluded.expires_at, mailed_token_hash = excluded.mailed_token_hash
     returning ${INVITATION}`,
    [teamId, email, role, invitedBy, tokenHash, validSeconds, byMail],
  )
}

export async function deleteInvitation(
  tx: Queryable,
  teamId: string,
  invitationId: string,
): Promise<{ email: string } | undefined> {
  return maybeOne(tx, `delete from invitations where team_id = $1 and id = $2 returning email`, [teamId, invitationId])
}

/** Not bound to a team: the token is the key, and this query finds the team. */
export async function findInvitationByToken(
  db: Queryable,
  tokenHash: Buffer,
): Promise<(Invitation & { teamId: string; teamName: string }) | undefined> {
  return maybeOne(
    db,
    `select ${INVITATION}, t.id as "teamId", t.name as "teamName" from invitations i join teams t on t.id = i.team_id
      where i.token_hash = $1 and i.expires_at > now()`,
    [tokenHash],
  )
}

/** Consumes the invitation: of two concurrent calls, the second finds nothing. */
export async function takeInvitation(
  tx: Queryable,
  tokenHash: Buffer,
): Promise<{ id: string; teamId: string; email: string; role: Role; byMail: boolean } | undefined> {
  return maybeOne(
    tx,
    `delete from invitations i where i.token_hash = $1 and i.expires_at > now()
     returning i.id, i.team_id as "teamId", i.email, i.role, coalesce(i.mailed_token_hash = i.token_hash, false) as "byMail"`,
    [tokenHash],
  )
}

export async function deleteExpiredInvitations(db: Queryable): Promise<void> {
  await db.query(`delete from invitations where expires_at < now()`)
}

export async function listLimitOverrides(db: Queryable, teamId: string): Promise<{ bucket: Limit; limit: number }[]> {
  return many(db, `select bucket, "limit" from team_limits where team_id = $1`, [teamId])
}

export async function upsertLimitOverride(
  tx: Transaction,
  teamId: string,
  bucket: Limit,
  limit: number,
): Promise<void> {
  await tx.query(
    `insert into team_limits (team_id, bucket, "limit") values ($1, $2, $3)
     on conflict (team_id, bucket) do update set "limit" = excluded."limit", set_at = now()`,
    [teamId, bucket, limit],
  )
}

export async function deleteLimitOverride(tx: Transaction, teamId: string, bucket: Limit): Promise<void> {
  await tx.query(`delete from team_limits where team_id = $1 and bucket = $2`, [teamId, bucket])
}
