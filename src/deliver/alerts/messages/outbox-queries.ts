// The SQL of the outbox. A message is claimed, sent without a transaction, and settled. A claim expires on its own, so
// another node sends the message of a killed one.

import { HAS_API_ACCESS } from '../../../account/plans/index.ts'
import type { AlertDestination, AlertInterval } from '../../../closed-sets/alerts.ts'
import { many, one, type Queryable, type Transaction } from '../../../db/index.ts'
import type { PublicSignal } from '../../../meaning/signals/index.ts'
import type { SummaryFacts } from '../../../settings-contract/index.ts'
import { isMuted } from '../addresses/mute-queries.ts'
import { type AlertContent, MAX_DIGEST_COMPANIES } from './alert-content.ts'
import { statedNotMonitored } from './not-monitored.ts'

export interface ClaimedMessage {
  readonly id: string
  readonly n: number
  readonly searchId: string
  readonly teamId: string
  readonly name: string
  readonly every: AlertInterval
  readonly digestAt: Date | null
  readonly attempts: number
  readonly destination: AlertDestination
  readonly target: string
  readonly signingSecret: string | null
  readonly previousSecret: string | null
  /** In milliseconds. */
  readonly previousSecretUntil: number | null
  readonly [column: string]: unknown
}

const CLAIM_SECONDS = 60
/** How many messages of one search are in flight, over all nodes. */
const MAX_OF_SEARCH = 8
/** So that one team's slow endpoints leave slots for those of others. */
const MAX_OF_TEAM = 32

interface ClaimedMessages {
  readonly messages: readonly ClaimedMessage[]
  /** Whether other messages are due that wait for those in flight. */
  readonly hasMore: boolean
}

/**
 * Messages that are due, at most a few of each search and team including those in flight. A search whose endpoint fails
 * has one at a time, when its hold ends. A search that is paused or muted, or whose team has no API access, has none.
 */
export async function claimMessages(db: Queryable, now: number, limit: number): Promise<ClaimedMessages> {
  const rows = await many<Partial<ClaimedMessage> & { hasMore: boolean }>(
    db,
    `with due as (
       select m.id, m.search, s.team_id, m.next_at, m.created_at, s.failures, f.is_sending
         from search_messages m join saved_searches s on s.n = m.search join teams t on t.id = s.team_id,
              lateral (select coalesce(m.claimed_until >= clock_timestamp(), false) as is_sending) f
        where m.state = 'waiting' and m.next_at <= to_timestamp($1)
          and (f.is_sending or (s.destination <> 'today' and s.paused_at is null and s.muted_at is null
                                and (s.held_until is null or s.held_until <= to_timestamp($1))
                                and ${HAS_API_ACCESS}))),
     of_search as (
       select d.*, row_number() over (partition by d.search order by d.is_sending desc, d.created_at, d.id) as place from due d),
     of_team as (
       select d.*, row_number() over (partition by d.team_id order by d.is_sending desc, d.next_at, d.id) as team_place
         from of_search d where d.is_sending or d.place <= case when d.failures > 0 then 1 else ${MAX_OF_SEARCH} end),
     chosen as (
       select d.id from of_team d where not d.is_sending and d.team_place <= ${MAX_OF_TEAM} order by d.next_at limit $2),
     claimed as (
       update search_messages m set claimed_until = clock_timestamp() + interval '${CLAIM_SECONDS} seconds',
              attempts = m.attempts + 1
         from chosen, saved_searches s
        where m.id = chosen.id and s.n = m.search and m.state = 'waiting'
          and (m.claimed_until is null or m.claimed_until < clock_timestamp())
       returning m.id, s.n, s.id as "searchId", s.team_id as "teamId", s.name, s.every, m.digest_at as "digestAt", m.attempts,
                 s.destination, s.target, s.signing_secret as "signingSecret", s.previous_secret as "previousSecret",
                 (extract(epoch from s.previous_secret_until) * 1000)::float8 as "previousSecretUntil")
     select c.*, (select count(*) from due where not is_sending) > (select count(*) from chosen) as "hasMore"
       from (select) one left join claimed c on true`,
    [now, limit],
  )
  return {
    messages: rows.filter((row): row is ClaimedMessage & { hasMore: boolean } => row.id !== null),
    hasMore: rows.some(({ hasMore }) => hasMore),
  }
}

interface ContentRow {
  readonly id: string
  readonly at: Date
  readonly match: number | null
  readonly signals: readonly PublicSignal[]
  readonly companyId: string
  readonly name: string
  readonly domain: string
  readonly logo: string | null
  readonly facts: SummaryFacts
  readonly query: string
  readonly looked: number
  readonly [column: string]: unknown
}

/** Of the company `o`. */
export const COMPANY_FACTS = `json_build_object('hqCountry', o.hq_country, 'employeeCount', o.employee_count,
  'fundingStage', o.funding_stage, 'industry', o.industry)`

/**
 * The content of the message. Entries of companies muted since they entered are left out. Undefined if nothing is left:
 * the others were removed.
 */
export async function readContent(db: Queryable, message: ClaimedMessage): Promise<AlertContent | undefined> {
  const rows = await many<ContentRow>(
    db,
    `with muted as (
       update search_changes c set silence = 'muted', message = null
        where c.message = $1 and ${isMuted('c.search', 'c.company')} returning c.id)
     select c.id, c.at, c.match, c.signals, o.id as "companyId", o.name, o.domain, o.logo, ${COMPANY_FACTS} as facts,
            s.query, coalesce(r.looked, 0) as looked
       from search_changes c join companies o on o.ordinal = c.company join saved_searches s on s.n = c.search
       left join company_ranks r on r.company_ordinal = o.ordinal
      where c.message = $1 and c.id not in (select id from muted)
      order by c.match desc nulls last, c.at, c.id limit ${MAX_DIGEST_COMPANIES}`,
    [message.id],
  )
  if (rows.length === 0) return undefined
  const { total, matching } = await one<{ total: number; matching: number | null }>(
    db,
    `select count(*)::int as total, (select companies from search_current_matches where message = $1) as matching
       from search_changes where message = $1`,
    [message.id],
  )
  const { searchId, name, every, digestAt } = message
  return {
    messageId: message.id,
    search: { id: searchId, name },
    digest: digestAt ? { every, until: digestAt.toISOString() } : undefined,
    companies: rows.map(({ id, at, match, signals, companyId, facts, query, looked, ...company }) => ({
      eventId: `se_${id}`,
      company: { id: companyId, name: company.name, domain: company.domain, logo: company.logo },
      facts,
      match: match ?? 0,
      signals,
      ...statedNotMonitored(query, looked),
      occurredAt: at.toISOString(),
    })),
    total,
    ...(matching !== null && { matching }),
  }
}

export interface Attempt {
  readonly status: number | null
  readonly reason: string | null
  readonly latencyMs: number
  readonly excerpt: string | null
}

/** The reason of a message that was not sent because its companies were removed or muted. The endpoint has not failed. */
export const NOTHING_LEFT = 'removed'

/** Unix seconds. `retryAt`: undefined if no attempt is left. */
export type Outcome = { readonly ok: true } | { readonly ok: false; readonly retryAt: number | undefined }

/** Nothing is written for a message that another node has claimed since. */
export async function settleMessage(
  tx: Transaction,
  { id, n, attempts, target }: ClaimedMessage,
  attempt: Attempt,
  outcome: Outcome,
): Promise<void> {
  const { rowCount } = await tx.query(
    `update search_messages set claimed_until = null, state = $3, next_at = coalesce(to_timestamp($4), next_at),
            ended_at = case when $3 <> 'waiting' then now() end
      where id = $1 and attempts = $2 and state = 'waiting'`,
    [
      id,
      attempts,
      outcome.ok ? 'sent' : outcome.retryAt === undefined ? 'failed' : 'waiting',
      outcome.ok ? null : (outcome.retryAt ?? null),
    ],
  )
  if (rowCount === 0) return
  await tx.query(
    `insert into search_attempts (message, attempt, status, reason, latency_ms, excerpt) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [id, attempts, attempt.status, attempt.reason, attempt.latencyMs, attempt.excerpt],
  )
  if (outcome.ok) {
    await tx.query(`update saved_searches set failures = 0, held_until = null where n = $1 and failures > 0`, [n])
  } else if (attempt.reason !== NOTHING_LEFT) {
    // A destination that was changed meanwhile has not failed.
    await tx.query(
      `update saved_searches set failures = failures + 1, held_until = to_timestamp($2) where n = $1 and target = $3`,
      [n, outcome.retryAt ?? null, target],
    )
  }
}

/** The attempt doesn't count. Unix seconds. */
export async function releaseMessage(db: Queryable, { id, attempts }: ClaimedMessage, nextAt: number): Promise<void> {
  await db.query(
    `update search_messages set claimed_until = null, attempts = attempts - 1, next_at = greatest(next_at, to_timestamp($3))
      where id = $1 and attempts = $2 and state = 'waiting'`,
    [id, attempts, nextAt],
  )
}

/**
 * The endpoint answered that it is permanently gone. False if the search is paused already, or has another destination
 * now.
 */
export async function pauseGone(
  tx: Transaction,
  { n, target }: Pick<ClaimedMessage, 'n' | 'target'>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update saved_searches set paused_at = now(), pause_reason = 'endpoint_gone'
      where n = $1 and target = $2 and paused_at is null`,
    [n, target],
  )
  return rowCount === 1
}
