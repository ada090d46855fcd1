import { maybeOne, type Queryable } from '../../db/index.ts'

interface Viewer {
  readonly teamId: string
  readonly accountId: string
}

export interface NotedSteps {
  readonly isDismissed: boolean
  readonly hasCopied: boolean
}

export async function readNotedSteps(db: Queryable, { teamId, accountId }: Viewer): Promise<NotedSteps> {
  const row = await maybeOne<NotedSteps & { [column: string]: unknown }>(
    db,
    `select dismissed_at is not null as "isDismissed", copied_at is not null as "hasCopied"
       from first_steps where team_id = $1 and account_id = $2`,
    [teamId, accountId],
  )
  return row ?? { isDismissed: false, hasCopied: false }
}

/** Undefined: unchanged. For a member who was removed meanwhile, nothing is written. */
export async function noteSteps(
  db: Queryable,
  { teamId, accountId }: Viewer,
  { isDismissed, hasCopied }: { readonly [Step in keyof NotedSteps]: boolean | undefined },
): Promise<void> {
  await db.query(
    `insert into first_steps as f (team_id, account_id, dismissed_at, copied_at)
     select team_id, account_id, case when $3 then now() end, case when $4 then now() end
       from team_members where team_id = $1 and account_id = $2
     on conflict (team_id, account_id) do update
       set dismissed_at = case when $3::boolean is null then f.dismissed_at when $3 then coalesce(f.dismissed_at, now()) end,
           copied_at = coalesce(f.copied_at, excluded.copied_at)`,
    [teamId, accountId, isDismissed ?? null, hasCopied ?? null],
  )
}
