import type { KeyReply } from '../../contract.ts'
import type { Unanswered } from '../../secrets/unanswered.ts'

/** The outcome of an attempt to create or rotate a key whose reply was lost. */
export interface LostKey {
  readonly attempt: Unanswered
  /** The key that was created but never shown. Undefined: there is none so far. */
  readonly key: KeyReply | undefined
}

/** Leaves out attempts that were dealt with: their key was rotated or revoked since. */
export function findLostKeys(
  attempts: readonly Unanswered[],
  keys: readonly KeyReply[],
  email: string,
): readonly LostKey[] {
  return attempts
    .map((attempt) => ({ attempt, key: createdBy(attempt, keys, email) }))
    .filter(({ key }) => key === undefined || key.state === 'active')
}

function createdBy({ kind, subject, known }: Unanswered, keys: readonly KeyReply[], email: string) {
  if (kind === 'create-key') {
    return keys.find(({ id, name, createdBy: creator }) => name === subject && creator === email && !known.includes(id))
  }
  const old = keys.find(({ id }) => known.includes(id))
  return keys.find(({ id }) => id === old?.replacedBy)
}
