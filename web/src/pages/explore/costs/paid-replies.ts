// Replies that the team has paid for, in the tab's storage. A reload shows them again with their time, and isn't
// charged.

import { type Owner, readTabValue, writeTabValue } from '../../../parts/tab-storage.ts'

export const PAID_REPLY_MS = 30 * 60_000

interface PaidReply {
  readonly key: string
  readonly reply: unknown
  readonly at: number
}

const NAME = 'paid-replies'
const MAX_REPLIES = 8
/** Browsers allow about five million characters per site. */
const MAX_CHARACTERS = 2_000_000

const read = (owner: Owner) =>
  (readTabValue<readonly PaidReply[]>(NAME, owner, PAID_REPLY_MS) ?? []).filter(
    ({ at }) => Date.now() - at < PAID_REPLY_MS,
  )

export function readPaidReply<Reply>(owner: Owner, key: unknown): { reply: Reply; at: number } | undefined {
  const found = read(owner).find((each) => each.key === JSON.stringify(key))
  return found && { reply: found.reply as Reply, at: found.at }
}

/** Evicts the oldest replies to make room. */
export function writePaidReply(owner: Owner, key: unknown, reply: unknown): void {
  const added: PaidReply = { key: JSON.stringify(key), reply, at: Date.now() }
  const others = read(owner).filter((each) => each.key !== added.key)
  for (let kept = [...others.slice(1 - MAX_REPLIES), added]; kept.length > 0; kept = kept.slice(1)) {
    if (JSON.stringify(kept).length <= MAX_CHARACTERS && writeTabValue(NAME, owner, kept)) return
  }
}
