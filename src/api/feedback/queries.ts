import type { FeedbackKind, Verdict } from '../../closed-sets/feedback.ts'
import type { SignalType } from '../../closed-sets/signals.ts'
import { many, one, type Queryable, type Transaction } from '../../db/index.ts'
import type { FeedbackAboutReply } from '../../settings-contract/index.ts'
import type { Judged } from './what-was-judged.ts'

interface NewVerdict {
  readonly teamId: string
  readonly accountId: string
  readonly subject: Buffer
  readonly about: FeedbackAboutReply
  readonly verdict: Verdict
  readonly word: string | null
  readonly judged: Judged
}

export async function upsertVerdict(tx: Transaction, verdict: NewVerdict): Promise<void> {
  const { teamId, accountId, subject, about, judged, word } = verdict
  const { kind, companyId, searchId, signal, rule, edition, statement } = judged
  await tx.query(
    `insert into feedback (team_id, account_id, subject, kind, verdict, word, about, company_id, search_id, signal_id,
                           signal_type, source, confidence, rule, edition, statement)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict (team_id, account_id, subject) do update
        set verdict = excluded.verdict, word = excluded.word, given_at = now(), about = excluded.about,
            company_id = excluded.company_id, search_id = excluded.search_id, signal_id = excluded.signal_id,
            signal_type = excluded.signal_type, source = excluded.source, confidence = excluded.confidence,
            rule = excluded.rule, edition = excluded.edition, statement = excluded.statement`,
    [
      ...[teamId, accountId, subject, kind, verdict.verdict, word, JSON.stringify(about), companyId, searchId],
      ...[signal?.id, signal?.type, signal?.source, signal?.confidence].map((value) => value ?? null),
      ...[rule, edition, statement],
    ],
  )
}

export async function deleteVerdict(
  tx: Transaction,
  teamId: string,
  accountId: string,
  subject: Buffer,
): Promise<void> {
  await tx.query(`delete from feedback where team_id = $1 and account_id = $2 and subject = $3`, [
    teamId,
    accountId,
    subject,
  ])
}

export async function countGivenToday(db: Queryable, teamId: string): Promise<number> {
  const { given } = await one<{ given: number }>(
    db,
    `select count(*)::int as given from feedback
      where team_id = $1 and given_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'`,
    [teamId],
  )
  return given
}

interface ShownVerdict {
  readonly about: FeedbackAboutReply
  readonly verdict: Verdict
  readonly word: string | null
  readonly by: string | null
  readonly accountId: string | null
  readonly [column: string]: unknown
}

/** Of a company or of an alert's history, newest first. */
export async function readVerdicts(
  db: Queryable,
  teamId: string,
  { companyId, searchId }: { readonly companyId?: string | undefined; readonly searchId?: string | undefined },
  limit: number,
): Promise<ShownVerdict[]> {
  return many<ShownVerdict>(
    db,
    `select f.about, f.verdict, f.word, a.email as by, f.account_id as "accountId"
       from feedback f left join accounts a on a.id = f.account_id
      where f.team_id = $1 and (f.company_id = $2 or f.search_id = $3)
      order by f.given_at desc, f.id desc limit $4`,
    [teamId, companyId ?? null, searchId ?? null, limit],
  )
}

/** A verdict as operators see it, without the person who gave it. */
export interface StoredVerdict {
  readonly givenAt: Date
  readonly teamId: string
  readonly kind: FeedbackKind
  readonly verdict: Verdict
  readonly word: string | null
  readonly companyId: string | null
  readonly signalId: string | null
  readonly type: SignalType | null
  readonly source: string | null
  /** From 0 to 100. */
  readonly confidence: number | null
  readonly rule: string
  readonly edition: string
  readonly statement: string
}

export interface VerdictFilter {
  readonly teamId?: string | undefined
  readonly kind?: FeedbackKind | undefined
  readonly since?: Date | undefined
}

const PAGE = 1_000

/** All of them, oldest first, in pages: memory doesn't grow with their number. */
export async function* storedVerdicts(
  db: Queryable,
  { teamId, kind, since }: VerdictFilter,
): AsyncGenerator<StoredVerdict, void, undefined> {
  let after = 0
  for (;;) {
    const page = await many<StoredVerdict & { id: number; [column: string]: unknown }>(
      db,
      `select id, given_at as "givenAt", team_id as "teamId", kind, verdict, word, company_id as "companyId",
              signal_id as "signalId", signal_type as type, source, confidence, rule, edition, statement
         from feedback
        where id > $1 and ($2::uuid is null or team_id = $2) and ($3::text is null or kind = $3)
          and ($4::timestamptz is null or given_at >= $4)
        order by id limit $5`,
      [after, teamId ?? null, kind ?? null, since ?? null, PAGE],
    )
    for (const { id, ...verdict } of page) {
      after = id
      yield verdict
    }
    if (page.length < PAGE) return
  }
}

export async function deleteOldFeedback(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from feedback where given_at < now() - make_interval(days => $1)`, [days])
}
