import { many, maybeOne, one, type Queryable } from '../../db/index.ts'
import type { Bucket, PlanName } from '../budgets/index.ts'

export interface Team {
  id: string
  name: string
  plan: PlanName
  billingAnchor: Date
  demo: boolean
  createdAt: Date
}

const TEAM = `id, name, plan, billing_anchor as "billingAnchor", demo, created_at as "createdAt"`

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

export async function countRealTeams(db: Queryable): Promise<number> {
  return (await one<{ count: number }>(db, `select count(*)::int as count from teams where not demo`)).count
}

export async function setPlan(db: Queryable, teamId: string, plan: PlanName): Promise<Team | undefined> {
  return maybeOne<Team>(db, `update teams set plan = $2 where id = $1 returning ${TEAM}`, [teamId, plan])
}

export interface Member {
  email: string
  role: 'owner' | 'member'
  joinedAt: Date
}

export async function listMembers(db: Queryable, teamId: string): Promise<Member[]> {
  return many<Member>(
    db,
    `select a.email, m.role, m.joined_at as "joinedAt"
       from team_members m join accounts a on a.id = m.account_id
      where m.team_id = $1 order by m.role desc, m.joined_at, a.email`,
    [teamId],
  )
}

export async function listLimitOverrides(db: Queryable, teamId: string): Promise<{ bucket: Bucket; limit: number }[]> {
  return many(db, `select bucket, "limit" from team_limits where team_id = $1`, [teamId])
}

/** A limit of null takes the override back. */
export async function setLimitOverride(
  db: Queryable,
  teamId: string,
  bucket: Bucket,
  limit: number | null,
): Promise<void> {
  if (limit === null) {
    await db.query(`delete from team_limits where team_id = $1 and bucket = $2`, [teamId, bucket])
    return
  }
  await db.query(
    `insert into team_limits (team_id, bucket, "limit") values ($1, $2, $3)
     on conflict (team_id, bucket) do update set "limit" = excluded."limit", set_at = now()`,
    [teamId, bucket, limit],
  )
}
