import { type Database, one } from '../db/index.ts'

/** What a database lacks before a customer can search, in this order. */
const NEXT_STEPS = ['team', 'key', 'signals'] as const
export type NextStep = (typeof NEXT_STEPS)[number]

export async function readNextSteps(db: Database): Promise<NextStep[]> {
  const has = await one<Record<NextStep, boolean>>(
    db.pool('settings'),
    `select exists (select from teams) as team, exists (select from signals) as signals,
            exists (select from api_keys where revoked_at is null and (expires_at is null or expires_at > now())) as key`,
  )
  return NEXT_STEPS.filter((step) => !has[step])
}
