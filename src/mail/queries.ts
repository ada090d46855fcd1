// The SQL of the outbox.

import type { MailKind, MailState } from '../closed-sets/mail.ts'
import { many, maybeOne, one, type Queryable } from '../db/index.ts'

/** Of one team, or of all accounts together. Concurrent writers may exceed it a little. */
const MAX_WAITING = 1_000

interface NewRow {
  readonly id: string
  readonly kind: MailKind
  readonly about?: string | undefined
  readonly replaces?: boolean | undefined
  readonly to: string
  readonly sealed: string
  readonly teamId?: string | undefined
  readonly validSeconds: number
  readonly delaySeconds: number
}

/** A node that is still sending the previous mail settles nothing: the id differs. */
const REPLACE = `
  id = excluded.id, recipient = excluded.recipient, content = excluded.content, state = 'waiting', attempts = 0,
  next_at = excluded.next_at, expires_at = excluded.expires_at, answer = null, created_at = excluded.created_at,
  ended_at = null`

/** False if too many wait. True also if there is a mail about the same thing already. */
export async function insertMail(tx: Queryable, mail: NewRow): Promise<boolean> {
  const row = await maybeOne<{ id: string }>(
    tx,
    `insert into mails (id, team_id, kind, about, recipient, content, created_at, next_at, expires_at)
     select $1::uuid, $2::uuid, $3, $4, $5, $6, at, at, at + make_interval(secs => $7)
       from (select now() + make_interval(secs => $8) as at) due
      where (select count(*) from (
               select from mails where state = 'waiting' and team_id is not distinct from $2::uuid limit ${MAX_WAITING}) w)
            < ${MAX_WAITING}
         on conflict (about) do update set ${mail.replaces ? REPLACE : 'about = excluded.about'}
     returning id`,
    [
      mail.id,
      mail.teamId ?? null,
      mail.kind,
      mail.about ?? null,
      mail.to,
      mail.sealed,
      mail.validSeconds,
      mail.delaySeconds,
    ],
  )
  if (row) await announceMail(tx)
  return row !== undefined
}

/** Wakes the senders at the commit. They also poll every second. */
export async function announceMail(tx: Queryable): Promise<void> {
  await tx.query(`select pg_notify('mails', '')`)
}

/** Also those that wait. */
export async function deleteMailsTo(tx: Queryable, recipient: string): Promise<void> {
  await tx.query(`delete from mails where lower(recipient) = $1`, [recipient])
}

export async function deleteWaiting(tx: Queryable, about: string): Promise<void> {
  await tx.query(`delete from mails where about = $1 and state = 'waiting'`, [about])
}

export interface MailProgress {
  readonly about: string
  readonly state: MailState
  readonly attempts: number
  /** What the mail server said last. */
  readonly answer: string | null
  readonly [column: string]: unknown
}

/** How far the mails about these things are. */
export async function readProgress(
  db: Queryable,
  abouts: readonly string[],
): Promise<ReadonlyMap<string, MailProgress>> {
  const rows = await many<MailProgress>(
    db,
    `select about, state, attempts, answer from mails where about = any($1::text[])`,
    [abouts],
  )
  return new Map(rows.map((row) => [row.about, row]))
}

export async function hasDueMails(db: Queryable): Promise<boolean> {
  const { due } = await one<{ due: boolean }>(
    db,
    `select exists (select from mails where state = 'waiting' and next_at <= clock_timestamp()) as due`,
  )
  return due
}

export interface ClaimedMail {
  readonly id: string
  readonly kind: MailKind
  readonly to: string
  readonly content: string
  readonly attempts: number
  readonly createdAt: Date
  readonly [column: string]: unknown
}

/** How many due mails are considered to choose the next ones fairly. */
const CHOICE = 5_000
/** For mails other than those about an account, so that an address can't be flooded. */
const MAX_OF_RECIPIENT_PER_HOUR = 60
const ABOUT_ACCOUNTS = `m.kind in ('password_reset', 'password_changed', 'invitation')`

/**
 * Claims mails that are due: first those about accounts, then one of each team in turn. A claim moves next_at ahead,
 * and expires on its own.
 */
export async function claimMails(
  db: Queryable,
  { limit, claimSeconds, maxAttempts }: { limit: number; claimSeconds: number; maxAttempts: number },
): Promise<ClaimedMail[]> {
  return many<ClaimedMail>(
    db,
    `with due as (
       select m.id, m.next_at, ${ABOUT_ACCOUNTS} as first, m.team_id, m.recipient
         from mails m where m.state = 'waiting' and m.next_at <= clock_timestamp() and m.expires_at > clock_timestamp()
          and m.attempts < $3
        order by m.next_at limit ${CHOICE}),
     ranked as (
       select d.*, row_number() over (partition by d.team_id order by d.first desc, d.next_at, d.id) as turn from due d
        where d.first or (select count(*) from mails r where r.recipient = d.recipient
                             and r.attempted_at > clock_timestamp() - interval '1 hour') < ${MAX_OF_RECIPIENT_PER_HOUR}),
     chosen as (
       select m.id from mails m join (select id, first, turn, next_at from ranked order by first desc, turn, next_at limit $1) r
           on r.id = m.id
        where m.state = 'waiting' and m.next_at <= clock_timestamp() and m.attempts < $3
        order by r.first desc, r.turn, r.next_at for update of m skip locked)
     update mails m set attempts = m.attempts + 1, attempted_at = clock_timestamp(),
            next_at = clock_timestamp() + make_interval(secs => $2)
       from chosen where m.id = chosen.id
     returning m.id, m.kind, m.recipient as "to", m.content, m.attempts, m.created_at as "createdAt"`,
    [limit, claimSeconds, maxAttempts],
  )
}

/** False if the claim had expired and another process has the mail now. */
export async function settleMail(
  db: Queryable,
  { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>,
  outcome: { readonly state: MailState; readonly answer: string; readonly retrySeconds?: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update mails set state = $3, answer = left($4, 500),
            next_at = case when $3 = 'waiting' then clock_timestamp() + make_interval(secs => $5) else next_at end,
            content = case when $3 = 'waiting' then content end,
            ended_at = case when $3 <> 'waiting' then clock_timestamp() end
      where id = $1 and attempts = $2 and state = 'waiting'`,
    [id, attempts, outcome.state, outcome.answer, outcome.retrySeconds ?? 0],
  )
  return rowCount === 1
}

export interface GivenUpMail {
  readonly id: string
  readonly kind: MailKind
  readonly attempts: number
  readonly answer: string | null
  readonly [column: string]: unknown
}

/** Mails that have expired, or whose last attempt was claimed by a node that died. */
export async function giveUpMails(db: Queryable, maxAttempts: number): Promise<GivenUpMail[]> {
  return many<GivenUpMail>(
    db,
    `update mails set state = 'failed', content = null, ended_at = clock_timestamp()
      where id in (
        select id from mails
         where state = 'waiting' and next_at <= clock_timestamp()
           and (attempts >= $1 or expires_at <= clock_timestamp()) limit 100 for update skip locked)
     returning id, kind, attempts, answer`,
    [maxAttempts],
  )
}

export interface OutboxState {
  readonly waiting: number
  /** How long the oldest has been waiting. 0 if none is. */
  readonly oldestSeconds: number
  readonly failedToday: number
  readonly [column: string]: unknown
}

/** Mails for later don't count until then. */
export async function readOutbox(db: Queryable): Promise<OutboxState> {
  const waits = `state = 'waiting' and created_at <= clock_timestamp()`
  return one<OutboxState>(
    db,
    `select (select count(*)::int from mails where ${waits}) as waiting,
            (select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8
               from mails where ${waits}) as "oldestSeconds",
            (select count(*)::int from mails
              where ended_at > clock_timestamp() - interval '1 day' and state = 'failed') as "failedToday"`,
  )
}

const SENT_DAYS = 7
const FAILED_DAYS = 30
const STEP_ROWS = 5_000
const MAX_STEPS = 200

/** Deletes what is no longer needed, in bounded steps. */
export async function deleteOldMails(db: Queryable): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const { rowCount } = await db.query(
      `delete from mails where id = any(array(
         select id from mails where ended_at < now() - case state when 'sent' then interval '${SENT_DAYS} days'
                                                                 else interval '${FAILED_DAYS} days' end
          limit ${STEP_ROWS}))`,
    )
    if ((rowCount ?? 0) < STEP_ROWS) return
  }
}
