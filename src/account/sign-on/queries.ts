import { many, maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'
import type { Role } from '../../settings-contract/index.ts'
import { LOGOUT_KEPT_SECONDS, type Logout } from './logout-token.ts'

/** Sign-ins that people have started and not finished. There are this many only in an attack. */
const MAX_ATTEMPTS = 10_000

/** False: too many are in progress. */
export async function insertAttempt(db: Queryable, tokenHash: Buffer, validSeconds: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `with expired as (delete from sign_on_attempts where started_at <= now() - make_interval(secs => $2))
     insert into sign_on_attempts (token_hash) select $1
      where (select count(*) from (
               select from sign_on_attempts where started_at > now() - make_interval(secs => $2) limit ${MAX_ATTEMPTS}) a
            ) < ${MAX_ATTEMPTS}`,
    [tokenHash, validSeconds],
  )
  return rowCount === 1
}

/** Consumes the attempt: of two concurrent calls, the second finds nothing. */
export async function deleteAttempt(db: Queryable, tokenHash: Buffer, validSeconds: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from sign_on_attempts where token_hash = $1 and started_at > now() - make_interval(secs => $2)`,
    [tokenHash, validSeconds],
  )
  return rowCount === 1
}

export interface LinkedAccount {
  readonly accountId: string
  readonly email: string
}

export async function findLinked(db: Queryable, issuer: string, subject: string): Promise<LinkedAccount | undefined> {
  return maybeOne<LinkedAccount & { readonly [column: string]: unknown }>(
    db,
    `select a.id as "accountId", a.email from sign_on_identities i join accounts a on a.id = i.account_id
      where i.issuer = $1 and i.subject = $2`,
    [issuer, subject],
  )
}

/** False: the account belongs to another person of this provider. */
export async function insertIdentity(
  tx: Transaction,
  issuer: string,
  subject: string,
  accountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into sign_on_identities (issuer, subject, account_id) values ($1, $2, $3) on conflict do nothing`,
    [issuer, subject, accountId],
  )
  return rowCount === 1
}

/** Whether the account belongs to no other team. */
export async function isOnlyInTeam(tx: Transaction, accountId: string, teamId: string): Promise<boolean> {
  const row = await maybeOne(tx, `select from team_members where account_id = $1 and team_id <> $2 limit 1`, [
    accountId,
    teamId,
  ])
  return row === undefined
}

export interface TeamDomain {
  readonly domain: string
  readonly teamId: string
  readonly defaultRole: Role
  readonly [column: string]: unknown
}

const DOMAIN = `domain, team_id as "teamId", default_role as "defaultRole"`

export async function findDomain(db: Queryable, domain: string): Promise<TeamDomain | undefined> {
  return maybeOne<TeamDomain>(db, `select ${DOMAIN} from sign_on_domains where domain = $1`, [domain])
}

export async function listDomains(db: Queryable, teamId: string): Promise<TeamDomain[]> {
  return many<TeamDomain>(db, `select ${DOMAIN} from sign_on_domains where team_id = $1 order by domain`, [teamId])
}

/** False: the domain belongs to another team. */
export async function upsertDomain(
  tx: Transaction,
  teamId: string,
  { domain, defaultRole }: { readonly domain: string; readonly defaultRole: Role },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into sign_on_domains as d (domain, team_id, default_role) values ($2, $1, $3)
         on conflict (domain) do update set default_role = excluded.default_role where d.team_id = excluded.team_id`,
    [teamId, domain, defaultRole],
  )
  return rowCount === 1
}

export async function deleteDomain(tx: Transaction, teamId: string, domain: string): Promise<boolean> {
  const { rowCount } = await tx.query(`delete from sign_on_domains where team_id = $1 and domain = $2`, [
    teamId,
    domain,
  ])
  return rowCount === 1
}

/** False: it was so already. */
export async function updateRequired(tx: Transaction, teamId: string, required: boolean): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update teams set requires_sign_on = $2 where id = $1 and requires_sign_on is distinct from $2`,
    [teamId, required],
  )
  return rowCount === 1
}

export async function deletePasswordSessions(tx: Transaction, teamId: string): Promise<void> {
  await tx.query(`delete from sessions where team_id = $1 and signed_in_by = 'password'`, [teamId])
}

/** False: it was received before. */
export async function insertLogout(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  await tx.query(`delete from sign_on_logouts where received_at < now() - make_interval(secs => $1)`, [
    LOGOUT_KEPT_SECONDS,
  ])
  const { rowCount } = await tx.query(`insert into sign_on_logouts (token_hash) values ($1) on conflict do nothing`, [
    tokenHash,
  ])
  return rowCount === 1
}

/**
 * Of a person, of one session at the provider, or of both. Sessions without a known provider session end too. Those
 * opened with a password or an operator's link stay.
 */
export async function deleteProviderSessions(
  tx: Transaction,
  { issuer, subject, sid }: Pick<Logout, 'issuer' | 'subject' | 'sid'>,
): Promise<{ accountId: string; email: string; teamId: string }[]> {
  return many<{ accountId: string; email: string; teamId: string }>(
    tx,
    `delete from sessions s using sign_on_identities i join accounts a on a.id = i.account_id
      where i.issuer = $1 and s.account_id = i.account_id and s.signed_in_by = 'provider'
        and ($2::text is null or i.subject = $2)
        and ($3::text is null or s.provider_sid = $3 or (s.provider_sid is null and $2::text is not null))
     returning a.id as "accountId", a.email, s.team_id as "teamId"`,
    [issuer, subject, sid],
  )
}

/** The members whose address has another domain, and who have never signed in with the provider. */
export async function listWithoutProvider(db: Queryable, teamId: string, issuer: string): Promise<string[]> {
  const rows = await many<{ email: string }>(
    db,
    `select a.email from team_members m join accounts a on a.id = m.account_id
      where m.team_id = $1
        and not exists (select from sign_on_domains d where d.domain = split_part(a.email, '@', 2))
        and not exists (select from sign_on_identities i where i.account_id = a.id and i.issuer = $2)
      order by a.email`,
    [teamId, issuer],
  )
  return rows.map(({ email }) => email)
}

/** For `doctor`. */
export async function countTeams(db: Queryable): Promise<{ withDomains: number; requiring: number }> {
  return one<{ withDomains: number; requiring: number }>(
    db,
    `select count(*) filter (where exists (select from sign_on_domains d where d.team_id = t.id))::int as "withDomains",
            count(*) filter (where requires_sign_on)::int as requiring from teams t`,
  )
}

export async function upsertSignInLink(
  tx: Transaction,
  accountId: string,
  tokenHash: Buffer,
  validSeconds: number,
): Promise<Date> {
  const { expiresAt } = await one<{ expiresAt: Date }>(
    tx,
    `insert into sign_in_links (account_id, token_hash, expires_at) values ($1, $2, now() + make_interval(secs => $3))
         on conflict (account_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
     returning expires_at as "expiresAt"`,
    [accountId, tokenHash, validSeconds],
  )
  return expiresAt
}

/** Consumes the link: of two concurrent calls, the second finds nothing. */
export async function takeSignInLink(tx: Transaction, tokenHash: Buffer): Promise<LinkedAccount | undefined> {
  return maybeOne<LinkedAccount & { readonly [column: string]: unknown }>(
    tx,
    `delete from sign_in_links l using accounts a where l.token_hash = $1 and l.expires_at > now() and a.id = l.account_id
     returning a.id as "accountId", a.email`,
    [tokenHash],
  )
}
