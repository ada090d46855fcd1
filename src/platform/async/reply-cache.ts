import { LruMap } from '../lru-map.ts'

/** How long a cached reply is valid at a log position. "Last seen" times of signals change without a log entry. */
export const REPLY_MAX_AGE_MS = 10_000
const MAX_BYTES = 32 * 2 ** 20
/** Larger replies are rare, and each would evict many small ones. */
const MAX_BODY_BYTES = 256 * 1024

/**
 * An LRU cache of serialised replies, bounded in bytes. A reply that many callers request is composed once. The caller
 * decides whether an entry is still valid, by what it stores next to the body.
 */
export function replyCache<Entry extends { readonly body: Buffer }>(): LruMap<string, Entry> {
  return new LruMap(MAX_BYTES, { weightOf: ({ body }) => body.length, maxEntryWeight: MAX_BODY_BYTES })
}
