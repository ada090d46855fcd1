import type { Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Actor, recordAccountAudit } from '../audit/index.ts'
import { type Account, deleteSessionsOf, renameUnproven } from './queries.ts'
import { deletePasswordReset } from './reset-queries.ts'

/**
 * Takes the address from an account that joined by invitation, and gives it to its owner. The account keeps its
 * memberships, so that no team loses its last owner, but under an address that can't receive mail. The new holder of
 * the address inherits nothing. Returns the account's new address.
 */
export async function releaseAddress(tx: Transaction, actor: Actor, { id, email }: Account): Promise<string> {
  const placeholder = `${id}@displaced.invalid`
  if (!(await renameUnproven(tx, id, placeholder))) {
    throw new AppError('conflict', `The account of ${email} was changed at the same moment: try again.`)
  }
  await deletePasswordReset(tx, id)
  await deleteSessionsOf(tx, id)
  const [target, details] = [{ id, name: email }, { address: placeholder }]
  await recordAccountAudit(tx, actor, id, { action: 'member.address_lost', target, details })
  return placeholder
}
