import type { Queryable } from '../../db/index.ts'
import { BUCKETS, type Bucket, PLANS } from '../plans/index.ts'
import { listLimitOverrides, type Team } from './queries.ts'

export interface EffectiveLimit {
  bucket: Bucket
  limit: number
  /** An operator changed it for this team. */
  overridden: boolean
}

export async function effectiveLimits(db: Queryable, team: Team): Promise<EffectiveLimit[]> {
  const overrides = new Map((await listLimitOverrides(db, team.id)).map(({ bucket, limit }) => [bucket, limit]))
  return BUCKETS.map((bucket) => ({
    bucket,
    limit: overrides.get(bucket) ?? PLANS[team.plan].limits[bucket],
    overridden: overrides.has(bucket),
  }))
}
