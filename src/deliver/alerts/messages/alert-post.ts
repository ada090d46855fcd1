// The HTTP request of an alert: to Slack without a signature, to a webhook signed.

import type { AlertDestination } from '../../../closed-sets/alerts.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { inOverlap, type Post, SigningKey } from '../../sending/index.ts'
import { openTarget } from '../searches/destination.ts'

/** The destination of a saved search, as stored: with secrets encrypted. */
export interface StoredTarget {
  readonly searchId: string
  readonly destination: AlertDestination
  readonly target: string
  readonly signingSecret: string | null
  readonly previousSecret: string | null
  /** In milliseconds. */
  readonly previousSecretUntil: number | null
}

export function alertPost(stored: StoredTarget, body: object, box: () => SecretBox): Post {
  const { destination, searchId } = stored
  const post = {
    url: openTarget(destination, stored.target, searchId, box),
    authKey: '',
    body: JSON.stringify(body),
  }
  if (destination === 'slack') return post
  return {
    ...post,
    signing: { id: String((body as { eventId: unknown }).eventId), keys: signingKeysOf(stored, box()) },
  }
}

/** Both during a rotation. */
function signingKeysOf({ searchId, signingSecret, previousSecret, previousSecretUntil }: StoredTarget, box: SecretBox) {
  const open = (sealed: string) => new SigningKey(box.open(sealed, searchId))
  const previous = inOverlap(previousSecret, previousSecretUntil, Date.now(), open)
  return [...(signingSecret === null ? [] : [open(signingSecret)]), ...(previous ? [previous.value] : [])]
}
