import type { KeyReply } from '../../contract.ts'

export const UNUSED_DAYS = 90
const DAY_MS = 86_400_000

/** Whether a working key has been there for that long without a request. A rotated one is new again. */
export function isUnused({ state, createdAt, lastUsedAt }: KeyReply, now: number): boolean {
  return state === 'active' && now - Date.parse(lastUsedAt ?? createdAt) >= UNUSED_DAYS * DAY_MS
}
