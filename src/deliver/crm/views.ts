// The connection and what was written, as people see them. Nothing secret is read here.

import { CRM_COMPANY_STATES, type CrmCompanyState, type CrmKind } from '../../closed-sets/crm.ts'
import { many, maybeOne, one, type Queryable } from '../../db/index.ts'
import type { FieldMapping, PropertyValues } from './clients/crm.ts'

export interface ConnectionView {
  readonly id: string
  readonly kind: CrmKind
  readonly instance: string
  readonly account: string
  readonly fields: FieldMapping
  readonly createsCompanies: boolean
  readonly createsTasks: boolean
  readonly problem: string | null
  readonly heldUntil: Date | null
  readonly connectedAt: Date
  readonly companies: Readonly<Record<CrmCompanyState, number>>
  readonly lastWrittenAt: Date | null
}

export async function readConnection(db: Queryable, teamId: string): Promise<ConnectionView | undefined> {
  const row = await maybeOne<
    Omit<ConnectionView, 'companies'> & { counts: Record<string, number> | null; [column: string]: unknown }
  >(
    db,
    `select c.id, c.kind, c.instance, c.account, c.fields, c.creates_companies as "createsCompanies",
            c.creates_tasks as "createsTasks", c.problem, c.held_until as "heldUntil", c.created_at as "connectedAt",
            (select max(o.written_at) from crm_companies o where o.connection = c.id) as "lastWrittenAt",
            (select json_object_agg(g.state, g.count) from (
               select state, count(*) from crm_companies o where o.connection = c.id group by 1) g) as counts
       from crm_connections c where c.team_id = $1`,
    [teamId],
  )
  if (!row) return undefined
  const { counts, ...connection } = row
  const companies = Object.fromEntries(CRM_COMPANY_STATES.map((state) => [state, counts?.[state] ?? 0]))
  return { ...connection, companies: companies as ConnectionView['companies'] }
}

export interface FollowedSearch {
  readonly id: string
  readonly name: string
  readonly companies: number
  readonly isFollowed: boolean
  readonly [column: string]: unknown
}

export async function readFollowed(db: Queryable, teamId: string): Promise<FollowedSearch[]> {
  return many<FollowedSearch>(
    db,
    `select s.id, s.name, s.members as companies, exists (
              select from crm_searches f join crm_connections c on c.id = f.connection
               where f.search = s.n and c.team_id = $1) as "isFollowed"
       from saved_searches s where s.team_id = $1 order by lower(s.name)`,
    [teamId],
  )
}

export interface CompanyView {
  readonly id: string | null
  readonly name: string
  readonly domain: string
  readonly state: CrmCompanyState
  readonly problem: string | null
  readonly windows: readonly string[]
  readonly written: PropertyValues | null
  readonly writtenAt: Date | null
  readonly nextAt: Date | null
  readonly [column: string]: unknown
}

interface PageRequest {
  readonly state: CrmCompanyState | undefined
  readonly limit: number
  readonly offset: number
}

/** Last written first. */
export async function readCompanyPage(db: Queryable, teamId: string, { state, limit, offset }: PageRequest) {
  const from = `from crm_companies c join crm_connections x on x.id = c.connection
                where x.team_id = $1 and ($2::text is null or c.state = $2)`
  const { total } = await one<{ total: number }>(db, `select count(*)::int as total ${from}`, [teamId, state ?? null])
  const companies = await many<CompanyView>(
    db,
    `select o.id, coalesce(o.name, '') as name, coalesce(o.domain, '') as domain, c.state, c.problem, c.written,
            c.written_at as "writtenAt", c.due_at as "nextAt",
            coalesce((select json_agg(s.name order by w.opened_at desc) from crm_windows w join saved_searches s on s.n = w.search
                       where w.connection = c.connection and w.company = c.company and w.ended_at is null), '[]') as windows
       from (select c.* ${from} order by c.written_at desc nulls first, c.company limit $3 offset $4) c
       left join companies o on o.ordinal = c.company order by c.written_at desc nulls first, c.company`,
    [teamId, state ?? null, limit, offset],
  )
  return { companies, total }
}

export interface CrmSetup {
  /** Windows go there. */
  readonly isFollowed: boolean
  readonly hasWritten: boolean
}

export async function readCrmSetup(db: Queryable, teamId: string): Promise<CrmSetup> {
  return one<CrmSetup & { [column: string]: unknown }>(
    db,
    `select exists (select from crm_searches f where f.connection = c.id) as "isFollowed",
            exists (select from crm_companies o where o.connection = c.id and o.written_at is not null) as "hasWritten"
       from (select (select id from crm_connections where team_id = $1) as id) c`,
    [teamId],
  )
}
