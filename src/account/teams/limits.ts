import type { Queryable, Transaction } from '../../db/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import { LIMITS, type Limit, PLANS } from '../plans/index.ts'
import { deleteLimitOverride, listLimitOverrides, type Team, upsertLimitOverride } from './queries.ts'

interface EffectiveLimit {
  bucket: Limit
  limit: number
  /** An operator changed it for this team. */
  overridden: boolean
}

export async function effectiveLimits(db: Queryable, team: Team): Promise<EffectiveLimit[]> {
  const overrides = new Map((await listLimitOverrides(db, team.id)).map(({ bucket, limit }) => [bucket, limit]))
  return LIMITS.map((bucket) => ({
    bucket,
    limit: overrides.get(bucket) ?? PLANS[team.plan].limits[bucket],
    overridden: overrides.has(bucket),
  }))
}

export interface LimitChange {
  readonly bucket: Limit
  /** Null: the bucket follows the plan again. */
  readonly limit: number | null
}

/** Changes the limits of one team, with one audit record for all of them. */
export async function changeLimits(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  changes: readonly LimitChange[],
): Promise<void> {
  if (changes.length === 0) return
  for (const { bucket, limit } of changes) {
    if (limit === null) await deleteLimitOverride(tx, teamId, bucket)
    else await upsertLimitOverride(tx, teamId, bucket, limit)
  }
  const details = Object.fromEntries(changes.map(({ bucket, limit }) => [bucket, limit ?? 'default']))
  await recordAudit(tx, actor, teamId, { action: 'team.limits_changed', details })
}
